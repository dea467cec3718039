/** OWC: does the opening weekly candle tell the direction of the week? */

import { isoMonday, isoWeek } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { mergedPrices, type Prices, sessionFigures, weekFinished } from '../../market/candles.ts';
import { atClose, atOpen, before, SYMBOL_FIELD } from '../../market/fields.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import type { DataClock, SessionSet } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import { defineStatistic } from '../define.ts';
import { asked, counted, together } from '../figures.ts';
import * as candles from '../opening-candle.ts';
import { intParam, limitParam } from '../params.ts';
import type { DateRange } from '../statistic.ts';

const PARAMS = {
  opening_days: intParam({
    description: 'Number of sessions at the beginning of the week that make the opening candle',
    minimum: 1,
    maximum: 3,
    fallback: 1,
    affects: 'records',
    echoed: true,
  }),
};

const FIELDS = [
  SYMBOL_FIELD,
  before.text('week', 'ISO week, such as 2024-W05'),
  atOpen.date('date', 'Date of its first session'),
  ...candles.openingCandleFields('week'),
  atClose.boolean(
    'complete',
    'The week is over: a bar starts on or after the next Monday (crypto: and after the Sunday window)',
  ),
];

const FIGURES = together(
  asked('opening_days', 'sessions', 'Sessions that make the opening candle'),
  counted('total_weeks', 'count', 'Finished weeks with more sessions than the opening candle'),
  candles.openingCandleFigures('week'),
);

const DAYS_PER_WEEK = 7;

/** Weeks with no more sessions than `openingDays` have no record. */
function recordsOf(sessions: SessionSet, clock: DataClock, openingDays: number): RecordTable {
  const { date, length } = sessions;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(FIELDS, length);
  const week = table.text('week');
  const c = table.all();
  let n = 0;
  let weekBefore: Prices | null = null;
  let mondayBefore = Number.NEGATIVE_INFINITY;
  for (let first = 0; first < length; ) {
    const monday = isoMonday(date[first]);
    const end = lowerBound(date, monday + DAYS_PER_WEEK, first, Math.min(length, first + DAYS_PER_WEEK));
    const period = mergedPrices(figures, first, end);
    if (end - first > openingDays) {
      week[n] = weekName(date[first]);
      c.date[n] = date[first];
      c.complete[n] = weekFinished(sessions, monday, clock) ? 1 : 0;
      candles.writePeriod(c, n, period);
      candles.writeCandle(c, n, mergedPrices(figures, first, first + openingDays), period);
      if (weekBefore && monday - mondayBefore === DAYS_PER_WEEK) {
        c.outside_period[n] = period.high > weekBefore.high && period.low < weekBefore.low ? 1 : 0;
      }
      n++;
    }
    weekBefore = period;
    mondayBefore = monday;
    first = end;
  }
  return table.finish(n);
}

function weekName(day: number): string {
  const { year, week } = isoWeek(day);
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

/**
 * Whether the range may lack sessions that the weeks dated in `wanted` depend on: those of the first week and of the
 * week before it, and the last week's to its end. The outermost session of a range may be cut, so one more must be
 * there on each side.
 */
function weeksShort(data: SymbolData, sessions: SessionSet, wanted: DateRange) {
  const { date, length } = sessions;
  const needFrom = isoMonday(wanted.from) - DAYS_PER_WEEK;
  const needTo = isoMonday(wanted.to) + DAYS_PER_WEEK - 1;
  return {
    insufficientLookBack: !data.reachesStart && !(length > 0 && date[0] < needFrom),
    insufficientLookAhead: !data.reachesEnd && !(length > 0 && date[length - 1] > needTo),
  };
}

export default defineStatistic({
  name: 'owc',
  title: 'Opening weekly candle',
  description: 'The candle of the first sessions of the week, and whether the week goes its way.',
  definition:
    'The opening candle is made of the first opening_days sessions of the ISO week. Candle and week are green, red or ' +
    'doji by close against open; the week continues when both have the same direction. A week is dated by its first ' +
    'session and read to its end, also beyond the range. Weeks with no more sessions than opening_days are skipped: ' +
    'there is nothing left to follow the candle.',
  notes: [
    'The fields session_open, session_close, session_return_pct and session_direction are those of the week, in the words that the daily statistic uses for the day.',
    'continuation is null for a doji candle, which is out of continuation_rate_pct; a green or red candle of a doji week does not continue.',
    'A later session that only equals the high or low of the candle does not break it: the extreme counts as made in the candle.',
    'outside_period compares with the ISO week just before, whether or not that week is long enough for a record of its own; without a session in it, null.',
    'A candle without a range has no location and no extensions: null.',
    'Weeks of equities and ETFs have up to five sessions, those of crypto pairs seven. Holidays shorten a week: its candle is then made of the sessions that there were.',
    'complete turns true with the first stored bar on or after the next Monday 00:00 UTC (crypto: also after the window of that Sunday); until then the week is in progress and in no summary or top.',
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known is a large return of its week.',
  ],
  // 2: the exchange's early closes and full closings count.
  definitionNumber: 2,
  recordOf: 'week',
  params: PARAMS,
  fields: FIELDS,
  // A week of seven sessions and the week before it, and one more session on each side that may be cut.
  reach: () => ({ back: 14, ahead: 7 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    return {
      records: recordsOf(sessions, data.clock, values.opening_days),
      ...weeksShort(data, sessions, wanted),
    };
  },
  console: { group: 'opening', outcome: 'continuation' },
  endpoints: ({ raw, summary, top }) => [
    raw('Every week whose first session is in the range, with its opening candle, oldest first'),
    summary('How often weeks keep the direction of their opening candle, and what they return after it', FIGURES),
    top(
      'The weeks that went furthest in the direction of their opening candle',
      { limit: limitParam('Number of weeks') },
      candles.continuationTop(FIELDS),
    ),
  ],
});
