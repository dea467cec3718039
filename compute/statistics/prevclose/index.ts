/** PREVCLOSE: the session opens away from the previous close. Does price come back to it? */

import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { sessionFigures } from '../../market/candles.ts';
import { atBar, atClose, atOpen, codesOf, FILL_BUCKETS, isPartialFill } from '../../market/fields.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { defineStatistic, selected } from '../define.ts';
import { atLeast, counted, type Division, divided, figuresOf, ON_WEEKDAY, together } from '../figures.ts';
import { followGap, gapTotals, partialFillFields, sessionsWithPrevious, UNFILLED } from '../gaps.ts';
import { floatParam, limitParam, weekdayParam, wordParam } from '../params.ts';
import {
  COMPLETE_FIELD,
  DIRECTION,
  dayFields,
  LOOK_BACK,
  lacksPreviousSession,
  OR_NULL,
  UP_DOWN,
  writeDay,
} from '../sessions.ts';

const PARAMS = {
  fill_criteria: wordParam(['wick', 'close'], {
    description:
      'What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close)',
    fallback: 'wick',
    affects: 'records',
  }),
  min_gap_pct: floatParam({
    description: 'Smallest gap_pct that counts as a gap, in percent of the previous close',
    minimum: 0,
    maximum: 100,
    fallback: 0,
  }),
  weekday: weekdayParam(),
};
const PLACES = ['outside', 'inside'] as const;
const PLACE = codesOf(PLACES);
const atFill = atBar('fill_time');

// Whether there is a gap, and so a record, is known at the open.
const FIELDS = [
  ...dayFields('Date of the session that opened away from the previous close', atOpen),
  atOpen.oneOf('direction', UP_DOWN, 'up: open above the previous close; down: below it'),
  atOpen.date('prev_date', 'Date of the previous session, at most 7 calendar days back', LOOK_BACK),
  atOpen.price('prev_close', 'Close of the previous session: its last bar in the window', LOOK_BACK),
  atOpen.price('open', 'Open of the session: its first bar in the window'),
  atOpen.price('gap_size', 'Distance of the open from the previous close', {
    ...LOOK_BACK,
    formula: '|open - prev_close|',
  }),
  atOpen.pct(
    'gap_pct',
    'Gap size in percent of the previous close; direction has the sign',
    'gap_size / prev_close * 100',
  ),
  atOpen.oneOf(
    'open_place',
    PLACES,
    'outside: open above the previous high or below the previous low; inside: in between',
  ),
  atFill.boolean('filled', 'Price came back to the previous close, as fill_criteria has it'),
  atClose.pct(
    'partial_fill_pct',
    'How much of the gap was filled, 0 to 100',
    'up: clip((open - lowest low) / gap_size, 0, 1) * 100; fill_criteria=close: the lowest close',
  ),
  atClose.oneOf('fill_bucket', FILL_BUCKETS, 'Bucket of partial_fill_pct; 100% means filled'),
  atFill.timestamp('fill_time', 'Start of the first bar that filled the gap; null where none did, and on 1d bars', {
    ...OR_NULL,
    ...UNFILLED,
  }),
  atFill.number('minutes_to_fill', 'minutes', 'From the start of the first bar to the start of that bar', {
    ...UNFILLED,
    since: 'first_bar',
  }),
  atFill.number('volume_at_fill', 'volume', 'Volume of that bar', UNFILLED),
  ...partialFillFields('minutes_to_partial_fill', 'minutes'),
  atClose.pct(
    'max_run_pct',
    'Largest move from the previous close in the direction of the gap, of that close',
    'up: (highest high - prev_close) / prev_close * 100',
  ),
  atClose.price('close', 'Close of the session'),
  atClose.boolean('closed_in_gap_direction', 'up: close above the open; down: close below it'),
  COMPLETE_FIELD,
];

const of = figuresOf(FIELDS);

const filled = (key: string, division: Division, which: string) =>
  divided(
    key,
    division,
    counted('count', 'count', `Gaps ${which}`),
    of.share('filled', `Of the gaps ${which}, those filled`, { as: 'fill_rate_pct' }),
  );

