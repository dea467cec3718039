import { describe, expect, it } from 'vitest';
import { date, number, oneOf, text } from './fields.ts';
import { type OrderKey, orderedIndices, topRows } from './order.ts';
import { numbers, type RecordTable } from './table.ts';

const FIELDS = [
  date('date', ''),
  number('size_pct', 'pct', ''),
  oneOf('side', ['up', 'down'], ''),
  text('id', '', { nullable: true }),
];

const TABLE: RecordTable = {
  length: 6,
  columns: {
    date: Float64Array.of(1, 2, 3, 4, 5, 6),
    size_pct: Float64Array.of(2, Number.NaN, 5, 2.000_01, 5, Number.NaN),
    side: Float64Array.of(1, 0, 1, 0, 0, 1),
    id: ['b', 'a', null, 'a', 'c', 'b'],
  },
};
const dates = (...keys: OrderKey[]) =>
  Array.from(orderedIndices(FIELDS, TABLE, keys), (row) => TABLE.columns['date'][row]);

describe('an order', () => {
  it('compares numbers as shown: 2 and 2.00001 are equal, and stay as they came', () => {
    expect(dates({ field: 'size_pct' })).toEqual([1, 4, 3, 5, 2, 6]);
    expect(dates({ field: 'size_pct', descending: true })).toEqual([3, 5, 1, 4, 2, 6]);
  });

  it('puts nulls last both ways, of numbers and of texts', () => {
    expect(dates({ field: 'id' })).toEqual([2, 4, 1, 6, 5, 3]);
    expect(dates({ field: 'id', descending: true })).toEqual([5, 1, 6, 2, 4, 3]);
  });

  it('asks the next key where the first ties, nulls among themselves too', () => {
    expect(dates({ field: 'size_pct', descending: true }, { field: 'date', descending: true })).toEqual([
      5, 3, 4, 1, 6, 2,
    ]);
    expect(dates({ field: 'side' }, { field: 'id' })).toEqual([2, 4, 5, 1, 6, 3]); // an enum by its order of words
  });

  it('without keys is the order of the rows', () => {
    expect(dates()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('gives the first few, or all where there are fewer', () => {
    const first = (limit: number) => [
      ...numbers(topRows(FIELDS, TABLE, [{ field: 'size_pct', descending: true }], limit), 'date'),
    ];
    expect(first(2)).toEqual([3, 5]);
    expect(first(100)).toHaveLength(6);
  });

  it('by a field that is not there is a bug', () => {
    expect(() => dates({ field: 'nothing' })).toThrow("'nothing'");
  });
});
