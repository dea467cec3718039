/** Decides which pushed rows are written: a row that equals the stored one in every value is a duplicate. */
import { seriesName } from '../../exchange/symbol.ts';
import { type BarRow, type EventRow, type IdRow, isBar } from '../contract/events.ts';
import { isCollected, numberIn, REVISION_END } from './ranks.ts';
import { VALUE_COLUMNS } from './tables.ts';

/** A stored version of a key: its rank, and values by the names of rows. A row that is written stands in for one. */
export interface StoredRow extends Pick<EventRow, 'rank' | 'deleted'> {
  /** True if the key has a row and a deletion of one rank: which of the two came last is unknown. */
  readonly isTied?: boolean;
}
export type StoredBar = StoredRow & Pick<BarRow, 'open' | 'high' | 'low' | 'close' | 'volume'>;
export type StoredEvent = StoredRow & Pick<IdRow, 'values'>;

/** The winning versions by key. */
export type StoredRows = Map<string, StoredRow>;

export function keyOf(row: EventRow): string {
  return isBar(row) ? `${seriesName(row)} ${row.minute}` : `${row.symbol} ${row.id}`;
}

/** True where a reader could not tell the two apart. */
function equalValues(row: EventRow, stored: StoredRow): boolean {
  if (stored.isTied) return false;
  if (row.deleted || stored.deleted) return row.deleted === stored.deleted;
  if (isBar(row)) {
    const { open, high, low, close, volume } = stored as StoredBar;
    return row.open === open && row.high === high && row.low === low && row.close === close && row.volume === volume;
  }
  const { values } = stored as StoredEvent;
  return VALUE_COLUMNS[row.table].every((name) => row.values[name] === values[name]);
}

export function keepLatest(rows: StoredRows, key: string, row: StoredRow): void {
  const known = rows.get(key);
  if (!known || row.rank > known.rank) rows.set(key, row);
  else if (row.rank === known.rank && row.deleted !== known.deleted) rows.set(key, { ...row, isTied: true });
}

/**
 * - `write`: the row changes something;
 * - `skip`: the store has the row already;
 * - `lost`: the row's rank is below the stored one, and its values differ. The row counts as a duplicate, is not
 *   written, and an import reports it;
 * - `rewrite`: the row equals the stored one and outranks it for good: with a higher revision, without one, or as what no
 *   collector sent. The row counts as a duplicate and is written, so that an event between the two that comes later loses.
 */
export type Verdict = 'write' | 'skip' | 'lost' | 'rewrite';

export const isWritten = (verdict: Verdict) => verdict === 'write' || verdict === 'rewrite';

/** Returns the row's rank once it lands: an event without a revision comes after all others but those that no collector sent. */
function rankAfter({ rank, revised }: EventRow, known: StoredRow): bigint {
  if (revised || rank > known.rank || isCollected(rank) !== isCollected(known.rank)) return rank;
  return known.rank + 1n;
}

const isWithoutRevision = (rank: bigint) => numberIn(rank) >= REVISION_END;

/**
 * Judges rows in order of arrival; `stored` moves on with each row. `always` tells by index whether a row is written
 * although it equals what is stored.
 */
export function judgeAll(
  rows: readonly EventRow[],
  keys: readonly string[],
  stored: StoredRows,
  always: (index: number) => boolean = () => false,
): Verdict[] {
  return rows.map((row, index) => {
    const known = stored.get(keys[index]);
    if (!known) {
      stored.set(keys[index], row);
      return 'write';
    }
    const rank = rankAfter(row, known);
    const isEqual = equalValues(row, known);
    if (rank < known.rank) return isEqual ? 'skip' : 'lost';
    const outranks =
      always(index) ||
      (row.revised && rank > known.rank) ||
      isCollected(rank) !== isCollected(known.rank) ||
      isWithoutRevision(rank) !== isWithoutRevision(known.rank);
    const verdict = isEqual ? (outranks ? 'rewrite' : 'skip') : 'write';
    if (isWritten(verdict)) stored.set(keys[index], { ...row, rank });
    return verdict;
  });
}
