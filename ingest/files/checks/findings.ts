/** What speaks against a file: it is reported before anything is written, and stops the import unless it is forced. */

type CheckName =
  | 'price'
  | 'jump'
  | 'session'
  | 'stamp'
  | 'overlap'
  | 'time'
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

/** The option that would bring prices that are `factor` times too high back; empty where no power of ten does. */
export function scaleHint(factor: number): string {
  const exponent = Math.round(Math.log10(factor));
  const near = Math.abs(Math.log10(factor) - exponent) < 0.2;
  if (!near || exponent === 0) return 'is it another symbol, or are the prices adjusted for splits?';
  return exponent > 0
    ? `prices look like fixed-point; use --price-scale 1e-${exponent}`
    : `is --price-scale right? The prices would fit times 1e${-exponent}`;
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
