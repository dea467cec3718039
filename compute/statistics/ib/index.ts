/** IB: the first hour of the session sets a range. Which sides are broken, which first, how far, where does it close? */

import { MS_PER_MINUTE } from '../../../lib/days.ts';
import { firstAbove, firstBelow } from '../../market/bars.ts';
import { sessionFigures } from '../../market/candles.ts';
import { atBar, atClose, atRangeEnd, before, codesOf, decided } from '../../market/fields.ts';
import { numbers, partOf, type RecordTable, TableBuilder } from '../../market/records.ts';
import type { DataClock, SessionSet } from '../../market/sessions.ts';
import { defineStatistic, selected } from '../define.ts';
import { completeOnly, figuresOf, together } from '../figures.ts';
import { limitParam, minutesParam, weekdayParam } from '../params.ts';
import {
  BREAK_TYPE,
  BREAK_TYPES,
  COMPLETE_FIELD,
  DIRECTION,
  dayFields,
  noRange,
  OR_NULL,
  openingRange,
  outcomes,
  rangeOver,
  rangeSummary,
  sessionPrices,
  UP_DOWN,
  windowWarnings,
  writeDay,
  writeSides,
} from '../sessions.ts';

const PARAMS = {
  ib_minutes: minutesParam({
    description: "Minutes of the initial balance from the day's anchor; a whole multiple of the base interval",
    fallback: 60,
    minimum: 1,
    maximum: 240,
  }),
  weekday: weekdayParam(),
};

const PLACES = ['below', 'inside', 'above'] as const;
const PLACE = codesOf(PLACES);

/** Null means that neither side was broken; of a first bar that broke both, the direction is unknown. */
const NO_BREAK = { never: { field: 'break_type', is: ['none'] } };
const atBreak = atBar('first_break_time');

const FIELDS = [
  ...dayFields(),
  before.integer('ib_minutes', 'minutes', 'Length of the initial balance'),
  atRangeEnd.number('ib_high', 'price', 'Highest price of the initial balance'),
  atRangeEnd.number('ib_low', 'price', 'Lowest price of the initial balance'),
  atRangeEnd.number('ib_range', 'price', 'Height of the initial balance', { formula: 'ib_high - ib_low' }),
  atRangeEnd.number('ib_range_pct', 'pct', 'Height in percent of the session open', {
    formula: 'ib_range / session_open * 100',
  }),
  atRangeEnd.integer('ib_bars', 'bars', 'Bars in the initial balance; null until it is over', OR_NULL),
  ...sessionPrices('session_', ' of the session'),
  ...decided('broke_high', 'Some later bar traded above ib_high'),
  ...decided('broke_low', 'Some later bar traded below ib_low'),
  atClose.oneOf('break_type', BREAK_TYPES, 'Sides broken by the end of the session', OR_NULL),
  atBreak.oneOf('first_direction', UP_DOWN, 'Side broken first; null where none was, or one bar broke both', {
    ...OR_NULL,
    ...NO_BREAK,
  }),
  atBreak.timestamp('first_break_time', 'Start of the first bar that broke a side; null where none did', {
    ...OR_NULL,
    ...NO_BREAK,
  }),
  atBreak.number('minutes_to_first_break', 'minutes', "From the day's anchor to the start of that bar", {
    ...NO_BREAK,
    since: 'anchor',
  }),
  atClose.number('extension_up_x', 'ratio', 'Move above it in multiples of its height, 0 if none; null at no height', {
    formula: 'max(0, highest later high - ib_high) / ib_range',
  }),
  atClose.number(
    'extension_down_x',
    'ratio',
    'Move below it in multiples of its height, 0 if none; null at no height',
    {
      formula: 'max(0, ib_low - lowest later low) / ib_range',
    },
  ),
  atClose.number('extension_x', 'ratio', 'The larger of the two extensions'),
  atClose.number('close_location', 'ratio', 'Where the session closes: 0 at ib_low, 1 at ib_high; null at no height', {
    formula: '(session_close - ib_low) / ib_range',
  }),
  atClose.oneOf('close_place', PLACES, 'below ib_low, above ib_high, or inside, the levels included', OR_NULL),
  COMPLETE_FIELD,
];

const { mean, median, only, share } = figuresOf(FIELDS);

const held = (type: 'up' | 'down', place: 'above' | 'below', level: string) =>
  only(
    { break_type: type },
    share({ close_place: place }, `Sessions that broke the ${level} alone and closed ${place} the balance`, {
      as: `held_${type}_pct`,
    }),
  );

const SUMMARY = rangeSummary(
  'ib_minutes',
  'initial balance',
  'ib_bars',
  together(
    outcomes('ib_range_pct'),
    share({ first_direction: 'up' }, 'Of the sessions with a side broken first, those that broke the high first', {
      as: 'first_up_pct',
    }),
    only(
      { first_direction: 'up' },
      share('broke_low', 'Of the sessions that broke the high first, those that broke the low as well', {
        as: 'both_after_up_pct',
      }),
    ),
    only(
      { first_direction: 'down' },
      share('broke_high', 'Of the sessions that broke the low first, those that broke the high as well', {
        as: 'both_after_down_pct',
      }),
    ),
    held('up', 'above', 'high'),
    held('down', 'below', 'low'),
    ...PLACES.toReversed().map((place) =>
      share({ close_place: place }, `Sessions that closed ${place} the balance`, { as: `close_${place}_pct` }),
    ),
    mean('minutes_to_first_break', 'Mean minutes from the anchor to the first break'),
    median('minutes_to_first_break', 'Median minutes from the anchor to the first break'),
    only('broke_high', mean('extension_up_x', 'Mean extension above, over the sessions that broke the high')),
    only('broke_low', mean('extension_down_x', 'Mean extension below, over the sessions that broke the low')),
    mean('ib_range_pct', 'Mean height of the balance in percent'),
    median('ib_range_pct', 'Median height of the balance in percent'),
  ),
);

