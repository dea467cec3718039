/** INTRADAY: how the symbol behaves by time of day. */
import { MINUTES_PER_DAY, MS_PER_MINUTE, weekdayOf } from '../../../lib/days.ts';
import { numbers, type RecordTable, TableBuilder, texts, withColumns } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import { followsNewYork, type SessionSet, utcWindow } from '../../market/sessions.ts';
import { defineStatistic } from '../define.ts';
import { completeOnly, extremeRow, type Rates, workedOut } from '../figures.ts';
import type { View } from '../statistic.ts';
import {
  ABS_RETURN,
  BUCKET_FIELDS,
  bucketName,
  bucketRows,
  type IntradayValues,
  NAMED_BUCKETS,
  PARAMS,
  RECORD_FIELDS,
  SUMMARY_FIELDS,
  sessionStarts,
  TOP_FIELDS,
  TOP_PARAMS,
  utcTime,
} from './fields.ts';

/** Buckets count from the window's start where bars may be before the anchor: extended hours, or across midnight. */
function countsFromWindow({ spec, meta }: SessionSet): boolean {
  if (spec.extended || followsNewYork(spec, meta.assetClass)) return spec.extended;
  const { startMin, endMin } = utcWindow(spec, meta.assetClass);
  return endMin <= startMin;
}

function intradayRecords(sessions: SessionSet, bucketMinutes: number): RecordTable {
  const { first, end } = sessions;
  const { minute, open: opens, high: highs, low: lows, close: closes, volume: volumes } = sessions.bars;
  const origin = countsFromWindow(sessions) ? sessions.windowStart : sessions.anchor;
  const table = new TableBuilder(RECORD_FIELDS, mostRows(sessions, bucketMinutes));
  const c = table.all();
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    const firstRow = n;
    const stop = end[s];
    let dayHigh = Number.NEGATIVE_INFINITY;
    let dayLow = Number.POSITIVE_INFINITY;
    let dayVolume = 0;
    let highRow = n;
    let lowRow = n;
    for (let i = first[s]; i < stop; n++) {
      const offset = Math.floor((minute[i] - origin[s]) / bucketMinutes) * bucketMinutes;
      const bucketEnd = origin[s] + offset + bucketMinutes;
      const open = opens[i];
      let high = highs[i];
      let low = lows[i];
      let volume = 0;
      for (; i < stop && minute[i] < bucketEnd; i++) {
        if (highs[i] > high) high = highs[i];
        if (lows[i] < low) low = lows[i];
        volume += volumes[i];
        dayVolume += volumes[i];
      }
      const close = closes[i - 1];
      const rangeBefore = n === firstRow ? 0 : dayHigh - dayLow;
      if (high > dayHigh) {
        dayHigh = high;
        highRow = n;
      }
      if (low < dayLow) {
        dayLow = low;
        lowRow = n;
      }
      c.bucket_start[n] = offset;
      c.starts_at[n] = (origin[s] + offset) * MS_PER_MINUTE;
      c.open[n] = open;
      c.high[n] = high;
      c.low[n] = low;
      c.close[n] = close;
      c.volume[n] = volume;
      c.return_pct[n] = ((close - open) / open) * 100;
      c.range_pct[n] = ((high - low) / open) * 100;
      // The range added, until the session's own range is known.
      c.range_share_pct[n] = dayHigh - dayLow - rangeBefore;
    }
    finishSession(s, firstRow, dayHigh - dayLow, dayVolume);
    c.high_of_day[highRow] = 1;
    c.low_of_day[lowRow] = 1;
  }
  return table.finish(n);

  function finishSession(s: number, firstRow: number, dayRange: number, dayVolume: number) {
    const weekday = weekdayOf(sessions.date[s]);
    for (let row = firstRow; row < n; row++) {
      c.date[row] = sessions.date[s];
      c.weekday[row] = weekday;
      c.volume_share_pct[row] = dayVolume === 0 ? Number.NaN : (c.volume[row] / dayVolume) * 100;
      c.range_share_pct[row] = dayRange === 0 ? Number.NaN : (c.range_share_pct[row] / dayRange) * 100;
      c.high_of_day[row] = 0;
      c.low_of_day[row] = 0;
      c.complete[row] = sessions.complete[s];
    }
  }
}

function mostRows(sessions: SessionSet, bucketMinutes: number): number {
  let rows = 0;
  for (let s = 0; s < sessions.length; s++) {
    const windowMin = Math.min(MINUTES_PER_DAY, sessions.windowEnd[s] - sessions.windowStart[s]);
    rows += Math.min(sessions.end[s] - sessions.first[s], Math.ceil(windowMin / bucketMinutes));
  }
  return rows;
}

function intradayFigures(view: View<IntradayValues>, rates: Rates): RawSummary {
  const records = completeOnly(view.records);
  const bucketMinutes = view.values.bucket_minutes;
  const buckets = bucketRows(records, bucketMinutes);
  const starts = sessionStarts(records);
  return {
    bucket_minutes: bucketMinutes,
    ...Object.fromEntries(NAMED_BUCKETS.map((one) => [one.key, named(buckets, one.metric, one.highest)])),
    first_bucket_continuation_rate_pct: continuation(records, starts, 'first', rates),
    last_bucket_continuation_rate_pct: continuation(records, starts, 'last', rates),
    sample_size: starts.length - 1,
  };
}

