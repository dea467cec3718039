/** PREVCLOSE: the session opens away from the previous close. Does price come back to it? */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { fillBucket, isPartialFill } from '../../market/records/fill-buckets.ts';
import { type RecordTable, TableBuilder } from '../../market/records/table.ts';
import type { SessionSet } from '../../market/sessions/build.ts';
import { sessionFigures } from '../../market/sessions/figures.ts';
import { writeDay } from '../day-fields.ts';
import { defineStatistic, selected } from '../define.ts';
import { lacksPreviousSession } from '../look-back.ts';
import { atLeast, sessionsWithPrevious } from '../summary-parts.ts';
import { FIELDS, FIGURES, PARAMS, SUMMARY_FIELDS, TOP_PARAMS, TOTALS } from './fields.ts';

/** One record a gap. @param byClose a bar fills the gap by its close alone */
function recordsOf(sessions: SessionSet, byClose: boolean): RecordTable {
  const { bars, first, end } = sessions;
  const { open, high, low, close, previous } = sessionFigures(sessions);
  const table = new TableBuilder(FIELDS, sessions.length);
  const c = table.all();
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    const p = previous[s];
    if (p === -1 || open[s] === close[p]) continue;
    const level = close[p];
    const up = open[s] > level;
    writeDay(c, n, sessions, s);
    c.direction[n] = up ? 0 : 1;
    c.prev_date[n] = sessions.date[p];
    c.prev_close[n] = level;
    c.open[n] = open[s];
    c.gap_size[n] = Math.abs(open[s] - level);
    c.gap_pct[n] = (c.gap_size[n] / level) * 100;
    c.open_place[n] = open[s] > high[p] || open[s] < low[p] ? 0 : 1;
    c.max_run_pct[n] = ((up ? high[s] - level : level - low[s]) / level) * 100;
    c.close[n] = close[s];
    c.closed_in_gap_direction[n] = (up ? close[s] > open[s] : close[s] < open[s]) ? 1 : 0;
    const towards = byClose ? bars.close : up ? bars.low : bars.high;
    let [nearest, deepest, fill] = [open[s], -1, -1];
    for (let i = first[s]; i < end[s]; i++) {
      if (up ? towards[i] < nearest : towards[i] > nearest) {
        nearest = towards[i];
        deepest = i;
      }
      if (fill === -1 && (up ? towards[i] <= level : towards[i] >= level)) fill = i;
    }
    c.filled[n] = fill === -1 ? 0 : 1;
    c.partial_fill_pct[n] = Math.min(1, Math.abs(open[s] - nearest) / c.gap_size[n]) * 100;
    c.fill_bucket[n] = fillBucket(fill !== -1, c.partial_fill_pct[n]);
    if (sessions.meta.intervalMin < MINUTES_PER_DAY) {
      if (fill !== -1) {
        c.fill_time[n] = bars.minute[fill] * 60_000;
        c.minutes_to_fill[n] = bars.minute[fill] - bars.minute[first[s]];
        c.volume_at_fill[n] = bars.volume[fill];
      } else if (isPartialFill(c.fill_bucket[n])) {
        c.partial_fill_time[n] = bars.minute[deepest] * 60_000;
        c.minutes_to_partial_fill[n] = bars.minute[deepest] - bars.minute[first[s]];
        c.volume_at_partial_fill[n] = bars.volume[deepest];
      }
    }
    n++;
  }
  return table.finish(n);
}

export default defineStatistic({
  name: 'prevclose',
  title: 'Gap against the previous close',
  description: 'Sessions that open away from the previous close, and whether and when price comes back to it.',
  definition:
    "Gap up: the open is above the previous session's close; gap down: below it. gap_pct is the distance in percent of " +
    'that close; gaps of less than min_gap_pct are left out. A gap is filled by the first bar of the session that trades ' +
    'at the previous close or beyond it (fill_criteria=close: that closes there). The previous session is the latest ' +
    'earlier one, at most 7 calendar days back.',
  notes: [
    "This is the gap of most scanners and news tickers. The statistic gap is the narrower one: an open beyond the previous session's high or low, filled at that level. open_place and place_breakdown distinguish the two.",
    'Open and close are those of the session window: under the default window of 13:30 to 20:00 UTC the close of a winter day in New York is that of 15:00 local time. session=exchange compares the regular close with the regular open.',
    'The close is the last bar of the feed, not the price of the closing auction, where the feed does not hold it.',
    'An open at the previous close is no gap, whatever min_gap_pct says; it counts in total_days.',
    'min_gap_pct and size_breakdown: a size within 1e-9 of an edge reaches it. partial_fill_pct on an edge belongs to the smaller bucket.',
    'partial_fill_pct looks at the whole session and, under fill_criteria=close, at closes alone; max_run_pct at highs and lows under both, also after the fill.',
    'A partial fill is tracked apart from a full one: partial_fill_time, minutes_to_partial_fill and volume_at_partial_fill are of the first bar at its deepest point, under fill_criteria=close by closes; a later full fill undoes it, so they are known at the close.',
    'Weekend sessions of crypto pairs count: their Monday is compared with Sunday.',
    'On 1d bars the fill is known, its time is not. Under fill_criteria=close the only close there is is that of the day.',
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known looks like a gap, and so does a dividend unless adjustment=all is asked for.',
    'weekday selects the gaps and the sessions counted in total_days; the previous session stays the one it was.',
  ],
  // 2: fills have a volume; partial fills have a time and a volume.
  definitionNumber: 2,
  recordOf: 'session',
  dailyHistory: {
    unused: (values) => (values['fill_criteria'] === 'wick' ? null : 'fill_criteria=close needs shorter ones'),
  },
  params: PARAMS,
  fields: FIELDS,
  choose: (view) => atLeast(selected(view), 'gap_pct', view.values.min_gap_pct),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const records = recordsOf(sessions, values.fill_criteria === 'close');
    return { records, insufficientLookBack: lacksPreviousSession(data, sessions, wanted) };
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every gap of the range against the previous close, oldest first'),
    summary(
      'How often the symbol opens away from its previous close, and how often and how fast it comes back to it',
      SUMMARY_FIELDS,
      (view, rates, gaps) => {
        const totalDays = sessionsWithPrevious(view, view.values.weekday);
        return {
          total_days: totalDays,
          ...TOTALS.of(gaps, rates),
          gap_rate_pct: rates.of('gap_rate_pct', gaps.length, totalDays),
          ...FIGURES.of(gaps, rates),
          sample_size: gaps.length,
        };
      },
    ),
    top('The largest gaps against the previous close', TOP_PARAMS, {
      order: () => [{ field: 'gap_pct', descending: true }],
    }),
  ],
});
