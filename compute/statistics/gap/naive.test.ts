import fc from 'fast-check';
import { naiveGaps, shownGap } from '../../../test/oracles/gap.ts';
import { naiveSummary, naiveTop, naiveTopFills } from '../../../test/oracles/gap-answers.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import gap from './index.ts';

const CUTOFFS = [0, 300, 810, 840, 931, 990, 1199, 1200, 1320, 1440];

comparedWithNaive(gap, {
  values: () =>
    fc.record({
      fill_cutoff: fc.constantFrom(undefined, ...CUTOFFS),
      weekday: weekdayBits,
      sort_by: fc.constantFrom<'gap_pct' | 'gap_size'>('gap_pct', 'gap_size'),
      top_n: fc.constantFrom(5, 1e9),
    }),
  onRealBars: () => [{ top_n: 5 }, { fill_cutoff: 990, weekday: 0b0010001 }, { sort_by: 'gap_size', top_n: 1e9 }],
  answers(data, { session, range, values }) {
    const question = { session, ...range, fillCutoff: values.fill_cutoff, weekdays: weekdaysOf(values.weekday) };
    const gaps = naiveGaps(data, question).map(shownGap);
    return {
      '': gaps,
      '/summary': naiveSummary(data, question, 'custom'),
      '/top': naiveTop(gaps, values.sort_by).slice(0, values.top_n),
      '/top-fills': naiveTopFills(gaps).slice(0, values.top_n),
    };
  },
});
