/**
 * The one place where stored bars reach the kernels. Prices are as the source gave them; an adjustment for splits
 * would go here.
 */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { allocateBars, type BarColumns, PRICE_COLUMNS } from './columns.ts';

/** Bars of a symbol that start in `[fromMinute, toMinute)`, UTC minutes since the epoch. */
export async function loadBars(
  reader: Reader,
  symbol: string,
  fromMinute: number,
  toMinute: number,
): Promise<BarColumns> {
  const answer = await reader.native(
    `SELECT toInt32(intDiv(toUInt32(ts), 60)) AS minute, open, high, low, close, volume
     FROM market.bars FINAL
     WHERE symbol = {symbol:String} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC')
     ORDER BY ts`,
    { symbol, from: seconds(fromMinute), to: seconds(toMinute) },
  );
  const bars = allocateBars(answer.length);
  if (answer.length === 0) return bars;
  bars.minute.set(answer.columns['minute'] as Int32Array);
  for (const name of PRICE_COLUMNS) bars[name].set(answer.columns[name] as Float64Array);
  return bars;
}

/** Stored bars of a symbol that start in the range, without reading them: a bound for work on demand. */
export async function countBars(reader: Reader, symbol: string, fromMinute: number, toMinute: number): Promise<number> {
  const [row] = await reader.query<{ n: number }>(
    `SELECT count() AS n FROM market.bars
     WHERE symbol = {symbol:String} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC')`,
    { symbol, from: seconds(fromMinute), to: seconds(toMinute) },
  );
  return row.n;
}

/** A DateTime holds 1970 to 2106. */
function seconds(minute: number): number {
  return Math.min(4_294_967_295, Math.max(0, minute * 60));
}

export const dayStart = (day: number) => day * MINUTES_PER_DAY;
