/** What a check says. A finding stops the import before anything is written, unless `--force` overrides it. */
import type { AssetClass } from '../../../exchange/symbol.ts';

export interface Finding {
  readonly symbol: string | null;
  /** Row of the file, from 1 without the header; null if the finding is about all rows. */
  readonly row: number | null;
  readonly message: string;
  readonly canForce: boolean;
}

export const finding = (symbol: string | null, row: number | null, message: string): Finding => ({
  symbol,
  row,
  message,
  canForce: true,
});

/** Bars of one series in one file, as columns in the order of the file. */
export interface Bars {
  /** Row of the file, from 1. */
  readonly row: number[];
  /** Start, epoch ms. */
  readonly ts: number[];
  readonly open: number[];
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
  readonly volume: number[];
  /** True for a bar with a revision: it may share its time with another. */
  readonly isRevised: boolean[];
}

export const noBars = (): Bars => ({
  ...{ row: [], ts: [], open: [], high: [], low: [], close: [], volume: [] },
  isRevised: [],
});

/** What the checks know of a series. */
export interface SeriesOf {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  /** Factor by which the prices of the file were multiplied. */
  readonly priceScale?: number;
  /** Unused columns that may hold symbols. */
  readonly symbolColumns?: readonly string[];
}

export const isStock = ({ assetClass }: Pick<SeriesOf, 'assetClass'>) => assetClass !== 'crypto';

export function shownPrice(price: number): string {
  return Number(price.toPrecision(6)).toLocaleString('en-US', { maximumFractionDigits: 12 });
}

/** 5, 1.25, 1,000,000,000 */
export function shownFactor(factor: number): string {
  return Number(factor.toPrecision(3)).toLocaleString('en-US');
}

/** Returns the option that undoes prices `factor` times too high, or advice if the factor is no power of ten. */
export function scaleHint(factor: number, priceScale = 1): string {
  const exponent = Math.round(Math.log10(factor));
  const isPower = exponent !== 0 && Math.abs(Math.log10(factor) - exponent) < 0.2;
  if (!isPower)
    return 'if it is another symbol, name it with --symbol; if a split is missing, import it; adjusted and raw prices do not mix';
  const scale = Number((priceScale / 10 ** exponent).toPrecision(6));
  return exponent > 0 ? `prices look like fixed-point; use --price-scale ${scale}` : `use --price-scale ${scale}`;
}

/** Ratio of at least one. */
export const factorOf = (a: number, b: number) => (a > b ? a / b : b / a);

/** Returns the ratio of two prices that no split explains: more after a long pause. */
export function jumpLimit(pauseMs: number): number {
  const days = Math.abs(pauseMs) / 86_400_000;
  return days > 365 ? 100_000 : days > 30 ? 1_000 : 50;
}

export function median(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : [...values].sort((a, b) => a - b)[values.length >> 1];
}
