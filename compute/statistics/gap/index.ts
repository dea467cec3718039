/** GAP: the session opens outside the previous session's range. Does price come back? */

import { isWeekend, MINUTES_PER_DAY } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { PREVIOUS_MAX_DAYS, sessionFigures } from '../../market/candles.ts';
import { atBar, atClose, atOpen, decided, FILL_BUCKETS, isPartialFill } from '../../market/fields.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { defineStatistic, selected } from '../define.ts';
import { completeOnly, counted, divided, figuresOf, having, ON_WEEKDAY, together } from '../figures.ts';
import { followGap, gapTotals, partialFillFields, UNFILLED, weekdaySessionsWithPrevious } from '../gaps.ts';
import { limitParam, type Param, timeParam, weekdayParam, wordParam } from '../params.ts';
import {
  COMPLETE_FIELD,
  cutoffMinute,
  cutoffWarnings,
  DIRECTION,
  dayFields,
  LOOK_BACK,
  lacksPreviousWeekday,
  OR_NULL,
  previousPrices,
  UP_DOWN,
  writeDay,
  writePrevious,
} from '../sessions.ts';

const PARAMS = {
  fill_cutoff: timeParam({
    description: 'UTC time of day that ends the observation of fills; default: the end of the session',
    affects: 'records',
    allow24: true,
  }) as Param<number | undefined>,
  weekday: weekdayParam(),
};

const top_n = limitParam('Number of gaps');
const TOP_PARAMS = {
  sort_by: wordParam(['gap_pct', 'gap_size'], {
    description: 'What the largest gaps are ranked by',
    fallback: 'gap_pct',
  }),
  top_n,
};

const atFill = atBar('fill_time');

const OBSERVED = [
  atFill.boolean('filled', 'Price came back to the level before the cutoff; null where nothing was observed', OR_NULL),
  atClose.number('partial_fill_pct', 'pct', 'How much of the gap was filled, 0 to 100', {
    formula: 'up: clip((open - lowest low) / gap_size, 0, 1) * 100',
  }),
  atClose.oneOf('fill_bucket', FILL_BUCKETS, 'Bucket of partial_fill_pct; 100% means filled', OR_NULL),
  atFill.timestamp('fill_time', 'Start of the bar that filled the gap; null on 1d bars', { ...OR_NULL, ...UNFILLED }),
  atFill.number('fill_time_seconds', 'seconds', 'From the start of the first bar to the start of the filling bar', {
    ...UNFILLED,
    since: 'first_bar',
  }),
  atFill.number('volume_at_fill', 'volume', 'Volume of the filling bar', UNFILLED),
  atFill.number(
    'cumulative_volume_at_fill',
    'volume',
    'Volume of the session up to and with the filling bar',
    UNFILLED,
  ),
  ...partialFillFields('partial_fill_time_seconds', 'seconds'),
  ...decided('filled_to_prev_close', 'Price came back to the previous close (the wider convention)'),
  atClose.number('max_run_pct', 'pct', 'Largest move from the level in the direction of the gap, of the level', {
    formula: 'up: (highest high - prev_high) / prev_high * 100',
  }),
];

// Whether there is a gap, and so a record, is known at the open.
const FIELDS = [
  ...dayFields('Date of the session that opened with a gap', atOpen),
  atOpen.oneOf('direction', UP_DOWN, 'up: open above the previous high; down: open below the previous low'),
  atOpen.date('prev_date', 'Date of the previous weekday session, at most 7 calendar days back', LOOK_BACK),
  ...previousPrices(atOpen),
  atOpen.price('open', 'Open of the session'),
  atOpen.price('gap_size', 'Distance of the open from the level', {
    ...LOOK_BACK,
    formula: 'up: open - prev_high; down: prev_low - open',
  }),
  atOpen.pct('gap_pct', 'Gap size in percent of the level', 'gap_size / (prev_high | prev_low) * 100'),
  atOpen.pct('gap_from_close_pct', 'Open against the previous close, signed', '(open - prev_close) / prev_close * 100'),
  ...OBSERVED,
  atClose.price('close', 'Close of the session'),
  atClose.boolean('closed_in_gap_direction', 'up: close above open; down: close below open'),
  COMPLETE_FIELD,
];

