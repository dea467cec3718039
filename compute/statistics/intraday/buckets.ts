/** Bucket records of complete sessions in, one row a bucket out: a pass over the rows, and a median a bucket. */
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { medianInPlace, rate } from '../../market/math.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
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
    let counts = byOrigin.get(origin);
    if (!counts) {
      counts = new Uint32Array(buckets);
      byOrigin.set(origin, counts);
    }
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
