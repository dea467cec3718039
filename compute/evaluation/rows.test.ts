import { RecordBatchReader } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { date, number, text } from '../market/fields.ts';
import { type RecordTable, TableBuilder } from '../market/records.ts';
import { rowBlocks, type UnitRows } from './rows.ts';
import type { RecordsTable } from './tables/schema.ts';

const FIELDS = [date('date', ''), text('id', ''), number('value', 'none', '')];
const PER_DATE: RecordsTable = { name: 'market.t', title: '', fields: FIELDS, key: [] };
const NESTED: RecordsTable = { ...PER_DATE, key: ['id'] };
const ITEMS: RecordsTable = { ...PER_DATE, key: ['id'], identity: 'id' };

function tableOf(rows: readonly (readonly [date: number, id: string, value: number])[]): RecordTable {
  const builder = new TableBuilder(FIELDS, rows.length);
  for (const [row, [day, id, value]] of rows.entries()) {
    builder.column('date')[row] = day;
    builder.text('id')[row] = id;
    builder.column('value')[row] = value;
  }
  return builder.finish(rows.length);
}

const RECORDS = tableOf([
  [1, 'a', 1],
  [2, 'a', 2],
  [2, 'b', 3],
  [4, 'a', 4],
]);
const STAMP = { series: 'SPY 1m', version: 7n, definition: 1, computedAtMs: 0, dates: [0, 1, 2, 3, 4, 5] };
const unit = (wanted: UnitRows['wanted'], records = RECORDS, removed: readonly string[] = []): UnitRows => {
  return { session: 'default', variant: '', records, wanted, removed };
};

/** The rows of a block by column, arrays as arrays. */
function blockOf(table: RecordsTable, ...units: readonly UnitRows[]): Record<string, unknown[]> {
  const { blocks, rows } = rowBlocks(table, units, STAMP);
  const [batch] = RecordBatchReader.from(Buffer.concat(blocks));
  expect(rows).toBe(batch.numRows);
  const plain = (value: unknown) =>
    typeof value === 'object' && value !== null ? [...(value as Iterable<unknown>)] : value;
  return Object.fromEntries(batch.schema.fields.map(({ name }) => [name, Array.from(batch.getChild(name)!, plain)]));
}

const dayOf = (value: unknown) => Number(value) / 86_400_000;

describe('the rows of whole dates', () => {
  it('are one per date with bars, also where there is no record', () => {
    const records = tableOf([
      [1, 'a', 1],
      [4, 'a', 4],
    ]);
    const block = blockOf(PER_DATE, unit({ from: 1, to: 4 }, records));
    expect(block['date'].map(dayOf)).toEqual([1, 4, 2, 3]);
    expect(block['is_deleted']).toEqual([0, 0, 1, 1]);
    expect(block['value'].slice(0, 2)).toEqual([1, 4]);
  });

  it('hold all records of their date, where it may have several', () => {
    const block = blockOf(NESTED, unit({ from: 2, to: 3 }), unit({ from: 3, to: 4 }));
    expect(block['date'].map(dayOf)).toEqual([2, 3, 4, 3]);
    expect(block['is_deleted']).toEqual([0, 1, 0, 1]);
    expect(block['records.value']).toEqual([[2, 3], [], [4], []]);
    expect(block['records.id']).toEqual([['a', 'b'], [], ['a'], []]);
  });

  it('are one per item of news, with those that were deleted', () => {
    const block = blockOf(ITEMS, unit({ from: 2, to: 2 }, RECORDS, ['c']));
    expect(block['id']).toEqual(['a', 'b', 'c']);
    expect(block['is_deleted']).toEqual([0, 0, 1]);
  });

  it('are refused where a record is dated beside all bars: it would outlast them', () => {
    const records = tableOf([[9, 'a', 1]]);
    expect(() => rowBlocks(PER_DATE, [unit({ from: 0, to: 10 }, records)], STAMP)).toThrow(
      'market.t: a record is dated 9',
    );
  });
});
