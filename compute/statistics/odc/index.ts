/** ODC: does the opening candle tell the direction of the day? */

import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { firstAbove, firstBelow } from '../../market/bars.ts';
import { PREVIOUS_MAX_DAYS } from '../../market/candles.ts';
import { atRangeEnd, integer } from '../../market/fields.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import type { DataClock, SessionSet } from '../../market/sessions.ts';
import { defineStatistic } from '../define.ts';
import { asked, counted, divided, type Figures, figure, figuresOf, having, ON_WEEKDAY, together } from '../figures.ts';
import * as candles from '../opening-candle.ts';
import { limitParam, minutesParam, weekdayParam } from '../params.ts';
import {
  COMPLETE_FIELD,
  dayFields,
  lacksVolumeHistory,
  noRange,
  openingRange,
  rangeOver,
  relativeVolumes,
  VOLUME_REACH_SESSIONS,
  windowWarnings,
  writeDay,
} from '../sessions.ts';

const PARAMS = {
  candle_minutes: minutesParam({
    description: "Minutes of the opening candle from the day's anchor; a whole multiple of the base interval",
    fallback: 60,
    minimum: 1,
    maximum: 720,
  }),
  weekday: weekdayParam(),
};

const FIELDS = [
  ...dayFields(),
  ...candles.openingCandleFields('day'),
  atRangeEnd.number(
    'volume_ratio',
    'ratio',
    "The candle's volume over the mean of the same minutes in the previous 14 sessions",
    {
      formula: 'volume / mean(volume of those of the 14 that have bars there); null below 3',
    },
  ),
  COMPLETE_FIELD,
];

const hasCandle = (all: RecordTable) => having(all, 'candle_direction');
const withCandle = (figures: Figures): Figures => ({
  ...figures,
  of: (all, rates, path, view) => figures.of(hasCandle(all), rates, path, view),
});

const FIGURES = together(
  asked('candle_minutes', 'minutes', 'Length of the opening candle'),
  counted('total_days', 'sessions', 'Complete sessions'),
  withCandle(candles.openingCandleFigures('day')),
  figure(
    integer('no_candle_days', 'sessions', 'Complete sessions without a bar in the candle'),
    (all) => all.length - hasCandle(all).length,
  ),
  withCandle(
    divided(
      'weekday_breakdown',
      ON_WEEKDAY,
      counted('count', 'sessions', 'Sessions with an opening candle on this weekday'),
      figuresOf(FIELDS).share('continuation', 'Of their green and red candles, those that continued', {
        as: 'continuation_rate_pct',
      }),
    ),
  ),
);

function recordsOf(sessions: SessionSet, clock: DataClock, candleMinutes: number): RecordTable {
  const { bars, date } = sessions;
  const n = sessions.length;
  const table = new TableBuilder(FIELDS, n);
  const c = table.all();
  const volumes = new Float64Array(n).fill(Number.NaN);
  const candle = noRange();
  // Range of the previous session from its anchor on; NaN where it has no bar there.
  let beforeHigh = Number.NaN;
  let beforeLow = Number.NaN;

  for (let s = 0; s < n; s++) {
    writeDay(c, s, sessions, s);
    const end = sessions.end[s];
    const hasCandle = openingRange(sessions, s, candleMinutes, candle);
    const { from, after } = candle;
    if (from === end) {
      beforeHigh = Number.NaN;
      continue;
    }

    const [open, close] = [bars.open[from], bars.close[end - 1]];
    const day = { open, high: candle.high, low: candle.low, close };
    for (let i = after; i < end; i++) {
      if (bars.high[i] > day.high) day.high = bars.high[i];
      if (bars.low[i] < day.low) day.low = bars.low[i];
    }
    candles.writePeriod(c, s, day);
    const comparable = s > 0 && date[s] - date[s - 1] <= PREVIOUS_MAX_DAYS && !Number.isNaN(beforeHigh);
    if (comparable) {
      const outside = day.high > beforeHigh && day.low < beforeLow;
      c.outside_period[s] = outside ? 1 : 0;
      if (outside) {
        const [up, down] = [firstAbove(bars.high, from, end, beforeHigh), firstBelow(bars.low, from, end, beforeLow)];
        c.outside_period_time[s] = bars.minute[Math.max(up, down)] * MS_PER_MINUTE;
      }
    }
    beforeHigh = day.high;
    beforeLow = day.low;

    if (!hasCandle || !rangeOver(sessions, clock, s, candleMinutes)) continue;
    candles.writeCandle(c, s, { ...candle, open, close: bars.close[after - 1] }, day);
    const [up, down] = [firstAbove(bars.high, after, end, candle.high), firstBelow(bars.low, after, end, candle.low)];
    if (up < end) c.broke_candle_high_time[s] = bars.minute[up] * MS_PER_MINUTE;
    if (down < end) c.broke_candle_low_time[s] = bars.minute[down] * MS_PER_MINUTE;
    volumes[s] = candle.volume;
  }
  // Only the newest session can be under way, so what its predecessors are compared with is settled.
  c.volume_ratio.set(relativeVolumes(volumes));
  return table.finish(n);
}

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
  // 2: records name the bars that break the candle, and the range of the day before.
  // 3: the exchange's early closes and full closings count.
  definitionNumber: 3,
  recordOf: 'session',
  rangeParam: 'candle_minutes',
  params: PARAMS,
  needsIntraday: { param: 'candle_minutes' },
  fields: FIELDS,
  materialised: ({ intervalMin }) => {
    const minutes = PARAMS.candle_minutes.fit?.(intervalMin);
    return intervalMin < MINUTES_PER_DAY && typeof minutes === 'number' ? [{ candle_minutes: minutes }] : [];
  },
  reach: () => ({ back: VOLUME_REACH_SESSIONS, ahead: 0 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const records = recordsOf(sessions, data.clock, values.candle_minutes);
    return { records, insufficientLookBack: lacksVolumeHistory(data, sessions, wanted) };
  },
  console: {
    group: 'opening',
    outcome: 'continuation',
    drawn: [
      { zone: ['candle_high', 'candle_low'], minutes: 'candle_minutes', label: 'Opening candle', tone: 'accent' },
      { line: 'candle_close', label: 'candle close', tone: 'none' },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('The opening candle of every session of the range and the day it opened, oldest first'),
    summary('How often and how far the day follows its opening candle, and which extremes the candle holds', FIGURES, {
      sampleSize: (all) => hasCandle(all).length,
    }),
    top(
      'The largest days that went the way of their opening candle',
      { limit: limitParam('Number of sessions') },
      candles.continuationTop(FIELDS),
    ),
  ],
  warnings: windowWarnings('candle_minutes', 'after it'),
});
