import { newYorkMinute } from '../../exchange/new-york.ts';
import type { AssetClass, Figures } from '../../exchange/symbol.ts';
import { isoDate, MINUTES_PER_DAY, parseIsoDate } from '../../lib/days.ts';
import { shown } from './fields.ts';

export interface SymbolMeta {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  /** Base interval of its bars, minutes. */
  readonly intervalMin: number;
}

/**
 * Bars as columns: what every kernel reads. Ascending by start, no duplicates.
 * `minute` is the bar's START in whole minutes since the epoch (UTC): all intervals are whole minutes.
 */
export interface BarColumns extends Figures<Float64Array> {
  readonly length: number;
  readonly minute: Int32Array;
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
  for (const [at, name] of (['minute', ...PRICE_COLUMNS] as const).entries()) {
    for (let i = 0; i < rows.length; i++) bars[name][i] = rows[i][at];
  }
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

export const ADJUSTMENTS = ['splits', 'raw'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

export interface Split {
  /** The first date on which it is traded after the split, days since the epoch: New York's; crypto: UTC's. */
  readonly day: number;
  /** New shares for an old one. */
  readonly ratio: number;
}

export interface Factors {
  /** Equal for equal factors. */
  readonly key: string;
  /** UTC minutes, ascending: step `i` holds for bars that start before `until[i]`, and not before `until[i - 1]`. */
  readonly until: readonly number[];
  /** Shares today for one then. */
  readonly shares: readonly number[];
}

/** Far beyond any share's history; more makes prices of which nothing is left. */
const FACTOR_MAX = 1e12;

/** What is stored of a symbol's actions cannot be true of it all together. */
export class ImplausibleActions extends Error {
  override readonly name = 'ImplausibleActions';
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** When a bar belongs to the date: daily bars and crypto pairs have UTC dates. */
function startOf(day: number, { assetClass, intervalMin }: SymbolMeta): number {
  const isUtc = assetClass === 'crypto' || intervalMin === MINUTES_PER_DAY;
  return isUtc ? day * MINUTES_PER_DAY : newYorkMinute(day, 0);
}

/**
 * Returns what bars before each split are adjusted by, or null if no split changes a bar.
 *
 * @throws ImplausibleActions
 */
export function factorsOf(splits: readonly Split[], meta: SymbolMeta): Factors | null {
  const ratios = new Map<number, number>();
  for (const { day, ratio } of splits) ratios.set(day, (ratios.get(day) ?? 1) * ratio);
  let shares = 1;
  const steps: { until: number; shares: number }[] = [];
  for (const [day, ratio] of [...ratios].sort(([a], [b]) => b - a)) {
    shares *= ratio;
    steps.push({ until: startOf(day, meta), shares });
  }
  const wrong = steps.find((step) => step.shares > FACTOR_MAX || 1 / step.shares > FACTOR_MAX);
  if (wrong) {
    throw new ImplausibleActions(
      `the splits of ${meta.symbol} divide prices by ${wrong.shares}: delete those that are wrong (v_corporate_actions lists them)`,
    );
  }
  steps.reverse();
  if (steps.every((step) => step.shares === 1)) return null;
  return {
    key: steps.map((step) => `${step.until}:${step.shares}`).join(' '),
    until: steps.map((step) => step.until),
    shares: steps.map((step) => step.shares),
  };
}

/** Writes over the bars. Prices are rounded as answers show them, so that what is computed follows from what is shown. */
export function adjust(bars: BarColumns, factors: Factors | null): BarColumns {
  if (!factors) return bars;
  const { minute, length } = bars;
  for (let i = 0, step = 0; i < length; i++) {
    while (step < factors.until.length && minute[i] >= factors.until[step]) step++;
    if (step === factors.until.length) break;
    const shares = factors.shares[step];
    if (shares !== 1) for (const name of PRICES) bars[name][i] = shown(bars[name][i] / shares, 'price');
    bars.volume[i] *= shares;
  }
  return bars;
}

/** `2014-06-09=7,2020-08-31=4`. */
export function splitsText(splits: readonly Split[]): string {
  return splits.map(({ day, ratio }) => `${isoDate(day)}=${ratio}`).join(',');
}

export function parseSplits(text: string): readonly Split[] {
  if (text === '') return NO_SPLITS;
  return text.split(',').map((one) => {
    const [date, ratio] = one.split('=');
    return { day: parseIsoDate(date)!, ratio: Number(ratio) };
  });
}

export const NO_SPLITS: readonly Split[] = [];

/** So much of the price before, or more, in a night is no usual move. */
const JUMP_X = 1.4;
const NEAR = 0.05;
const LARGEST_PART = 5;
const LARGEST_RATIO = 50;

/** `4:1`: the split that an opening looks like, given it over the close before; null where it looks like none. */
export function splitLike(openOverClose: number): string | null {
  const x = openOverClose < 1 ? 1 / openOverClose : openOverClose;
  if (!(x > JUMP_X)) return null;
  let best: { parts: readonly [number, number]; off: number } | null = null;
  for (let old = 1; old < LARGEST_PART; old++) {
    for (let now = old + 1; now <= (old === 1 ? LARGEST_RATIO : LARGEST_PART); now++) {
      const off = Math.abs(x / (now / old) - 1);
      // Of equal ratios the one in lowest terms comes first.
      if (off <= NEAR && (best === null || off < best.off - 1e-12)) best = { parts: [now, old], off };
    }
  }
  if (!best) return null;
  const [now, old] = best.parts;
  return openOverClose < 1 ? `${now}:${old}` : `${old}:${now}`;
}
