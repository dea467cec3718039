/** Pages of a list, and the cursors between them. */
import { hash } from 'node:crypto';
import type { Field } from '../../compute/market/fields.ts';
import { type OrderKey, orderedIndices, type RecordTable, takeRows } from '../../compute/market/records.ts';
import { invalid, queryProblem } from '../errors.ts';
import { MAX_ROWS } from '../query/params.ts';

/** Message for a text that is not a cursor of its query. */
export const NO_CURSOR = 'Not a cursor of this query, its order included: take metadata.next_cursor as it is';

type Value = string | number | null;

/**
 * The end of a page: the order's values of its last row, and how many rows with the same values it and earlier pages had. New
 * rows before that place move nothing.
 */
export interface Place {
  readonly values: readonly Value[];
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

interface PageRequest {
  readonly place?: Place | undefined;
  readonly limit?: number | undefined;
  readonly cursorMark: string;
  /** The list from its last row to its first: a mirror, ties and nulls included. */
  readonly isBackwards?: boolean;
}

/**
 * Returns the rows of a page, and `total` and `next_cursor` for its `metadata`.
 *
 * @throws 422 on `cursor` if it does not have one value of the right type for each of the order's columns
 */
export function pageOf(
  all: RecordTable,
  fields: readonly Field[],
  order: readonly OrderKey[],
  { place, limit, cursorMark, isBackwards = false }: PageRequest,
  defaultLimit = MAX_ROWS,
) {
  const indices = orderedIndices(fields, all, order);
  if (isBackwards) indices.reverse();
  const keys = order.length > 0 ? order : 'date' in all.columns ? [{ field: 'date' }] : [];
  const columns = keys.map(({ field }) => all.columns[field]);
  const valuesAt = (at: number) => columns.map((column) => plain(column[indices[at]]));
  if (place && !isSound(place, columns)) throw invalid([queryProblem('cursor', 'value_error', NO_CURSOR)]);
  const sign = isBackwards ? -1 : 1;
  const firstWhere = (beyond: (compared: number) => boolean) =>
    bisected(all.length, (at) => beyond(sign * compare(keys, valuesAt(at), place!.values)));
  const start = place
    ? Math.min(
        firstWhere((compared) => compared > 0),
        firstWhere((compared) => compared >= 0) + place.seen,
      )
    : 0;
  const end = Math.min(all.length, start + (limit ?? defaultLimit));
  const rows = takeRows(all, indices.subarray(start, end));
  if (end === all.length || end === start) return { rows, cursor: { total: all.length, next_cursor: null } };
  const values = valuesAt(end - 1);
  let first = end - 1;
  while (first > 0 && valuesAt(first - 1).every((value, i) => value === values[i])) first--;
  const next_cursor = encodeCursor(cursorMark, { values, seen: end - first });
  return { rows, cursor: { total: all.length, next_cursor } };
}

/** Checks a cursor that a client may have changed: another number or type of values would silently give another page. */
function isSound({ values }: Place, columns: readonly RecordTable['columns'][string][]): boolean {
  const soundAt = (value: Value, at: number) =>
    value === null || typeof value === (columns[at] instanceof Float64Array ? 'number' : 'string');
  return values.length === columns.length && values.every(soundAt);
}

const plain = (value: Value) => (typeof value === 'number' && Number.isNaN(value) ? null : value);

/** Returns the first place below `length` for which the test is true, and stays true after it. */
function bisected(length: number, test: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Compares as `orderedIndices` does: nulls come last in both directions. */
function compare(keys: readonly OrderKey[], a: readonly Value[], b: readonly Value[]): number {
  for (const [i, { descending }] of keys.entries()) {
    const [x, y] = [a[i], b[i]];
    if (x === y) continue;
    if (x === null || y === null) return x === null ? 1 : -1;
    const ascending = x < y ? -1 : 1;
    return descending ? -ascending : ascending;
  }
  return 0;
}
