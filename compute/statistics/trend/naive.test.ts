import fc from 'fast-check';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { naiveTrend } from '../../../test/oracles/trend.ts';
import { comparedWithNaive, weekdayBits } from '../../../test/support/naive.ts';
import trend from './index.ts';

comparedWithNaive(trend, {
  values: () =>
    fc.record({
      edge_pct: fc.constantFrom(1, 10, 20, 25, 33.3, 50),
      weekday: weekdayBits,
      limit: fc.constantFrom(1, 10, 1000),
    }),
  onRealBars: () => [
    { edge_pct: 20, limit: 1000 },
    { edge_pct: 35, weekday: 0b0010101, limit: 10 },
    { edge_pct: 50, limit: 10 },
  ],
  answers(data, { session, range, values: { edge_pct: edgePct, weekday, limit } }) {
    const naive = naiveTrend(naiveSymbol(data), session, { range, edgePct, weekday, limit });
    return { '': naive.raw, '/summary': naive.summary, '/top': naive.top };
  },
});
