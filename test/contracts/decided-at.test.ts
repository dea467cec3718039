/**
 * The bar that decides a field, held against the truth: with that bar as the last one the value is that of the whole
 * session, and up to the bar before it might still become another.
 */
import { describe, expect, it } from 'vitest';
import type { Field } from '../../compute/market/fields.ts';
import { numbers } from '../../compute/market/records.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
  windowOf,
} from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import type { AnyValues } from '../../compute/statistics/params.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { ALL_DATES, type Statistic } from '../../compute/statistics/statistic.ts';
import { defaultValues } from '../support/answer.ts';
import { hasMarketData, readMarketData, symbolData } from '../support/market-data.ts';
import { type MarketRequest, randomMarket } from '../support/random-market.ts';
import { rowOf, type Session, sessionsOf, spliced, standing } from '../support/standing.ts';

const MS = 60_000;
const all = await loadStatistics();

/** Of booleans: the time field of the bar that decides them. */
const deciding = ({ type, decidedAt, event }: Field) => (type === 'boolean' ? (decidedAt ?? event)?.field : undefined);
const statistics = all.filter(({ recordOf, fields }) => recordOf === 'session' && fields.some(deciding));
const everyField = statistics.flatMap(({ name, fields }) =>
  fields.filter(deciding).map((field) => `${name}.${field.name}`),
);

interface Counts {
  /** By `statistic.field`: how many sessions it was decided in, and how often it was open just before. */
  readonly decided: Map<string, number>;
  readonly open: Map<string, number>;
  /** And how often only the close decided. */
  readonly last: Map<string, number>;
}
const noCounts = (): Counts => ({ decided: new Map(), open: new Map(), last: new Map() });
const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** The value of a field. */
type Valued = (name: string) => number | undefined;
/** With the bars that start before a minute, then others; the clock at their end. */
type At = (minute: number, more?: readonly number[][]) => Valued;

/** Of the ranges and candles asked for here. */
const LONGEST_RANGE_MIN = 120;

const same = (a: number | undefined, b: number | undefined) => a === b || (Number.isNaN(a) && Number.isNaN(b));

function check(data: SymbolData, spec: SessionSpec, session: Session, given: AnyValues, counts: Counts): void {
  const { bars, meta } = data;
  const { date, first, end } = session;
  const rows = Array.from({ length: end - first }, (_, i) => rowOf(bars, first + i));
  const [last] = rows[rows.length - 1];
  const rangesEnd = windowOf(date, spec, meta).anchor + LONGEST_RANGE_MIN;
  const [, price] = rows[0];
  const bar = (minute: number, high: number, low: number) => [[minute, high, high, low, low, 5]];
  /** Whether some bar in the place of this one would give another value. */
  const isOpen = (at: At, minute: number, { name }: Field, value: number | undefined) =>
    [
      at(minute),
      at(minute, bar(minute, price * 100, price * 100)),
      at(minute, bar(minute, price / 100, price / 100)),
      at(minute, bar(minute, price * 100, price / 100)),
    ].some((other) => !same(other(name), value));
  for (const statistic of statistics) {
    const values = { ...defaultValues(statistic, meta.intervalMin), ...given };
    const valueOn = (some: SymbolData): Valued => {
      const { records } = statistic.compute(some, { session: spec, values }, ALL_DATES);
      const row = numbers(records, 'date').indexOf(date);
      return (name: string) => (row === -1 ? undefined : numbers(records, name)[row]);
    };
    const known = new Map<string, Valued>();
    const at: At = (minute, more = []) => {
      const key = `${minute} ${more.map(String)}`;
      const kept = [...rows.filter(([start]) => start < minute), ...more];
      if (!known.has(key))
        known.set(key, valueOn(standing(data, first, kept, minute + more.length * meta.intervalMin)));
      return known.get(key)!;
    };
    const whole = valueOn(data);
    for (const field of statistic.fields) {
      const time = deciding(field);
      if (time === undefined) continue;
      const decider = (whole(time) ?? Number.NaN) / MS;
      const name = `${statistic.name}.${field.name}`;
      const value = whole(field.name);
      if (Number.isNaN(decider)) {
        // Nothing decided it: the last bar still might.
        if (values.fill_cutoff !== undefined) continue; // Its observation ends before the session.
        if (!field.decidedAt || last < rangesEnd || value === undefined || Number.isNaN(value)) continue;
        expect([`${name} of ${date}`, isOpen(at, last, field, value)]).toEqual([`${name} of ${date}`, true]);
        add(counts.last, name);
        continue;
      }
      const where = `${name} of ${date}, decided by the bar of ${decider}`;
      expect([where, at(decider + meta.intervalMin)(field.name)]).toEqual([where, value]);
      add(counts.decided, name);
      // Its first bar may be what makes the session what it is.
      if (decider === rows[0][0]) continue;
      expect([where, isOpen(at, decider, field, value)]).toEqual([where, true]);
      add(counts.open, name);
    }
  }
}

