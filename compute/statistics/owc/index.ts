/** OWC: does the opening weekly candle tell the direction of the week? */

import { defineStatistic, selected } from '../define.ts';
import { CONTINUATION_ORDER, continuations } from '../opening-candle.ts';
import { completeOnly } from '../summary-parts.ts';
import { RECORD_FIELDS, SUMMARY_FIELDS, TOP_FIELDS } from './fields.ts';
import { owcRecords, weeksShort } from './kernel.ts';
import { PARAMS, TOP_PARAMS } from './params.ts';
import { owcFigures } from './summary.ts';

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
  recordOf: 'week',
  dailyHistory: { comparesWeeks: ['outside_period'] },
  params: PARAMS,
  fields: RECORD_FIELDS,
  // A week of seven sessions and the week before it, and one more session on each side that may be cut.
  reach: () => ({ back: 14, ahead: 7 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    return {
      records: owcRecords(sessions, data.clock, values.opening_days),
      ...weeksShort(data, sessions, wanted),
    };
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every week whose first session is in the range, with its opening candle, oldest first'),
    summary(
      'How often weeks keep the direction of their opening candle, and what they return after it',
      SUMMARY_FIELDS,
      owcFigures,
    ),
    top('The weeks that went furthest in the direction of their opening candle', TOP_PARAMS, {
      fields: TOP_FIELDS,
      rows: (view) => continuations(completeOnly(selected(view))),
      order: () => CONTINUATION_ORDER,
    }),
  ],
});
