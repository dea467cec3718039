/**
 * A symbol with daily bars beside shorter ones: whatever the order in which they come, are corrected and deleted, its
 * answers are those of the daily bars before the first date of the shorter ones, and of the shorter ones from there on,
 * each made the naive way; stored or on demand, settled or not.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SymbolInfo, ViewRequest } from '../compute/answers/answers.ts';
import { StoreAnswers } from '../compute/answers/store-answers.ts';
import { createCaches } from '../compute/engine/caches.ts';
import { runJob } from '../compute/engine/job.ts';
import { TIME_WINDOWS } from '../compute/engine/range.ts';
import { findBehind } from '../compute/engine/state.ts';
import { runSummaries } from '../compute/engine/summary-job.ts';
import { summaryTableName } from '../compute/engine/tables/schema.ts';
import { unitsOf } from '../compute/engine/tables/units.ts';
import { type BarColumns, barsFromTuples } from '../compute/market/bars.ts';
import { rowObjects } from '../compute/market/records/render.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
} from '../compute/market/sessions/spec.ts';
import { Summaries } from '../compute/materialize/summaries.ts';
import { DAY_FIELDS } from '../compute/statistics/days.ts';
import { type DateRange, type Statistic, SymbolData } from '../compute/statistics/statistic.ts';
import { renderSummary, SummaryFields } from '../compute/statistics/summary-fields.ts';
import { undoImport } from '../ingest/import-undo.ts';
import { Landing } from '../ingest/landing/index.ts';
import { writePolicy } from '../ingest/retention/policies.ts';
import { Retention } from '../ingest/retention/run.ts';
import { fixedClock, systemClock } from '../lib/clock.ts';
import { isoDate, isoMonday, MINUTES_PER_DAY, parseIsoDate } from '../lib/days.ts';
import { newYorkDay } from '../lib/new-york.ts';
import type { AssetClass } from '../lib/symbol.ts';
import { naiveBos, naiveBosSummary, shownEvent } from './oracles/bos.ts';
import { naiveFvg, naiveFvgSummary, shownFvg } from './oracles/fvg.ts';
import { naiveGaps as naiveOpenGaps, shownGap as shownOpenGap } from './oracles/gap.ts';
import { naiveSummary as naiveGapSummary } from './oracles/gap-answers.ts';
import { naiveInside, naiveInsideSummary, shownInside } from './oracles/insideday.ts';
import { naiveOwcSummary, naiveWeeks, shownWeek } from './oracles/owc.ts';
import { naivePdhlb } from './oracles/pdhlb.ts';
import { naiveGaps, naiveSummary as naivePrevcloseSummary, shownGap } from './oracles/prevclose.ts';
import { naiveSeasonality } from './oracles/seasonality.ts';
import { naiveSymbol } from './oracles/sessions.ts';
import { naiveTrend } from './oracles/trend.ts';
import { defaultValues } from './support/answer.ts';
import { endpointAnswers } from './support/endpoint-answers.ts';
import { openProjection } from './support/projection.ts';
import { propertySeed, randomMarket } from './support/random-market.ts';

type Bar = readonly [minute: number, open: number, high: number, low: number, close: number, volume: number];
type Shown = Record<string, unknown>;

const seed = propertySeed();
const FIRST = parseIsoDate('2024-02-26')!;
/** That the live tail reaches back. */
const NEAR_DAYS = 45;
/** Statistics that need shorter bars: daily ones change nothing in them. */
const INTRADAY = ['orb', 'odc', 'ib', 'intraday', 'news'];

let opened: Awaited<ReturnType<typeof openProjection>>;
let landing: Landing;
let summaries: Summaries;
let stored: StoreAnswers;
let onDemand: StoreAnswers;

beforeAll(async () => {
  opened = await openProjection();
  const { store, statistics } = opened;
  landing = await Landing.open({ store });
  summaries = new Summaries({ store, statistics, run: runSummaries, clock: systemClock });
  [stored, onDemand] = [openAnswers(true), openAnswers(false)];
});
afterAll(async () => {
  await stored?.close();
  await onDemand?.close();
  await opened?.close();
});

