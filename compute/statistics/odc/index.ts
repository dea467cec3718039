/** ODC: does the opening candle tell the direction of the day? */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { type BarColumns, firstAbove, firstBelow, lowerBound } from '../../market/bars.ts';
import { integer, number, withKnownAt } from '../../market/records/fields.ts';
import { numbers, partOf, type RecordTable, TableBuilder } from '../../market/records/table.ts';
import type { DataClock, SessionSet } from '../../market/sessions/build.ts';
import { PREVIOUS_MAX_DAYS } from '../../market/sessions/figures.ts';
import { COMPLETE_FIELD, dayFields, writeDay } from '../day-fields.ts';
import { defineStatistic, selected } from '../define.ts';
import { counted, divided, ON_WEEKDAY, share } from '../figures.ts';
import * as candles from '../opening-candle.ts';
import { fillsWindow } from '../opening-window.ts';
import { limitParam, minutesParam, weekdayParam } from '../params.ts';
import { lacksVolumeHistory, relativeVolumes, VOLUME_REACH_SESSIONS } from '../relative-volume.ts';
import { completeOnly } from '../summary-parts.ts';

const MS_PER_MINUTE = 60_000;

const PARAMS = {
  candle_minutes: minutesParam({
    description: "Minutes of the opening candle from the day's anchor; a whole multiple of the base interval",
    fallback: 60,
    minimum: 1,
    maximum: 720,
  }),
  weekday: weekdayParam(),
};

const TOP_PARAMS = { limit: limitParam('Number of sessions') };

const FIELDS = withKnownAt(
  {
    before: ['date', 'weekday'],
    end_of_range: [...candles.CANDLE_KNOWN_AT.end_of_range, 'volume_ratio'],
    // The period starts at the anchor: without a bar in the candle its open, too, comes after it.
    close: [...candles.CANDLE_KNOWN_AT.close, 'session_open', 'complete'],
  },
  [
    ...dayFields(),
    ...candles.openingCandleFields('day'),
    number(
      'volume_ratio',
      'ratio',
      "The candle's volume over the mean of the same minutes in the previous 14 sessions",
      {
        formula: 'volume / mean(volume of those of the 14 that have bars there); null below 3',
      },
    ),
    COMPLETE_FIELD,
  ],
);

const FIGURES = candles.openingCandleFigures('day');
const BY_WEEKDAY = divided(
  'weekday_breakdown',
  ON_WEEKDAY,
  counted('count', 'sessions', 'Sessions with an opening candle on this weekday'),
  share('continuation_rate_pct', 'Of their green and red candles, those that continued', 'continuation'),
);

function recordsOf(sessions: SessionSet, clock: DataClock, candleMinutes: number): RecordTable {
  const { bars, date } = sessions;
  const n = sessions.length;
  const table = new TableBuilder(FIELDS, n);
  const c = table.all();
  const volumes = new Float64Array(n).fill(Number.NaN);
  const candle: candles.Prices = { open: 0, high: 0, low: 0, close: 0 };
  const day: candles.Prices = { open: 0, high: 0, low: 0, close: 0 };
  // Range of the previous session from its anchor on; NaN where it has no bar there.
  let beforeHigh = Number.NaN;
  let beforeLow = Number.NaN;

  for (let s = 0; s < n; s++) {
    writeDay(c, s, sessions, s);
    const end = sessions.end[s];
    const from = lowerBound(bars.minute, sessions.anchor[s], sessions.first[s], end);
    if (from === end) {
      beforeHigh = Number.NaN;
      continue;
    }

    const candleEnd = sessions.anchor[s] + candleMinutes;
    const after = lowerBound(bars.minute, candleEnd, from, end);
    prices(bars, from, after, candle);
    prices(bars, after, end, day);
    if (after > from) {
      day.open = candle.open;
      day.high = Math.max(day.high, candle.high);
      day.low = Math.min(day.low, candle.low);
      day.close = bars.close[end - 1];
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

    // A candle still under way is not shown; one beyond the window's end is over with the window.
    if (after === from || clock.lastBarEnd < Math.min(candleEnd, sessions.windowEnd[s])) continue;
    candles.writeCandle(c, s, candle, day);
    const [up, down] = [firstAbove(bars.high, after, end, candle.high), firstBelow(bars.low, after, end, candle.low)];
    if (up < end) c.broke_candle_high_time[s] = bars.minute[up] * MS_PER_MINUTE;
    if (down < end) c.broke_candle_low_time[s] = bars.minute[down] * MS_PER_MINUTE;
    volumes[s] = volumeOf(bars, from, after);
  }
  // Only the newest session can be under way, so what its predecessors are compared with is settled.
  c.volume_ratio.set(relativeVolumes(volumes));
  return table.finish(n);
}

/** Open, high, low and close of the bars `[from, end)`; without one the high and low that any bar replaces. */
function prices(bars: BarColumns, from: number, end: number, out: candles.Prices): void {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (let i = from; i < end; i++) {
    if (bars.high[i] > high) high = bars.high[i];
    if (bars.low[i] < low) low = bars.low[i];
  }
  out.open = from < end ? bars.open[from] : Number.NaN;
  out.high = high;
  out.low = low;
  out.close = from < end ? bars.close[end - 1] : Number.NaN;
}

/** Oldest first, as all sums of volumes. */
function volumeOf(bars: BarColumns, from: number, end: number): number {
  let sum = 0;
  for (let i = from; i < end; i++) sum += bars.volume[i];
  return sum;
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
  definitionNumber: 2,
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
  endpoints: ({ raw, summary, top }) => [
    raw('The opening candle of every session of the range and the day it opened, oldest first'),
    summary(
      'How often and how far the day follows its opening candle, and which extremes the candle holds',
      [
        integer('candle_minutes', 'minutes', 'Length of the opening candle'),
        integer('total_days', 'sessions', 'Complete sessions'),
        ...FIGURES.fields,
        integer('no_candle_days', 'sessions', 'Complete sessions without a bar in the candle'),
        ...BY_WEEKDAY.fields,
      ],
      (view, rates, all) => {
        const direction = numbers(all, 'candle_direction');
        const days = partOf(all, (row) => !Number.isNaN(direction[row]));
        return {
          candle_minutes: view.values.candle_minutes,
          total_days: all.length,
          ...FIGURES.of(days, rates),
          no_candle_days: all.length - days.length,
          ...BY_WEEKDAY.of(days, rates),
          sample_size: days.length,
        };
      },
    ),
    top('The largest days that went the way of their opening candle', TOP_PARAMS, {
      fields: candles.continuationTopFields(FIELDS),
      rows: (view) => candles.continuations(completeOnly(selected(view))),
      order: () => candles.CONTINUATION_ORDER,
    }),
  ],
  warnings(view) {
    return fillsWindow(view.session, view.meta, view.values['candle_minutes'])
      ? ['candle_minutes takes up the whole window, at least in part of the year: nothing of the day is left after it']
      : [];
  },
});
