/** PREVCLOSE: the session opens away from the previous close. Does price come back to it? */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { boolean, date, integer, number, oneOf, timestamp, withKnownAt } from '../../market/records/fields.ts';
import { FILL_BUCKETS, fillBucket } from '../../market/records/fill-buckets.ts';
import { type RecordTable, TableBuilder } from '../../market/records/table.ts';
import type { SessionSet } from '../../market/sessions/build.ts';
import { sessionFigures } from '../../market/sessions/figures.ts';
import { COMPLETE_FIELD, dayFields, OR_NULL, pct, price, UP_DOWN, writeDay } from '../day-fields.ts';
import { defineStatistic, selected } from '../define.ts';
import { average, bySize, byWord, counted, type Division, divided, ON_WEEKDAY, share, together } from '../figures.ts';
import { lacksPreviousSession } from '../look-back.ts';
import { floatParam, limitParam, weekdayParam, wordParam } from '../params.ts';
import { isTrue } from '../rates.ts';
import { atLeast, sessionsWithPrevious } from '../summary-parts.ts';

const PARAMS = {
  fill_criteria: wordParam(['wick', 'close'], {
    description:
      'What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close)',
    fallback: 'wick',
    affects: 'records',
  }),
  min_gap_pct: floatParam({
    description: 'Smallest gap_pct that counts as a gap, in percent of the previous close',
    ...{ minimum: 0, maximum: 100, fallback: 0 },
  }),
  weekday: weekdayParam(),
};
const TOP_PARAMS = { limit: limitParam('Number of gaps') };

const PLACES = ['outside', 'inside'];
const back = { lookBack: true };

const KNOWN_AT = {
  // Whether there is a gap, and so a record, is known at the open.
  open: ['date', 'weekday', 'direction', 'prev_date', 'prev_close', 'open', 'gap_size', 'gap_pct', 'open_place'],
  event: { fill_time: ['filled', 'fill_time', 'minutes_to_fill'] },
  close: ['partial_fill_pct', 'fill_bucket', 'max_run_pct', 'close', 'closed_in_gap_direction', 'complete'],
};

const FIELDS = withKnownAt(KNOWN_AT, [
  ...dayFields('Date of the session that opened away from the previous close'),
  oneOf('direction', UP_DOWN, 'up: open above the previous close; down: below it'),
  date('prev_date', 'Date of the previous session, at most 7 calendar days back', back),
  price('prev_close', 'Close of the previous session: its last bar in the window', back),
  price('open', 'Open of the session: its first bar in the window'),
  price('gap_size', 'Distance of the open from the previous close', { ...back, formula: '|open - prev_close|' }),
  pct('gap_pct', 'Gap size in percent of the previous close; direction has the sign', 'gap_size / prev_close * 100'),
  oneOf('open_place', PLACES, 'outside: open above the previous high or below the previous low; inside: in between'),
  boolean('filled', 'Price came back to the previous close, as fill_criteria has it'),
  pct(
    'partial_fill_pct',
    'How much of the gap was filled, 0 to 100',
    'up: clip((open - lowest low) / gap_size, 0, 1) * 100; fill_criteria=close: the lowest close',
  ),
  oneOf('fill_bucket', FILL_BUCKETS, 'Bucket of partial_fill_pct; 100% means filled'),
  timestamp('fill_time', 'Start of the first bar that filled the gap; null where none did, and on 1d bars', OR_NULL),
  number('minutes_to_fill', 'minutes', 'From the start of the first bar to the start of that bar'),
  pct(
    'max_run_pct',
    'Largest move from the previous close in the direction of the gap, of that close',
    'up: (highest high - prev_close) / prev_close * 100',
  ),
  price('close', 'Close of the session'),
  boolean('closed_in_gap_direction', 'up: close above the open; down: close below it'),
  COMPLETE_FIELD,
]);

const filled = (key: string, division: Division, which: string) =>
  divided(
    key,
    division,
    counted('count', 'count', `Gaps ${which}`),
    share('fill_rate_pct', `Of the gaps ${which}, those filled`, 'filled'),
  );

const TOTALS = together(
  counted('total_gaps', 'count', 'Complete sessions that opened at least min_gap_pct away from the previous close'),
  counted('filled_gaps', 'count', 'Of these gaps, those filled', 'filled'),
);

const FIGURES = together(
  share('fill_rate_pct', 'Gaps that were filled', 'filled', isTrue, { formula: 'filled_gaps / total_gaps * 100' }),
  share('closed_in_gap_direction_pct', 'Gaps whose session closed further in the direction of the gap'),
  average('avg_gap_pct', 'pct', 'Mean gap size in percent of the previous close'),
  average('median_gap_pct', 'pct', 'Median gap size in percent of the previous close'),
  average('avg_minutes_to_fill', 'minutes', 'Mean time to the fill, filled gaps only'),
  average('median_minutes_to_fill', 'minutes', 'Median time to the fill, filled gaps only'),
  average('avg_partial_fill_pct', 'pct', 'Mean degree of fill'),
  average('avg_max_run_pct', 'pct', 'Mean of max_run_pct'),
  filled('direction_breakdown', byWord('direction', UP_DOWN), 'in this direction'),
  filled('place_breakdown', byWord('open_place', PLACES), 'that open there'),
  filled('size_breakdown', bySize('gap_pct'), 'of this size in percent'),
  filled('weekday_breakdown', ON_WEEKDAY, 'on this weekday'),
);

const SUMMARY_FIELDS = [
  integer('total_days', 'sessions', 'Complete sessions with a previous one'),
  ...TOTALS.fields,
  number('gap_rate_pct', 'pct', 'Gaps per session', { formula: 'total_gaps / total_days * 100' }),
  ...FIGURES.fields,
];

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
    let [nearest, fill] = [open[s], -1];
    for (let i = first[s]; i < end[s]; i++) {
      if (up ? towards[i] < nearest : towards[i] > nearest) nearest = towards[i];
      if (fill === -1 && (up ? towards[i] <= level : towards[i] >= level)) fill = i;
    }
    c.filled[n] = fill === -1 ? 0 : 1;
    c.partial_fill_pct[n] = Math.min(1, Math.abs(open[s] - nearest) / c.gap_size[n]) * 100;
    c.fill_bucket[n] = fillBucket(fill !== -1, c.partial_fill_pct[n]);
    if (fill !== -1 && sessions.meta.intervalMin < MINUTES_PER_DAY) {
      c.fill_time[n] = bars.minute[fill] * 60_000;
      c.minutes_to_fill[n] = bars.minute[fill] - bars.minute[first[s]];
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
    'Weekend sessions of crypto pairs count: their Monday is compared with Sunday.',
    'On 1d bars the fill is known, its time is not. Under fill_criteria=close the only close there is is that of the day.',
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known looks like a gap, and so does a dividend unless adjustment=all is asked for.',
    'weekday selects the gaps and the sessions counted in total_days; the previous session stays the one it was.',
  ],
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