function openAnswers(useStored: boolean): StoreAnswers {
  const { store, statistics } = opened;
  return new StoreAnswers({
    ...{ store, statistics, useStored, pool: { answer: (job) => runJob(job) }, nowMs: () => Date.now() },
    ...{ maxBarsPerRequest: 2_000_000, caches: createCaches(store.reader), deadlineMs: 60_000 },
  });
}

/** Two series of a symbol as plain maps, and the events that make the store the same. */
class Model {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly base = new Map<number, Bar>();
  readonly daily = new Map<number, Bar>();

  constructor(symbol: string, assetClass: AssetClass, intervalMin: number) {
    [this.symbol, this.assetClass, this.intervalMin] = [symbol, assetClass, intervalMin];
  }

  async put(series: 'base' | 'daily', bars: readonly Bar[]): Promise<void> {
    const interval = series === 'daily' ? '1d' : `${this.intervalMin}m`;
    await this.#push(
      bars.map(([minute, open, high, low, close, volume]) => {
        this[series].set(minute, [minute, open, high, low, close, volume]);
        return { ts: minute * 60_000, interval, open, high, low, close, volume };
      }),
    );
  }

  async remove(series: 'base' | 'daily', minutes: readonly number[]): Promise<void> {
    const interval = series === 'daily' ? { interval: '1d' } : {};
    await this.#push(
      minutes.map((minute) => {
        this[series].delete(minute);
        return { ts: minute * 60_000, ...interval, deleted: true };
      }),
    );
  }

  async #push(events: readonly object[]): Promise<void> {
    const { symbol, assetClass: asset_class } = this;
    const pushed = events.map((event) => ({
      key: symbol,
      value: JSON.stringify({ symbol, asset_class, ...event }),
    }));
    const result = await landing.landEvents('bars', [pushed]);
    expect(result.deadLetters).toEqual({});
  }

  /** First date of the shorter bars. */
  get until(): number {
    const first = Math.min(...this.base.keys());
    return this.assetClass === 'crypto' ? Math.floor(first / MINUTES_PER_DAY) : newYorkDay(first);
  }

  data(series: 'base' | 'daily'): SymbolData {
    const inOrder = [...this[series].values()].sort(([a], [b]) => a - b);
    const until = this.until * MINUTES_PER_DAY;
    const bars = barsFromTuples(series === 'base' ? inOrder : inOrder.filter(([minute]) => minute < until));
    const intervalMin = series === 'base' ? this.intervalMin : MINUTES_PER_DAY;
    return dataOf(this, bars, intervalMin);
  }

  /** The daily bars with one on a date of the shorter ones: it shows that the week before is over. */
  dailyClosed(date: number | undefined): SymbolData {
    if (date === undefined) return this.data('daily');
    const { bars } = this.data('daily');
    const rows = Array.from({ length: bars.length }, (_, i) => tuple(bars, i));
    return dataOf(this, barsFromTuples([...rows, [date * MINUTES_PER_DAY, 1, 1, 1, 1, 0]]), MINUTES_PER_DAY);
  }
}

const tuple = ({ minute, open, high, low, close, volume }: BarColumns, i: number): Bar => [
  ...([minute[i], open[i], high[i], low[i], close[i], volume[i]] as const),
];

function dataOf(
  { symbol, assetClass }: Pick<Model, 'symbol' | 'assetClass'>,
  bars: BarColumns,
  intervalMin: number,
): SymbolData {
  const last = bars.length === 0 ? Number.NEGATIVE_INFINITY : bars.minute[bars.length - 1];
  return new SymbolData({
    meta: { symbol, assetClass, intervalMin },
    ...{ bars, clock: { lastBarStart: last, lastBarEnd: last + intervalMin }, reachesStart: true, reachesEnd: true },
  });
}

function sessionsOf({ assetClass }: Model): { served: SessionSpec[]; others: SessionSpec[] } {
  return assetClass === 'crypto'
    ? { served: [EXTENDED_SESSION], others: [DEFAULT_SESSION] }
    : { served: [DEFAULT_SESSION, EXCHANGE_SESSION], others: [EXTENDED_SESSION] };
}

