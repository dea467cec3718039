import fc from 'fast-check';
import { naiveOwcSummary, naiveOwcTop, naiveWeeks, shownWeek } from '../../../test/oracles/owc.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import owc from './index.ts';

comparedWithNaive(owc, {
  fixed: { limit: 7 },
  values: () => fc.record({ opening_days: fc.integer({ min: 1, max: 3 }) }),
  onRealBars: () => [1, 2, 3].map((days) => ({ opening_days: days })),
  answers(data, { session, range, values: { opening_days: opening } }) {
    const weeks = naiveWeeks(naiveSymbol(data), session, opening);
    const inside = weeks.filter(({ date }) => date >= range.from && date <= range.to);
    const complete = inside.filter((week) => week.complete);
    const shown = (list: typeof weeks) => list.map((week) => shownWeek(data.meta.symbol, week));
    return {
      '': shown(inside),
      '/summary': naiveOwcSummary(data.meta.symbol, complete, opening),
      '/top': shown(naiveOwcTop(complete).slice(0, 7)),
    };
  },
});
