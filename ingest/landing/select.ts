/** Which rows of a pushed batch are worth writing: a row equal to the stored one in every value is a duplicate. */
import type { EventRow } from '../contract/index.ts';
import { equalValues, outranks, type StoredRow, type StoredRows } from './stored.ts';

/**
 * - `write`: it changes something;
 * - `skip`: the store has it already, or it lost against a higher revision before it came;
 * - `rewrite`: equal to what is stored but of a higher revision, put back by an undo, or of no import where the stored
 *   row is of one. It is a duplicate for whoever counts, yet must be written: a revision between the two that comes later
 *   has to lose, what an undo puts back is of the undone import no more, and what came without an import stays when the
 *   import is undone that had brought it, too.
 */
export type Verdict = 'write' | 'skip' | 'rewrite';

function judge(row: EventRow, stored: StoredRow | undefined, restores: boolean): Verdict {
  if (!stored) return 'write';
  if (row.revised && row.version < stored.version) return 'skip';
  if (!equalValues(row, stored)) return 'write';
  return restores || (row.revised && row.version > stored.version) || (stored.importId && !row.importId)
    ? 'rewrite'
    : 'skip';
}

/** A row that is stored already, as another import had brought it. See claims.ts. */
export interface Claim {
  readonly row: EventRow;
  /** Index of the row. */
  readonly index: number;
  readonly base: string;
}

/** The claim of a row that need not be written, if it makes one. */
function claimOf(row: EventRow, index: number, known: StoredRow | undefined): Claim[] {
  if (!row.importId || !known?.importId || known.importId === row.importId || !equalValues(row, known)) return [];
  return [{ row, index, base: known.importId }];
}

/** A row without a revision comes after what is stored, whatever the clock that gave its version has said. */
function follows(row: EventRow, known: StoredRow | undefined): StoredRow {
  if (!known || row.revised || outranks(row, known)) return row;
  const { version, partition, offset } = known;
  return { ...row, version, partition, offset: offset + 1 };
}

/**
 * Verdicts of rows in their order of arrival; `stored` moves on with each row that is written.
 * @param restores whether a row, by its index, is put back by an undo
 * @param claims gets those that the rows make
 */
export function judgeAll(
  rows: readonly EventRow[],
  keys: readonly string[],
  stored: StoredRows,
  restores: (index: number) => boolean | undefined = () => false,
  claims: Claim[] = [],
): Verdict[] {
  return rows.map((row, i) => {
    const known = stored.get(keys[i]);
    const verdict = judge(row, known, restores(i) === true);
    if (verdict === 'skip') claims.push(...claimOf(row, i, known));
    const written = follows(row, known);
    if (verdict !== 'skip' && (!known || outranks(written, known))) stored.set(keys[i], written);
    return verdict;
  });
}