const of = figuresOf(FIELDS);
const FILLED = of.share('filled', 'Of the observed ones, those filled', { as: 'fill_rate' });

const FIGURES = together(
  gapTotals(
    'Complete weekday sessions with a previous one',
    (view) => weekdaySessionsWithPrevious(view, view.values['weekday'] as number | undefined),
    counted('total_gaps', 'count', 'Complete sessions that opened with a gap'),
    of.counted('filled_gaps', 'count', 'Of the observed gaps, those filled', 'filled'),
    of.counted('unobserved_gaps', 'count', 'Gaps whose first bar starts at or after the cutoff', { filled: null }),
  ),
  of.share('filled', 'Observed gaps that were filled', { as: 'fill_rate', formula: 'filled_gaps / sample_size * 100' }),
  of.share('filled_to_prev_close', 'Observed gaps that traded back to the previous close', {
    as: 'filled_to_prev_close_rate',
  }),
  of.mean('gap_size', 'Mean gap size, in price, of gaps whose size the plan shows'),
  of.mean('gap_pct', 'Mean gap size in percent of the level'),
  of.mean('fill_time_seconds', 'Mean time to the fill, filled gaps only'),
  of.median('fill_time_seconds', 'Median time to the fill, filled gaps only'),
  of.counted('partial_fills', 'count', 'Of the observed gaps, those filled in part', { fill_bucket: isPartialFill }),
  of.mean('partial_fill_time_seconds', 'Mean time to the deepest point, gaps filled in part only'),
  of.mean('partial_fill_pct', 'Mean degree of fill of the observed gaps'),
  of.mean('max_run_pct', 'Mean of max_run_pct'),
  divided(
    'gap_direction_stats',
    of.byWord('direction'),
    counted('count', 'count', 'Gaps of this direction'),
    FILLED,
    of.mean('gap_pct', 'Mean gap size of this direction'),
  ),
  divided('weekday_breakdown', ON_WEEKDAY, counted('count', 'count', 'Gaps on this weekday'), FILLED),
  of.tally('partial_fill_distribution', 'count', 'Observed gaps in this bucket of partial_fill_pct', 'fill_bucket'),
  divided('size_breakdown', of.bySize('gap_pct'), counted('count', 'count', 'Gaps of this size in percent'), FILLED),
);

