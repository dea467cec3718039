/** Daily bars beside shorter ones land, move, are kept and dropped. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustedTo } from '../compute/answers/symbol-variants.ts';
import { DAY_FIELDS } from '../compute/market/candles.ts';
import { rowObjects } from '../compute/market/render.ts';
import { DEFAULT_SESSION } from '../compute/market/sessions.ts';
import { writePolicy } from '../ingest/landing/policies.ts';
import { Retention } from '../ingest/retention/run.ts';
import { fixedClock } from '../lib/clock.ts';
import { isoDate, MINUTES_PER_DAY, parseIsoDate } from '../lib/days.ts';
import { CLOSED } from './oracles/closings.ts';
import { expectNaive, expectSummaries } from './support/two-series/expect.ts';
import { days, flat, hour, wednesday } from './support/two-series/hand-bars.ts';
import { type Bar, Model } from './support/two-series/model.ts';
import {
  closeStore,
  landing,
  opened,
  openStore,
  requestOf,
  settle,
  stored,
  symbolOf,
} from './support/two-series/store.ts';

beforeAll(openStore);
afterAll(closeStore);

describe('landing', () => {
  const at = parseIsoDate('2024-06-12')! * MINUTES_PER_DAY;
  const one = (minute: number): Bar => [minute, 10, 11, 9, 10, 5];
  const rows = async (table: string, symbol: string) =>
    (
      await opened.store.reader.query<{ n: number }>(
        `SELECT count() AS n FROM market.${table} FINAL WHERE symbol = {symbol:String}`,
        { symbol },
      )
    )[0].n;

  it('makes the shorter interval the base in one batch, and refuses a third', async () => {
    const value = (minute: number, interval: string) => ({
      key: 'BATCH',
      value: JSON.stringify({
        symbol: 'BATCH',
        asset_class: 'equity',
        ts: minute * 60_000,
        interval,
        open: 10,
        high: 11,
        low: 9,
        close: 10,
        volume: 5,
      }),
    });
    const events = [value(at - 1440, '1d'), value(at + 900, '5m'), value(at, '1d'), value(at + 901, '1m')];
    const result = await landing.landEvents('bars', [events]);
    expect(result).toMatchObject({ landed: 3, deadLetters: { interval_conflict: 1 } });
    expect(landing.registry.get('BATCH')).toMatchObject({ intervalMin: 5 });
    expect([await rows('bars', 'BATCH'), await rows('bars_daily', 'BATCH')]).toEqual([1, 2]);
  });

  it('moves the daily bars of a symbol, its tombstones too, when shorter ones come, and back when it is set', {
    timeout: 40_000,
  }, async () => {
    const model = new Model('MOVED', 'equity', 60);
    await model.put('daily', [one(at - 4320), one(at - 2880), one(at - 1440)]);
    await model.remove('daily', [at - 2880]);
    expect([await rows('bars', 'MOVED'), await rows('bars_daily', 'MOVED')]).toEqual([2, 0]);
    await model.put('base', [one(at + 900)]);
    expect(landing.registry.get('MOVED')).toMatchObject({ intervalMin: 60 });
    expect([await rows('bars', 'MOVED'), await rows('bars_daily', 'MOVED')]).toEqual([1, 2]);
    await settle('MOVED');
    expect(await symbolOf(stored, 'MOVED')).toMatchObject({ intervalMin: 60, daily: { first: at / 1440 - 3 } });
    // The same bars again are duplicates.
    const again = await landing.landEvents('bars', [
      [
        {
          key: 'MOVED',
          value: JSON.stringify({
            symbol: 'MOVED',
            asset_class: 'equity',
            ts: (at - 1440) * 60_000,
            interval: '1d',
            open: 10,
            high: 11,
            low: 9,
            close: 10,
            volume: 5,
          }),
        },
      ],
    ]);
    expect(again).toMatchObject({ landed: 0, duplicates: 1 });
    await model.remove('base', [at + 900]);
    await landing.registry.set('MOVED', 'equity', 1440);
    expect([await rows('bars', 'MOVED'), await rows('bars_daily', 'MOVED')]).toEqual([2, 0]);
    await settle('MOVED');
    expect(await symbolOf(stored, 'MOVED')).toMatchObject({ intervalMin: 1440, firstBar: at - 4320 });
  });

  it('keeps each series as long as the policy of its interval says', { timeout: 60_000 }, async () => {
    const model = new Model('KEPT', 'etf', 60);
    await model.put('daily', [one(at - 4320), one(at - 2880), one(at - 1440)]);
    await model.put('base', [one(at + 900), one(at + 2340)]);
    await settle('KEPT');
    const clock = fixedClock((at + 30 * 1440 + 900) * 60_000);
    const { store } = opened;
    const retention = new Retention({ store, clock, exceptPrefix: 'DEMO', onChanged() {} });
    const keep = async (intervalMin: number, keepDays: number | null) =>
      writePolicy(store, { kind: 'bars', assetClass: 'etf', intervalMin }, keepDays, clock);
    const span = async () => (await symbolOf(stored, 'KEPT')).daily;
    const range = { from: at / 1440 - 10, to: at / 1440 + 2 };
    await keep(60, 29);
    expect(await retention.run('operator')).toMatchObject({ steps: [{ rows: 1, marked: { table: 'bars' } }] });
    model.base.delete(at + 900);
    expect([await rows('bars', 'KEPT'), await rows('bars_daily', 'KEPT')]).toEqual([1, 3]);
    await settle('KEPT');
    expect(await span()).toMatchObject({ first: at / 1440 - 3, until: at / 1440 + 1 });
    await keep(60, null);
    await keep(1440, 32);
    expect(await retention.run('operator')).toMatchObject({ steps: [{ rows: 1, marked: { table: 'bars_daily' } }] });
    await keep(1440, null);
    model.daily.delete(at - 4320);
    // Before what is behind is computed, and after.
    expect(await span()).toMatchObject({ first: at / 1440 - 2 });
    const open = await expectNaive(model, stored, range, 'behind');
    await settle('KEPT');
    expect(await expectNaive(model, stored, range, 'settled')).toBe(open);
    await expectSummaries(model);
  });
});

describe('prices', () => {
  it('splits adjust both, whichever side of it they are on', { timeout: 55_000 }, async () => {
    const model = new Model('ACTS', 'equity', 60);
    const [first, last] = [wednesday - 28, wednesday + 5];
    const traded = days(first, last).filter((day) => !CLOSED.includes(isoDate(day)));
    await model.put(
      'daily',
      days(first, wednesday - 1).map((day) => flat(day, day < wednesday - 20 ? 400 : 200)),
    );
    await model.put(
      'base',
      days(wednesday, last).map((day) => hour(day, day < wednesday + 1 ? 200 : 50)),
    );
    await settle('ACTS');
    const action = (day: number, what: object) => ({
      key: 'ACTS',
      value: JSON.stringify({ symbol: 'ACTS', ex_date: isoDate(day), ...what }),
    });
    const actions = [
      action(wednesday - 20, { kind: 'split', ratio: 2 }),
      action(wednesday + 1, { kind: 'split', ratio: 4 }),
    ];
    expect(await landing.landEvents('events.actions', [actions])).toMatchObject({ landed: 2 });
    const statistic = opened.statistics.find(({ name }) => name === 'trend')!;
    const closes = async (adjustment: 'raw' | 'splits') => {
      const symbol = adjustedTo(await symbolOf(stored, 'ACTS'), adjustment);
      const request = requestOf(statistic, symbol, DEFAULT_SESSION, { from: first, to: last });
      const { view, warnings } = await stored.view(request);
      expect(warnings.filter(({ code }) => code === 'split_suspect')).toHaveLength(adjustment === 'raw' ? 1 : 0);
      const rows = rowObjects(DAY_FIELDS, view.days, 'ACTS') as { date: string; close: number }[];
      expect(rows.map(({ date }) => date)).toEqual(traded.map(isoDate));
      return rows.map(({ close }) => close);
    };
    const expected = (of: (day: number) => number) => traded.map((day) => expect.closeTo(of(day), 5));
    const raw = (day: number) => (day < wednesday - 20 ? 400 : day < wednesday + 1 ? 200 : 50);
    const all = async () => {
      expect(await closes('splits')).toEqual(expected(() => 50));
      expect(await closes('raw')).toEqual(expected(raw));
    };
    await all();
    await settle('ACTS');
    await all();
    await expectSummaries(model);
  });
});