interface Naive {
  readonly rows: Shown[];
  /** Whole, where the oracle makes it of records; else of each side: every case is one of either. */
  readonly summary?: Shown;
  readonly sides?: readonly [Shown, Shown];
}

const FVG = { timeframe: '1D' as const, maxBars: 50, useCloses: false };
const BOS = { timeframe: '1D' as const, swingLength: 1, criteria: 'close' as const, followBars: 3 };

/** By statistic: the values asked for, and the answer from the two series. */
const NAIVE: Record<string, { values?: Shown; of(model: Model, session: SessionSpec, range: DateRange): Naive }> = {
  trend: {
    of(model, session, range) {
      const sides = both(model, (data) => naiveTrend(naiveSymbol(data), session, { range }));
      return { rows: sides.flatMap(({ raw }) => raw), sides: [sides[0].summary, sides[1].summary] };
    },
  },
  gap: {
    of(model, session, range) {
      const question = { session, ...range };
      const rows = both(model, (data) => naiveOpenGaps(data, question).map(shownOpenGap));
      return { rows: rows.flat() as never, sides: both(model, (data) => naiveGapSummary(data, question, 'custom')) };
    },
  },
  prevclose: {
    of(model, session, range) {
      const question = { session, ...range, criteria: 'wick' as const, minGapPct: 0 };
      const rows = both(model, (data) => naiveGaps(data, question).map(shownGap));
      const sides = both(model, (data) => naivePrevcloseSummary(data, question, 'custom'));
      return { rows: rows.flat(), sides };
    },
  },
  pdhlb: {
    of(model, session, range) {
      const [daily, base] = both(model, (data) => naivePdhlb(naiveSymbol(data), session, { range }));
      const otherwise = { volume_ratio_high: null, volume_ratio_low: null };
      return {
        rows: [...daily.raw.map((row) => ({ ...row, ...otherwise })), ...base.raw],
        sides: [daily.summary, base.summary],
      };
    },
  },
  insideday: {
    of(model, session, range) {
      const days = both(model, (data) => naiveInside(data, { session, ...range })).flat();
      const summary = naiveInsideSummary(model.symbol, days, undefined);
      return { rows: days.map((day) => shownInside(model.symbol, day)), summary };
    },
  },
  owc: {
    of(model, session, range) {
      const monday = isoMonday(model.until);
      const dated = (series: 'base' | 'daily') => model.data(series).sessions(session).date;
      const isDivided = dated('daily').some((date) => date >= monday);
      const daily = naiveWeeks(naiveSymbol(model.dailyClosed(model.until)), session, 1).filter(
        ({ date }) => isoMonday(date) < monday,
      );
      const base = naiveWeeks(naiveSymbol(model.data('base')), session, 1)
        .filter(({ date }) => !isDivided || isoMonday(date) > monday)
        // What is known of the divided week is no week to compare with.
        .map((week) => (isDivided && isoMonday(week.date) === monday + 7 ? { ...week, before: [] } : week));
      const weeks = [...daily, ...base].filter(({ date }) => date >= range.from && date <= range.to);
      const complete = weeks.filter((week) => week.complete);
      return {
        rows: weeks.map((week) => shownWeek(model.symbol, week)),
        summary: naiveOwcSummary(model.symbol, complete, 1),
      };
    },
  },
  fvg: {
    values: { timeframe: '1D' },
    of(model, session, { from, to }) {
      const all = both(model, (data) => naiveFvg(data, session, FVG)).flat();
      const gaps = all.filter(({ day }) => day >= from && day <= to);
      const summary = naiveFvgSummary(model.symbol, gaps, FVG, 'custom');
      return { rows: gaps.map((gap) => shownFvg(model.symbol, '1D', gap)), summary };
    },
  },
  bos: {
    values: { timeframe: '1D', swing_length: 1, follow_bars: 3 },
    of(model, session, range) {
      const [daily, base] = both(model, (data) => naiveBos(data, session, BOS));
      const inside = [...daily, ...base].filter(({ day }) => day >= range.from && day <= range.to);
      const of = (events: typeof daily) => naiveBosSummary(model.symbol, events, range, {}, BOS, 'custom') as Shown;
      return { rows: inside.map((event) => shownEvent(model.symbol, '1D', event)), sides: [of(daily), of(base)] };
    },
  },
};