/** @param fillCutoffMin UTC minute of the day that ends the observation; undefined: the end of the session */
function recordsOf(sessions: SessionSet, fillCutoffMin: number | undefined): RecordTable {
  const { bars } = sessions;
  const daily = sessions.meta.intervalMin >= MINUTES_PER_DAY;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(FIELDS, sessions.length);
  const c = table.all();
  let n = 0;
  let before = -1;
  for (let s = 0; s < sessions.length; s++) {
    if (isWeekend(sessions.date[s])) continue;
    const p = before;
    before = s;
    if (p === -1 || sessions.date[s] - sessions.date[p] > PREVIOUS_MAX_DAYS) continue;
    const open = figures.open[s];
    const up = open > figures.high[p];
    if (!up && !(open < figures.low[p])) continue;

    const level = up ? figures.high[p] : figures.low[p];
    writeDay(c, n, sessions, s);
    c.direction[n] = up ? DIRECTION.up : DIRECTION.down;
    writePrevious(c, n, sessions, p);
    c.prev_close[n] = figures.close[p];
    c.open[n] = open;
    c.gap_size[n] = Math.abs(open - level);
    c.gap_pct[n] = (c.gap_size[n] / level) * 100;
    c.gap_from_close_pct[n] = ((open - figures.close[p]) / figures.close[p]) * 100;
    c.close[n] = figures.close[s];
    c.closed_in_gap_direction[n] = (up ? c.close[n] > open : c.close[n] < open) ? 1 : 0;
    const first = sessions.first[s];
    const cutoff = daily ? Number.POSITIVE_INFINITY : cutoffMinute(sessions, s, fillCutoffMin);
    const stop = lowerBound(bars.minute, cutoff, first, sessions.end[s]);
    if (stop > first) observe(n, first, stop, open, level, figures.close[p]);
    n++;
  }
  return table.finish(n);

  function observe(row: number, first: number, stop: number, open: number, level: number, prevClose: number) {
    const up = open > level;
    const { fill, deepest, volume } = followGap(c, row, bars, { open, level, first, stop, daily });
    const [back, away] = up ? [bars.low, bars.high] : [bars.high, bars.low];
    let farthest = away[first];
    let reached = -1;
    for (let i = first; i < stop; i++) {
      if (up ? away[i] > farthest : away[i] < farthest) farthest = away[i];
      if (reached === -1 && (up ? back[i] <= prevClose : back[i] >= prevClose)) reached = i;
    }
    c.max_run_pct[row] = ((up ? farthest - level : level - farthest) / level) * 100;
    c.filled_to_prev_close[row] = reached === -1 ? 0 : 1;
    if (reached !== -1 && !daily) c.filled_to_prev_close_time[row] = bars.minute[reached] * 60_000;
    if (deepest !== -1) c.partial_fill_time_seconds[row] = (bars.minute[deepest] - bars.minute[first]) * 60;
    if (fill === -1) return;
    c.fill_time_seconds[row] = (bars.minute[fill] - bars.minute[first]) * 60;
    c.cumulative_volume_at_fill[row] = volume;
  }
}

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
  needsPrevious: true,
  // 2: partial fills have a time and a volume; the bar that comes back to the previous close is named.
  // 3: the exchange's early closes and full closings count.
  definitionNumber: 3,
  recordOf: 'session',
  observation: { until: 'fill_cutoff', fields: OBSERVED.flatMap(({ name, internal }) => (internal ? [] : [name])) },
  params: PARAMS,
  fields: FIELDS,
  // Crypto: from Monday back over the weekend's sessions to Friday.
  reach: (_, meta) => ({ back: meta.assetClass === 'crypto' ? 3 : 1, ahead: 0 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const records = recordsOf(sessions, values.fill_cutoff);
    return { records, insufficientLookBack: lacksPreviousWeekday(data, sessions, wanted) };
  },
  console: {
    group: 'opening',
    headline: {
      fill_rate: 'Gaps filled the same day',
      filled_to_prev_close_rate: 'Gaps filled to the previous close',
      gap_rate_pct: 'Days with a gap',
    },
    outcome: 'filled',
    drawn: [
      { zone: ['open', 'prev_high'], to: 'fill_time', label: 'Gap', tone: 'up', direction: 'up' },
      { zone: ['prev_low', 'open'], to: 'fill_time', label: 'Gap', tone: 'down', direction: 'down' },
      { line: 'prev_high', label: 'previous high', tone: 'up', direction: 'up' },
      { line: 'prev_low', label: 'previous low', tone: 'down', direction: 'down' },
      { line: 'prev_close', label: 'previous close', tone: 'none' },
      { mark: 'fill_time', label: 'filled', tone: 'accent' },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every opening gap of the range, oldest first'),
    summary(
      'How often the symbol gaps, how often and how fast gaps are filled, by direction, weekday and size',
      FIGURES,
      { sampleSize: (gaps) => having(gaps, 'filled').length },
    ),
    top('The largest gaps', TOP_PARAMS, { order: (values) => [{ field: values.sort_by, descending: true }] }),
    top(
      'The gaps filled fastest',
      { top_n },
      {
        path: '/top-fills',
        rows: (view) => having(completeOnly(selected(view)), 'fill_time_seconds'),
        order: () => [{ field: 'fill_time_seconds' }, { field: 'gap_pct', descending: true }],
      },
    ),
  ],
  warnings(view) {
    const ofCutoff = cutoffWarnings(view, 'fill_cutoff');
    const gaps = completeOnly(selected(view));
    const unobserved = view.values['fill_cutoff'] === undefined ? 0 : gaps.length - having(gaps, 'filled').length;
    if (unobserved === 0) return ofCutoff;
    const text = `${unobserved} of ${gaps.length} gaps were not observed, their first bar is at or after fill_cutoff: fill_rate and all other fill figures leave them out`;
    return [...ofCutoff, { code: 'gaps_not_observed', text }];
  },
});
