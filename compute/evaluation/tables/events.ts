/** Reads stored news and splits. */

import type { AssetClass } from '../../../exchange/symbol.ts';
import { grouped } from '../../../lib/collections.ts';
import { MS_PER_DAY } from '../../../lib/days.ts';
import type { Reader } from '../../../sql/reader.ts';
import { NO_SPLITS, type Split } from '../../market/bars.ts';
import { NEWS_SOURCES, type NewsColumns, type NewsSource } from '../../market/symbol-data.ts';
import { ALL_DATES } from '../../statistics/statistic.ts';

/** News of a symbol between two UTC dates (days, inclusive), by time, then id. */
export async function loadNews(
  reader: Reader,
  source: NewsSource,
  symbol: string,
  fromDay: number,
  toDay: number,
): Promise<NewsColumns> {
  const answer = await reader.columns(
    `SELECT toFloat64(toUnixTimestamp64Milli(event_timestamp)) AS time_ms, impact_score,
       CAST(multiIf(direction = 'positive', 1, direction = 'negative', -1, 0), 'Int8') AS sign,
       id, title, headline, provider, url, CAST(asset_class, 'String') AS class
     FROM market.events_${source} FINAL
     WHERE symbol = {symbol:String}
       AND event_timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND event_timestamp < fromUnixTimestamp64Milli({to:Int64})
     ORDER BY event_timestamp, id`,
    { symbol, from: fromDay * MS_PER_DAY, to: (toDay + 1) * MS_PER_DAY },
  );
  const column = <T>(name: string) => (answer.columns[name] ?? []) as T;
  return {
    length: answer.length,
    timeMs: Float64Array.from(column<Float64Array>('time_ms')),
    impact: Float64Array.from(column<Float64Array>('impact_score')),
    direction: Int8Array.from(column<Int8Array>('sign')),
    id: column<string[]>('id'),
    title: column<string[]>('title'),
    headline: column<(string | null)[]>('headline'),
    provider: column<(string | null)[]>('provider'),
    url: column<(string | null)[]>('url'),
    assetClass: column<string[]>('class'),
  };
}

/** Time of the latest news of a symbol up to a UTC date, milliseconds since the epoch; null without any. */
export async function latestNewsMs(
  reader: Reader,
  source: NewsSource,
  symbol: string,
  toDay: number,
): Promise<number | null> {
  const [{ at, n }] = await reader.query<{ at: number; n: number }>(
    `SELECT toFloat64(toUnixTimestamp64Milli(max(event_timestamp))) AS at, toUInt32(count()) AS n
     FROM market.events_${source} FINAL
     WHERE symbol = {symbol:String} AND event_timestamp < fromUnixTimestamp64Milli({to:Int64})`,
    { symbol, to: (toDay + 1) * MS_PER_DAY },
  );
  return n === 0 ? null : at;
}

/**
 * What a symbol without bars is known by: class and latest UTC date (days since the epoch) of its news before `liveFrom`; null without any. With news of both
 * kinds the class is crypto, so that the symbol is found with its slash, too.
 */
export async function readNewsSpan(
  reader: Reader,
  { symbol, liveFrom = ALL_DATES.to }: { readonly symbol: string; readonly liveFrom?: number },
): Promise<{ assetClass: AssetClass; lastDay: number } | null> {
  const parts = NEWS_SOURCES.map(
    (source) =>
      `SELECT CAST(asset_class, 'String') AS class, event_timestamp AS time FROM market.events_${source} FINAL
       WHERE symbol = {symbol:String} AND event_timestamp < fromUnixTimestamp64Milli({live:Int64})`,
  );
  const [row] = await reader.query<{ asset_class: AssetClass; last_day: number; items: number }>(
    `SELECT min(class) AS asset_class, toInt32(toDate32(max(time))) AS last_day, toUInt32(count()) AS items
     FROM (${parts.join('\nUNION ALL\n')})`,
    { symbol, live: liveFrom * MS_PER_DAY },
  );
  return row.items > 0 ? { assetClass: row.asset_class, lastDay: row.last_day } : null;
}

/** Returns the ids of news that were deleted, and whose deletion is dated between two UTC dates (days, inclusive). */
export async function readRemovedNews(
  reader: Reader,
  source: NewsSource,
  symbol: string,
  fromDay: number,
  toDay: number,
): Promise<string[]> {
  const rows = await reader.query<{ id: string }>(
    `SELECT id FROM market.events_${source} WHERE symbol = {symbol:String} GROUP BY id
     HAVING argMax(is_deleted, rank) = 1 AND argMax(event_timestamp, rank) >= fromUnixTimestamp64Milli({from:Int64})
       AND argMax(event_timestamp, rank) < fromUnixTimestamp64Milli({to:Int64})`,
    { symbol, from: fromDay * MS_PER_DAY, to: (toDay + 1) * MS_PER_DAY },
  );
  return rows.map(({ id }) => id);
}

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
  return grouped(rows, ({ symbol }) => symbol);
}

/** Those that bars which are adjusted up to a date (days since the epoch; 0: they are not) still have to be. */
export function splitsAfter(splits: readonly Split[] | undefined, adjustedThrough: number): readonly Split[] {
  if (!splits) return NO_SPLITS;
  return adjustedThrough === 0 ? splits : splits.filter(({ day }) => day > adjustedThrough);
}
