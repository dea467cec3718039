/** What has to be written so that stored records become the computed ones. Pure. */
import { columnFields, datedInside, type RecordTable } from '../records/table.ts';
import type { DateRange } from '../statistics/statistic.ts';
import type { RecordsTable } from '../tables/schema.ts';

export interface Difference {
  readonly computed: RecordTable;
  readonly stored: RecordTable;
  /** Rows of `computed` that are new or different. */
  readonly changed: ArrayLike<number>;
  /** Rows of `stored` whose key is no longer there. */
  readonly removed: ArrayLike<number>;
}

export function differenceOf(
  table: RecordsTable,
  allComputed: RecordTable,
  allStored: RecordTable,
  wanted: DateRange,
): Difference {
  const computed = datedInside(allComputed, wanted.from, wanted.to);
  const stored = datedInside(allStored, wanted.from, wanted.to);
  if (stored.length === 0) return { computed, stored, changed: everyRow(computed), removed: [] };

  const keyOf = keys(table);
  const storedKey = keyOf(stored);
  const computedKey = keyOf(computed);
  const rowByKey = new Map<string, number>();
  for (let row = 0; row < stored.length; row++) rowByKey.set(storedKey(row), row);
  const equal = sameValues(table, computed, stored);
  const changed: number[] = [];
  for (let row = 0; row < computed.length; row++) {
    const key = computedKey(row);
    const before = rowByKey.get(key);
    if (before === undefined) changed.push(row);
    else {
      rowByKey.delete(key);
      if (!equal(row, before)) changed.push(row);
    }
  }
  return { computed, stored, changed, removed: [...rowByKey.values()] };
}

export function everyRow({ length }: RecordTable): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}

function keys(table: RecordsTable): (records: RecordTable) => (row: number) => string {
  const names = ['date', ...table.key];
  return (records) => {
    const columns = names.map((name) => records.columns[name]);
    return (row) => {
      let key = '';
      for (const column of columns) key += `${column[row]}|`;
      return key;
    };
  };
}

function sameValues(table: RecordsTable, a: RecordTable, b: RecordTable): (rowA: number, rowB: number) => boolean {
  const pairs = columnFields(table.fields).map(({ name }) => [a.columns[name], b.columns[name]] as const);
  return (rowA, rowB) => {
    for (const [left, right] of pairs) {
      const x = left[rowA];
      const y = right[rowB];
      if (x !== y && !(Number.isNaN(x) && Number.isNaN(y))) return false;
    }
    return true;
  };
}
