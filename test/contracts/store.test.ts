import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_TABLES } from '../../sql/tables/all.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('tables', () => {
  it.each(ALL_TABLES)('$name has exactly the declared columns, in order', async (table) => {
    const [database, name] = table.name.split('.');
    const columns = await store.writer.query<{ name: string }>(
      `SELECT name FROM system.columns
       WHERE database = {database:String} AND table = {name:String} AND default_kind NOT IN ('MATERIALIZED', 'ALIAS')
       ORDER BY position`,
      { database, name },
    );
    expect(table.columns).toEqual(columns.map((column) => column.name));
  });

  it('reads back what was written', async () => {
    await store.writer.insertRows(
      'market.bars',
      ['symbol', 'ts', 'open', 'ingested_at'],
      [['A', 1700000040, 0.1, '1700000000.123']],
    );
    expect(
      await store.reader.query('SELECT symbol, ts, open, ingested_at, count() OVER () AS n FROM market.bars FINAL'),
    ).toEqual([{ symbol: 'A', ts: '2023-11-14 22:14:00', open: 0.1, ingested_at: '2023-11-14 22:13:20.123', n: 1 }]);
    const table = await store.reader.native(
      'SELECT symbol, ts, open, rank = 0 AS r, toNullable(open) AS n FROM market.bars',
    );
    expect(table).toMatchObject({ length: 1, columns: { symbol: ['A'], ts: new Uint32Array([1700000040]) } });
  });
});
