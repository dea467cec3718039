/** Gap records in, the summary out. One pass over the columns: there may be a hundred thousand rows. */
import { Rates } from '../../math/confidence.ts';
import { medianInPlace } from '../../math/select.ts';
import { FILL_BUCKETS } from '../../records/fill-buckets.ts';
import { numbers, type RecordTable } from '../../records/table.ts';
import type { RawSummary, View } from '../statistic.ts';

const MS_PER_HOUR = 3_600_000;
const HOURS = 24;

/** Numbers of the groups: four fixed ones, then the hours. */
const [OVERALL, BULLISH, BEARISH, WITHIN_SESSION, FIRST_HOUR] = [0, 1, 2, 3, 4];
const GROUPS = FIRST_HOUR + HOURS;

export function summarizeFvgs(view: View): RawSummary {
  const horizon: number = view.values['max_bars_to_close'];
  const sums = addUp(view.records, horizon);
  const rates = new Rates();
  const hourly: Record<string, RawSummary> = {};
  for (let hour = 0; hour < HOURS; hour++) {
    if (sums.count[FIRST_HOUR + hour] > 0) hourly[hour] = describe(sums, FIRST_HOUR + hour, `hourly.${hour}`, rates);
  }
  return {
    symbol: view.meta.symbol,
    timeframe: view.values['timeframe'],
    time_window: view.timeWindow,
    horizon_bars: horizon,
    summary: {
      overall: describe(sums, OVERALL, 'overall', rates),
      bullish: describe(sums, BULLISH, 'bullish', rates),
      bearish: describe(sums, BEARISH, 'bearish', rates),
      hourly,
      within_session: describe(sums, WITHIN_SESSION, 'within_session', rates),
    },
    sample_size: sums.followed[OVERALL],
    confidence: rates.confidence,
  };
}

function describe(sums: Sums, g: number, path: string, rates: Rates): RawSummary {
  const followed = sums.followed[g];
  const filled = sums.filled[g];
  const distribution: Record<string, RawSummary> = {};
  FILL_BUCKETS.forEach((name, bucket) => {
    const inBucket = sums.buckets[g * FILL_BUCKETS.length + bucket];
    distribution[name] = { count: inBucket, pct: (inBucket / followed) * 100 };
  });
  const from = sums.offset[g];
  return {
    count: sums.count[g],
    complete_count: followed,
    closure_rate_full_pct: rates.of(`${path}.closure_rate_full_pct`, filled, followed),
    closure_rate_any_touch_pct: rates.of(`${path}.closure_rate_any_touch_pct`, sums.touched[g], followed),
    avg_gap_size: sums.gapSize[g] / followed,
    avg_bars_to_full_fill: sums.bars[g] / filled,
    median_bars_to_full_fill: medianInPlace(sums.barsToFill, from, from + filled),
    avg_minutes_to_full_fill: sums.minutes[g] / filled,
    median_minutes_to_full_fill: medianInPlace(sums.minutesToFill, from, from + filled),
    avg_move_away_pct_before_touch: sums.moveAway[g] / followed,
    partial_fill_distribution: distribution,
  };
}

/** Counts and sums by group. */
interface Sums {
  readonly count: Int32Array;
  /** Gaps that rates and averages rest on: complete ones; with unlimited following those with a later candle. */
  readonly followed: Int32Array;
  readonly touched: Int32Array;
  readonly filled: Int32Array;
  readonly buckets: Int32Array;
  readonly gapSize: Float64Array;
  readonly bars: Float64Array;
  readonly minutes: Float64Array;
  readonly moveAway: Float64Array;
  /** Of the filled ones, group after group from `offset` on. */
  readonly barsToFill: Float64Array;
  readonly minutesToFill: Float64Array;
  readonly offset: Int32Array;
}

function addUp(records: RecordTable, horizon: number): Sums {
  const of = groupsOf(records);
  const followed = followedRows(records, horizon);
  const filledAt = numbers(records, 'filled');
  const touchedAt = numbers(records, 'touched');
  const gapSize = numbers(records, 'gap_size');
  const bars = numbers(records, 'bars_to_full_fill');
  const minutes = numbers(records, 'minutes_to_full_fill');
  const moveAway = numbers(records, 'move_away_pct_before_touch');
  const bucket = numbers(records, 'fill_bucket');

  const filled = new Int32Array(GROUPS);
  let filledInAll = 0;
  for (let row = 0; row < records.length; row++) {
    if (followed[row] === 0 || filledAt[row] === 0) continue;
    for (let k = row * 4; k < row * 4 + 4; k++) {
      if (of[k] === NO_GROUP) continue;
      filled[of[k]]++;
      filledInAll++;
    }
  }
  const offset = new Int32Array(GROUPS);
  for (let g = 1; g < GROUPS; g++) offset[g] = offset[g - 1] + filled[g - 1];

  const sums: Sums = {
    count: new Int32Array(GROUPS),
    followed: new Int32Array(GROUPS),
    touched: new Int32Array(GROUPS),
    filled,
    buckets: new Int32Array(GROUPS * FILL_BUCKETS.length),
    gapSize: new Float64Array(GROUPS),
    bars: new Float64Array(GROUPS),
    minutes: new Float64Array(GROUPS),
    moveAway: new Float64Array(GROUPS),
    barsToFill: new Float64Array(filledInAll),
    minutesToFill: new Float64Array(filledInAll),
    offset,
  };
  const next = offset.slice();
  for (let row = 0; row < records.length; row++) {
    for (let k = row * 4; k < row * 4 + 4; k++) {
      const g = of[k];
      if (g === NO_GROUP) continue;
      sums.count[g]++;
      if (followed[row] === 0) continue;
      sums.followed[g]++;
      sums.touched[g] += touchedAt[row];
      sums.gapSize[g] += gapSize[row];
      sums.moveAway[g] += moveAway[row];
      sums.buckets[g * FILL_BUCKETS.length + bucket[row]]++;
      if (filledAt[row] === 0) continue;
      sums.bars[g] += bars[row];
      sums.minutes[g] += minutes[row];
      sums.barsToFill[next[g]] = bars[row];
      sums.minutesToFill[next[g]++] = minutes[row];
    }
  }
  return sums;
}

const NO_GROUP = 255;

/** The four groups of each row: all, its direction, its hour, and within a session or none. */
function groupsOf(records: RecordTable): Uint8Array {
  const direction = numbers(records, 'direction');
  const formedAt = numbers(records, 'formed_at');
  const spansSession = numbers(records, 'spans_session');
  const of = new Uint8Array(records.length * 4);
  for (let row = 0; row < records.length; row++) {
    of[row * 4] = OVERALL;
    of[row * 4 + 1] = direction[row] === 0 ? BULLISH : BEARISH;
    of[row * 4 + 2] = spansSession[row] === 0 ? WITHIN_SESSION : NO_GROUP;
    of[row * 4 + 3] = FIRST_HOUR + (Math.floor(formedAt[row] / MS_PER_HOUR) % HOURS);
  }
  return of;
}

function followedRows(records: RecordTable, horizon: number): Uint8Array {
  const complete = numbers(records, 'complete');
  const fillPct = numbers(records, 'fill_pct');
  const followed = new Uint8Array(records.length);
  for (let row = 0; row < records.length; row++) {
    followed[row] = (horizon > 0 ? complete[row] === 1 : !Number.isNaN(fillPct[row])) ? 1 : 0;
  }
  return followed;
}
