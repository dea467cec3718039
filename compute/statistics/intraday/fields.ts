/** What INTRADAY is asked, its fields, and its buckets: a pass over the records of complete sessions, and a median a bucket. */

import { getOrMake } from '../../../lib/collections.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { boolean, type Field, integer, number, SYMBOL_FIELD, text, timestamp, unsaid } from '../../market/fields.ts';
import { medianInPlace, rate } from '../../market/math.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import { intParam, limitParam, type Param, problem, type Values } from '../params.ts';
import { completeField, dayFields } from '../sessions.ts';

export const BUCKET_MINUTES = [5, 10, 15, 30, 60] as const;
const DEFAULT_MINUTES = 30;

const whole = intParam({
  description: 'Length of a bucket in minutes: 5, 10, 15, 30 or 60, a whole multiple of the base interval',
  minimum: BUCKET_MINUTES[0],
  maximum: BUCKET_MINUTES[BUCKET_MINUTES.length - 1],
  fallback: DEFAULT_MINUTES,
  affects: 'records',
  echoed: true,
});

const bucketMinutes: Param<number> = {
  ...whole,
  doc: { ...whole.doc, values: BUCKET_MINUTES.map(String) },
  schema: whole.schema.transform((value, context) =>
    (BUCKET_MINUTES as readonly number[]).includes(value)
      ? value
      : problem(context, 'literal_error', 'Input should be 5, 10, 15, 30 or 60'),
  ),
  fits: (value, intervalMin) => value % intervalMin === 0,
  fit: (intervalMin) => BUCKET_MINUTES.find((value) => value >= DEFAULT_MINUTES && value % intervalMin === 0) ?? null,
};

export const PARAMS = { bucket_minutes: bucketMinutes };

export const TOP_PARAMS = { limit: limitParam('Number of bucket moves') };

export type IntradayValues = Values<typeof PARAMS>;

const always = { nullable: false };

export const RECORD_FIELDS = [
  ...dayFields(undefined, unsaid),
  integer('bucket_start', 'minutes', 'Start of the bucket in minutes from the start of the day'),
  timestamp('starts_at', 'The same as a time (UTC)'),
  number('open', 'price', 'First price of the bucket', always),
  number('high', 'price', 'Highest price', always),
  number('low', 'price', 'Lowest price', always),
  number('close', 'price', 'Last price', always),
  number('volume', 'volume', "Sum of the bars' volumes", always),
  number('return_pct', 'pct', 'From open to close of the bucket', {
    ...always,
    formula: '(close - open) / open * 100',
  }),
  number('range_pct', 'pct', 'Range of the bucket in percent of its open', {
    ...always,
    formula: '(high - low) / open * 100',
  }),
  number('volume_share_pct', 'pct', "Share of the session's volume; null without any"),
  number('range_share_pct', 'pct', "Share of the session's range that this bucket added; null without a range"),
  boolean('high_of_day', "The bar that first reaches the session's high lies here"),
  boolean('low_of_day', "The bar that first reaches the session's low lies here"),
  completeField(unsaid),
];

const BUCKET = text('bucket', 'Minutes from the start of the day, such as 0-30');
const BUCKET_START = integer('bucket_start', 'minutes', 'Start of the bucket in minutes from the start of the day');

export const BUCKET_FIELDS: readonly Field[] = [
  BUCKET,
  BUCKET_START,
  text('utc_time', 'UTC time of day at which the bucket starts on most days; of equal ones the earlier'),
  integer('sessions', 'sessions', 'Sessions with a bar in the bucket'),
  number('avg_return_pct', 'pct', 'Mean return from open to close of the bucket', always),
  number('median_return_pct', 'pct', 'Median return', always),
  number('green_pct', 'pct', 'Share of the sessions whose bucket closed above its open', always),
  number('avg_abs_return_pct', 'pct', 'Mean size of the return', always),
  number('avg_range_pct', 'pct', 'Mean range of the bucket in percent of its open', always),
  number('avg_volume', 'volume', 'Mean volume, of the sessions with a bar in the bucket', always),
  number('volume_share_pct', 'pct', "Mean share of the session's volume, over sessions with any"),
  number('range_share_pct', 'pct', "Mean share of the session's range added here, over sessions with a range"),
  number('high_of_day_pct', 'pct', 'Share of all sessions that first reach their high here', always),
  number('low_of_day_pct', 'pct', 'Share of all sessions that first reach their low here', always),
];

/** Orders the top by size; not shown. */
export const ABS_RETURN: Field = number('abs_return_pct', 'pct', 'Size of return_pct', { internal: true });

