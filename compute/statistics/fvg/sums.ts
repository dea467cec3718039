/** Counts and sums of gap records by group, in one pass over the columns: there may be a hundred thousand rows. */
import { FILL_BUCKETS } from '../../records/fill-buckets.ts';
import { numbers, type RecordTable } from '../../records/table.ts';
import { WholeNumbers } from './whole-numbers.ts';

const MS_PER_MINUTE = 60_000;
export const HOURS = 24;

/** Numbers of the groups: four fixed ones, then the UTC hours. */
export const OVERALL = 0;
export const BULLISH = 1;
export const BEARISH = 2;
export const WITHIN_SESSION = 3;
export const FIRST_HOUR = 4;
const GROUPS = FIRST_HOUR + HOURS;

/** Columns by group. */
export interface Sums {
  readonly count: Int32Array;
  /** Gaps that rates and averages rest on: complete ones; with unlimited following those with a later candle. */
  readonly followed: Int32Array;
  readonly touched: Int32Array;
  /** FILL_BUCKETS.length a group. */
  readonly buckets: Int32Array;
  readonly gapSize: Float64Array;
  readonly moveAway: Float64Array;
  /** Candles and minutes to the fill of the filled ones. */
  readonly bars: WholeNumbers;
  readonly minutes: WholeNumbers;
}

/** @param horizon candles that gaps were followed on; 0: all there are */
export function addUp(records: RecordTable, horizon: number): Sums {
  const direction = numbers(records, 'direction');
  const formedAt = numbers(records, 'formed_at');
  const spansSession = numbers(records, 'spans_session');
  const complete = numbers(records, 'complete');
  const filled = numbers(records, 'filled');
  const touched = numbers(records, 'touched');
  const gapSize = numbers(records, 'gap_size');
  const barsToFill = numbers(records, 'bars_to_full_fill');
  const minutesToFill = numbers(records, 'minutes_to_full_fill');
  const moveAway = numbers(records, 'move_away_pct_before_touch');
  const bucket = numbers(records, 'fill_bucket');
  const sums: Sums = {
    count: new Int32Array(GROUPS),
    followed: new Int32Array(GROUPS),
    touched: new Int32Array(GROUPS),
    buckets: new Int32Array(GROUPS * FILL_BUCKETS.length),
    gapSize: new Float64Array(GROUPS),
    moveAway: new Float64Array(GROUPS),
    bars: new WholeNumbers(GROUPS),
    minutes: new WholeNumbers(GROUPS),
  };
  for (let row = 0; row < records.length; row++) {
    add(OVERALL, row);
    add(direction[row] === 0 ? BULLISH : BEARISH, row);
    if (spansSession[row] === 0) add(WITHIN_SESSION, row);
    const minute = formedAt[row] / MS_PER_MINUTE;
    add(FIRST_HOUR + (((minute / 60) | 0) % HOURS), row);
  }
  return sums;

  function add(group: number, row: number): void {
    sums.count[group]++;
    if (horizon > 0 ? complete[row] === 0 : Number.isNaN(bucket[row])) return;
    sums.followed[group]++;
    sums.touched[group] += touched[row];
    sums.gapSize[group] += gapSize[row];
    sums.moveAway[group] += moveAway[row];
    sums.buckets[group * FILL_BUCKETS.length + bucket[row]]++;
    if (filled[row] === 0) return;
    sums.bars.add(group, barsToFill[row]);
    sums.minutes.add(group, minutesToFill[row]);
  }
}
