import fc from 'fast-check';
import { naiveGaps, naiveSummary, naiveTop, shownGap } from '../../../test/oracles/prevclose.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import prevclose from './index.ts';

comparedWithNaive(prevclose, {
  fixed: { limit: 7 },
  values: () =>
    fc.record({
      fill_criteria: fc.constantFrom<'wick' | 'close'>('wick', 'close'),
      min_gap_pct: fc.constantFrom(0, 0.1, 0.25, 0.5, 1, 3),
      weekday: weekdayBits,
    }),
  onRealBars: () => [
    { fill_criteria: 'wick', min_gap_pct: 0 },
    { fill_criteria: 'close', min_gap_pct: 0.25 },
    { fill_criteria: 'wick', min_gap_pct: 0.1, weekday: 0b0010001 },
  ],
  answers(data, { session, range, values }) {
    const { fill_criteria: criteria, min_gap_pct: minGapPct, weekday } = values;
    const question = { session, ...range, criteria, minGapPct, weekdays: weekdaysOf(weekday) };
    const gaps = naiveGaps(data, question);
    return {
      '': gaps.map(shownGap),
      '/summary': naiveSummary(data, question, 'custom'),
      '/top': naiveTop(gaps).slice(0, 7),
    };
  },
});
