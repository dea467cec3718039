/** Corporate actions as they are stored. */

import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN } from '../../../lib/new-york.ts';
import type { Reader } from '../../../sql/reader.ts';
import { type Dividend, NO_SPLITS, type Split } from '../../market/adjustment.ts';
import type { SymbolMeta } from '../../market/sessions/build.ts';

/** Of the figures of one date, in SQL: the same one from two sources, each under an id of its own, is one action. */
const together = (figure: string, all: 'arrayProduct' | 'arraySum') =>
  `if(max(${figure}) <= min(${figure}) * 1.001, min(${figure}), ${all}(arraySort(groupUniqArray(${figure}))))`;

/** Splits by symbol, one a date, the oldest first; whatever the bars are adjusted for already. */
export async function readSplits(reader: Reader, symbols: readonly string[]): Promise<ReadonlyMap<string, Split[]>> {
  const rows = await reader.query<Split & { symbol: string }>(
    `SELECT CAST(symbol, 'String') AS symbol, toInt32(ex_date) AS day, ${together('assumeNotNull(a.ratio)', 'arrayProduct')} AS ratio
     FROM market.corporate_actions AS a FINAL
     WHERE symbol IN {symbols:Array(String)} AND kind = 'split' AND a.ratio > 0
     GROUP BY symbol, day ORDER BY symbol, day`,
    { symbols },
  );
  const bySymbol = new Map<string, Split[]>();
  for (const { symbol, day, ratio } of rows) bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), { day, ratio }]);
  return bySymbol;
}

/** Those that bars which are adjusted up to a date (days since the epoch; 0: they are not) still have to be. */
export function splitsAfter(splits: readonly Split[] | undefined, adjustedThrough: number): readonly Split[] {
  if (!splits) return NO_SPLITS;
  return adjustedThrough === 0 ? splits : splits.filter(({ day }) => day > adjustedThrough);
}

/** Those of before the base interval begins, up to its first date, with the close of the daily bar before each. */
export async function readDividendsOfDailies(
  reader: Reader,
  symbol: SymbolMeta,
  until: number,
): Promise<readonly Dividend[]> {
  const all = await readDividends(reader, { ...symbol, intervalMin: MINUTES_PER_DAY }, 'bars_daily');
  return all.filter(({ day }) => day <= until);
}

/** Cash dividends with the last price of regular hours before each; those without one are left out. */
export async function readDividends(
  reader: Reader,
  { symbol, assetClass, intervalMin }: SymbolMeta,
  table: 'bars' | 'bars_daily' = 'bars',
): Promise<readonly Dividend[]> {
  const paid = await reader.query<{ day: number; amount: number }>(
    `SELECT toInt32(ex_date) AS day, ${together('assumeNotNull(a.amount)', 'arraySum')} AS amount
     FROM market.corporate_actions AS a FINAL
     WHERE symbol = {symbol:String} AND kind = 'dividend' AND a.amount > 0 GROUP BY day ORDER BY day`,
    { symbol },
  );
  if (paid.length === 0) return [];
  const isUtc = assetClass === 'crypto' || intervalMin === MINUTES_PER_DAY;
  const date = isUtc ? 'toDate32(ts)' : "toDate32(ts, 'America/New_York')";
  const minute = "toHour(ts, 'America/New_York') * 60 + toMinute(ts, 'America/New_York')";
  const regular = isUtc ? '1' : `${minute} >= ${EXCHANGE_OPEN_MIN} AND ${minute} < ${EXCHANGE_CLOSE_MIN}`;
  const closes = await reader.query<{ day: number; close: number }>(
    `SELECT toInt32(${date}) AS day, argMax(close, ts) AS close FROM market.${table} FINAL
     WHERE symbol = {symbol:String} AND ${regular} GROUP BY day ORDER BY day`,
    { symbol },
  );
  return paid.flatMap(({ day, amount }) => {
    const before = closes.findLast((one) => one.day < day);
    return before ? [{ day, amount, close: before.close }] : [];
  });
}
