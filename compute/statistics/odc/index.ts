/** ODC: does the opening candle tell the direction of the day? */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { defineStatistic, selected } from '../define.ts';
import { CONTINUATION_ORDER, continuations, continuationTopFields } from '../opening-candle.ts';
import { fillsWindow } from '../opening-window.ts';
import { lacksVolumeHistory, VOLUME_REACH_SESSIONS } from '../relative-volume.ts';
import { completeOnly } from '../summary-parts.ts';
import { RECORD_FIELDS, SUMMARY_FIELDS } from './fields.ts';
import { odcRecords } from './kernel.ts';
import { PARAMS, TOP_PARAMS } from './params.ts';
import { odcFigures } from './summary.ts';

export default defineStatistic({
  name: 'odc',
  title: 'Opening daily candle',
  description: "The candle of the day's first minutes, and whether the day goes its way.",
  definition:
    "The opening candle is made of the bars that start within candle_minutes of the day's anchor (09:30 New York for " +
    "equities and ETFs, or the window's start if later; the window's start for crypto). Candle and day are green, red or " +
    'doji by their close against their open; the day runs from the anchor to the last bar of the session. The day ' +
    'continues the candle if both have the same colour and it is no doji. The candle is broken when price later in the ' +
    'session goes beyond its high or low.',
  notes: [
    'The day starts at the anchor also where extended hours are included: earlier bars of the session are in no figure here, and a session with no later bar has null session_* fields.',
    'A doji candle has no direction to continue: continuation is null and the candle is out of the rate. A doji day does not continue a green or red candle.',
    'outside_period compares the range from the anchor on with the same of the previous session (at most 7 calendar days back); it needs a higher high and a lower low, and is null without a previous session or without its bars.',
    'A high (low) that a later bar only equals stays with the candle.',
    'A candle of no height has no multiples: candle_close_location and the extensions are null.',
    'Without a bar in the candle, or while it forms, the candle fields and all that is measured against it are null. Complete days without one count in total_days and no_candle_days and in no rate, outside_rate_pct included.',
    'A candle that reaches beyond the window ends with it; nothing of the day is left to break it.',
    'Minutes are of the clock, whether or not there are bars. A 1h bar that straddles the opening is judged by its start: a bar of 09:00 New York is not part of the day.',
  ],
  recordOf: 'session',
  rangeParam: 'candle_minutes',
  params: PARAMS,
  needsIntraday: { param: 'candle_minutes' },
  fields: RECORD_FIELDS,
  materialised: ({ intervalMin }) => {
    const minutes = PARAMS.candle_minutes.fit?.(intervalMin);
    return intervalMin < MINUTES_PER_DAY && typeof minutes === 'number' ? [{ candle_minutes: minutes }] : [];
  },
  reach: () => ({ back: VOLUME_REACH_SESSIONS, ahead: 0 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const records = odcRecords(sessions, data.clock, values.candle_minutes);
    return { records, insufficientLookBack: lacksVolumeHistory(data, sessions, wanted) };
  },
  endpoints: ({ raw, summary, top }) => [
    raw('The opening candle of every session of the range and the day it opened, oldest first'),
    summary(
      'How often and how far the day follows its opening candle, and which extremes the candle holds',
      SUMMARY_FIELDS,
      odcFigures,
    ),
    top('The largest days that went the way of their opening candle', TOP_PARAMS, {
      fields: continuationTopFields(RECORD_FIELDS),
      rows: (view) => continuations(completeOnly(selected(view))),
      order: () => CONTINUATION_ORDER,
    }),
  ],
  warnings(view) {
    return fillsWindow(view.session, view.meta, view.values['candle_minutes'])
      ? ['candle_minutes takes up the whole window, at least in part of the year: nothing of the day is left after it']
      : [];
  },
});
