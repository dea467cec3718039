/** INSIDEDAY: does the session stay inside the range of the one before, or trade beyond it, and what comes after that? */
import { sessionFigures } from '../../market/candles.ts';
import { atClose, before, boolean, codesOf, oneOf } from '../../market/fields.ts';
import { numbers, type RecordTable, TableBuilder, withColumns } from '../../market/records.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { defineStatistic, selected } from '../define.ts';
import { below, completeOnly, counted, divided, figuresOf, ON_WEEKDAY, together, where } from '../figures.ts';
import { limitParam, weekdayParam } from '../params.ts';
import {
  COMPLETE_FIELD,
  dayFields,
  LOOK_BACK,
  lacksPreviousSession,
  sessionPrices,
  writeDay,
  writePrevious,
} from '../sessions.ts';

const PARAMS = { weekday: weekdayParam() };
const TOP_PARAMS = { limit: limitParam('Number of sessions') };

const TYPES = ['inside', 'outside', 'higher', 'lower'] as const;
const TYPE = codesOf(TYPES);

const FIELDS = [
  ...dayFields('Date of a session that has one before it'),
  before.date('prev_date', 'Date of the previous session, at most 7 calendar days back', LOOK_BACK),
  before.price('prev_high', 'Highest price of the previous session', LOOK_BACK),
  before.price('prev_low', 'Lowest price of the previous session', LOOK_BACK),
  ...sessionPrices('', ' of the session'),
  atClose.oneOf(
    'day_type',
    TYPES,
    'inside: beyond neither level; outside: beyond both; higher, lower: beyond that one alone',
  ),
  atClose.number(
    'range_vs_prev_x',
    'ratio',
    'Range in multiples of the previous one; null where that one has no height',
    {
      formula: '(high - low) / (prev_high - prev_low)',
    },
  ),
  atClose.boolean('closed_above', 'The session closed above prev_high'),
  atClose.boolean('closed_below', 'The session closed below prev_low'),
  COMPLETE_FIELD,
];

/** Beside the fields what `compared` adds. */
const { byWord, mean, median, only, share } = figuresOf([
  ...FIELDS,
  boolean('closed_up', ''),
  oneOf('after', TYPES, ''),
]);

const types = (which: string) =>
  together(
    counted('count', 'sessions', which),
    ...TYPES.map((type) =>
      share({ day_type: type }, `Of the ${which}, those of the type ${type}`, { as: `${type}_pct` }),
    ),
  );

const FIGURES = together(
  counted('total_days', 'sessions', 'Complete sessions with a previous one'),
  below('days', types('sessions with a previous one')),
  only(
    { day_type: 'inside' },
    share('closed_up', 'Inside days that closed above their open', { as: 'inside_closed_up_pct' }),
  ),
  only(
    { day_type: 'outside' },
    share('closed_above', 'Outside days that closed above the previous high', { as: 'outside_closed_above_pct' }),
    share('closed_below', 'Outside days that closed below the previous low', { as: 'outside_closed_below_pct' }),
  ),
  mean('range_vs_prev_x', 'Mean range in multiples of the previous one'),
  median('range_vs_prev_x', 'Median range in multiples of the previous one'),
  divided('weekday_breakdown', ON_WEEKDAY, types('sessions on this weekday')),
  divided('after', byWord('after'), types('sessions that follow one of this type in the range')),
);

function recordsOf(sessions: SessionSet): RecordTable {
  const { open, high, low, close, previous } = sessionFigures(sessions);
  const table = new TableBuilder(FIELDS, sessions.length);
  const c = table.all();
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    const p = previous[s];
    if (p === -1) continue;
    const above = high[s] > high[p];
    const below = low[s] < low[p];
    writeDay(c, n, sessions, s);
    writePrevious(c, n, sessions, p);
    c.open[n] = open[s];
    c.high[n] = high[s];
    c.low[n] = low[s];
    c.close[n] = close[s];
    c.day_type[n] = above ? (below ? TYPE.outside : TYPE.higher) : below ? TYPE.lower : TYPE.inside;
    if (high[p] > low[p]) c.range_vs_prev_x[n] = (high[s] - low[s]) / (high[p] - low[p]);
    c.closed_above[n] = close[s] > high[p] ? 1 : 0;
    c.closed_below[n] = close[s] < low[p] ? 1 : 0;
    n++;
  }
  return table.finish(n);
}

/** With `closed_up`, and as `after` the type of the session before, where that one is there, too. */
function compared(rows: RecordTable): RecordTable {
  const [dates, before, types] = ['date', 'prev_date', 'day_type'].map((name) => numbers(rows, name));
  const after = types.map((_, row) => (row > 0 && dates[row - 1] === before[row] ? types[row - 1] : Number.NaN));
  const [open, close] = [numbers(rows, 'open'), numbers(rows, 'close')];
  return withColumns(rows, { after, closed_up: close.map((price, row) => (price > open[row] ? 1 : 0)) });
}

export default defineStatistic({
  name: 'insideday',
  title: 'Inside and outside days',
  description:
    "Sessions by their range against the previous session's: inside it, outside on both sides, higher, lower.",
  definition:
    'A session is an inside day where its high is at most, and its low at least, that of the previous session; an outside ' +
    'day where it trades above the previous high and below the previous low; higher or lower where it goes beyond that ' +
    'level alone. The previous session is the latest earlier one, at most 7 calendar days back.',
  notes: [
    'Levels that are only equalled are not broken: a session with the same high and low as the one before is an inside day.',
    'after counts the sessions of the range by the type of the session before them, where that one is in the range and is complete: after.inside.higher_pct is how often the day after an inside day trades above it alone.',
    'weekday selects sessions, those of after too; the sessions before them stay what they were.',
    'Only the prices of whole sessions are needed, so all figures are available on 1d bars too. Which side was broken first, and how far a break went, is in pdhlb.',
    'Sessions of crypto pairs on weekends count like any other.',
  ],
  // 2: the exchange's early closes and full closings count.
  definitionNumber: 2,
  recordOf: 'session',
  needsPrevious: true,
  params: PARAMS,
  fields: FIELDS,
  compute(data, { session }, wanted) {
    const sessions = data.sessions(session);
    return { records: recordsOf(sessions), insufficientLookBack: lacksPreviousSession(data, sessions, wanted) };
  },
  console: {
    group: 'levels',
    outcome: 'day_type',
    drawn: [
      { line: 'prev_high', label: 'previous high', tone: 'up' },
      { line: 'prev_low', label: 'previous low', tone: 'down' },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every session of the range that has one before it, oldest first'),
    summary('How often days are inside or outside the one before, and what follows them', FIGURES, {
      rows: (view) => selected({ ...view, records: compared(completeOnly(view.records)) }),
    }),
    top('The outside days with the largest range against the one before', TOP_PARAMS, {
      rows: (view) => where(completeOnly(selected(view)), 'day_type', TYPE.outside),
      order: () => [{ field: 'range_vs_prev_x', descending: true }],
    }),
  ],
});
