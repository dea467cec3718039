/** INTRADAY: how the symbol behaves by time of day. */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { numbers, type RecordTable, withColumns } from '../../market/records.ts';
import { defineStatistic } from '../define.ts';
import { completeOnly, workedOut } from '../figures.ts';
import type { View } from '../statistic.ts';
import { bucketName, bucketRows, utcTime } from './buckets.ts';
import {
  ABS_RETURN,
  BUCKET_FIELDS,
  type IntradayValues,
  PARAMS,
  RECORD_FIELDS,
  SUMMARY_FIELDS,
  TOP_FIELDS,
  TOP_PARAMS,
} from './fields.ts';
import { intradayRecords } from './kernel.ts';
import { intradayFigures } from './summary.ts';

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
  console: { first: '/', records: 'By time of day' },
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
