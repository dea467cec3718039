/** Total orders over rows, by the values as shown. */
import { type Field, shown } from './fields.ts';
import { type RecordTable, takeRows } from './table.ts';

export interface OrderKey {
  readonly field: string;
  readonly descending?: boolean;
}

/** Compares two rows; equal ones by their place, so that no two are equal. */
type Compare = (a: number, b: number) => number;

function comparing(fields: readonly Field[], table: RecordTable, keys: readonly OrderKey[]): Compare {
  const columns = keys.map(({ field: name, descending }) => {
    const column = table.columns[name];
    const field = fields.find((candidate) => candidate.name === name);
    if (!column || !field) throw new Error(`cannot order by '${name}'`);
    const sign = descending ? -1 : 1;
    if (!(column instanceof Float64Array)) return { texts: column, sign };
    if (field.type !== 'number' && field.type !== 'integer') return { values: column, sign };
    return { values: Float64Array.from(column, (value) => shown(value, field.unit)), sign };
  });
  return (a, b) => {
    for (const { values, texts, sign } of columns) {
      if (values) {
        const x = values[a];
        const y = values[b];
        if (Number.isNaN(x) || Number.isNaN(y)) {
          if (Number.isNaN(x) && Number.isNaN(y)) continue;
          return Number.isNaN(x) ? 1 : -1;
        }
        if (x !== y) return x < y ? -sign : sign;
      } else if (texts) {
        const x = texts[a];
        const y = texts[b];
        if (x === y) continue;
        if (x === null || y === null) return x === null ? 1 : -1;
        return x < y ? -sign : sign;
      }
    }
    return a - b;
  };
}

/**
 * Row indices in the order of the keys. Nulls come last whatever the direction; equal rows keep their order, so hand
 * in rows that are already by symbol and time. Numbers compare as shown (rounded).
 */
export function orderedIndices(fields: readonly Field[], table: RecordTable, keys: readonly OrderKey[]): Uint32Array {
  return Uint32Array.from({ length: table.length }, (_, i) => i).sort(comparing(fields, table, keys));
}

/** The first `limit` rows in the order of the keys. */
export function topRows(
  fields: readonly Field[],
  table: RecordTable,
  keys: readonly OrderKey[],
  limit = Number.POSITIVE_INFINITY,
): RecordTable {
  if (limit >= table.length) return takeRows(table, orderedIndices(fields, table, keys));
  return takeRows(table, firstIndices(table.length, limit, comparing(fields, table, keys)));
}

/** One pass over the rows with the best so far in order: a few of many rows need no sorting of them all. */
function firstIndices(length: number, limit: number, compare: Compare): Uint32Array {
  const best = new Uint32Array(limit);
  let held = 0;
  for (let row = 0; row < length; row++) {
    if (held === limit && (limit === 0 || compare(row, best[limit - 1]) > 0)) continue;
    let low = 0;
    let high = held;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(row, best[middle]) < 0) high = middle;
      else low = middle + 1;
    }
    if (held < limit) held++;
    best.copyWithin(low + 1, low, held - 1);
    best[low] = row;
  }
  return best;
}
