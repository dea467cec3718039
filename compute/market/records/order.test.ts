import fc from 'fast-check';
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

  it('gives the first few of many as sorting them all would, whatever their order, nulls and ties', () => {
    const value = fc.option(fc.integer({ min: 0, max: 5 }), { nil: Number.NaN });
    const row = fc.tuple(value, fc.constantFrom(0, 1));
    const keys: OrderKey[] = [{ field: 'size_pct', descending: true }, { field: 'side' }];
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.nat(12), (rows, limit) => {
        const table: RecordTable = {
          length: rows.length,
          columns: {
            date: Float64Array.from(rows, (_, i) => i),
            size_pct: Float64Array.from(rows, ([size]) => size),
            side: Float64Array.from(rows, ([, side]) => side),
          },
        };
        // Worse is a smaller size, none at all worst; then the later word; then the later row.
        const sorted = rows
          .map(([size, side], i) => ({ rank: Number.isNaN(size) ? 9 : 5 - size, side, i }))
          .sort((a, b) => a.rank - b.rank || a.side - b.side || a.i - b.i)
          .map(({ i }) => i);
        expect([...numbers(topRows(FIELDS, table, keys, limit), 'date')]).toEqual(sorted.slice(0, limit));
      }),
    );
  });

  it('by a field that is not there is a bug', () => {
    expect(() => dates({ field: 'nothing' })).toThrow("'nothing'");
  });
});
