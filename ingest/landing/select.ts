/** Which rows of a pushed batch are worth writing: a row equal to the stored one in every value is a duplicate. */
import type { EventRow } from '../contract/index.ts';
import { equalValues, outranks, type StoredRow, type StoredRows } from './stored.ts';

/**
 * - `write`: it changes something;
 * - `skip`: the store has it already, or it lost against a higher revision before it came;
 * - `rewrite`: equal to what is stored but of a higher revision, or put back by an undo. It is a duplicate for whoever
 *   counts, yet must be written: a revision between the two that comes later has to lose, and what an undo puts back is
 *   of the undone import no more.
 */
export type Verdict = 'write' | 'skip' | 'rewrite';

function judge(row: EventRow, stored: StoredRow | undefined, restores: boolean): Verdict {
  if (!stored) return 'write';
  if (row.revised && row.version < stored.version) return 'skip';
  if (!equalValues(row, stored)) return 'write';
  return restores || (row.revised && row.version > stored.version) ? 'rewrite' : 'skip';
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
 */
export function judgeAll(
  rows: readonly EventRow[],
  keys: readonly string[],
  stored: StoredRows,
  restores: (index: number) => boolean | undefined = () => false,
): Verdict[] {
  return rows.map((row, i) => {
    const known = stored.get(keys[i]);
    const verdict = judge(row, known, restores(i) === true);
    const written = follows(row, known);
    if (verdict !== 'skip' && (!known || outranks(written, known))) stored.set(keys[i], written);
    return verdict;
  });
}
