/** Pages of a list, and the cursors between them. */
import { hash } from 'node:crypto';
import { type OrderKey, type RecordTable, sliceTable, takeRows } from '../../compute/market/records.ts';
import { invalid, queryProblem } from '../errors.ts';
import { MAX_ROWS } from '../query/params.ts';

/** Message for a text that is not a cursor of its query. */
export const NO_CURSOR = 'Not a cursor of this query, its order included: take metadata.next_cursor as it is';

/**
 * The end of a page: the order's values of its last row, and how many rows with the same values it and earlier pages had. New
 * rows before that place move nothing.
 */
export interface Place {
  readonly values: readonly (string | number | null)[];
  readonly seen: number;
}

/** Returns the mark of a query; a cursor with the mark of another query is refused. */
export function queryMark(queryKey: string): string {
  return hash('sha256', queryKey, 'base64url').slice(0, 12);
}

export function encodeCursor(mark: string, place: Place): string {
  return Buffer.from(JSON.stringify([mark, place.seen, ...place.values])).toString('base64url');
}

/** Returns null if the text is not a cursor of this query. */
export function decodeCursor(text: string, mark: string): Place | null {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(read) || read.length < 2 || read.length > 20 || read[0] !== mark) return null;
  const [, seen, ...values] = read;
  if (!Number.isSafeInteger(seen) || seen < 0) return null;
  const sound = values.every((value) => value === null || typeof value === 'string' || Number.isFinite(value));
  return sound ? { seen, values } : null;
}

/**
 * Returns the rows of a page: those after the place, at most `limit`, and the place of their end if more follow.
 *
 * @param backwards the list from its last row to its first: a mirror, ties and nulls included
 * @throws 422 on `cursor` if the place does not have one value of the right type for each of the order's columns
 */
export function pageOf(
  ordered: RecordTable,
  order: readonly OrderKey[],
  place: Place | undefined,
  limit: number,
  backwards = false,
): { rows: RecordTable; next: Place | null } {
  const keys = order.length > 0 ? order : 'date' in ordered.columns ? [{ field: 'date' }] : [];
  const columns = keys.map(({ field }) => ordered.columns[field]);
  const { length } = ordered;
  const valuesAt = (row: number) => columns.map((column) => plain(column[backwards ? length - 1 - row : row]));
  if (place && !matches(place, columns)) throw invalid([queryProblem('cursor', 'value_error', NO_CURSOR)]);
  const start = place ? rowAfter(length, keys, valuesAt, place, backwards) : 0;
  const end = Math.min(length, start + limit);
  const rows = backwards
    ? takeRows(
        ordered,
        Array.from({ length: end - start }, (_, i) => length - 1 - start - i),
      )
    : sliceTable(ordered, start, end);
  if (end === length || end === start) return { rows, next: null };
  const values = valuesAt(end - 1);
  let first = end - 1;
  while (first > 0 && valuesAt(first - 1).every((value, i) => value === values[i])) first--;
  return { rows, next: { values, seen: end - first } };
}

/** Checks a cursor that a client may have changed: another number or type of values would silently give another page. */
function matches({ values }: Place, columns: readonly RecordTable['columns'][string][]): boolean {
  const soundAt = (value: Place['values'][number], at: number) =>
    value === null || typeof value === (columns[at] instanceof Float64Array ? 'number' : 'string');
  return values.length === columns.length && values.every(soundAt);
}

const plain = (value: string | number | null) => (typeof value === 'number' && Number.isNaN(value) ? null : value);

/** Finds the first row beyond the place by bisection. */
function rowAfter(
  length: number,
  keys: readonly OrderKey[],
  valuesAt: (row: number) => (string | number | null)[],
  place: Place,
  backwards: boolean,
): number {
  const direction = backwards ? -1 : 1;
  const lower = (beyond: (sign: number) => boolean) => {
    let low = 0;
    let high = length;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if (beyond(direction * compare(keys, valuesAt(mid), place.values))) high = mid;
      else low = mid + 1;
    }
    return low;
  };
  const firstEqual = lower((sign) => sign >= 0);
  const firstAfter = lower((sign) => sign > 0);
  return Math.min(firstAfter, firstEqual + place.seen);
}

/** Compares as `orderedIndices` does: nulls come last in both directions. */
function compare(
  keys: readonly OrderKey[],
  a: readonly (string | number | null)[],
  b: readonly (string | number | null)[],
): number {
  for (let i = 0; i < keys.length; i++) {
    const x = a[i];
    const y = b[i];
    if (x === y) continue;
    if (x === null || y === null) return x === null ? 1 : -1;
    const sign = keys[i].descending ? -1 : 1;
    return x < y ? -sign : sign;
  }
  return 0;
}

/** Returns the requested page, and its `total` and `next_cursor` for `metadata`. */
export function pageWithCursor(
  all: RecordTable,
  order: readonly OrderKey[],
  { place, limit, cursorMark }: { place?: Place | undefined; limit?: number | undefined; cursorMark: string },
) {
  const { rows, next } = pageOf(all, order, place, limit ?? MAX_ROWS);
  return { rows, cursor: { total: all.length, next_cursor: next && encodeCursor(cursorMark, next) } };
}
