/** Total orders over rows, by the values as shown. */
import { type Field, shown } from './fields.ts';
import { type RecordTable, takeRows } from './table.ts';

export interface OrderKey {
  readonly field: string;
  readonly descending?: boolean;
}

/**
 * Row indices in the order of the keys. Nulls come last whatever the direction; equal rows keep their order, so hand
 * in rows that are already by symbol and time. Numbers compare as shown (rounded).
 */
export function orderedIndices(fields: readonly Field[], table: RecordTable, keys: readonly OrderKey[]): Uint32Array {
  const columns = keys.map(({ field: name, descending }) => {
    const column = table.columns[name];
    const field = fields.find((candidate) => candidate.name === name);
    if (!column || !field) throw new Error(`cannot order by '${name}'`);
    const sign = descending ? -1 : 1;
    if (!(column instanceof Float64Array)) return { texts: column, sign };
    if (field.type !== 'number' && field.type !== 'integer') return { values: column, sign };
    return { values: Float64Array.from(column, (value) => shown(value, field.unit)), sign };
  });
  return Uint32Array.from({ length: table.length }, (_, i) => i).sort((a, b) => {
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
  });
}

/** The first `limit` rows in the order of the keys. */
export function topRows(
  fields: readonly Field[],
  table: RecordTable,
  keys: readonly OrderKey[],
  limit = Number.POSITIVE_INFINITY,
): RecordTable {
  const indices = orderedIndices(fields, table, keys);
  return takeRows(table, limit < indices.length ? indices.subarray(0, limit) : indices);
}
