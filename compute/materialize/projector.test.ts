import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { symbolData } from '../../test/support/market-data.ts';
import { openProjection, putBars, putNews } from '../../test/support/projection.ts';
import { propertySeed, randomMarket } from '../../test/support/random-market.ts';
import { SymbolDirectory } from '../answers/symbols.ts';
import { runJob } from '../evaluation/evaluation.ts';
import { Projector } from './projector.ts';

describe('projecting several symbols together', () => {
  let opened: Awaited<ReturnType<typeof openProjection>>;
  beforeAll(async () => {
    opened = await openProjection();
  });
  afterAll(() => opened.close());

  const FIRST_DAY = Date.UTC(2025, 2, 3) / 86_400_000;
  const marketOf = (symbol: string, seed: number) => {
    const request = { seed, assetClass: 'equity', intervalMin: 5, firstDay: FIRST_DAY, days: 30, ticks: 2 } as const;
    const { bars } = randomMarket({ ...request, density: 0.9, hours: 'regular' });
    return symbolData(bars, symbol, 'equity', 5);
  };

  /** All rows of all tables, without what names the symbol or the moment. */
  async function rowsOf(symbol: string): Promise<unknown> {
    const tables = ['sessions', ...opened.statistics.map(({ name }) => name)].map((name) => `market.v_stat_${name}`);
    return Promise.all(
      tables.map(async (table) => {
        const query = `SELECT * EXCEPT (symbol, version, computed_at) FROM ${table} WHERE symbol = {symbol:String}`;
        return (await opened.store.reader.query(query, { symbol })).map((row) => JSON.stringify(row)).sort();
      }),
    );
  }

  it('reads four stored symbols with as many statements as two, wherever each has changed, and makes what one alone makes', {
    timeout: 120_000,
  }, async () => {
    const { store, statistics } = opened;
    const clock = { nowMs: () => 1_750_000_000_000 };
    let statements = 0;
    const count = <A extends unknown[], R>(ask: (...args: A) => R) => {
      return (...args: A): R => {
        statements++;
        return ask(...args);
      };
    };
    const { query, columns, arrow } = store.reader;
    const counted = { query: count(query), columns: count(columns), arrow: count(arrow) };
    const counting = { ...store, reader: counted as typeof store.reader };
    // A projector of its own each time: nothing is in memory.
    const projectAll = async (symbols: readonly string[], over = store) => {
      const projector = new Projector({ store: over, statistics, run: runJob, clock });
      return projector.projectAll(symbols);
    };
    const seed = propertySeed();
    const names = Array.from({ length: 6 }, (_, i) => `SOME${i}`);
    // One of the two, and of the four the first and the last.
    const alone = [names[1], names[2], names[5]];
    const put = async (range: (i: number) => { from: number; to: number; deleted?: boolean }) => {
      for (const [i, name] of names.entries()) {
        for (const copy of alone.includes(name) ? [name, `${name}ALONE`] : [name]) {
          const market = marketOf(copy, seed + i);
          await putBars(store, market, market.bars, range(i));
        }
      }
    };
    await put((i) => ({ from: 0, to: 900 + 7 * i }));
    for (const name of alone) await projectAll([`${name}ALONE`]);
    await projectAll(names);
    const asked: number[] = [];
    for (const range of [
      // The next day of each; then a bar somewhere, another in each.
      (i: number) => ({ from: 900 + 7 * i, to: 1000 + 7 * i }),
      (i: number) => ({ from: 100 * i, to: 100 * i + 1, deleted: i % 2 === 0 }),
    ]) {
      await put(range);
      for (const some of [names.slice(0, 2), names.slice(2)]) {
        statements = 0;
        await projectAll(some, counting);
        asked.push(statements);
      }
      for (const name of alone) await projectAll([`${name}ALONE`]);
    }
    for (const name of alone) expect(await rowsOf(name), `${name}, seed ${seed}`).toEqual(await rowsOf(`${name}ALONE`));
    const [two, four] = asked;
    expect(four).toBeLessThan(1.5 * two);
  });

  it('makes of what it holds in memory what a projector makes that holds nothing, wherever the changes lie', {
    timeout: 60_000,
  }, async () => {
    const { store, statistics } = opened;
    const clock = { nowMs: () => 1_750_000_000_000 };
    const make = () => new Projector({ store, statistics, run: runJob, clock });
    const holding = make();
    const seed = propertySeed();
    const assetClass = 'crypto';
    const days = 560;
    const request = { seed, assetClass, intervalMin: 120, firstDay: FIRST_DAY, days, ticks: 3 } as const;
    const { bars } = randomMarket({ ...request, density: 0.8, hours: 'always' });
    const [held, fresh] = ['HELD', 'FRESH'].map((symbol) => symbolData(bars, symbol, assetClass, 120));
    const change = async (from: number, to: number, deleted = false) => {
      const range = { from: Math.max(0, from), to: Math.min(to, bars.length), deleted };
      for (const symbol of [held, fresh]) await putBars(store, symbol, bars, range);
      await holding.project('HELD');
      await make().project('FRESH');
    };
    const end = bars.length - 12;
    const late = Math.floor(end / 5);
    // All but a bar near the beginning, and one in the middle.
    for (const [from, to] of [[0, late], [late + 1, 3 * late], [3 * late + 1, end]] as const) {
      for (const symbol of [held, fresh]) await putBars(store, symbol, bars, { from, to });
    } // biome-ignore format: one list
    await change(end, end + 1);
    await change(end + 1, end + 2);
    await change(late, late + 1);
    await change(late + 5, late + 30, true);
    await change(end + 2, end + 3);
    await change(3 * late, 3 * late + 1);
    await change(3 * late - 400, 3 * late - 399, true);
    await change(3 * late - 400, 3 * late - 399);
    await change(end + 2, end + 3, true);
    await change(end + 2, end + 5);
    await change(end + 8, end + 12);
    expect(await rowsOf('HELD')).toEqual(await rowsOf('FRESH'));
    await make().project('HELD', {});
    expect(await rowsOf('HELD')).toEqual(await rowsOf('FRESH'));
    expect(JSON.stringify(await rowsOf('HELD')).length).toBeGreaterThan(1_000_000);
  });

  it('has reactions to news wait again that the data no longer reach beyond, also where days before their end were emptied', {
    timeout: 90_000,
  }, async () => {
    const { store, projector } = opened;
    const market = marketOf('FALLS', 4);
    const { bars } = market;
    await putBars(store, market, bars);
    await putNews(store, market, 7, bars);
    await projector.project('FALLS');
    const [middle, late] = [0.4, 0.7].map((share) => Math.floor(bars.length * share));
    const rest = [];
    for (const [from, to] of [
      [middle, late],
      [late, bars.length],
      [0, middle],
    ]) {
      await putBars(store, market, bars, { from, to, deleted: true });
      await projector.project('FALLS');
      const complete = "SELECT countIf(complete) AS n FROM market.v_stat_news WHERE symbol = 'FALLS'";
      const [{ n }] = await store.reader.query<{ n: number }>(complete);
      const before = await rowsOf('FALLS');
      await projector.project('FALLS', {});
      expect(await rowsOf('FALLS')).toEqual(before);
      rest.push(n > 0);
    }
    expect(rest).toEqual([true, true, false]);
  });

  it('gives a symbol with news of both kinds and no bars the class under which its slash is left out', {
    timeout: 15_000,
  }, async () => {
    const { store, projector } = opened;
    const { bars } = marketOf('X', 3);
    for (const [symbol, classes] of [
      ['BOTHUSD', ['equity', 'crypto']],
      ['BOTH2USD', ['crypto', 'equity']],
      ['EQUITY', ['equity']],
    ] as const) {
      for (const assetClass of classes) await putNews(store, { meta: { symbol, assetClass, intervalMin: 1 } }, 7, bars);
      await projector.project(symbol);
    }
    const rows = await store.reader.query(
      "SELECT symbol, asset_class, has_bars FROM market.symbol_coverage FINAL WHERE endsWith(symbol, 'USD') OR symbol = 'EQUITY' ORDER BY symbol",
    );
    expect(rows).toEqual([
      { symbol: 'BOTH2USD', asset_class: 'crypto', has_bars: false },
      { symbol: 'BOTHUSD', asset_class: 'crypto', has_bars: false },
      { symbol: 'EQUITY', asset_class: 'equity', has_bars: false },
    ]);
  });

  it('makes a symbol unknown again once its last news or bar is taken back', async () => {
    const { store, projector } = opened;
    const known = async (symbol: string) => {
      await projector.project(symbol);
      const found = await new SymbolDirectory(store.reader, Date.now).find(symbol);
      return found && new Date(found.lastDay * 86_400_000).toISOString().slice(0, 10);
    };
    const columns = [
      'symbol',
      'id',
      'asset_class',
      'direction',
      'event_timestamp',
      'rank',
      'ingested_at',
      'is_deleted',
    ];
    const say = (id: string, time: string, deleted: number) =>
      store.writer.insertRows('market.events_sentiment', columns, [
        ['BRIEF', id, 'equity', 'neutral', Date.parse(time) / 1000, 1 + deleted, '1700000000.000', deleted],
      ]);
    await say('a', '2025-03-04T15:00:00Z', 0);
    await say('b', '2025-03-06T15:00:00Z', 0);
    expect(await known('BRIEF')).toBe('2025-03-06');
    await say('b', '2025-03-06T15:00:00Z', 1);
    expect(await known('BRIEF')).toBe('2025-03-04');
    await say('a', '2025-03-04T15:00:00Z', 1);
    expect(await known('BRIEF')).toBeNull();
    await say('c', '2025-03-05T15:00:00Z', 0);
    expect(await known('BRIEF')).toBe('2025-03-05');

    const short = marketOf('SHORT', 4);
    await putBars(store, short, short.bars, { to: 1 });
    expect(await known('SHORT')).toBe('2025-03-03');
    await putBars(store, short, short.bars, { to: 1, deleted: true });
    expect(await known('SHORT')).toBeNull();
  });
});
