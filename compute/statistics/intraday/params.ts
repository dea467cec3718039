/** Parameters of INTRADAY. */
import { intParam, limitParam, type Param, problem, type Values } from '../params.ts';

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
