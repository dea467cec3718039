/** Where daily bars end and shorter ones begin: hand-made cases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreAnswers } from '../compute/answers/store-answers.ts';
import { rowObjects } from '../compute/market/records/render.ts';
import { DEFAULT_SESSION, EXTENDED_SESSION } from '../compute/market/sessions/spec.ts';
import { DAY_FIELDS } from '../compute/statistics/days.ts';
import { isoDate, MINUTES_PER_DAY, parseIsoDate } from '../lib/days.ts';
import { expectNaive, expectSummaries, seasonality } from './support/two-series/expect.ts';
import { type Bar, Model } from './support/two-series/model.ts';
import {
  closeStore,
  landing,
  onDemand,
  opened,
  openStore,
  requestOf,
  settle,
  stored,
  symbolOf,
} from './support/two-series/store.ts';

beforeAll(openStore);
afterAll(closeStore);

describe('the joint', () => {
  const flat = (day: number, close: number): Bar => [day * MINUTES_PER_DAY, close, close + 1, close - 1, close, 100];
  /** An hour of New York's morning. */
  const hour = (day: number, price: number): Bar => [
    ...([day * MINUTES_PER_DAY + 15 * 60, price, price + 0.5, price - 0.5, price, 10] as const),
  ];
  const wednesday = parseIsoDate('2024-06-12')!;
  const days = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((day) => new Date(day * 864e5).getUTCDay() % 6);

  it('is no gap, and daily bars from there on change nothing', async () => {
    const model = new Model('JOINT', 'equity', 60);
    await model.put(
      'daily',
      days(wednesday - 30, wednesday + 5).map((day) => flat(day, 100)),
    );
    await model.put(
      'base',
      days(wednesday, wednesday + 5).map((day) => hour(day, 150)),
    );
    await settle('JOINT');
    const symbol = await symbolOf(stored, 'JOINT');
    expect(symbol.daily).toMatchObject({ first: wednesday - 30, until: wednesday });
    const statistic = opened.statistics.find(({ name }) => name === 'gap')!;
    const range = { from: wednesday - 30, to: wednesday + 5 };
    const answer = await stored.view(requestOf(statistic, symbol, DEFAULT_SESSION, range));
    expect(answer.view.records.length).toBe(0);
    expect(answer.warnings).toContain(
      `before ${isoDate(wednesday)} sessions are 1d bars: what needs order within the day is null there, and nothing is compared across that date`,
    );
    expect(answer.warnings).toContain(
      `shorter bars open more than 40 % away from the close of the 1d bars before them on ${isoDate(wednesday)} (as by a split of 2:3): are both adjusted alike?`,
    );
    const before = await expectNaive(model, stored, range, 'before');
    await model.put(
      'daily',
      days(wednesday, wednesday + 5).map((day) => flat(day, 999)),
    );
    expect(await expectNaive(model, stored, range, 'after')).toBe(before);
    // One that comes after all, before the joint, does.
    await model.put('daily', [flat(wednesday - 1, 120)]);
    expect(await expectNaive(model, stored, range, 'a correction')).not.toBe(before);
  });

  it('names the daily bars that a stray shorter bar, or one after the open, takes out of answers', async () => {
    const gap = opened.statistics.find(({ name }) => name === 'gap')!;
    const said = async (model: Model, answers: StoreAnswers, from: number, to: number, session = DEFAULT_SESSION) => {
      const request = requestOf(gap, await symbolOf(answers, model.symbol), session, { from, to });
      const [{ warnings }, summary] = [await answers.view(request), await answers.summary(request, gap.summary)];
      expect(summary.warnings).toEqual(warnings);
      return warnings.filter((text) => text.includes('not used'));
    };
    const expectSaid = async (model: Model, from: number, to: number, expected: string[]) => {
      expect(await said(model, stored, from, to)).toEqual(expected);
      await settle(model.symbol);
      for (const answers of [stored, onDemand]) expect(await said(model, answers, from, to)).toEqual(expected);
    };
    const opening = (day: number): Bar => [
      ...([day * MINUTES_PER_DAY + 13 * 60 + 30, 150, 151, 149, 150, 10] as const),
    ];
    const late = (first: string) =>
      `the 1d bar of ${first} is not used: the first shorter bars are of that date, and begin after its session does; to have it serve, delete the shorter bars of ${first}`;
    const stray =
      '7 1d bars of 2024-06-03 to 2024-06-11 are not used, and no shorter bars stand for them: the first shorter bars are of 2024-05-31, the next ones later; where those of 2024-05-31 are stray, delete them, and the 1d bars serve';

    // Monday 3 June to Tuesday 11 June are seven weekdays.
    const friday = parseIsoDate('2024-05-31')!;
    const model = new Model('STRAY', 'equity', 30);
    const dailies = days(friday, wednesday + 5).map((day) => flat(day, 100));
    await model.put('daily', dailies);
    await model.put('base', days(wednesday, wednesday + 5).map(opening));
    await settle('STRAY');
    await expectSaid(model, friday - 30, wednesday + 5, []);
    // 16:30 in New York, before all daily bars but that of its date.
    await model.put('base', [[friday * MINUTES_PER_DAY + 20 * 60 + 30, 150, 151, 149, 150, 10]]);
    await expectSaid(model, friday - 30, wednesday + 5, [late('2024-05-31'), stray]);
    expect(await said(model, stored, friday + 4, friday + 5)).toEqual([stray]);
    expect(await said(model, stored, wednesday, wednesday + 5)).toEqual([]);
    expect(await said(model, stored, friday - 30, wednesday + 5, EXTENDED_SESSION)).toEqual([]);
    await model.remove('base', [friday * MINUTES_PER_DAY + 20 * 60 + 30]);
    await expectSaid(model, friday - 30, wednesday + 5, []);
    // An hour after the open.
    await model.remove('base', [wednesday * MINUTES_PER_DAY + 13 * 60 + 30]);
    await model.put('base', [[wednesday * MINUTES_PER_DAY + 14 * 60 + 30, 150, 151, 149, 150, 10]]);
    await expectSaid(model, friday - 30, wednesday + 5, [late('2024-06-12')]);
  });

  it('shows that the week of daily bars before it is over, also where the range ends before it', async () => {
    const model = new Model('OVER', 'equity', 60);
    // Closes of 100 up to Friday 31 May (week 22), of 110 up to Friday 7 June (week 23).
    await model.put(
      'daily',
      days(wednesday - 16, wednesday - 5).map((day) => flat(day, day < wednesday - 9 ? 100 : 110)),
    );
    await model.put('base', [hour(wednesday, 150)]);
    await settle('OVER');
    for (const answers of [stored, onDemand]) {
      const range = { from: wednesday - 16, to: wednesday - 3 };
      const answer = await seasonality(answers, await symbolOf(answers, 'OVER'), DEFAULT_SESSION, range);
      expect(answer['/week']).toMatchObject([{ week_number: 23, count: 1, avg_return_pct: 10, avg_volume: 500 }]);
    }
  });

  it('splits and dividends adjust both, whichever side of it they are on', async () => {
    const model = new Model('ACTS', 'equity', 60);
    const [first, last] = [wednesday - 28, wednesday + 5];
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
      // A twentieth of the close before each, the first two daily ones', and a tenth of an hour's.
      ...[wednesday - 6, wednesday].map((day) => action(day, { kind: 'dividend', amount: 10 })),
      action(wednesday + 2, { kind: 'dividend', amount: 5 }),
    ];
    expect(await landing.landEvents('events.actions', [actions])).toMatchObject({ landed: 5 });
    const statistic = opened.statistics.find(({ name }) => name === 'trend')!;
    const closes = async (adjustment: 'raw' | 'splits' | 'all') => {
      const symbol = await stored.adjusted(await symbolOf(stored, 'ACTS'), adjustment);
      const request = requestOf(statistic, symbol, DEFAULT_SESSION, { from: first, to: last });
      const { view, warnings } = await stored.view(request);
      expect(warnings.filter((text) => text.includes('40 %'))).toHaveLength(adjustment === 'raw' ? 1 : 0);
      const rows = rowObjects(DAY_FIELDS, view.days, 'ACTS') as { date: string; close: number }[];
      expect(rows.map(({ date }) => date)).toEqual(days(first, last).map(isoDate));
      return rows.map(({ close }) => close);
    };
    const expected = (of: (day: number) => number) => days(first, last).map((day) => expect.closeTo(of(day), 5));
    const raw = (day: number) => (day < wednesday - 20 ? 400 : day < wednesday + 1 ? 200 : 50);
    const left = (day: number) =>
      (day < wednesday - 6 ? 0.95 : 1) * (day < wednesday ? 0.95 : 1) * (day < wednesday + 2 ? 0.9 : 1);
    const all = async () => {
      expect(await closes('splits')).toEqual(expected(() => 50));
      expect(await closes('raw')).toEqual(expected(raw));
      expect(await closes('all')).toEqual(expected((day) => 50 * left(day)));
    };
    await all();
    await settle('ACTS');
    await all();
    await expectSummaries(model);
  });

  // Nearer than `NEAR_DAYS` to the end of its bars, and farther.
  it.each([
    ['NEARBY', 3],
    ['FAROFF', 60],
  ])('lies where the first of the shorter bars does, wherever it moves: %s', async (name, length) => {
    const model = new Model(name, 'crypto', 60);
    await model.put(
      'base',
      days(wednesday, wednesday + length).map((day) => hour(day, 150)),
    );
    await model.put(
      'daily',
      days(wednesday - 30, wednesday + 3).map((day) => flat(day, 100)),
    );
    await settle(name);
    const range = { from: wednesday - 50, to: wednesday + 5 };
    const statistic = opened.statistics.find((one) => one.name === 'trend')!;
    /** Dates at 100 are those of daily bars, at 150 those stored at first, at 140 that of an earlier hour. */
    const expectCloses = async (daily: number[], added: number[]) => {
      const symbol = await symbolOf(stored, name);
      expect(symbol.daily?.until).toBe(daily.length === 0 ? undefined : (added[0] ?? wednesday));
      const { view } = await stored.view(requestOf(statistic, symbol, EXTENDED_SESSION, range));
      const rows = rowObjects(DAY_FIELDS, view.days, name) as { date: string; close: number }[];
      expect(rows.map(({ date, close }) => [date, close])).toEqual([
        ...daily.map((day) => [isoDate(day), 100]),
        ...added.map((day) => [isoDate(day), 140]),
        ...days(wednesday, wednesday + Math.min(length, 5)).map((day) => [isoDate(day), 150]),
      ]);
      return expectNaive(model, stored, range, name);
    };
    const unmoved = await expectCloses(days(wednesday - 30, wednesday - 1), []);
    for (const [back, daily] of [
      [10, days(wednesday - 30, wednesday - 11)],
      [40, []],
    ] as const) {
      await model.put('base', [hour(wednesday - back, 140)]);
      const open = await expectCloses([...daily], [wednesday - back]);
      await settle(name);
      expect(await expectCloses([...daily], [wednesday - back])).toBe(open);
      await expectSummaries(model);
      await model.remove('base', [(wednesday - back) * MINUTES_PER_DAY + 15 * 60]);
      expect(await expectCloses(days(wednesday - 30, wednesday - 1), [])).toBe(unmoved);
    }
  });
});
