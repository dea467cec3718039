import fc from 'fast-check';
import { naiveIntraday } from '../../../test/oracles/intraday.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import intraday from './index.ts';

const fitting = (intervalMin: number) => [5, 10, 15, 30, 60].filter((minutes) => minutes % intervalMin === 0);

comparedWithNaive(intraday, {
  fixed: { limit: 25 },
  intervals: [1, 5, 10, 15, 30, 60],
  values: (intervalMin) => fc.record({ bucket_minutes: fc.constantFrom(...fitting(intervalMin)) }),
  onRealBars: (intervalMin) => fitting(intervalMin).map((minutes) => ({ bucket_minutes: minutes })),
  answers(data, { session, range, values }) {
    const naive = naiveIntraday(naiveSymbol(data), session, range, values.bucket_minutes, 25);
    return { '': naive.rows, '/summary': naive.summary, '/top': naive.top };
  },
});
