import fc from 'fast-check';
import { naiveIb, naiveIbSummary, naiveIbTop, shownIb } from '../../../test/oracles/ib.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import ib from './index.ts';

comparedWithNaive(ib, {
  fixed: { limit: 7 },
  intervals: [1, 2, 5, 15, 30, 60, 240],
  values: (intervalMin) =>
    fc.record({
      ib_minutes: fc.integer({ min: 1, max: Math.floor(240 / intervalMin) }).map((bars) => bars * intervalMin),
      weekday: weekdayBits,
    }),
  onRealBars: (intervalMin) => [
    { ib_minutes: Math.max(60, intervalMin) },
    { ib_minutes: Math.max(30, intervalMin), weekday: 0b0010001 },
  ],
  answers(data, { session, range, values: { ib_minutes: minutes, weekday } }) {
    const days = naiveIb(data, { session, ...range, minutes, weekdays: weekdaysOf(weekday) });
    const { symbol } = data.meta;
    return {
      '': days.map((day) => shownIb(symbol, day)),
      '/summary': naiveIbSummary(symbol, days, minutes, 'custom'),
      '/top': naiveIbTop(days)
        .slice(0, 7)
        .map((day) => shownIb(symbol, day)),
    };
  },
});