const MARKET: MarketRequest = {
  seed: 21,
  assetClass: 'equity',
  intervalMin: 15,
  firstDay: Date.UTC(2024, 1, 5) / 86_400_000,
  days: 70,
  hours: 'extended',
  density: 0.9,
  ticks: 5,
};

describe('a field that a bar decides', () => {
  it('is what it will be at the end of that bar, and not before it', { timeout: 240_000 }, () => {
    const counts = noCounts();
    const cases: [Partial<MarketRequest>, SessionSpec, AnyValues][] = [
      [{}, DEFAULT_SESSION, {}],
      [{ seed: 22, ticks: 2 }, EXCHANGE_SESSION, { orb_minutes: 30, breakout_criteria: 'close', fill_cutoff: 1000 }],
      [{ seed: 23, ticks: 1, days: 50 }, EXTENDED_SESSION, { fill_criteria: 'close', candle_minutes: 120 }],
      [{ seed: 24, density: 0.3 }, DEFAULT_SESSION, { orb_minutes: 60, ib_minutes: 30 }],
      [{ seed: 25, assetClass: 'crypto', hours: 'always', days: 40 }, DEFAULT_SESSION, {}],
    ];
    for (const [market, spec, values] of cases) {
      const data = randomMarket({ ...MARKET, ...market });
      const sessions = sessionsOf(data, spec).slice(1);
      for (const session of sessions) check(data, spec, session, values, counts);
    }
    const seldom = everyField.filter((name) => (counts.decided.get(name) ?? 0) < 5 || (counts.open.get(name) ?? 0) < 5);
    expect(seldom).toEqual([]);
    expect([...counts.last.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(500);
  });

  it.runIf(hasMarketData)('on real bars', { timeout: 120_000 }, () => {
    const file = readMarketData('bars/lean/SPY_1m.csv.gz');
    const rows = Array.from({ length: Math.min(file.bars.length, 8_000) }, (_, i) => rowOf(file.bars, i));
    const data = symbolData(spliced(file.bars, 0, rows), 'SPY', 'etf', 1);
    const counts = noCounts();
    for (const session of sessionsOf(data, EXCHANGE_SESSION).slice(1))
      check(data, EXCHANGE_SESSION, session, {}, counts);
    expect([...counts.decided.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(60);
  });
});

describe('a daily bar', () => {
  it('decides nothing before its close', () => {
    const data = randomMarket({ ...MARKET, intervalMin: 1440, days: 200 });
    let decided = 0;
    for (const statistic of statistics.filter(({ needsIntraday }: Statistic) => !needsIntraday)) {
      const values = defaultValues(statistic, 1440);
      const { records } = statistic.compute(data, { session: DEFAULT_SESSION, values }, ALL_DATES);
      for (const field of statistic.fields) {
        const time = deciding(field);
        if (time === undefined) continue;
        decided += records.length;
        expect(numbers(records, time).every(Number.isNaN)).toBe(true);
      }
    }
    expect(decided).toBeGreaterThan(1000);
  });
});
