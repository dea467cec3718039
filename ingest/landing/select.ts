/** Decides which pushed rows are written: a row that equals the stored one in every value is a duplicate. */
import { seriesName } from '../../exchange/symbol.ts';
import { type BarRow, type EventRow, type IdRow, isBar } from '../contract/events.ts';
import { VALUE_COLUMNS } from './tables.ts';

/** A stored version of a key: rank, and values by the names of rows. A row that is written stands in for one. */
export type StoredRow = Pick<EventRow, 'version' | 'partition' | 'offset' | 'deleted'>;
export type StoredBar = StoredRow & Pick<BarRow, 'open' | 'high' | 'low' | 'close' | 'volume'>;
export type StoredEvent = StoredRow & Pick<IdRow, 'values'>;

/** The winning versions by key. */
export type StoredRows = Map<string, StoredRow>;

export function keyOf(row: EventRow): string {
  return isBar(row) ? `${seriesName(row)} ${row.minute}` : `${row.symbol} ${row.id}`;
}

/** True where a reader could not tell the two apart. */
function equalValues(row: EventRow, stored: StoredRow): boolean {
  if (row.deleted || stored.deleted) return row.deleted === stored.deleted;
  if (isBar(row)) {
    const { open, high, low, close, volume } = stored as StoredBar;
    return row.open === open && row.high === high && row.low === low && row.close === close && row.volume === volume;
  }
  const { values } = stored as StoredEvent;
  return VALUE_COLUMNS[row.table].every((name) => row.values[name] === values[name]);
}

type Rank = Pick<StoredRow, 'version' | 'partition' | 'offset'>;

/** The total order of versions: version, then partition, then offset. */
export function outranks(a: Rank, b: Rank): boolean {
  if (a.version !== b.version) return a.version > b.version;
  if (a.partition !== b.partition) return a.partition > b.partition;
  return a.offset > b.offset;
}

export function keepLatest(rows: StoredRows, key: string, row: StoredRow): void {
  const known = rows.get(key);
  if (!known || outranks(row, known)) rows.set(key, row);
}

/**
 * - `write`: the row changes something;
 * - `skip`: the store has the row already;
 * - `lost`: the row's revision is below the stored one, and its values differ. The row counts as a duplicate, is not
 *   written, and an import reports it;
 * - `rewrite`: the row equals the stored one and has a higher revision. The row counts as a duplicate and is written, so
 *   that a revision between the two that comes later loses.
 */
export type Verdict = 'write' | 'skip' | 'lost' | 'rewrite';

export const isWritten = (verdict: Verdict) => verdict === 'write' || verdict === 'rewrite';

/** A row without a revision comes after what is stored, whatever the clock that gave its version has said. */
function follows(row: EventRow, known: StoredRow | undefined): StoredRow {
  if (!known || row.revised || outranks(row, known)) return row;
  const { version, partition, offset } = known;
  return { ...row, version, partition, offset: offset + 1 };
}

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
    const isEqual = known !== undefined && equalValues(row, known);
    const lost = known !== undefined && row.revised && row.version < known.version;
    const isLater = known !== undefined && (always(index) || (row.revised && row.version > known.version));
    const changes = lost ? 'lost' : 'write';
    const verdict = !isEqual ? changes : isLater && !lost ? 'rewrite' : 'skip';
    if (isWritten(verdict)) keepLatest(stored, keys[index], follows(row, known));
    return verdict;
  });
}