function named(buckets: RecordTable, metric: string, highest: boolean): RawSummary | null {
  const field = BUCKET_FIELDS.find(({ name }) => name === metric)!;
  const row = extremeRow(
    buckets,
    field,
    highest,
    metric === 'median_return_pct' ? numbers(buckets, 'sessions') : undefined,
  );
  if (row === -1) return null;
  return {
    bucket: texts(buckets, 'bucket')[row],
    bucket_start: numbers(buckets, 'bucket_start')[row],
    utc_time: texts(buckets, 'utc_time')[row],
    [metric]: numbers(buckets, metric)[row],
  };
}

/** How often the session's own first (last) bucket with bars has the direction of the session; doji buckets out. */
function continuation(records: RecordTable, starts: readonly number[], which: 'first' | 'last', rates: Rates): number {
  const open = numbers(records, 'open');
  const close = numbers(records, 'close');
  let hits = 0;
  let cases = 0;
  for (let s = 0; s + 1 < starts.length; s++) {
    const first = starts[s];
    const last = starts[s + 1] - 1;
    const row = which === 'first' ? first : last;
    const direction = Math.sign(close[row] - open[row]);
    if (direction === 0) continue;
    cases++;
    if (Math.sign(close[last] - open[first]) === direction) hits++;
  }
  return rates.of(`${which}_bucket_continuation_rate_pct`, hits, cases);
}

function moves(view: View<IntradayValues>): RecordTable {
  const rows = completeOnly(view.records);
  const start = numbers(rows, 'bucket_start');
  const startsAt = numbers(rows, 'starts_at');
  const minutes = view.values.bucket_minutes;
  return withColumns(rows, {
    bucket: Array.from(start, (value) => bucketName(value, minutes)),
    utc_time: Array.from(startsAt, utcTime),
    [ABS_RETURN.name]: numbers(rows, 'return_pct').map(Math.abs),
  });
}

export default defineStatistic({
  name: 'intraday',
  title: 'Time of day',
  description: 'Returns, ranges, volumes and the times of highs and lows by time-of-day bucket.',
  definition:
    "The day is cut into buckets of bucket_minutes clock minutes from the day's anchor: the exchange open (09:30 New " +
    "York) or the window's start if later, for crypto the window's start. With extended hours, and for windows that " +
    "cross midnight, buckets count from the window's start. A bar belongs to the bucket in which it starts. A bucket's " +
    'return is its close against its own open. Only complete sessions count.',
  notes: [
    'Returns, ranges and volumes of a bucket are over the sessions that have a bar in it (sessions); buckets without any bar are left out.',
    "volume_share_pct and range_share_pct are means of each session's own share; a session without a bar in the bucket counts as 0, one without volume (range) is left out. The shares of all buckets add up to 100.",
    'range_share_pct is the new range that a bucket adds to the high and low reached so far, a jump from the bucket before included; the first bucket adds its own range.',
    'The high (low) of the day belongs to the bucket of the first bar that reaches it. high_of_day_pct and low_of_day_pct are over all complete sessions, and each adds up to 100.',
    'utc_time is the usual UTC start: for New York symbols it moves by an hour with daylight saving time, the bucket does not.',
    'A window that is no whole number of buckets cuts the last one short; its name still shows the full length. So do early closes.',
    'best_bucket and worst_bucket go by the median return among buckets with at least 3 sessions, if there are any; of equal buckets the earlier one is named.',
    "The first and last bucket of the continuation rates are the session's own first and last with bars. A session that closes where it opened continues neither; a session of one bucket continues by itself.",
    'Bars of 1h are judged by their start: the one that straddles the opening belongs to the time before it.',
  ],
  needsIntraday: { param: 'bucket_minutes' },
  // 2: the exchange's early closes and full closings count.
  definitionNumber: 2,
  params: PARAMS,
  fields: RECORD_FIELDS,
  key: ['bucket_start'],
  materialised({ intervalMin }) {
    const fitting = intervalMin >= MINUTES_PER_DAY ? null : PARAMS.bucket_minutes.fit?.(intervalMin);
    return fitting ? [{ bucket_minutes: fitting }] : [];
  },
  reach: () => ({ back: 0, ahead: 0 }),
  compute: (data, { session, values }) => ({
    records: intradayRecords(data.sessions(session), values.bucket_minutes),
  }),
  console: {
    group: 'calendar',
    headline: {
      first_bucket_continuation_rate_pct: 'Days that follow their first part',
      last_bucket_continuation_rate_pct: 'Last parts that follow the day',
    },
    first: '/',
    records: 'By time of day',
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every bucket of the day over all complete sessions of the range, ascending', {
      fields: BUCKET_FIELDS,
      rows: (view) => bucketRows(completeOnly(view.records), view.values.bucket_minutes),
      order: () => [{ field: 'bucket_start' }],
    }),
    summary(
      'The buckets that stand out, and how often the first and the last agree with the session',
      workedOut(SUMMARY_FIELDS, intradayFigures),
    ),
    top('The largest moves within a single bucket, up or down', TOP_PARAMS, {
      fields: TOP_FIELDS,
      rows: moves,
      order: () => [{ field: ABS_RETURN.name, descending: true }],
    }),
  ],
});
