/** The buckets that stand out, and whether the first and the last agree with the session. */

import { type Field, shown } from '../../market/fields.ts';
import { numbers, type RecordTable, texts } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import { completeOnly, type Rates } from '../figures.ts';
import type { View } from '../statistic.ts';
import { bucketRows, sessionStarts } from './buckets.ts';
import { BUCKET_FIELDS, type IntradayValues, NAMED_BUCKETS } from './fields.ts';

/** Buckets with fewer sessions than this are best or worst only where there are no others. */
const FEWEST_SESSIONS = 3;

export function intradayFigures(view: View<IntradayValues>, rates: Rates): RawSummary {
  const records = completeOnly(view.records);
  const bucketMinutes = view.values.bucket_minutes;
  const buckets = bucketRows(records, bucketMinutes);
  const starts = sessionStarts(records);
  const named = NAMED_BUCKETS.map(({ key, metric, highest }) => [key, extreme(buckets, metric, highest)] as const);
  return {
    bucket_minutes: bucketMinutes,
    ...Object.fromEntries(named),
    first_bucket_continuation_rate_pct: continuation(records, starts, 'first', rates),
    last_bucket_continuation_rate_pct: continuation(records, starts, 'last', rates),
    sample_size: starts.length - 1,
  };
}

/** The bucket with the highest (lowest) metric as shown, the earlier of equal ones. */
function extreme(buckets: RecordTable, metric: string, highest: boolean): RawSummary | null {
  const { unit } = BUCKET_FIELDS.find(({ name }) => name === metric) as Field;
  const values = numbers(buckets, metric).map((value) => shown(value, unit));
  const sessions = numbers(buckets, 'sessions');
  const ranked = metric === 'median_return_pct' && sessions.some((n) => n >= FEWEST_SESSIONS);
  let found = -1;
  for (let row = 0; row < buckets.length; row++) {
    if (ranked && sessions[row] < FEWEST_SESSIONS) continue;
    if (found === -1 || (highest ? values[row] > values[found] : values[row] < values[found])) found = row;
  }
  if (found === -1) return null;
  return {
    bucket: texts(buckets, 'bucket')[found],
    bucket_start: numbers(buckets, 'bucket_start')[found],
    utc_time: texts(buckets, 'utc_time')[found],
    [metric]: values[found],
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
