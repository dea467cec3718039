import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate, parseIsoDate } from '../../lib/days.ts';
import { adjustedBars, type PlainBar, type PlainSplit } from '../../test/oracles/adjusted.ts';
import { hasMarketData, readMarketData } from '../../test/support/market-data.ts';
import {
  adjust,
  barsFromTuples,
  factorsOf,
  parseSplits,
  type Split,
  sliceBars,
  splitLike,
  splitsText,
} from './bars.ts';

const META = { symbol: 'T', assetClass: 'equity' as const, intervalMin: 30 };
const day = (text: string) => parseIsoDate(text)!;
const minute = (text: string) => Date.parse(`${text}:00Z`) / 60_000;
const columns = (bars: readonly PlainBar[]) =>
  barsFromTuples(bars.map((bar) => [bar.minute, bar.open, bar.high, bar.low, bar.close, bar.volume]));
const plain = (bars: ReturnType<typeof columns>): PlainBar[] =>
  Array.from({ length: bars.length }, (_, i) => ({
    minute: bars.minute[i],
    open: bars.open[i],
    high: bars.high[i],
    low: bars.low[i],
    close: bars.close[i],
    volume: bars.volume[i],
  }));
const flat = (time: string, price: number): PlainBar => ({
  minute: minute(time),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 100,
});

/** Volumes are not rounded; their last bits depend on the order in which the ratios of a day are multiplied. */
const toDigits = (bars: readonly PlainBar[]) =>
  bars.map((bar) => ({ ...bar, volume: Number(bar.volume.toPrecision(12)) }));

describe('adjusted bars', () => {
  it('begin again at midnight of New York on the date of the action', () => {
    // 4:1 on 10 June 2024: the evening of the 9th in New York is the 10th in UTC already.
    const bars = columns([
      flat('2024-06-07T19:30', 1200),
      flat('2024-06-10T03:30', 1240),
      flat('2024-06-10T04:00', 310),
    ]);
    const factors = factorsOf([{ day: day('2024-06-10'), ratio: 4 }], META);
    expect(plain(adjust(bars, factors)).map(({ close, volume }) => [close, volume])).toEqual([
      [300, 400],
      [310, 400],
      [310, 100],
    ]);
    const daily = columns([flat('2024-06-07T00:00', 1200), flat('2024-06-10T00:00', 310)]);
    const ofDaily = factorsOf([{ day: day('2024-06-10'), ratio: 4 }], { ...META, intervalMin: 1440 });
    expect(plain(adjust(daily, ofDaily)).map(({ close }) => close)).toEqual([300, 310]);
  });

  it('are none where the splits together leave nothing of a price: that is reported, with the symbol', () => {
    const splits = (count: number, ratio: number) =>
      Array.from({ length: count }, (_, i) => ({ day: day('2024-06-10') + i, ratio }));
    expect(factorsOf(splits(2, 1e5), META)?.shares[0]).toBe(1e10);
    for (const ratio of [1e5, 1e-5])
      for (const count of [3, 80])
        expect(() => factorsOf(splits(count, ratio), META)).toThrow(/the splits of T divide prices by/);
  });

  it('are those of the oracle, whichever part of them is read', () => {
    const first = day('2024-03-04');
    const action = fc.record({
      after: fc.nat(20),
      value: fc.constantFrom(2, 3, 4, 7, 1.5, 0.1, 1 / 3),
    });
    const bar = fc.record({ after: fc.nat(20 * 48 - 1), price: fc.integer({ min: 300, max: 90_000 }) });
    const property = fc.property(
      fc.uniqueArray(bar, { selector: ({ after }) => after, minLength: 1, maxLength: 60 }),
      fc.array(action, { maxLength: 5 }),
      fc.nat(59),
      (some, given, cut) => {
        const bars = [...some]
          .sort((a, b) => a.after - b.after)
          .map(({ after, price }) => ({ ...flat('2024-03-04T00:00', price / 100), minute: first * 1440 + after * 30 }));
        const actions = given.map(({ after, value }): PlainSplit => ({ exDate: isoDate(first + after), ratio: value }));
        const expected = adjustedBars(bars, actions);
        const splits = actions.map(({ exDate, ratio }): Split => ({ day: day(exDate), ratio }));
        const factors = factorsOf(splits, META);
        const adjusted = (from: number) =>
          toDigits(plain(adjust(sliceBars(columns(bars), from, bars.length), factors)));
        expect(adjusted(0)).toEqual(toDigits(expected));
        const from = Math.min(cut, bars.length);
        expect(adjusted(from)).toEqual(toDigits(expected.slice(from)));
        expect(parseSplits(splitsText(splits))).toEqual(splits);
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});

it.each([
  // Openings over the close before.
  [0.5, '2:1'],
  [0.252, '4:1'],
  [0.667, '3:2'],
  [0.101, '10:1'],
  [10.2, '1:10'],
  [0.05, '20:1'],
  [0.72, null],
  [1.35, null],
  [0.8, null],
])('an opening of %d times the close before looks like %s', (x, split) => {
  expect(splitLike(x)).toBe(split);
});

/** Raw bars of 1998 to 2021, and the closes that quote pages show of them today, adjusted for splits. */
it.skipIf(!hasMarketData)("Apple's four splits: its bars show them, and adjusted they are the published ones", () => {
  const { bars, meta } = readMarketData('daily/lean/AAPL_1d.csv.gz');
  const rowOf = (date: string) => bars.minute.indexOf(day(date) * 1440);
  const splits = parseSplits('2000-06-21=2,2005-02-28=2,2014-06-09=7,2020-08-31=4');
  const seen = splits.map(({ day: date }) => {
    const row = rowOf(isoDate(date));
    return splitLike(bars.open[row] / bars.close[row - 1]);
  });
  expect(seen).toEqual(['2:1', '2:1', '7:1', '4:1']);
  const volume = bars.volume[rowOf('2014-06-06')];
  adjust(bars, factorsOf(splits, meta));
  expect(bars.close[rowOf('2014-06-06')]).toBeCloseTo(23.05607, 5);
  expect(bars.close[rowOf('2020-08-28')]).toBeCloseTo(124.8075, 5);
  expect(bars.close[rowOf('2020-08-31')]).toBe(129.04);
  expect(bars.volume[rowOf('2014-06-06')]).toBe(volume * 28);
  for (const { day: date } of splits) {
    const row = rowOf(isoDate(date));
    expect(splitLike(bars.open[row] / bars.close[row - 1])).toBeNull();
  }
});
