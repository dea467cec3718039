/** What speaks against a file: it is reported before anything is written, and stops the import unless it is forced. */

import type { Figures } from '../../../exchange/symbol.ts';

/** A bar of a file, as the checks see it. */
export interface Bar extends Figures {
  /** Of the file, from 1. */
  readonly row: number;
  /** Start, epoch ms. */
  readonly ts: number;
}

type CheckName =
  | 'price'
  | 'jump'
  | 'session'
  | 'stamp'
  | 'overlap'
  | 'grid'
  | 'repeated'
  | 'retention'
  | 'rejected'
  | 'volume'
  | 'fillers';

export interface Finding {
  readonly check: CheckName;
  readonly symbol: string | null;
  /** Of the file, from 1 without the header; `null` where it is about all of them. */
  readonly row: number | null;
  readonly message: string;
  /** False where there is nothing to write in any case. */
  readonly canForce: boolean;
}

export function finding(check: CheckName, symbol: string | null, row: number | null, message: string): Finding {
  return { check, symbol, row, message, canForce: true };
}

export function shownPrice(price: number): string {
  return Number(price.toPrecision(6)).toLocaleString('en-US', { maximumFractionDigits: 12 });
}

/** 5, 1.25, 1,000,000,000 */
export function shownFactor(factor: number): string {
  return Number(factor.toPrecision(3)).toLocaleString('en-US');
}

/** 10 times, 1/10 of */
export function shownRatio(ratio: number): string {
  return ratio >= 1 ? `${shownFactor(ratio)} times` : `1/${shownFactor(1 / ratio)} of`;
}

/** The power of ten by which fixed-point prices are too high: of billionths, hundred millionths, millionths or ten-thousandths. */
export function fixedPointScale(price: number): number {
  const exponent = [9, 8, 6, 4].find((one) => price / 10 ** one >= 0.01 && price / 10 ** one < 1e6) ?? 9;
  return 10 ** exponent;
}

/**
 * Returns the option that brings back prices that are `factor` times too high, or advice for a factor that is no power of
 * ten. `priceScale`: what they were multiplied by.
 */
export function scaleHint(factor: number, priceScale = 1): string {
  const exponent = Math.round(Math.log10(factor));
  const near = Math.abs(Math.log10(factor) - exponent) < 0.2;
  if (!near || exponent === 0)
    return 'if it is another symbol, name it with --symbol; if a split is missing, import it; adjusted and raw prices do not mix';
  const scale = Number((priceScale / 10 ** exponent).toPrecision(6));
  return exponent > 0 ? `prices look like fixed-point; use --price-scale ${scale}` : `use --price-scale ${scale}`;
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
