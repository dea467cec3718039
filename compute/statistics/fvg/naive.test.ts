import fc from 'fast-check';
import { naiveFvg, naiveFvgMultiTop, naiveFvgSummary, naiveFvgTop, shownFvg } from '../../../test/oracles/fvg.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { TIMEFRAMES, type Timeframe, timeframeFits } from '../../market/candles.ts';
import fvg from './index.ts';

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