const TOP_NAMES = ['date', 'weekday', 'bucket', 'bucket_start', 'utc_time', 'open', 'high', 'low', 'close', 'return_pct', 'range_pct', 'volume']; // biome-ignore format: one list

const UTC_TIME = text('utc_time', 'UTC time of day at which the bucket starts');

export const TOP_FIELDS: readonly Field[] = [
  SYMBOL_FIELD,
  ...TOP_NAMES.map((name) => [BUCKET, UTC_TIME, ...RECORD_FIELDS].find((field) => field.name === name)!),
  ABS_RETURN,
];

/** The named buckets of the summary and what each is the extreme of. */
export const NAMED_BUCKETS = [
  { key: 'best_bucket', metric: 'median_return_pct', highest: true, text: 'highest median return' },
  { key: 'worst_bucket', metric: 'median_return_pct', highest: false, text: 'lowest median return' },
  { key: 'busiest_bucket', metric: 'avg_volume', highest: true, text: 'highest mean volume' },
  { key: 'most_frequent_high_bucket', metric: 'high_of_day_pct', highest: true, text: 'high of the day most often' },
  { key: 'most_frequent_low_bucket', metric: 'low_of_day_pct', highest: true, text: 'low of the day most often' },
] as const;

export const SUMMARY_FIELDS: readonly Field[] = [
  integer('bucket_minutes', 'minutes', 'Length of a bucket'),
  ...NAMED_BUCKETS.flatMap(({ key, metric, text: what }) => [
    text(`${key}.bucket`, `Bucket with the ${what}, in minutes from the start of the day`),
    { ...BUCKET_START, name: `${key}.bucket_start` },
    text(`${key}.utc_time`, 'UTC time of day at which it starts on most days'),
    { ...BUCKET_FIELDS.find((field) => field.name === metric)!, name: `${key}.${metric}` },
  ]),
  number(
    'first_bucket_continuation_rate_pct',
    'pct',
    'Sessions that closed in the direction of their first bucket, of those whose first bucket has one',
  ),
  number(
    'last_bucket_continuation_rate_pct',
    'pct',
    'Sessions whose last bucket had the direction of the session, of those whose last bucket has one',
  ),
];

export function bucketName(start: number, bucketMinutes: number): string {
  return `${start}-${start + bucketMinutes}`;
}

