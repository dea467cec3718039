/**
 * Random bars for properties: coarse prices, so that ties are common, and all that a feed does: missing bars and
 * days, holes of weeks, early closes, DST changes, extended hours, weekends, trade around the clock.
 */
import fc from 'fast-check';
import { allocateBars } from '../../compute/market/bars.ts';
import { type SessionSpec, sessionSpec } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { numbers } from '../model/numbers.ts';
import { newYorkTime, weekdayNumber } from '../oracles/sessions.ts';
import { symbolData } from './market-data.ts';

export interface MarketRequest {
  seed: number;
  assetClass: AssetClass;
  intervalMin: number;
  /** First date, days since the epoch. */
  firstDay: number;
  days: number;
  /** When an equity trades: 09:30-16:00, 04:00-20:00, or always. */
  hours: 'regular' | 'extended' | 'always';
  /** Share of the bars that exist. */
  density: number;
  /** Prices move by up to so many ticks a bar. */
  ticks: number;
}

export function randomMarket(request: MarketRequest): SymbolData {
  const { assetClass, intervalMin, days, density, ticks } = request;
  const next = numbers(request.seed);
  const upTo = (n: number) => Math.floor(next() * (n + 1));
  const rows: number[][] = [];
  let price = 100;
  let day = request.firstDay;
  const limit = 40_000;
  for (let made = 0; made < days && rows.length < limit; made++, day++) {
    if (next() < 0.02) day += upTo(20);
    if (next() < 0.08) continue;
    let start = day * 1440;
    let end = start + 1440;
    if (assetClass !== 'crypto' && intervalMin < 1440 && request.hours !== 'always') {
      if (weekdayNumber(day) > 4) continue;
      start = request.hours === 'regular' ? newYorkTime(day, 9, 30) : newYorkTime(day, 4, 0);
      end = newYorkTime(day, request.hours === 'regular' ? 16 : 20, 0);
      start = Math.floor(start / intervalMin) * intervalMin;
    }
    if (next() < 0.1) end -= upTo(end - start);
    // A night's jump, now and then out of the range of the day before.
    price = Math.max(20, price + upTo(4 * ticks) - 2 * ticks);
    for (let minute = start; minute < end; minute += intervalMin) {
      if (next() > density) continue;
      const open = Math.max(10, price + (next() < 0.2 ? upTo(2) - 1 : 0));
      const close = Math.max(10, open + upTo(2 * ticks) - ticks);
      const high = Math.max(open, close) + (next() < 0.5 ? 0 : upTo(ticks));
      const low = Math.max(5, Math.min(open, close) - (next() < 0.5 ? 0 : upTo(ticks)));
      price = close;
      rows.push([minute, open, high, low, close, next() < 0.1 ? 0 : upTo(1000) / 8]);
    }
  }
  const bars = allocateBars(rows.length);
  rows.forEach(([minute, open, high, low, close, volume], i) => {
    bars.minute[i] = minute;
    bars.open[i] = open / 100;
    bars.high[i] = high / 100;
    bars.low[i] = low / 100;
    bars.close[i] = close / 100;
    bars.volume[i] = volume;
  });
  return symbolData(bars, 'RND', assetClass, intervalMin);
}

const DAY = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
/** Before both changes of the clock, before a turn of the year, before half days in summer and in winter, and over a leap day. */
const FIRST_DAYS = ['2024-03-01', '2024-10-25', '2023-12-20', '2024-07-01', '2024-11-25', '2024-02-20'].map(DAY);

/** Requests for markets; `intervals` in minutes. */
export function marketArbitrary(
  intervals: readonly number[] = [1, 5, 15, 30, 60, 240, 1440],
): fc.Arbitrary<MarketRequest> {
  return fc
    .record({
      seed: fc.nat(),
      assetClass: fc.constantFrom<AssetClass>('equity', 'etf', 'crypto'),
      intervalMin: fc.constantFrom(...intervals),
      firstDay: fc.constantFrom(...FIRST_DAYS),
      days: fc.integer({ min: 0, max: 90 }),
      hours: fc.constantFrom<MarketRequest['hours']>('regular', 'extended', 'always'),
      density: fc.constantFrom(1, 0.9, 0.5, 0.05),
      ticks: fc.constantFrom(0, 1, 2, 5, 30),
    })
    .map((request) => ({ ...request, days: Math.min(request.days, request.intervalMin * 20) }));
}

/** Session windows: the stored ones, and explicit times, also across midnight. */
export const sessionArbitrary: fc.Arbitrary<SessionSpec> = fc.oneof(
  fc.constantFrom(
    sessionSpec({ exchange: false, extended: false }),
    sessionSpec({ exchange: false, extended: true }),
    sessionSpec({ exchange: true, extended: false }),
    sessionSpec({ exchange: true, extended: true }),
  ),
  fc
    .record({
      startMin: fc.option(fc.constantFrom(0, 600, 810, 870, 1080, 1320), { nil: undefined }),
      endMin: fc.option(fc.constantFrom(0, 300, 840, 990, 1200, 1260, 1440), { nil: undefined }),
      extended: fc.boolean(),
    })
    .map(({ startMin, endMin, extended }) =>
      sessionSpec({
        exchange: false,
        extended,
        ...(startMin === undefined ? {} : { startMin }),
        ...(endMin === undefined ? {} : { endMin }),
      }),
    ),
);

/** A number in [0, 1], evenly spread. (Random doubles are not: most of them lie next to 0, and would cut nothing.) */
export const shareArbitrary: fc.Arbitrary<number> = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);

/** A range of dates inside (or a little around) what the data hold, by two numbers in [0, 1]. */
export function rangeOf(data: SymbolData, a: number, b: number): { from: number; to: number } {
  const { minute, length } = data.bars;
  if (length === 0) return { from: FIRST_DAYS[0], to: FIRST_DAYS[0] + 30 };
  const first = Math.floor(minute[0] / 1440) - 1;
  const last = Math.floor(minute[length - 1] / 1440) + 1;
  const at = (share: number) => first + Math.round(share * (last - first));
  return { from: at(Math.min(a, b)), to: at(Math.max(a, b)) };
}

/** Seed of the run's properties (see vitest.config.ts), for what draws outside a property. */
export function propertySeed(): number {
  return Number(process.env['PROPERTY_SEED']);
}