function both<T>(model: Model, of: (data: SymbolData) => T): readonly [T, T] {
  return [of(model.data('daily')), of(model.data('base'))];
}

/** Every rate rests on the cases of both sides: none of them lies across the joint. */
function expectUnion(name: string, summary: Shown, [daily, base]: readonly [Shown, Shown]): void {
  const cases = (side: Shown, path: string) => {
    const n = ((side['confidence'] as Record<string, { n: number }>)[path]?.n ?? 0) as number;
    return { n, hits: Math.round(((valueAt(side, path) ?? 0) * n) / 100) };
  };
  const paths = [summary, daily, base].flatMap((one) => Object.keys(one['confidence'] as object));
  for (const path of new Set(paths)) {
    const [a, b] = [cases(daily, path), cases(base, path)];
    expect(cases(summary, path), `${name} ${path}`).toEqual({ n: a.n + b.n, hits: a.hits + b.hits });
  }
  for (const count of ['total_days', 'total_gaps', 'total_events', 'sample_size']) {
    if (count in summary) expect(summary[count], `${name} ${count}`).toBe(Number(daily[count]) + Number(base[count]));
  }
}

function valueAt(summary: Shown, path: string): number | null {
  let at: unknown = summary;
  for (const name of path.split('.')) at = (at as Shown | undefined)?.[name];
  return at as number | null;
}

function requestOf(
  statistic: Statistic,
  symbol: SymbolInfo,
  session: SessionSpec,
  range: DateRange,
  own: Shown = {},
): ViewRequest {
  const values = { ...defaultValues(statistic, symbol.intervalMin), ...own };
  const dates = { startDate: range.from, endDate: range.to };
  return {
    ...{ statistic, symbol, session, values, withDailies: true },
    range: { months: 12, timeWindow: '12M', ...dates },
  };
}

async function symbolOf(answers: StoreAnswers, name: string): Promise<SymbolInfo> {
  answers.invalidate();
  return (await answers.symbol(name))!;
}

/** Every answer of every statistic that daily bars serve, held against the naive ones. */
async function expectNaive(model: Model, answers: StoreAnswers, range: DateRange, label: string): Promise<string> {
  const symbol = await symbolOf(answers, model.symbol);
  const all: unknown[] = [];
  for (const session of sessionsOf(model).served) {
    for (const statistic of opened.statistics.filter(({ name }) => name in NAIVE)) {
      const { values, of } = NAIVE[statistic.name];
      const expected = of(model, session, range);
      const request = requestOf(statistic, symbol, session, range, values);
      const { view, warnings } = await answers.view(request);
      const said = `${label}: ${statistic.name} ${session.mode}`;
      expect(rowObjects(statistic.fields, view.records, model.symbol), said).toEqual(expected.rows);
      const summary = renderSummary(
        new SummaryFields(statistic.summary.fields),
        (await answers.summary(request, statistic.summary)).summary,
      );
      if (expected.summary) expect(summary, said).toEqual({ ...expected.summary, time_window: 'custom' });
      else expectUnion(said, summary, expected.sides!);
      all.push(endpointAnswers(statistic, view), summary, warnings);
    }
    expectSeasonality(model, session, range, await seasonality(answers, symbol, session, range));
  }
  return JSON.stringify(all);
}

const SEGMENTS = ['weekday', 'week', 'month'] as const;

async function seasonality(answers: StoreAnswers, symbol: SymbolInfo, session: SessionSpec, range: DateRange) {
  const statistic = opened.statistics.find(({ name }) => name === 'seasonality')!;
  const { view } = await answers.view(requestOf(statistic, symbol, session, range));
  return endpointAnswers(statistic, view) as Record<string, Shown[]>;
}

