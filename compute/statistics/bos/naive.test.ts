import fc from 'fast-check';
import {
  type NaiveFilter,
  naiveBos,
  naiveBosSummary,
  naiveBosTop,
  passes,
  shownEvent,
} from '../../../test/oracles/bos.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { TIMEFRAMES, type Timeframe, timeframeFits } from '../../market/candles.ts';
import bos from './index.ts';

const fitting = (intervalMin: number, of: readonly Timeframe[] = TIMEFRAMES) =>
  of.filter((timeframe) => timeframeFits(timeframe, intervalMin));

comparedWithNaive(bos, {
  fixed: { limit: 7 },
  values: (intervalMin) =>
    fc.record({
      timeframe: fc.constantFrom(...fitting(intervalMin)),
      swing_length: fc.constantFrom(1, 1, 2, 3, 5, 9),
      break_criteria: fc.constantFrom<'close' | 'wick'>('close', 'wick'),
      follow_bars: fc.constantFrom(1, 2, 5, 20, 200, 300),
      direction: fc.constantFrom<NaiveFilter['direction']>(undefined, undefined, 'up', 'down'),
      type: fc.constantFrom<NaiveFilter['type']>(undefined, undefined, 'bos', 'choch'),
    }),
  onRealBars: (intervalMin) =>
    fitting(intervalMin, ['5m', '15m', '1H', '1D', '1W']).flatMap((timeframe) => [
      { timeframe },
      { timeframe, break_criteria: 'wick', swing_length: 2 },
    ]),
  answers(data, { session, range, values }) {
    const { timeframe, direction, type, break_criteria: criteria } = values;
    const asked = { timeframe, criteria, swingLength: values.swing_length, followBars: values.follow_bars };
    const all = naiveBos(data, session, asked);
    const events = all.filter(
      (event) => event.day >= range.from && event.day <= range.to && passes({ direction, type }, event),
    );
    const shown = (list: typeof events) => list.map((event) => shownEvent(data.meta.symbol, timeframe, event));
    return {
      '': shown(events),
      '/summary': naiveBosSummary(data.meta.symbol, all, range, { direction, type }, asked, 'custom'),
      '/top': shown(naiveBosTop(events).slice(0, 7)),
    };
  },
});