function recordsOf(sessions: SessionSet, clock: DataClock, minutes: number): RecordTable {
  const { minute, high, low } = sessions.bars;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(FIELDS, sessions.length);
  const c = table.all();
  for (const name of ['open', 'high', 'low', 'close'] as const) c[`session_${name}` as const].set(figures[name]);
  const balance = noRange();

  for (let s = 0; s < sessions.length; s++) {
    writeDay(c, s, sessions, s);
    c.ib_minutes[s] = minutes;
    if (!rangeOver(sessions, clock, s, minutes)) continue;
    const any = openingRange(sessions, s, minutes, balance);
    const { from, after, end, high: top, low: bottom } = balance;
    c.ib_bars[s] = after - from;
    if (!any) continue;

    let highest = top;
    let lowest = bottom;
    for (let i = after; i < end; i++) {
      if (high[i] > highest) highest = high[i];
      if (low[i] < lowest) lowest = low[i];
    }
    const range = top - bottom;
    const close = figures.close[s];
    c.ib_high[s] = top;
    c.ib_low[s] = bottom;
    c.ib_range[s] = range;
    c.ib_range_pct[s] = (range / figures.open[s]) * 100;
    c.close_place[s] = close > top ? PLACE.above : close < bottom ? PLACE.below : PLACE.inside;
    const upAt = highest > top ? firstAbove(high, after, end, top) : end;
    const downAt = lowest < bottom ? firstBelow(low, after, end, bottom) : end;
    writeSides(c, s, minute, end, upAt, downAt);
    const first = Math.min(upAt, downAt);
    if (first < end) {
      if (upAt !== downAt) c.first_direction[s] = first === upAt ? DIRECTION.up : DIRECTION.down;
      c.first_break_time[s] = minute[first] * MS_PER_MINUTE;
      c.minutes_to_first_break[s] = minute[first] - sessions.anchor[s];
    }
    if (range === 0) continue;
    c.extension_up_x[s] = (highest - top) / range;
    c.extension_down_x[s] = (bottom - lowest) / range;
    c.extension_x[s] = Math.max(c.extension_up_x[s], c.extension_down_x[s]);
    c.close_location[s] = (close - bottom) / range;
  }
  return table.finish(sessions.length);
}

export default defineStatistic({
  name: 'ib',
  title: 'Initial balance',
  description: 'The range of the first hour, whether its high or low is broken later, which first and how far.',
  definition:
    'The initial balance is the range of the bars of the first ib_minutes from the anchor of the day. A side is broken ' +
    'by the first later bar that trades beyond it (strictly). An extension is the largest later move beyond a side in ' +
    'multiples of the height of the balance; close_location places the close of the session in it, 0 at its low and 1 ' +
    'at its high.',
  notes: [
    'This is the range of the first hour of Market Profile; orb asks about shorter ranges, follows the first break and identifies false ones. break_type means the same in both.',
    'outcomes, outcomes_by_weekday and outcomes_by_size count sessions by the sides that they broke: only the high, only the low, both, neither. The four shares of a part add up to 100.',
    'outcomes_by_size goes by ib_range_pct, with the edges of the gap statistics: a height in percent follows from the session alone, and so compares ranges of dates and symbols. A height within 1e-9 of an edge belongs to the larger bucket.',
    'Where one bar breaks both sides nobody knows which came first: first_direction is null, break_type both, first_break_time its start.',
    'A balance without a bar, or still under way, has no figures; complete sessions without one are counted in no_range_days alone. One that reaches beyond the window ends with it, and cannot be broken.',
    'A balance of no height (all prices equal) has no multiples: extensions and close_location are null.',
    'Minutes are of the clock, whether or not there are bars. A 1h bar that straddles the opening is judged by its start.',
  ],
  // 2: records name the bars that break each side.
  // 3: the exchange's early closes and full closings count.
  definitionNumber: 3,
  recordOf: 'session',
  rangeParam: 'ib_minutes',
  params: PARAMS,
  needsIntraday: { param: 'ib_minutes' },
  fields: FIELDS,
  materialised: ({ intervalMin }) => (PARAMS.ib_minutes.fit?.(intervalMin) ? [{}] : []),
  reach: () => ({ back: 0, ahead: 0 }),
  compute: (data, { session, values }) => ({
    records: recordsOf(data.sessions(session), data.clock, values.ib_minutes),
  }),
  console: {
    group: 'opening',
    outcome: 'break_type',
    drawn: [
      { line: 'ib_high', label: 'IB high', tone: 'up' },
      { line: 'ib_low', label: 'IB low', tone: 'down' },
      { zone: ['ib_high', 'ib_low'], minutes: 'ib_minutes', label: 'Initial balance', tone: 'accent' },
      { mark: 'first_break_time', label: 'first break', tone: { field: 'first_direction' } },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('The initial balance of every session of the range and what became of it, oldest first'),
    summary(
      'How often each side of the initial balance is broken, alone or both, which first, how far, and where it closes',
      SUMMARY.figures,
      SUMMARY,
    ),
    top(
      'The sessions that went furthest beyond their initial balance, in multiples of it',
      { limit: limitParam('Number of sessions') },
      {
        rows: (view) => {
          const rows = completeOnly(selected(view));
          const type = numbers(rows, 'break_type');
          return partOf(rows, (row) => type[row] < BREAK_TYPE.none);
        },
        order: () => [{ field: 'extension_x', descending: true }],
      },
    ),
  ],
  warnings: windowWarnings('ib_minutes'),
});
