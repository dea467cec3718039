/** Corporate actions as they are stored. */

import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN } from '../../../exchange/new-york.ts';
import { grouped } from '../../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import type { Reader } from '../../../sql/reader.ts';
import { type Dividend, NO_SPLITS, type Split } from '../../market/adjustment.ts';
import type { SymbolMeta } from '../../market/sessions/build.ts';
import { seconds } from '../load-bars.ts';

/** Figures of one date that are as close are the same one, as two sources round it. */
const SAME_X = 1.001;

/** Splits by symbol, one a date, the oldest first; whatever the bars are adjusted for already. */
export async function readSplits(reader: Reader, symbols: readonly string[]): Promise<ReadonlyMap<string, Split[]>> {
  const rows = await reader.query<Split & { symbol: string }>(
    `SELECT CAST(symbol, 'String') AS symbol, toInt32(ex_date) AS day, if(max(assumeNotNull(a.ratio)) <= min(assumeNotNull(a.ratio)) * ${SAME_X}, min(assumeNotNull(a.ratio)),
         arrayProduct(arraySort(groupUniqArray(assumeNotNull(a.ratio))))) AS ratio
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

/** Those of before the base interval serves, up to its first date, with the close of the daily bar before each. */
export async function readDividendsOfDailies(
  reader: Reader,
  symbol: SymbolMeta,
  until: number,
): Promise<readonly Dividend[]> {
  const daily = { ...symbol, intervalMin: MINUTES_PER_DAY, firstBar: Number.NEGATIVE_INFINITY };
  const all = await readDividends(reader, daily, 'bars_daily');
  return all.filter(({ day }) => day <= until);
}

/** A dividend as a source sent it. */
export interface PaidRow {
  readonly day: number;
  readonly source: string;
  readonly amount: number;
}

/**
 * What was paid on each date. The same amount of two sources is one, and so are a source's parts and another's sum of them;
 * different amounts are different dividends.
 */
export function paidByDay(rows: readonly PaidRow[]): Map<number, number> {
  const paid = new Map<number, number>();
  for (const [day, ofDay] of grouped(rows, (row) => row.day)) {
    const totals = [...grouped(ofDay, ({ source }) => source).values()].map(sumOf);
    const agree = Math.max(...totals) <= Math.min(...totals) * SAME_X;
    paid.set(day, agree ? Math.min(...totals) : sumOf(ofDay));
  }
  return paid;
}

/** Of those that differ. */
function sumOf(rows: readonly PaidRow[]): number {
  let last = 0;
  let sum = 0;
  for (const amount of rows.map((row) => row.amount).sort((a, b) => a - b)) {
    if (amount > last * SAME_X) sum += amount;
    last = amount;
  }
  return sum;
}

/**
 * An amount is for a share of its date. Bars that are adjusted already for a split after it are in the shares of then: of these
 * it is for one.
 *
 * @param adjustedThrough up to when bars are adjusted for splits as they landed, days since 1970; 0: not at all
 */
export function inSharesOfBars(amount: number, day: number, splits: readonly Split[], adjustedThrough: number): number {
  const held = splits.filter((split) => split.day > day && split.day <= adjustedThrough);
  return held.reduce((rest, { ratio }) => rest / ratio, amount);
}

/**
 * Cash dividends with the last price of regular hours before each, both in shares of the bars; those without one are left out.
 *
 * @param symbol `firstBar`: start of the first bar that serves, UTC minutes
 */
export async function readDividends(
  reader: Reader,
  { symbol, assetClass, intervalMin, firstBar }: SymbolMeta & { readonly firstBar: number },
  table: 'bars' | 'bars_daily' = 'bars',
): Promise<readonly Dividend[]> {
  const rows = await reader.query<PaidRow>(
    `SELECT toInt32(ex_date) AS day, CAST(source, 'String') AS source, assumeNotNull(v.amount) AS amount
     FROM market.v_corporate_actions AS v
     WHERE symbol = {symbol:String} AND kind = 'dividend' AND v.amount > 0 ORDER BY day`,
    { symbol },
  );
  const paid = [...paidByDay(rows)];
  if (paid.length === 0) return [];
  const isUtc = assetClass === 'crypto' || intervalMin === MINUTES_PER_DAY;
  const date = isUtc ? 'toDate32(ts)' : "toDate32(ts, 'America/New_York')";
  const minute = "toHour(ts, 'America/New_York') * 60 + toMinute(ts, 'America/New_York')";
  const regular = isUtc ? '1' : `${minute} >= ${EXCHANGE_OPEN_MIN} AND ${minute} < ${EXCHANGE_CLOSE_MIN}`;
  const closes = await reader.query<{ day: number; close: number }>(
    `SELECT toInt32(${date}) AS day, argMax(close, ts) AS close FROM market.${table} FINAL
     WHERE symbol = {symbol:String} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ${regular} GROUP BY day ORDER BY day`,
    { symbol, from: seconds(firstBar) },
  );
  const { splits, adjustedThrough } = await heldBy(reader, symbol);
  return paid.flatMap(([day, amount]) => {
    const before = closes.findLast((one) => one.day < day);
    if (!before) return [];
    return [{ day, amount: inSharesOfBars(amount, day, splits, adjustedThrough), close: before.close }];
  });
}

/** The splits of a symbol, and up to when its bars are adjusted for them as they landed. */
async function heldBy(reader: Reader, symbol: string): Promise<{ splits: readonly Split[]; adjustedThrough: number }> {
  const [registered] = await reader.query<{ through: number }>(
    'SELECT toInt32(adjusted_through) AS through FROM market.symbols FINAL WHERE symbol = {symbol:String}',
    { symbol },
  );
  const adjustedThrough = registered?.through ?? 0;
  const splits = adjustedThrough === 0 ? NO_SPLITS : ((await readSplits(reader, [symbol])).get(symbol) ?? NO_SPLITS);
  return { splits, adjustedThrough };
}
