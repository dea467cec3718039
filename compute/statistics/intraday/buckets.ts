/** Bucket records of complete sessions in, one row a bucket out. */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { mean, median, rate } from '../../math/sample.ts';
import { numbers, type RecordTable, TableBuilder } from '../../records/table.ts';
import { count } from '../summary-parts.ts';
import { BUCKET_FIELDS } from './fields.ts';

const MS_PER_MINUTE = 60_000;

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
  const starts = sessionStarts(records).slice(0, -1);
  const sessions = starts.length;
  const at = (name: string) => numbers(records, name);
  const known = (name: string) => {
    const column = at(name);
    return starts.filter((row) => !Number.isNaN(column[row])).length;
  };
  const withVolume = known('volume_share_pct');
  const withRange = known('range_share_pct');
  const groups = rowsByBucket(at('bucket_start'));
  const table = new TableBuilder(BUCKET_FIELDS, groups.length);
  groups.forEach(({ start, rows }, k) => {
    const pick = (name: string) => {
      const column = at(name);
      return Float64Array.from(rows, (row) => column[row]);
    };
    const returns = pick('return_pct');
    const put = (name: string, value: number) => {
      table.column(name)[k] = value;
    };
    table.text('bucket')[k] = bucketName(start, bucketMinutes);
    table.text('utc_time')[k] = utcTime(mostFrequentMinute(pick('starts_at')) * MS_PER_MINUTE);
    put('bucket_start', start);
    put('sessions', rows.length);
    put('avg_return_pct', mean(returns));
    put('median_return_pct', median(returns));
    put(
      'green_pct',
      rate(
        count(returns, (value) => value > 0),
        rows.length,
      ),
    );
    put('avg_abs_return_pct', mean(returns.map(Math.abs)));
    put('avg_range_pct', mean(pick('range_pct')));
    put('avg_volume', mean(pick('volume')));
    put('volume_share_pct', meanShare(pick('volume_share_pct'), withVolume));
    put('range_share_pct', meanShare(pick('range_share_pct'), withRange));
    put(
      'high_of_day_pct',
      rate(
        count(pick('high_of_day'), (value) => value === 1),
        sessions,
      ),
    );
    put(
      'low_of_day_pct',
      rate(
        count(pick('low_of_day'), (value) => value === 1),
        sessions,
      ),
    );
  });
  return table.finish(groups.length);
}

function rowsByBucket(bucketStart: Float64Array): { start: number; rows: number[] }[] {
  const groups = new Map<number, number[]>();
  bucketStart.forEach((start, row) => {
    const rows = groups.get(start);
    if (rows) rows.push(row);
    else groups.set(start, [row]);
  });
  return [...groups].sort(([a], [b]) => a - b).map(([start, rows]) => ({ start, rows }));
}

/** Mean over `sessions` sessions, of which those without the bucket have a share of 0. */
function meanShare(shares: Float64Array, sessions: number): number {
  let sum = 0;
  for (const share of shares) if (!Number.isNaN(share)) sum += share;
  return sessions === 0 ? Number.NaN : sum / sessions;
}

/** Minute of the day that most of the times fall on; of equally frequent ones the earlier. */
function mostFrequentMinute(timesMs: Float64Array): number {
  const counts = new Map<number, number>();
  let found = -1;
  let most = 0;
  for (const ms of timesMs) {
    const minute = (ms / MS_PER_MINUTE) % MINUTES_PER_DAY;
    const n = (counts.get(minute) ?? 0) + 1;
    counts.set(minute, n);
  }
  for (const [minute, n] of counts) {
    if (n < most || (n === most && minute > found)) continue;
    most = n;
    found = minute;
  }
  return found;
}