/** `13:30` of a time in milliseconds. */
export function utcTime(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

/** First row of each session, and the number of rows at the end. */
export function sessionStarts(records: RecordTable): number[] {
  const date = numbers(records, 'date');
  const starts: number[] = [];
  for (let row = 0; row < records.length; row++) if (row === 0 || date[row] !== date[row - 1]) starts.push(row);
  starts.push(records.length);
  return starts;
}

/** Ascending buckets with data; columns of BUCKET_FIELDS. `records` are those of complete sessions. */
export function bucketRows(records: RecordTable, bucketMinutes: number): RecordTable {
  const starts = sessionStarts(records);
  const sessions = starts.length - 1;
  const bucketOf = bucketNumbers(numbers(records, 'bucket_start'), bucketMinutes);
  let buckets = 0;
  for (const bucket of bucketOf) if (bucket >= buckets) buckets = bucket + 1;
  const sum = totals(records, bucketOf, buckets);
  const withVolume = sessionsWith(numbers(records, 'volume_share_pct'), starts);
  const withRange = sessionsWith(numbers(records, 'range_share_pct'), starts);
  const medians = mediansOf(numbers(records, 'return_pct'), bucketOf, sum.rows);
  const utcMinutes = usualMinutes(records, bucketOf, buckets, bucketMinutes, starts);

  const table = new TableBuilder(BUCKET_FIELDS, buckets);
  const c = table.all();
  let n = 0;
  for (let k = 0; k < buckets; k++) {
    const traded = sum.rows[k];
    if (traded === 0) continue;
    table.text('bucket')[n] = bucketName(k * bucketMinutes, bucketMinutes);
    table.text('utc_time')[n] = utcTime(utcMinutes[k] * MS_PER_MINUTE);
    c.bucket_start[n] = k * bucketMinutes;
    c.sessions[n] = traded;
    c.avg_return_pct[n] = sum.returns[k] / traded;
    c.median_return_pct[n] = medians[k];
    c.green_pct[n] = rate(sum.greens[k], traded);
    c.avg_abs_return_pct[n] = sum.sizes[k] / traded;
    c.avg_range_pct[n] = sum.ranges[k] / traded;
    c.avg_volume[n] = sum.volumes[k] / traded;
    // A session without a bar here has a share of 0.
    c.volume_share_pct[n] = withVolume === 0 ? Number.NaN : sum.volumeShares[k] / withVolume;
    c.range_share_pct[n] = withRange === 0 ? Number.NaN : sum.rangeShares[k] / withRange;
    c.high_of_day_pct[n] = rate(sum.highs[k], sessions);
    c.low_of_day_pct[n] = rate(sum.lows[k], sessions);
    n++;
  }
  return table.finish(n);
}

function bucketNumbers(bucketStart: Float64Array, bucketMinutes: number): Uint32Array {
  const out = new Uint32Array(bucketStart.length);
  for (let row = 0; row < out.length; row++) out[row] = bucketStart[row] / bucketMinutes;
  return out;
}

/** Sums by bucket, oldest first; a null share adds nothing. */
function totals(records: RecordTable, bucketOf: Uint32Array, buckets: number) {
  const sum = {
    rows: new Uint32Array(buckets),
    returns: new Float64Array(buckets),
    sizes: new Float64Array(buckets),
    greens: new Uint32Array(buckets),
    ranges: new Float64Array(buckets),
    volumes: new Float64Array(buckets),
    volumeShares: new Float64Array(buckets),
    rangeShares: new Float64Array(buckets),
    highs: new Uint32Array(buckets),
    lows: new Uint32Array(buckets),
  };
  const returnPct = numbers(records, 'return_pct');
  const rangePct = numbers(records, 'range_pct');
  const volume = numbers(records, 'volume');
  const volumeShare = numbers(records, 'volume_share_pct');
  const rangeShare = numbers(records, 'range_share_pct');
  const high = numbers(records, 'high_of_day');
  const low = numbers(records, 'low_of_day');
  for (let row = 0; row < bucketOf.length; row++) {
    const k = bucketOf[row];
    sum.rows[k]++;
    sum.returns[k] += returnPct[row];
    sum.sizes[k] += Math.abs(returnPct[row]);
    if (returnPct[row] > 0) sum.greens[k]++;
    sum.ranges[k] += rangePct[row];
    sum.volumes[k] += volume[row];
    if (!Number.isNaN(volumeShare[row])) sum.volumeShares[k] += volumeShare[row];
    if (!Number.isNaN(rangeShare[row])) sum.rangeShares[k] += rangeShare[row];
    sum.highs[k] += high[row];
    sum.lows[k] += low[row];
  }
  return sum;
}

/** How many sessions have this share at all: it is null in all of a session's rows, or in none. */
function sessionsWith(share: Float64Array, starts: readonly number[]): number {
  let n = 0;
  for (let s = 0; s + 1 < starts.length; s++) if (!Number.isNaN(share[starts[s]])) n++;
  return n;
}

function mediansOf(column: Float64Array, bucketOf: Uint32Array, counts: Uint32Array): Float64Array {
  const ends = new Uint32Array(counts.length);
  const grouped = new Float64Array(column.length);
  let from = 0;
  counts.forEach((n, k) => {
    ends[k] = from;
    from += n;
  });
  for (let row = 0; row < column.length; row++) grouped[ends[bucketOf[row]]++] = column[row];
  return Float64Array.from(counts, (n, k) => medianInPlace(grouped, ends[k] - n, ends[k]));
}

/**
 * UTC minute of the day at which each bucket starts on most days, of equally frequent ones the earlier. A session's
 * buckets move together, and sessions start at few times: counted by the session's start.
 */
function usualMinutes(
  records: RecordTable,
  bucketOf: Uint32Array,
  buckets: number,
  bucketMinutes: number,
  starts: readonly number[],
): Float64Array {
  const startsAt = numbers(records, 'starts_at');
  const bucketStart = numbers(records, 'bucket_start');
  const byOrigin = new Map<number, Uint32Array>();
  for (let s = 0; s + 1 < starts.length; s++) {
    const first = starts[s];
    const origin = minuteOfDay(startsAt[first] / MS_PER_MINUTE - bucketStart[first]);
    const counts = getOrMake(byOrigin, origin, () => new Uint32Array(buckets));
    for (let row = first; row < starts[s + 1]; row++) counts[bucketOf[row]]++;
  }
  const out = new Float64Array(buckets);
  const most = new Uint32Array(buckets);
  for (const [origin, counts] of byOrigin) {
    for (let k = 0; k < buckets; k++) {
      const minute = minuteOfDay(origin + k * bucketMinutes);
      if (counts[k] < most[k] || counts[k] === 0 || (counts[k] === most[k] && minute > out[k])) continue;
      most[k] = counts[k];
      out[k] = minute;
    }
  }
  return out;
}

function minuteOfDay(minute: number): number {
  return ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}
