/** Which rows of a pushed batch are worth writing: a row equal to the stored one in every value is a duplicate. */
import type { EventRow } from '../contract/index.ts';
import { keyOf, outranks, type StoredRow, type StoredRows, valuesOf } from './stored.ts';

function equal(row: EventRow, values: readonly unknown[], stored: StoredRow): boolean {
  if (row.deleted || stored.deleted) return row.deleted === stored.deleted;
  return values.every((value, i) => value === stored.values[i]);
}

/**
 * - `write`: it changes something;
 * - `skip`: the store has it already, or it lost against a higher revision before it came;
 * - `rewrite`: equal to what is stored but of a higher revision. It is a duplicate for whoever counts, yet must be
 *   written: a revision between the two that comes later has to lose.
 */
export type Verdict = 'write' | 'skip' | 'rewrite';

export function judgeAgainst(row: EventRow, values: readonly unknown[], stored: StoredRow | undefined): Verdict {
  if (!stored) return 'write';
  if (row.revised && row.version < stored.version) return 'skip';
  if (!equal(row, values, stored)) return 'write';
  return row.revised && row.version > stored.version ? 'rewrite' : 'skip';
}

/** Verdicts of rows in their order of arrival; `stored` moves on with each row that is written. */
export function judgeAll(rows: readonly EventRow[], stored: StoredRows): Verdict[] {
  return rows.map((row) => {
    const key = keyOf(row);
    const values = valuesOf(row);
    const known = stored.get(key);
    const verdict = judgeAgainst(row, values, known);
    if (verdict !== 'skip' && (!known || outranks(row, known))) {
      const { version, partition, offset, deleted } = row;
      stored.set(key, { version, partition, offset, deleted, values });
    }
    return verdict;
  });
}
