/**
 * The order of computed rows: 64 bits, compared from the left.
 *
 *     generation (12) | definition (8) | rows landed for the symbol (44)
 *
 * The generation is raised when a symbol is dropped or registered otherwise, so that whatever is computed afterwards
 * wins over everything computed before, however many rows had landed then. What covers all statistics of a symbol (its
 * coverage, the marks of its days) has no definition: zero is there.
 */
import { BITS_BELOW_GENERATION } from '../../../sql/symbols/generations.ts';

const DEFINITION_BITS = 8n;
const LANDED_BITS = BITS_BELOW_GENERATION - DEFINITION_BITS;
const MAX_DEFINITION = 2 ** 8 - 1;
export const MAX_GENERATION = 2 ** 12 - 1;

/** @throws RangeError where a number does not fit */
export function rowVersion(generation: number, definition: number, landed: number | bigint): bigint {
  const rows = BigInt(landed);
  if (generation > MAX_GENERATION) throw new RangeError(`generation ${generation} is more than ${MAX_GENERATION}`);
  if (definition > MAX_DEFINITION) throw new RangeError(`definition ${definition} is more than ${MAX_DEFINITION}`);
  if (rows >> LANDED_BITS !== 0n) throw new RangeError(`${rows} rows landed are more than a version can count`);
  return (BigInt(versionPrefix(generation, definition)) << LANDED_BITS) + rows;
}

/** What all versions of one generation and one definition begin with. */
export function versionPrefix(generation: number, definition: number): number {
  return generation * 2 ** Number(DEFINITION_BITS) + definition;
}

/** Rows landed, from a version. */
export function landedOf(version: bigint): bigint {
  return BigInt.asUintN(Number(LANDED_BITS), version);
}

/** SQL: the prefix of the column `version`. */
export const PREFIX_SQL = `toUInt32(bitShiftRight(version, ${LANDED_BITS}))`;

/** SQL: the rows landed, from the column `version` of `c`. */
export const LANDED_SQL = `bitAnd(c.version, bitShiftLeft(toUInt64(1), ${LANDED_BITS}) - 1)`;
