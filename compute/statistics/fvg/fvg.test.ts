import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveFvg, naiveFvgMultiTop, naiveFvgSummary, naiveFvgTop, shownFvg } from '../../../test/oracles/fvg.ts';
import { rowsOf, view } from '../../../test/support/answer.ts';
import { symbolData } from '../../../test/support/market-data.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { unitsOf } from '../../evaluation/stored-records.ts';
import { type BarTuple, barsFromTuples } from '../../market/bars.ts';
import { TIMEFRAMES, type Timeframe, timeframeFits } from '../../market/candles.ts';
import { EXCHANGE_SESSION, type SessionSpec } from '../../market/sessions.ts';
import type { AnyValues } from '../params.ts';
import fvg from './index.ts';

/** High, low, close of a bar; it opens at the middle. */
type Hlc = readonly [high: number, low: number, close: number];

const minuteOf = (text: string) => Date.parse(`${text}:00Z`) / 60_000;

/** Bars one after another from a UTC time on, `every` minutes apart. */
function run(from: string, every: number, rows: readonly Hlc[]): BarTuple[] {
  return rows.map(([high, low, close], i) => [minuteOf(from) + i * every, (high + low) / 2, high, low, close, 100]);
}

function data5m(...runs: BarTuple[][]) {
  return symbolData(barsFromTuples(runs.flat()), 'TEST', 'equity', 5);
}

const FIVE: AnyValues = { timeframe: '5m' };

// Bullish: the third low 102 is above the first high 100, so the zone is 100 to 102: 2 high, 2 % of 100. The middle
// candle is long enough to leave no gap with the fourth.
const BULLISH: Hlc[] = [
  [100, 99, 99.5],
  [106, 99.5, 101],
  [103, 102, 102.5],
];
// Upside down: the third high 98 is below the first low 100, the zone is 98 to 100: 2 high, 2.0408 % of 98.

describe('a bullish gap', () => {
  it('is touched at its near edge, half filled, then filled at its far edge', () => {
    const data = data5m(
      run('2025-07-01T13:30', 5, [
        ...BULLISH,
        [104, 102.5, 103], // away: (104 - 102.5) / 102.5 = 1.4634 %
        [103, 101, 101.5], // touches 102; (102 - 101) / 2 = 50 % filled
        [102, 100, 101], // reaches 100: filled, 3 candles and 15 minutes after the third
        [110, 103, 109],
      ]),
    );
    const [gap] = rowsOf(fvg, '', data, { values: { ...FIVE, max_bars_to_close: 4 } });
    expect(gap).toEqual({
      symbol: 'TEST',
      timeframe: '5m',
      direction: 'bullish',
      formed_at: '2025-07-01T13:40:00+00:00',
      confirmed_at: '2025-07-01T13:45:00+00:00',
      top: 102,
      bottom: 100,
      gap_size: 2,
      gap_size_pct: 2,
      touched: true,
      touched_at: '2025-07-01T13:50:00+00:00',
      bars_to_touch: 2,
      filled: true,
      filled_at: '2025-07-01T13:55:00+00:00',
      bars_to_full_fill: 3,
      minutes_to_full_fill: 15,
      fill_pct: 100,
      fill_bucket: '100%',
      move_away_pct_before_touch: 1.4634,
      spans_session: false,
      status: 'filled',
      complete: true,
    });
  });
});

describe('timeframe', () => {
  const { timeframe } = fvg.params;

  it('adapts to the feed where it is omitted: the next longer one that is a multiple', () => {
    const adapted = [1, 2, 3, 5, 10, 15, 30, 60, 120, 240, 1440].map((interval) => timeframe.fit?.(interval));
    expect(adapted).toEqual(['15m', '30m', '15m', '15m', '30m', '15m', '30m', '1H', '2H', '4H', '1D']);
    // For several feeds at once, their least common multiple: 2m and 5m.
    expect(timeframe.fit?.(10)).toBe('30m');
  });

  it('fits where it is a whole multiple of the base interval', () => {
    const fits = (interval: number) => ['1m', '5m', '10m', '1H', '1D', '1W'].map((t) => timeframe.fits?.(t, interval));
    expect(fits(1)).toEqual([true, true, true, true, true, true]);
    expect(fits(2)).toEqual([false, false, true, true, true, true]);
    expect(fits(1440)).toEqual([false, false, false, false, true, true]);
  });

  it('is kept in the store at 5m, 15m, 1H and 1D as far as they fit, and at the default', () => {
    const kept = (intervalMin: number) =>
      fvg
        .materialised({ symbol: 'TEST', assetClass: 'equity', intervalMin })
        .map((values) => values['timeframe'] as string);
    expect(kept(1)).toEqual(['5m', '15m', '1H', '1D']);
    expect(kept(10)).toEqual(['1H', '1D', '30m']);
    expect(kept(240)).toEqual(['1D', '4H']);
    expect(kept(1440)).toEqual(['1D']);
    const [{ values }] = unitsOf(fvg, { symbol: 'TEST', assetClass: 'equity', intervalMin: 1440 });
    expect(values).toEqual({ timeframe: '1D', max_bars_to_close: 50, use_close_prices: false });
  });
});

describe('warnings', () => {
  it('tell where a candle is longer than the window', () => {
    const short: SessionSpec = { mode: 'custom', startMin: 810, endMin: 900, startExplicit: true, extended: false };
    const data = data5m(run('2025-07-01T13:30', 5, BULLISH));
    const warned = (timeframe: string, session: SessionSpec) =>
      fvg.warnings?.(view(fvg, data, { values: { timeframe }, session })).length;
    expect(['1H', '2H', '1D'].map((timeframe) => warned(timeframe, short))).toEqual([0, 1, 0]);
    expect(warned('4H', EXCHANGE_SESSION)).toBe(0);
  });
});

const fitting = (intervalMin: number, of: readonly Timeframe[] = TIMEFRAMES) =>
  of.filter((timeframe) => timeframeFits(timeframe, intervalMin));

comparedWithNaive(fvg, {
  fixed: { limit: 7 },
  values: (intervalMin) =>
    fc.record({
      timeframe: fc.constantFrom(...fitting(intervalMin)),
      max_bars_to_close: fc.constantFrom(0, 1, 2, 3, 7, 50, 400),
      use_close_prices: fc.boolean(),
      direction: fc.constantFrom<'bullish' | 'bearish' | undefined>(undefined, undefined, 'bullish', 'bearish'),
    }),
  onRealBars: (intervalMin) => [
    ...fitting(intervalMin, ['5m', '15m', '1H', '1D', '1W']).map((timeframe) => ({ timeframe })),
    // The naive way looks at every candle there is for every gap.
    { timeframe: '1D', max_bars_to_close: 0, use_close_prices: true },
  ],
  answers(data, { session, range, values }) {
    const { timeframe, direction, max_bars_to_close: maxBars, use_close_prices: useCloses } = values;
    const { symbol } = data.meta;
    const asked = { timeframe, maxBars, useCloses };
    const all = naiveFvg(data, session, asked).filter(({ day }) => day >= range.from && day <= range.to);
    const gaps = all.filter((gap) => !direction || gap.direction === direction);
    const shown = (list: typeof gaps) => list.map((gap) => shownFvg(symbol, timeframe, gap));
    return {
      '': shown(gaps),
      '/summary': naiveFvgSummary(symbol, all, asked, 'custom'),
      '/top': shown(naiveFvgTop(gaps).slice(0, 7)),
      '/multi_top': shown(naiveFvgMultiTop(gaps).slice(0, 7)),
    };
  },
});
