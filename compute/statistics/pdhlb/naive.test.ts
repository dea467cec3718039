import fc from 'fast-check';
import { naivePdhlb } from '../../../test/oracles/pdhlb.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { comparedWithNaive, weekdayBits } from '../../../test/support/naive.ts';
import pdhlb from './index.ts';

const direction = fc.constantFrom<'high' | 'low' | 'both'>('high', 'low', 'both');

comparedWithNaive(pdhlb, {
  values: () =>
    fc.record({ weekday: weekdayBits, open_inside_only: fc.boolean(), direction, limit: fc.constantFrom(1, 10, 1000) }),
  onRealBars: () => [
    { open_inside_only: false, direction: 'both', limit: 1000 },
    { weekday: 0b0010101, open_inside_only: true, direction: 'low', limit: 10 },
    { open_inside_only: false, direction: 'high', limit: 10 },
  ],
  answers(data, { session, range, values: { open_inside_only: openInsideOnly, ...values } }) {
    const naive = naivePdhlb(naiveSymbol(data), session, { range, openInsideOnly, ...values });
    return { '': naive.raw, '/summary': naive.summary, '/top': naive.top, '/retest': naive.retest };
  },
});
