/** Reads stored news as columns. */
import { MS_PER_DAY } from '../../../lib/days.ts';
import type { Reader } from '../../../sql/reader.ts';
import type { NewsColumns, NewsSource } from '../../statistics/statistic.ts';

/** News of a symbol between two UTC dates (days, inclusive), by time, then id. */
export async function loadNews(
  reader: Reader,
  source: NewsSource,
  symbol: string,
  fromDay: number,
  toDay: number,
): Promise<NewsColumns> {
  const answer = await reader.native(
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
