/** Markets written by hand, one timed bar a row: for worked examples in which the minutes matter. */
import { type BarTuple, barsFromTuples } from '../../compute/market/bars.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { symbolData } from './market-data.ts';

/** A bar by its start in UTC, `2024-06-03 13:30`; volume 1 where none is given. */
export type Row = [time: string, open: number, high: number, low: number, close: number, volume?: number];

export function market(rows: readonly Row[], assetClass: AssetClass = 'equity', intervalMin = 1) {
  const tuples = rows.map(
    ([time, open, high, low, close, volume = 1]): BarTuple => [
      Date.parse(`${time.replace(' ', 'T')}Z`) / 60_000,
      open,
      high,
      low,
      close,
      volume,
    ],
  );
  return symbolData(barsFromTuples(tuples), 'TEST', assetClass, intervalMin);
}

/** A bar at one price. */
export const flat = (time: string, price: number, volume = 1): Row => [time, price, price, price, price, volume];

export const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
