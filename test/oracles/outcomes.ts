/** Outcomes of a range a second time: sessions counted by the sides that they broke, whole, by weekday and by height. */
import { interval, percent, share } from './values.ts';

export interface NaiveOutcome {
  weekday: number;
  brokeHigh: boolean;
  brokeLow: boolean;
  /** Height of the range in percent. */
  sizePct: number;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const SIZES: [name: string, from: number, to: number][] = [
  ['<0.25', Number.NEGATIVE_INFINITY, 0.25],
  ['0.25-0.5', 0.25, 0.5],
  ['0.5-1', 0.5, 1],
  ['1-2', 1, 2],
  ['>=2', 2, Number.POSITIVE_INFINITY],
];
const EDGE = 1e-9;

/** Keys of the summary; the intervals of its rates go into `confidence`. */
export function naiveOutcomes(sessions: readonly NaiveOutcome[], confidence: Record<string, unknown>) {
  const tell = (path: string, some: readonly NaiveOutcome[]) => {
    const kinds: [string, boolean[]][] = [
      ['only_up', some.map((one) => one.brokeHigh && !one.brokeLow)],
      ['only_down', some.map((one) => !one.brokeHigh && one.brokeLow)],
      ['both', some.map((one) => one.brokeHigh && one.brokeLow)],
      ['neither', some.map((one) => !one.brokeHigh && !one.brokeLow)],
    ];
    const figures: Record<string, number | null> = { count: some.length };
    for (const [kind, hits] of kinds) {
      figures[kind] = hits.filter((hit) => hit).length;
      figures[`${kind}_pct`] = percent(share(hits));
      confidence[`${path}.${kind}_pct`] = interval(hits);
    }
    return figures;
  };
  const byWeekday: Record<string, unknown> = {};
  DAYS.forEach((name, weekday) => {
    const some = sessions.filter((one) => one.weekday === weekday);
    if (weekday < 5 || some.length > 0) byWeekday[name] = tell(`outcomes_by_weekday.${name}`, some);
  });
  const bySize: Record<string, unknown> = {};
  for (const [name, from, to] of SIZES) {
    const some = sessions.filter(({ sizePct }) => sizePct >= from - EDGE && sizePct < to - EDGE);
    bySize[name] = tell(`outcomes_by_size.${name}`, some);
  }
  return { outcomes: tell('outcomes', sessions), outcomes_by_weekday: byWeekday, outcomes_by_size: bySize };
}
