import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BarRow } from '../../ingest/contract/events.ts';
import { Registry } from '../../ingest/landing/registry/registry.ts';
import { createBarsView, dropViews, restoreViews } from '../../ingest/landing/registry/table.ts';
import { columnsOf } from '../../ingest/landing/tables.ts';
import type { Store } from '../../sql/connect.ts';
import { tsvDate, tsvValue } from '../../sql/formats/text.ts';
import type { Table } from '../../sql/table.ts';
import { BACKENDS, openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';
import { ALL_TABLES } from './tables.ts';

const MINUTE = 28_400_000;

function bar(change: Partial<BarRow> = {}): BarRow {
  return {
    table: 'bars',
    symbol: 'AAPL',
    assetClass: 'equity',
    intervalMin: 1,
    minute: MINUTE,
    open: 1,
    high: 2,
    low: 0.5,
    close: 1.5,
    volume: 100,
    rank: 1n,
    revised: true,
    timestampMs: 0,
    source: 'test',
    deleted: false,
    ...change,
  };
}

describe.each(BACKENDS)('the landing tables of the %s store', (backend) => {
  let store: TestStore;
  let isWritten = true;
  const land = async (...rows: BarRow[]) => {
    isWritten = true;
    const base = ['symbol', 'interval', 'since', 'chosen_by', 'version'];
    const bases = rows.map(({ symbol }) => [symbol, '1m', '2023-12-31', 'first_bar', 1]);
    await store.writer.insertRows('market.series_bases', base, bases);
    // Symbols of some tests are none that landing lets through.
    const escaped = rows.map((row) => ({ ...row, symbol: tsvValue(row.symbol) }));
    const values = escaped.map(({ minute, symbol, open, high, low, close, volume, rank, source, deleted }) =>
      [symbol, '1m', minute * 60, open, high, low, close, volume, String(rank), source]
        .concat(['2023-11-14 22:13:20.123', deleted ? 1 : 0, ''])
        .join('\t'),
    );
    await store.writer.insertText('market.bars', columnsOf('bars'), 'TSV', `${values.join('\n')}\n`);
  };

  beforeAll(async () => {
    store = await openTestStore({ backend });
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    if (!isWritten) return;
    isWritten = false;
    for (const table of ['market.bars', 'market.day_log']) await store.writer.command(`TRUNCATE TABLE ${table}`);
  });

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

    it.each(ALL_TABLES.filter((table) => 'select' in table))('$name is read by its columns', async (table) => {
      expect(await (table as Table<object>).select(store.reader, '')).toEqual([]);
    });

    it('takes a fingerprint of 64 bits and a date', async () => {
      const columns = ['kind', 'series', 'day', 'fingerprint', 'rows'];
      const row = ['bars', 'A 1m', tsvDate(19_722), 18_446_744_073_709_551_615n, 3];
      await store.writer.insertRows('market.computed_days', columns, [row]);
      const sql = 'SELECT toString(fingerprint) AS f, day, rows FROM market.computed_days FINAL';
      expect(await store.reader.query(sql)).toEqual([{ f: '18446744073709551615', day: '2023-12-31', rows: 3 }]);
    });
  });

  describe('versions of a bar', () => {
    const current = () => store.reader.query<{ close: number }>('SELECT close FROM market.bars FINAL');

    it.each([
      ['the higher rank wins', { rank: 2n }, { rank: 1n }],
      ['ranks that a double does not tell apart keep their order', { rank: 2n ** 62n + 1n }, { rank: 2n ** 62n }],
    ])('%s, whatever arrives first', async (_, winner, loser) => {
      await land(bar({ ...winner, close: 1.9 }));
      await land(bar({ ...loser, close: 1.1 }));
      expect(await current()).toEqual([{ close: 1.9 }]);
      await store.writer.command('TRUNCATE TABLE market.bars');
      await land(bar({ ...loser, close: 1.1 }));
      await land(bar({ ...winner, close: 1.9 }));
      expect(await current()).toEqual([{ close: 1.9 }]);
    });
  });

  describe('the log of days', () => {
    const days = () =>
      store.reader.query<{ day: string; rows: number; fingerprint: string }>(
        `SELECT day, sum(rows) AS rows, toString(sum(fingerprint)) AS fingerprint
         FROM market.day_log WHERE kind = 'bars' AND symbol = 'AAPL' GROUP BY day ORDER BY day`,
      );

    it('counts every row ever landed by its UTC date', async () => {
      await land(bar(), bar({ minute: MINUTE + 1440 }), bar({ minute: MINUTE + 1 }), bar({ symbol: 'MSFT' }));
      expect((await days()).map(({ day, rows }) => [day, rows])).toEqual([
        ['2023-12-31', 2],
        ['2024-01-01', 1],
      ]);
    });

    it.each([
      ['a correction', { rank: 2n, close: 1.6 }],
      ['a deletion', { rank: 2n, deleted: true }],
      ['a re-delivery', {}],
      ['the same values with another rank', { rank: 2n }],
    ])('%s changes the fingerprint of its day alone', async (_, change) => {
      await land(bar(), bar({ minute: MINUTE + 1440 }));
      const [first, second] = await days();
      await land(bar(change));
      const [changed, same] = await days();
      expect(changed.fingerprint).not.toBe(first.fingerprint);
      expect(same).toEqual(second);
    });

    it('does not depend on how rows are batched', { timeout: 30_000 }, async () => {
      const rows = Array.from({ length: 50 }, (_, i) => bar({ minute: MINUTE + i, close: 1 + i / 100 }));
      await land(...rows);
      const whole = await days();
      await store.writer.command('TRUNCATE TABLE market.day_log');
      for (const row of [...rows].reverse()) await land(row);
      expect(await days()).toEqual(whole);
    });
  });

  describe("a symbol's view", () => {
    it('shows the current bars of its symbol alone', async () => {
      await createBarsView(store.writer, 'AAPL', 'bars_aapl');
      await createBarsView(store.writer, 'AAPL', 'bars_aapl');
      await land(bar(), bar({ rank: 2n, close: 1.75 }), bar({ symbol: 'MSFT' }));
      expect(await store.reader.query('SELECT * FROM market.bars_aapl')).toEqual([
        {
          symbol: 'AAPL',
          interval: '1m',
          ts: '2023-12-31 05:20:00',
          open: 1,
          high: 2,
          low: 0.5,
          close: 1.75,
          volume: 100,
          rank: 2,
          source: 'test',
          ingested_at: '2023-11-14 22:13:20.123',
        },
      ]);
      const [{ comment }] = await store.reader.query<{ comment: string }>(
        "SELECT comment FROM system.tables WHERE database = 'market' AND name = 'bars_aapl'",
      );
      expect(comment).toContain('AAPL');
      const silent =
        "SELECT name FROM system.columns WHERE database = 'market' AND table = 'bars_aapl' AND comment = ''";
      expect(await store.reader.query(silent)).toEqual([]);
      await dropViews(store, ['bars_aapl']);
      await dropViews(store, ['bars_aapl']);
      expect(await store.reader.query('EXISTS VIEW market.bars_aapl')).toEqual([{ result: 0 }]);
    });

    it('is there where another process drops it while it is made', async () => {
      let drops = 2;
      const command: typeof store.writer.command = async (sql, params) => {
        if (sql.startsWith('ALTER') && drops-- > 0) await dropViews(store, ['bars_aapl']);
        await store.writer.command(sql, params);
      };
      await createBarsView({ ...store.writer, command }, 'AAPL', 'bars_aapl');
      expect(await store.reader.query('EXISTS VIEW market.bars_aapl')).toEqual([{ result: 1 }]);
      await dropViews(store, ['bars_aapl']);
    });

    it.each(['set', 'drop'] as const)(
      'of a symbol that stays is there where `symbols %s` is overtaken',
      { timeout: 20_000 },
      async (slow) => {
        const open = (store: Store, aheadMs: number) =>
          Registry.open(store, { clock: { nowMs: () => Date.now() + aheadMs } });
        // What the slower one does before its last write about the symbol the other one overtakes.
        let overtake: (() => Promise<unknown>) | null = null;
        const overtaken = async () => {
          const once = overtake;
          overtake = null;
          await once?.();
        };
        const { writer } = store;
        const insertRows: typeof writer.insertRows = async (...args) => {
          if (slow === 'set') await overtaken();
          await writer.insertRows(...args);
        };
        const command: typeof store.writer.command = async (sql, params) => {
          if (slow === 'drop' && sql.startsWith('DROP VIEW')) await overtaken();
          await writer.command(sql, params);
        };
        const slower = { ...store, writer: { ...writer, insertRows, command } };
        // The clock of who sets is ahead: the entry is later than the drop's.
        const setting = await open(slow === 'set' ? slower : store, 60_000);
        const dropping = await open(slow === 'drop' ? slower : store, 0);
        await dropping.set('VIEWED', { assetClass: 'equity' });
        const set = () => setting.set('VIEWED', { assetClass: 'etf' });
        const drop = () => dropping.unregisterEmpty(['VIEWED'], true);
        overtake = slow === 'set' ? drop : set;
        await (slow === 'set' ? set() : drop());
        const entries = "SELECT CAST(asset_class, 'String') AS class FROM market.symbols FINAL WHERE symbol = 'VIEWED'";
        expect(await store.reader.query(entries)).toEqual([{ class: 'etf' }]);
        expect(await store.reader.query('EXISTS VIEW market.bars_viewed')).toEqual([{ result: 1 }]);
        await setting.unregisterEmpty(['VIEWED'], true);
        expect(await store.reader.query('EXISTS VIEW market.bars_viewed')).toEqual([{ result: 0 }]);
      },
    );

    it.each(['both', 'the first alone', 'the second alone'])(
      'of two symbols whose views have one name, registered at once, belongs to one of them: %s waits before it stores its entry',
      async (waits) => {
        const symbols = ['TWO.NAMES', 'TWO-NAMES'];
        let arrived = 0;
        const registries = await Promise.all(
          symbols.map((_, i) => {
            const isHeld = waits === 'both' || (waits === 'the first alone') === (i === 0);
            const insertRows: Store['writer']['insertRows'] = async (...args) => {
              arrived++;
              // Until the other one has made its view, too: both have looked for the name before either has it.
              if (isHeld) await until(() => arrived >= 2);
              await store.writer.insertRows(...args);
            };
            return Registry.open({ ...store, writer: { ...store.writer, insertRows } });
          }),
        );
        await Promise.all(registries.map((registry, i) => registry.set(symbols[i], { assetClass: 'equity' })));
        const entries = await store.reader.query<{ symbol: string; view: string }>(
          `SELECT CAST(symbol, 'String') AS symbol, view_name AS view FROM market.symbols FINAL
           WHERE symbol IN {symbols:Array(String)} ORDER BY view_name`,
          { symbols },
        );
        expect(entries.map(({ view }) => view)).toEqual(['', 'bars_two_names']);
        const [{ query, comment }] = await store.reader.query<{ query: string; comment: string }>(
          "SELECT as_select AS query, comment FROM system.tables WHERE database = 'market' AND name = 'bars_two_names'",
        );
        expect(query).toContain(`symbol = '${entries[1].symbol}'`);
        expect(comment).toContain(entries[1].symbol);
        for (const registry of registries) {
          await registry.refresh();
          expect(registry.get(entries[0].symbol)?.viewName).toBe('');
          expect(registry.get(entries[1].symbol)?.viewName).toBe('bars_two_names');
        }
        // Who has no view takes none away.
        await registries[0].unregisterEmpty([entries[0].symbol], true);
        expect(await store.reader.query('EXISTS VIEW market.bars_two_names')).toEqual([{ result: 1 }]);
        await registries[0].unregisterEmpty([entries[1].symbol], true);
      },
    );

    it('is that of the first of two symbols with one name, where the second has taken it for left over', {
      timeout: 20_000,
    }, async () => {
      const [first, second] = ['TAKEN.OVER', 'TAKEN-OVER'];
      const { writer } = store;
      let isMade = false;
      let isDropped = false;
      const insertRows: typeof writer.insertRows = async (...args) => {
        isMade = true;
        await until(() => isDropped);
        await writer.insertRows(...args);
      };
      const early = await Registry.open({ ...store, writer: { ...writer, insertRows } });
      const set = early.set(first, { assetClass: 'equity' });
      await until(() => isMade);
      // It has found a view that no entry names, and drops it when the entry is there.
      const command: typeof store.writer.command = async (sql, params) => {
        if (sql.startsWith('DROP VIEW')) {
          isDropped = true;
          await set;
        }
        await writer.command(sql, params);
      };
      const late = await Registry.open({ ...store, writer: { ...writer, command } });
      expect(await late.set(second, { assetClass: 'equity' })).toMatchObject({ viewName: '' });
      expect(await set).toMatchObject({ viewName: 'bars_taken_over' });
      expect(
        await store.reader.query(
          "SELECT view_name AS view FROM market.symbols FINAL WHERE startsWith(symbol, 'TAKEN') ORDER BY view",
        ),
      ).toEqual([{ view: '' }, { view: 'bars_taken_over' }]);
      await land(bar({ symbol: first }), bar({ symbol: second }));
      expect(await store.reader.query('SELECT symbol FROM market.bars_taken_over')).toEqual([{ symbol: first }]);
    });

    it('is made for its symbol where a process left it to one that it never registered', async () => {
      await createBarsView(store.writer, 'LEFT-OVER', 'bars_left_over');
      const registry = await Registry.open(store);
      expect(await registry.set('LEFT.OVER', { assetClass: 'equity' })).toMatchObject({ viewName: 'bars_left_over' });
      await land(bar({ symbol: 'LEFT.OVER' }), bar({ symbol: 'LEFT-OVER' }));
      expect(await store.reader.query('SELECT symbol FROM market.bars_left_over')).toEqual([{ symbol: 'LEFT.OVER' }]);
    });

    it('that is missing is recreated when ingest starts', async () => {
      const registry = await Registry.open(store);
      await registry.set('RESTORED', { assetClass: 'equity' });
      // As by a drop, while the process that registered it again was killed before it looked for the view.
      await dropViews(store, ['bars_restored']);
      await restoreViews(store);
      expect(await store.reader.query('EXISTS VIEW market.bars_restored')).toEqual([{ result: 1 }]);
    });
  });
});
