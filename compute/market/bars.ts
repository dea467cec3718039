/**
 * Bars as columns: what every kernel reads. Ascending by start, no duplicates.
 * `minute` is the bar's START in whole minutes since the epoch (UTC): all intervals are whole minutes.
 */
export interface BarColumns {
  readonly length: number;
  readonly minute: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

export const PRICE_COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Columns of `length` bars, on shared memory so that worker threads read them without a copy. */
export function allocateBars(length: number): BarColumns {
  const buffer = new SharedArrayBuffer(length * (5 * 8 + 4));
  const column = (index: number) => new Float64Array(buffer, index * length * 8, length);
  return {
    length,
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
    minute: new Int32Array(buffer, 5 * 8 * length, length),
  };
}

/** One bar as `[startMinute, open, high, low, close, volume]`: for tests and small inputs. */
export type BarTuple = readonly [
  minute: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
];

export function barsFromTuples(rows: readonly BarTuple[]): BarColumns {
  const bars = allocateBars(rows.length);
  rows.forEach((row, i) => {
    bars.minute[i] = row[0];
    bars.open[i] = row[1];
    bars.high[i] = row[2];
    bars.low[i] = row[3];
    bars.close[i] = row[4];
    bars.volume[i] = row[5];
  });
  return bars;
}

/** The bars of the index range `[from, to)`, as views on the same memory. */
export function sliceBars(bars: BarColumns, from: number, to: number): BarColumns {
  return {
    length: to - from,
    minute: bars.minute.subarray(from, to),
    open: bars.open.subarray(from, to),
    high: bars.high.subarray(from, to),
    low: bars.low.subarray(from, to),
    close: bars.close.subarray(from, to),
    volume: bars.volume.subarray(from, to),
  };
}

/** Puts bars into columns with room for them, from index `at` on. */
export function copyBars(into: BarColumns, at: number, bars: BarColumns): void {
  into.minute.set(bars.minute, at);
  for (const name of PRICE_COLUMNS) into[name].set(bars[name], at);
}

/** First index in `[from, end)` whose value is above (below) the level; `end` without one. */
export function firstAbove(values: Float64Array, from: number, end: number, level: number): number {
  let i = from;
  while (i < end && !(values[i] > level)) i++;
  return i;
}
export function firstBelow(values: Float64Array, from: number, end: number, level: number): number {
  let i = from;
  while (i < end && !(values[i] < level)) i++;
  return i;
}

/** First index of ascending values (starts of bars, dates) that reaches `value`. */
export function lowerBound(values: ArrayLike<number>, value: number, from = 0, to = values.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (values[mid] < value) low = mid + 1;
    else high = mid;
  }
  return low;
}
