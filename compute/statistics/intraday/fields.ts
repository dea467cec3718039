/** What INTRADAY is asked, and every field that it answers with. */
import { boolean, type Field, integer, number, SYMBOL_FIELD, text, timestamp, unsaid } from '../../market/fields.ts';
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

/** One a session and bucket that has bars. */
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

/** One bucket over all complete sessions of the range. */
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