/** Counts and means of segments; the mean of both sides' returns is that of all of them. */
function expectSeasonality(model: Model, session: SessionSpec, range: DateRange, answer: Record<string, Shown[]>) {
  const ask = { type: 'weekday', direction: 'top', sortBy: 'median_return_pct', limit: 10 } as never;
  const of = (data: SymbolData, to: number) =>
    naiveSeasonality(naiveSymbol(data), session, { ...(ask as object), range: { from: range.from, to } } as never);
  // No return is asked of the session that closes the daily ones. Weekends are none here.
  const next = model
    .data('base')
    .sessions(session)
    .date.find((date) => new Date(date * 864e5).getUTCDay() % 6 !== 0);
  const sides = [of(model.dailyClosed(next), Math.min(range.to, model.until - 1)), of(model.data('base'), range.to)];
  for (const segment of SEGMENTS) {
    const name = segment === 'week' ? 'week_number' : segment;
    const sums = new Map<unknown, { count: number; sum: number }>();
    for (const side of sides) {
      for (const row of side.lists[segment] as unknown as Shown[]) {
        const known = sums.get(row[name]) ?? { count: 0, sum: 0 };
        const count = Number(row['count']);
        sums.set(row[name], { count: known.count + count, sum: known.sum + count * Number(row['avg_return_pct']) });
      }
    }
    const shown = answer[`/${segment}`].map((row) => [row[name], row['count'], row['avg_return_pct']]);
    const byName = ([a]: unknown[], [b]: unknown[]) => (String(a) < String(b) ? -1 : 1);
    expect(shown.sort(byName), `seasonality ${segment} ${session.mode}`).toEqual(
      [...sums].map(([key, { count, sum }]) => [key, count, expect.closeTo(sum / count, 2)] as unknown[]).sort(byName),
    );
  }
}

/** Windows and statistics that daily bars do not serve: as if there were none. */
async function expectUnserved(model: Model, range: DateRange): Promise<void> {
  const symbol = await symbolOf(stored, model.symbol);
  for (const statistic of opened.statistics) {
    const { served, others } = sessionsOf(model);
    for (const session of INTRADAY.includes(statistic.name) ? [...served, ...others] : others) {
      const request = requestOf(statistic, symbol, session, range);
      const { daily: _, ...alone } = symbol;
      const { view, warnings } = await stored.view(request);
      const without = await stored.view({ ...request, symbol: alone });
      expect(endpointAnswers(statistic, view), statistic.name).toEqual(endpointAnswers(statistic, without.view));
      const told = warnings.filter((text) => text.startsWith('1d bars from'));
      const isAsked = symbol.daily && range.from < symbol.daily.until && range.to >= symbol.daily.first;
      expect(told, statistic.name).toHaveLength(isAsked && !statistic.events ? 1 : 0);
    }
  }
}

/** Stored summaries are those that `/summary` computes, and what it answers. */
async function expectSummaries(model: Model): Promise<void> {
  const symbol = await symbolOf(stored, model.symbol);
  // It has no record in memory.
  const served = openAnswers(true);
  for (const statistic of opened.statistics) {
    const rows = await opened.store.reader.query<{ key: string; summary: string }>(
      `SELECT concat(session, '|', variant, '|', time_window) AS key, summary
       FROM ${summaryTableName(statistic)} FINAL WHERE symbol = {symbol:String}`,
      { symbol: model.symbol },
    );
    const found = new Map(rows.map(({ key, summary }) => [key, summary]));
    const fields = new SummaryFields(statistic.summary.fields);
    for (const { session, spec, variant, values: own } of unitsOf(statistic, symbol)) {
      for (const [timeWindow, months] of Object.entries(TIME_WINDOWS)) {
        const text = found.get(`${session}|${variant}|${timeWindow}`);
        if (text === undefined) continue;
        const values = { ...defaultValues(statistic, symbol.intervalMin), ...own };
        const request = { statistic, symbol, session: spec, values, range: { months, timeWindow }, withDailies: true };
        const { view, ...about } = await stored.view(request);
        const summary = renderSummary(fields, statistic.summary.summarize(view));
        expect(text, `${statistic.name} ${session} ${variant}`).toBe(JSON.stringify(summary));
        const answer = await served.summary(request, statistic.summary);
        expect(answer, `${statistic.name} ${session} ${variant} served`).toEqual({ ...about, summary });
      }
    }
  }
  await served.close();
}

