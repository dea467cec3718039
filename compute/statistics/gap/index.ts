/** GAP: the session opens outside the previous session's range. Does price come back? */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { filterRows, lowerRow, numbers } from '../../market/records/table.ts';
import { PREVIOUS_MAX_DAYS } from '../../market/sessions/figures.ts';
import { defineStatistic, selected } from '../define.ts';
import type { View } from '../statistic.ts';
import { completeOnly, count } from '../summary-parts.ts';
import {
  FIGURES,
  OBSERVED,
  PARAMS,
  RECORD_FIELDS,
  SUMMARY_FIELDS,
  TOP_FILLS_PARAMS,
  TOP_PARAMS,
  TOTALS,
} from './fields.ts';
import { cutoffHasEffect, gapLacksLookBack, gapRecords } from './kernel.ts';

export default defineStatistic({
  name: 'gap',
  title: 'Opening gap',
  description: "Sessions that open outside the previous session's range, and whether and when price comes back.",
  definition:
    "Gap up: the open is above the previous weekday session's high; gap down: below its low. A gap is filled once a bar " +
    'touches that level (low <= prev_high, or high >= prev_low) before fill_cutoff. The previous session is the latest ' +
    'earlier weekday session, at most 7 calendar days back.',
  notes: [
    'The gap is measured against the previous range, not the previous close; gap_from_close_pct and filled_to_prev_close give the wider convention.',
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known looks like a gap: metadata.warnings names opens more than 40 % away from the previous close.',
    'Weekend sessions of crypto pairs do not exist here: Monday is compared with Friday.',
    'On 1d bars the fill is known, its time and volume are not, and fill_cutoff has no effect.',
    'fill_cutoff is the first moment of that UTC time at or after the start of the window; 24:00 is the midnight after it. A gap whose first bar comes no earlier counts as a gap, but not in any fill figure (unobserved_gaps).',
    'partial_fill_pct, max_run_pct and filled_to_prev_close rest on the observed bars, the opening bar among them; close and closed_in_gap_direction on the whole session.',
    'A partial fill is tracked apart from a full one: partial_fill_time, partial_fill_time_seconds and volume_at_partial_fill are of the first observed bar at its deepest point; a later full fill undoes it, so they are known at the close. partial_fills counts gaps that were traded back by more than 0 % (1e-9) and not filled.',
    'max_run_pct runs to the end of the observation, also after a fill.',
    'size_breakdown: a size within 1e-9 of an edge belongs to the larger bucket; partial_fill_distribution: a percentage on an edge belongs to the smaller one.',
    'weekday selects the gaps and the sessions counted in total_days; the previous session stays the one it was.',
  ],
  weekdaysOnly: true,
  dailyHistory: {
    unused: (values) => (values['fill_cutoff'] === undefined ? null : 'fill_cutoff needs the order within the day'),
  },
  // 2: partial fills have a time and a volume; the bar that comes back to the previous close is named.
  definitionNumber: 2,
  recordOf: 'session',
  observation: { until: 'fill_cutoff', fields: OBSERVED },
  params: PARAMS,
  fields: RECORD_FIELDS,
  // Crypto: from Monday back over the weekend's sessions to Friday.
  reach: (_, meta) => ({ back: meta.assetClass === 'crypto' ? 3 : 1, ahead: 0 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const records = gapRecords(sessions, values.fill_cutoff);
    return { records, insufficientLookBack: !data.reachesStart && gapLacksLookBack(sessions, wanted) };
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every opening gap of the range, oldest first'),
    summary(
      'How often the symbol gaps, how often and how fast gaps are filled, by direction, weekday and size',
      SUMMARY_FIELDS,
      (view, rates, gaps) => {
        const totalDays = weekdaySessionsWithPrevious(view);
        return {
          total_days: totalDays,
          ...TOTALS.of(gaps, rates),
          gap_rate_pct: rates.of('gap_rate_pct', gaps.length, totalDays),
          ...FIGURES.of(gaps, rates),
          sample_size: count(numbers(gaps, 'filled'), (value) => !Number.isNaN(value)),
        };
      },
    ),
    top('The largest gaps', TOP_PARAMS, { order: (values) => [{ field: values.sort_by, descending: true }] }),
    top('The gaps filled fastest', TOP_FILLS_PARAMS, {
      path: '/top-fills',
      rows: (view) => {
        const rows = completeOnly(selected(view));
        const seconds = numbers(rows, 'fill_time_seconds');
        return filterRows(rows, (row) => !Number.isNaN(seconds[row]));
      },
      order: () => [{ field: 'fill_time_seconds' }, { field: 'gap_pct', descending: true }],
    }),
  ],
  warnings(view) {
    const cutoff: number | undefined = view.values['fill_cutoff'];
    if (cutoff === undefined) return [];
    if (view.meta.intervalMin >= MINUTES_PER_DAY) return ['fill_cutoff has no effect on daily bars'];
    if (!cutoffHasEffect(view.session, view.meta.assetClass, cutoff))
      return ['fill_cutoff is outside the session window (one before its start means the next day) and has no effect'];
    const gaps = completeOnly(selected(view));
    const unobserved = count(numbers(gaps, 'filled'), Number.isNaN);
    return unobserved === 0
      ? []
      : [
          `${unobserved} of ${gaps.length} gaps were not observed, their first bar is at or after fill_cutoff: fill_rate and all other fill figures leave them out`,
        ];
  },
});

/** Complete weekday sessions of the range that have an earlier weekday session at most 7 calendar days back. */
function weekdaySessionsWithPrevious(view: View<{ weekday: number | undefined }>): number {
  const dates = numbers(view.allDays, 'date');
  const weekday = numbers(view.allDays, 'weekday');
  const complete = numbers(view.allDays, 'complete');
  const wanted = view.values.weekday;
  let n = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (let row = lowerRow(dates, view.range.from - PREVIOUS_MAX_DAYS); row < dates.length; row++) {
    if (dates[row] > view.range.to) break;
    if (weekday[row] >= 5) continue;
    const crossesJoint = view.joint !== undefined && before < view.joint && dates[row] >= view.joint;
    const hasPrevious = dates[row] - before <= PREVIOUS_MAX_DAYS && !crossesJoint;
    before = dates[row];
    if (dates[row] < view.range.from || !hasPrevious || complete[row] !== 1) continue;
    if (wanted === undefined || (wanted >> weekday[row]) & 1) n++;
  }
  return n;
}
