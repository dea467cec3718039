import fc from 'fast-check';
import { naiveInside, naiveInsideSummary, naiveInsideTop, shownInside } from '../../../test/oracles/insideday.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import insideday from './index.ts';

comparedWithNaive(insideday, {
  fixed: { limit: 7 },
  values: () => fc.record({ weekday: weekdayBits }),
  onRealBars: () => [{}, { weekday: 0b0010001 }],
  answers(data, { session, range, values }) {
    const weekdays = weekdaysOf(values.weekday);
    const all = naiveInside(data, { session, ...range });
    const days = all.filter(({ today }) => !weekdays || weekdays.includes(today.weekday));
    const { symbol } = data.meta;
    return {
      '': days.map((day) => shownInside(symbol, day)),
      '/summary': naiveInsideSummary(symbol, all, weekdays),
      '/top': naiveInsideTop(days)
        .slice(0, 7)
        .map((day) => shownInside(symbol, day)),
    };
  },
});