async function settle(symbol: string): Promise<void> {
  await opened.projector.project(symbol);
  const behind = await findBehind(opened.store.reader, opened.projector.definitions);
  expect(behind.filter((one) => one.symbol === symbol)).toEqual([]);
  await summaries.refreshAll(await summaries.behind());
}

const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const acts = fc.record({
  series: fc.constantFrom('base' as const, 'daily' as const),
  act: fc.constantFrom('put' as const, 'put' as const, 'correct' as const, 'remove' as const),
  from: share,
  to: share,
});
const cases = fc.record({
  seed: fc.nat(),
  assetClass: fc.constantFrom<AssetClass>('equity', 'crypto'),
  hours: fc.constantFrom('regular' as const, 'extended' as const),
  acts: fc.array(acts, { minLength: 1, maxLength: 5 }),
  first: fc.constantFrom('base' as const, 'daily' as const),
  from: share,
  to: share,
});

function part<T>(list: readonly T[], a: number, b: number): T[] {
  return list.slice(Math.floor(Math.min(a, b) * list.length), Math.ceil(Math.max(a, b) * list.length) + 1);
}

const raised = ([minute, open, high, low, close, volume]: Bar): Bar => [
  ...([minute, open, high + 0.05, low, close, volume + 1] as const),
];

let drawn = 0;