const FIGURES = together(
  gapTotals(
    'Complete sessions with a previous one',
    (view) => sessionsWithPrevious(view, view.values['weekday'] as number | undefined),
    counted('total_gaps', 'count', 'Complete sessions that opened at least min_gap_pct away from the previous close'),
    of.counted('filled_gaps', 'count', 'Of these gaps, those filled', 'filled'),
  ),
  of.share('filled', 'Gaps that were filled', { as: 'fill_rate_pct', formula: 'filled_gaps / total_gaps * 100' }),
  of.share('closed_in_gap_direction', 'Gaps whose session closed further in the direction of the gap'),
  of.mean('gap_pct', 'Mean gap size in percent of the previous close'),
  of.median('gap_pct', 'Median gap size in percent of the previous close'),
  of.mean('minutes_to_fill', 'Mean time to the fill, filled gaps only'),
  of.median('minutes_to_fill', 'Median time to the fill, filled gaps only'),
  of.counted('partial_fills', 'count', 'Gaps filled in part: some traded back, not all', {
    fill_bucket: isPartialFill,
  }),
  of.mean('minutes_to_partial_fill', 'Mean time to the deepest point, gaps filled in part only'),
  of.mean('partial_fill_pct', 'Mean degree of fill'),
  of.mean('max_run_pct', 'Mean of max_run_pct'),
  filled('direction_breakdown', of.byWord('direction'), 'in this direction'),
  filled('place_breakdown', of.byWord('open_place'), 'that open there'),
  filled('size_breakdown', of.bySize('gap_pct'), 'of this size in percent'),
  filled('weekday_breakdown', ON_WEEKDAY, 'on this weekday'),
);

/** One record a gap. @param byClose a bar fills the gap by its close alone */
function recordsOf(sessions: SessionSet, byClose: boolean): RecordTable {
  const { bars, first, end } = sessions;
  const { open, high, low, close, previous } = sessionFigures(sessions);
  const table = new TableBuilder(FIELDS, sessions.length);
  const c = table.all();
  const daily = sessions.meta.intervalMin >= MINUTES_PER_DAY;
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    const p = previous[s];
    if (p === -1 || open[s] === close[p]) continue;
    const level = close[p];
    const up = open[s] > level;
    writeDay(c, n, sessions, s);
    c.direction[n] = up ? DIRECTION.up : DIRECTION.down;
    c.prev_date[n] = sessions.date[p];
    c.prev_close[n] = level;
    c.open[n] = open[s];
    c.gap_size[n] = Math.abs(open[s] - level);
    c.gap_pct[n] = (c.gap_size[n] / level) * 100;
    c.open_place[n] = open[s] > high[p] || open[s] < low[p] ? PLACE.outside : PLACE.inside;
    c.max_run_pct[n] = ((up ? high[s] - level : level - low[s]) / level) * 100;
    c.close[n] = close[s];
    c.closed_in_gap_direction[n] = (up ? close[s] > open[s] : close[s] < open[s]) ? 1 : 0;
    const window = { open: open[s], level, first: first[s], stop: end[s], byClose, daily };
    const { fill, deepest } = followGap(c, n, bars, window);
    if (fill !== -1) c.minutes_to_fill[n] = bars.minute[fill] - bars.minute[first[s]];
    if (deepest !== -1) c.minutes_to_partial_fill[n] = bars.minute[deepest] - bars.minute[first[s]];
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
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known looks like a gap, and so does a dividend.',
    'weekday selects the gaps and the sessions counted in total_days; the previous session stays the one it was.',
  ],
  // 2: fills have a volume; partial fills have a time and a volume.
  // 3: the exchange's early closes and full closings count.
  definitionNumber: 3,
  recordOf: 'session',
  needsPrevious: true,
  params: PARAMS,
  fields: FIELDS,
  choose: (view) => atLeast(selected(view), 'gap_pct', view.values.min_gap_pct),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const records = recordsOf(sessions, values.fill_criteria === 'close');
    return { records, insufficientLookBack: lacksPreviousSession(data, sessions, wanted) };
  },
  console: {
    group: 'opening',
    headline: {
      fill_rate_pct: 'Filled the same day',
      closed_in_gap_direction_pct: 'Closed in the direction of the gap',
      gap_rate_pct: 'Days with a gap',
    },
    outcome: 'filled',
    drawn: [
      { zone: ['open', 'prev_close'], to: 'fill_time', label: 'Gap', tone: 'up', direction: 'up' },
      { zone: ['prev_close', 'open'], to: 'fill_time', label: 'Gap', tone: 'down', direction: 'down' },
      { line: 'prev_close', label: 'previous close', tone: 'none' },
      { mark: 'fill_time', label: 'filled', tone: 'accent' },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every gap of the range against the previous close, oldest first'),
    summary(
      'How often the symbol opens away from its previous close, and how often and how fast it comes back to it',
      FIGURES,
    ),
    top(
      'The largest gaps against the previous close',
      { limit: limitParam('Number of gaps') },
      {
        order: () => [{ field: 'gap_pct', descending: true }],
      },
    ),
  ],
});
