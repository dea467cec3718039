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

  const keyNames = ['date', ...table.key];
  const names = columnFields(table.fields).map(({ name }) => name);
  const changed = new Uint8Array(computed.length);
  // Nearly always the same records in the same order: what begins and ends alike is compared column by column.
  const head = alike(keyNames, computed, stored, Math.min(computed.length, stored.length), 0, 0, 1);
  const rest = Math.min(computed.length, stored.length) - head;
  const tail = alike(keyNames, computed, stored, rest, computed.length - 1, stored.length - 1, -1);
  markDifferent(changed, names, computed, stored, 0, 0, head);
  markDifferent(changed, names, computed, stored, computed.length - tail, stored.length - tail, tail);

  const keyOf = keys(keyNames);
  const storedKey = keyOf(stored);
  const computedKey = keyOf(computed);
  const rowByKey = new Map<string, number>();
  for (let row = head; row < stored.length - tail; row++) rowByKey.set(storedKey(row), row);
  for (let row = head; row < computed.length - tail; row++) {
    const key = computedKey(row);
    const before = rowByKey.get(key);
    if (before === undefined) changed[row] = 1;
    else markDifferent(changed, names, computed, stored, row, before, 1);
    rowByKey.delete(key);
  }
  return { computed, stored, changed: marked(changed), removed: [...rowByKey.values()] };
}

/** How many of `most` rows have equal keys, counted from two rows in steps of one, up or down. */
function alike(
  names: readonly string[],
  a: RecordTable,
  b: RecordTable,
  most: number,
  fromA: number,
  fromB: number,
  step: 1 | -1,
): number {
  let rows = most;
  for (const name of names) {
    const left = a.columns[name];
    const right = b.columns[name];
    let row = 0;
    while (row < rows && left[fromA + row * step] === right[fromB + row * step]) row++;
    rows = row;
  }
  return rows;
}

/** Marks the rows of `a` that differ from those of `b`, `rows` of them one beside the other. */
function markDifferent(
  marks: Uint8Array,
  names: readonly string[],
  a: RecordTable,
  b: RecordTable,
  fromA: number,
  fromB: number,
  rows: number,
): void {
  for (const name of names) {
    const left = a.columns[name];
    const right = b.columns[name];
    for (let row = 0; row < rows; row++) {
      const x = left[fromA + row];
      const y = right[fromB + row];
      // NaN alone is not equal to itself.
      if (x !== y && !(Number.isNaN(x) && Number.isNaN(y))) marks[fromA + row] = 1;
    }
  }
}

function marked(marks: Uint8Array): Uint32Array {
  const rows = new Uint32Array(marks.length);
  let found = 0;
  for (let row = 0; row < marks.length; row++) if (marks[row] === 1) rows[found++] = row;
  return rows.subarray(0, found);
}

export function everyRow({ length }: RecordTable): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}

function keys(names: readonly string[]): (records: RecordTable) => (row: number) => string {
  return (records) => {
    const columns = names.map((name) => records.columns[name]);
    return (row) => {
      let key = '';
      for (const column of columns) key += `${column[row]}|`;
      return key;
    };
  };
}