describe('random histories of both series', () => {
  it('answer as the two series do, one behind the other', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const model = new Model(`MIX${drawn++}`, one.assetClass, 60);
        const common = { seed: one.seed, assetClass: one.assetClass, hours: one.hours, ticks: 5 } as const;
        const market = (request: { intervalMin: number; firstDay: number; days: number; density: number }) => {
          const { bars } = randomMarket({ ...common, ...request });
          return Array.from({ length: bars.length }, (_, i) => tuple(bars, i));
        };
        const source = {
          base: market({ intervalMin: 60, firstDay: FIRST + 40, days: 40, density: 0.9 }),
          daily: market({ intervalMin: 1440, firstDay: FIRST, days: 90, density: 0.95 }).filter(
            ([minute]) => one.assetClass === 'crypto' || new Date(minute * 60_000).getUTCDay() % 6 !== 0,
          ),
        };
        // A part of each is there at first, in either order.
        const second = one.first === 'base' ? 'daily' : 'base';
        await model.put(one.first, part(source[one.first], 0.3, 0.8));
        await settle(model.symbol);
        await model.put(second, part(source[second], 0.2, 0.7));
        for (const { series, act, from, to } of one.acts) {
          const keys = part([...model[series].keys()], from, Math.min(to, from + 0.1));
          if (act === 'put') await model.put(series, part(source[series], from, to));
          else if (act === 'correct')
            await model.put(
              series,
              keys.map((key) => raised(model[series].get(key)!)),
            );
          else if (keys.length < model[series].size) await model.remove(series, keys);
        }
        const range = { from: FIRST + Math.round(20 * one.from), to: FIRST + 50 + Math.round(50 * one.to) };
        // Changes farther back than the live tail show once they are stored; on demand at once.
        const { unsettled, lastDay } = await symbolOf(stored, model.symbol);
        const isFar = unsettled?.days.some(
          ({ kind, day, dirty }) => kind === 'bars' && dirty && day < lastDay - NEAR_DAYS,
        );
        const open = await expectNaive(model, isFar ? onDemand : stored, range, 'not settled');
        await settle(model.symbol);
        expect(await expectNaive(model, stored, range, 'settled')).toBe(open);
        expect(await expectNaive(model, onDemand, range, 'on demand')).toBe(open);
        await expectUnserved(model, range);
        await expectSummaries(model);
      }),
      // Smaller cases would take longer than the test may.
      { seed, numRuns: 4, endOnFailure: true },
    );
  });
});

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
        ...{ symbol: 'BATCH', asset_class: 'equity', ts: minute * 60_000, interval },
        ...{ open: 10, high: 11, low: 9, close: 10, volume: 5 },
      }),
    });
    const events = [value(at - 1440, '1d'), value(at + 900, '5m'), value(at, '1d'), value(at + 901, '1m')];
    const result = await landing.landEvents('bars', [events]);
    expect(result).toMatchObject({ landed: 3, deadLetters: { interval_conflict: 1 } });
    expect(landing.registry.get('BATCH')).toMatchObject({ intervalMin: 5 });
    expect([await rows('bars', 'BATCH'), await rows('bars_daily', 'BATCH')]).toEqual([1, 2]);
  });

  it('moves the daily bars of a symbol, its tombstones too, when shorter ones come, and back when it is set', async () => {
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
            ...{ symbol: 'MOVED', asset_class: 'equity', ts: (at - 1440) * 60_000, interval: '1d' },
            ...{ open: 10, high: 11, low: 9, close: 10, volume: 5 },
          }),
        },
      ],
    ]);
    expect(again).toMatchObject({ landed: 0, duplicates: 1 });
    await model.remove('base', [at + 900]);
    await landing.setSymbol('MOVED', 'equity', 1440);
    expect([await rows('bars', 'MOVED'), await rows('bars_daily', 'MOVED')]).toEqual([2, 0]);
    await settle('MOVED');
    expect(await symbolOf(stored, 'MOVED')).toMatchObject({ intervalMin: 1440, firstBar: at - 4320 });
  });

  it('undoes imports of daily bars that have moved since', async () => {
    const event = (day: number, close: number) => ({
      key: 'UNDONE',
      value: JSON.stringify({
        ...{ symbol: 'UNDONE', asset_class: 'equity', ts: (at - 1440 * day) * 60_000, interval: '1d' },
        ...{ open: 10, high: 12, low: 9, close, volume: 5 },
      }),
    });
    const closes = async (table: string) =>
      (
        await opened.store.reader.query<{ close: number }>(
          `SELECT close FROM market.${table} FINAL WHERE symbol = 'UNDONE' ORDER BY ts`,
        )
      ).map(({ close }) => close);
    const [first, second] = ['00000001-aaaa', '00000002-bbbb'];
    await landing.landEvents('bars', [[event(3, 10), event(2, 10)]], { importId: first });
    await landing.landEvents('bars', [[event(2, 11)]], { importId: second });
    await new Model('UNDONE', 'equity', 60).put('base', [one(at + 900)]);
    await landing.landEvents('bars', [[event(1, 12)]], { importId: second });
    expect([await closes('bars'), await closes('bars_daily')]).toEqual([[10], [10, 11, 12]]);
    const undo = (id: string, undone: string[]) =>
      undoImport(id, { reader: opened.store.reader, target: landing, undone: new Set(undone) });
    expect(await undo(second, [second])).toMatchObject({ restored: 1, deleted: 1 });
    expect([await closes('bars'), await closes('bars_daily')]).toEqual([[10], [10, 10]]);
    expect(await undo(first, [first, second])).toMatchObject({ restored: 0, deleted: 2 });
    expect([await closes('bars'), await closes('bars_daily')]).toEqual([[10], []]);
  });

  it('keeps each series as long as the policy of its interval says', async () => {
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

  it('drops both series of a symbol', async () => {
    const model = new Model('GONE', 'equity', 60);
    await model.put('base', [one(at + 900)]);
    await model.put('daily', [one(at - 1440)]);
    const { tables } = await landing.dropSymbol('GONE');
    expect(tables).toContain('bars_daily');
    expect([await rows('bars', 'GONE'), await rows('bars_daily', 'GONE')]).toEqual([0, 0]);
  });
});
