import fc from 'fast-check';
import { naiveOrb, naiveOrbSummary, naiveOrbTop, shownOrb } from '../../../test/oracles/orb.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import orb from './index.ts';

comparedWithNaive(orb, {
  fixed: { top_n: 7, min_breakout_size: 0.5 },
  intervals: [1, 5, 15, 30, 60, 240],
  values: (intervalMin) =>
    fc.record({
      // The lengths kept in the store, and odd ones.
      orb_minutes: fc.oneof(
        fc.constantFrom(1, 5, 15, 30, 60, 240).map((minutes) => Math.max(intervalMin, minutes)),
        fc.integer({ min: 1, max: Math.floor(240 / intervalMin) }).map((bars) => bars * intervalMin),
      ),
      orb_reentry_candles: fc.constantFrom(1, 2, 3, 60),
      breakout_criteria: fc.constantFrom<'wick' | 'close'>('wick', 'close'),
      weekday: weekdayBits,
    }),
  onRealBars: (intervalMin) => [
    { orb_minutes: Math.max(5, intervalMin) },
    { orb_minutes: Math.max(30, intervalMin), orb_reentry_candles: 1, breakout_criteria: 'close' },
    { orb_minutes: Math.max(60, intervalMin), orb_reentry_candles: 3 },
  ],
  answers(data, { session, range, values }) {
    const { symbol } = data.meta;
    const weekdays = weekdaysOf(values.weekday);
    const rows = naiveOrb(data, session, values).filter(
      (row) => row.day >= range.from && row.day <= range.to && (!weekdays || weekdays.includes(row.weekday)),
    );
    const shown = (list: typeof rows) => list.map((row) => shownOrb(symbol, row));
    const picks = naiveOrbTop(rows).filter(({ range: found }) => found!.breakout!.sizePct >= 0.5 - 1e-9);
    return {
      '': shown(rows),
      '/summary': naiveOrbSummary(symbol, rows, values.orb_minutes, 'custom'),
      '/top': shown(naiveOrbTop(rows.filter(({ complete }) => complete)).slice(0, 7)),
      '/top-picks': shown(picks),
    };
  },
});
