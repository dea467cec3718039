import { describe, expect, it } from 'vitest';
import { date, number, SYMBOL_FIELD, text } from './fields.ts';
import {
  columnFields,
  concatTables,
  datedInside,
  filterRows,
  lowerRow,
  numbers,
  partOf,
  type RecordTable,
  sliceTable,
  TableBuilder,
  takeRows,
  texts,
  withColumns,
} from './table.ts';

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

describe('a table', () => {
  it('has a column for every field but constants', () => {
    expect(columnFields(FIELDS).map(({ name }) => name)).toEqual(['date', 'x', 'note']);
    expect(Object.keys(table(1).columns)).toEqual(['date', 'x', 'note']);
  });

  it('is null wherever nothing was set, and cut to the rows used', () => {
    const builder = new TableBuilder(FIELDS, 8);
    builder.column('x')[1] = 5;
    builder.text('note')[3] = 'beyond';
    const made = builder.finish(2);
    expect(dump(made)).toEqual([
      [Number.NaN, Number.NaN, null],
      [Number.NaN, 5, null],
    ]);
    expect(made.length).toBe(2);
    expect(numbers(made, 'x')).toHaveLength(2);
    expect(dump(new TableBuilder(FIELDS, 0).finish(0))).toEqual([]);
  });

  it('grows and keeps what it holds', () => {
    const builder = new TableBuilder(FIELDS, 2);
    builder.column('x').set([1, 2]);
    expect(builder.reserve(2)).toBe(false);
    expect(builder.reserve(5)).toBe(true);
    builder.column('x')[4] = 5;
    expect([...numbers(builder.finish(5), 'x')]).toEqual([1, 2, Number.NaN, Number.NaN, 5]);
  });

  it('with a column of another name or kind is a bug', () => {
    const builder = new TableBuilder(FIELDS, 1);
    // @ts-expect-error it does not compile, either
    expect(() => builder.column('y')).toThrow("'y'");
    // @ts-expect-error
    expect(() => builder.column('note')).toThrow("'note'");
    // @ts-expect-error
    expect(() => builder.text('x')).toThrow("'x'");
    expect(() => numbers(table(1), 'note')).toThrow("'note'");
    expect(() => texts(table(1), 'x')).toThrow("'x'");
  });
});

describe('rows', () => {
  const of = table(1, 2, 2, 5);

  it('are sliced, taken and filtered in every column', () => {
    expect(dump(sliceTable(of, 1, 3))).toEqual([
      [2, 20, 'n2'],
      [2, 20, 'n2'],
    ]);
    expect(sliceTable(of, 0, 4)).toBe(of);
    expect(sliceTable(of, 3, 1).length).toBe(0);
    expect(dump(takeRows(of, [3, 0]))).toEqual([
      [5, 50, 'n5'],
      [1, 10, 'n1'],
    ]);
    expect(dump(filterRows(of, (row) => row % 2 === 1))).toEqual([
      [2, 20, 'n2'],
      [5, 50, 'n5'],
    ]);
    expect(filterRows(of, () => true)).toBe(of);
  });

  it('dated inside a range are those of its first and last day, too', () => {
    const inside = (from: number, to: number) => [...numbers(datedInside(of, from, to), 'date')];
    expect(inside(2, 4)).toEqual([2, 2]);
    expect(inside(1, 2)).toEqual([1, 2, 2]);
    expect(inside(5, 9)).toEqual([5]);
    expect(inside(6, 9)).toEqual([]);
    expect(inside(4, 2)).toEqual([]);
    expect([0, 1, 2, 3, 9].map((date) => lowerRow(numbers(of, 'date'), date))).toEqual([0, 0, 1, 3, 4]);
  });

  it('of several tables follow each other', () => {
    expect(dump(concatTables([table(1), table(), table(7, 8)]))).toEqual([
      [1, 10, 'n1'],
      [7, 70, 'n7'],
      [8, 80, 'n8'],
    ]);
    expect(concatTables([of])).toBe(of);
    expect(concatTables([]).length).toBe(0);
  });

  it('take more columns without losing the others', () => {
    const wider = withColumns(of, { y: Float64Array.of(1, 2, 3, 4), x: Float64Array.of(0, 0, 0, 0) });
    expect(Object.keys(wider.columns)).toEqual(['date', 'x', 'note', 'y']);
    expect(numbers(wider, 'x')[3]).toBe(0);
    expect(numbers(of, 'x')[3]).toBe(50);
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
