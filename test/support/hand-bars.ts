/** Bars written by hand: `day('2024-07-01 13:30', [[open, high, low, close, volume], ...])`. */
import { type BarTuple, barsFromTuples } from '../../compute/market/bars.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { symbolData } from './market-data.ts';

/** Open, high, low, close, volume (100 if left out); null where a bar is missing. */
export type HandBar = readonly [open: number, high: number, low: number, close: number, volume?: number] | null;

/** Consecutive bars from a UTC time on. */
export function day(start: string, bars: readonly HandBar[], intervalMin = 1): BarTuple[] {
  const first = Date.parse(`${start.replace(' ', 'T')}:00Z`) / 60_000;
  return bars.flatMap((bar, i): BarTuple[] =>
    bar === null ? [] : [[first + i * intervalMin, bar[0], bar[1], bar[2], bar[3], bar[4] ?? 100]],
  );
}

/** The data of one symbol from its days, oldest first. */
export function dataOf(
  days: readonly (readonly BarTuple[])[],
  { assetClass = 'equity', intervalMin = 1 }: { assetClass?: AssetClass; intervalMin?: number } = {},
): SymbolData {
  return symbolData(barsFromTuples(days.flat()), 'TEST', assetClass, intervalMin);
}

/** A range of dates. */
export function dates(from: string, to: string): { from: number; to: number } {
  return { from: dayNumber(from), to: dayNumber(to) };
}

function dayNumber(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
}
