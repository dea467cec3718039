import fc from 'fast-check';
import { naiveOdc, naiveOdcSummary, naiveOdcTop, shownOdc } from '../../../test/oracles/odc.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import odc from './index.ts';

comparedWithNaive(odc, {
  fixed: { limit: 7 },
  intervals: [1, 5, 15, 30, 60, 240],
  values: (intervalMin) =>
    fc.record({
      candle_minutes: fc.oneof(
        fc.constantFrom(5, 15, 60, 240).map((minutes) => Math.max(intervalMin, minutes)),
        fc.integer({ min: 1, max: Math.floor(720 / intervalMin) }).map((bars) => bars * intervalMin),
      ),
      weekday: weekdayBits,
    }),
  onRealBars: (intervalMin) => [60, 5].map((least) => ({ candle_minutes: Math.max(least, intervalMin) })),
  answers(data, { session, range, values: { candle_minutes: minutes, weekday } }) {
    const weekdays = weekdaysOf(weekday);
    const rows = naiveOdc(data, session, minutes).filter(
      (row) => row.day >= range.from && row.day <= range.to && (!weekdays || weekdays.includes(row.weekday)),
    );
    const shown = (list: typeof rows) => list.map((row) => shownOdc(data.meta.symbol, row));
    return {
      '': shown(rows),
      '/summary': naiveOdcSummary(data.meta.symbol, rows, minutes, 'custom'),
      '/top': shown(naiveOdcTop(rows).slice(0, 7)),
    };
  },
});
