import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerBound } from './bars.ts';
import { date, number, oneOf, SYMBOL_FIELD, text } from './fields.ts';
import {
  datedInside,
  filterRows,
  numbers,
  type OrderKey,
  orderedIndices,
  partOf,
  type RecordTable,
  TableBuilder,
  takeRows,
  texts,
  topRows,
} from './records.ts';

const FIELDS = [SYMBOL_FIELD, date('date', ''), number('x', 'pct', ''), text('note', '', { nullable: true })];

function table(...dates: number[]): RecordTable {
  const builder = new TableBuilder(FIELDS, dates.length);
  dates.forEach((value, row) => {
    builder.column('date')[row] = value;
    builder.column('x')[row] = value * 10;
    builder.text('note')[row] = `n${value}`;
  });
  return builder.finish(dates.length);
}

const dump = (of: RecordTable) =>
  Array.from({ length: of.length }, (_, row) => [
    numbers(of, 'date')[row],
    numbers(of, 'x')[row],
    texts(of, 'note')[row],
  ]);

describe('rows', () => {
  const of = table(1, 2, 2, 5);

  it('dated inside a range are those of its first and last day, too', () => {
    const inside = (from: number, to: number) => [...numbers(datedInside(of, from, to), 'date')];
    expect(inside(2, 4)).toEqual([2, 2]);
    expect(inside(1, 2)).toEqual([1, 2, 2]);
    expect(inside(5, 9)).toEqual([5]);
    expect(inside(6, 9)).toEqual([]);
    expect(inside(4, 2)).toEqual([]);
    expect([0, 1, 2, 3, 9].map((date) => lowerBound(numbers(of, 'date'), date))).toEqual([0, 0, 1, 3, 4]);
  });
});

it('a part is what filtering gives, column by column, also where all of them are asked for', () => {
  const all = table(1, 2, 3, 4);
  for (const keep of [(row: number) => row % 2 === 1, () => false, () => true]) {
    const part = partOf(all, keep);
    expect(dump(part)).toEqual(dump(filterRows(all, keep)));
    expect(Object.keys(part.columns)).toEqual(Object.keys(all.columns));
    expect({ ...part.columns }).toEqual({ ...filterRows(all, keep).columns });
    expect(dump(takeRows(part, []))).toEqual(dump(takeRows(all, [])));
  }
  const part = partOf(all, (row) => row > 1);
  expect(numbers(part, 'x')).toBe(numbers(part, 'x'));
  expect(() => numbers(part, 'none')).toThrow("no number column 'none'");
});

const ORDER_FIELDS = [
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
  Array.from(orderedIndices(ORDER_FIELDS, TABLE, keys), (row) => TABLE.columns['date'][row]);

describe('an order', () => {
  it('compares numbers as shown: 2 and 2.00001 are equal, and stay as they came', () => {
    expect(dates({ field: 'size_pct' })).toEqual([1, 4, 3, 5, 2, 6]);
    expect(dates({ field: 'size_pct', descending: true })).toEqual([3, 5, 1, 4, 2, 6]);
  });

  it('puts nulls last both ways, of numbers and of texts', () => {
    expect(dates({ field: 'id' })).toEqual([2, 4, 1, 6, 5, 3]);
    expect(dates({ field: 'id', descending: true })).toEqual([5, 1, 6, 2, 4, 3]);
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
        expect([...numbers(topRows(ORDER_FIELDS, table, keys, limit), 'date')]).toEqual(sorted.slice(0, limit));
      }),
    );
  });
});
