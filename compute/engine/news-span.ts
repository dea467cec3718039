/** What a symbol without bars is known by. */
import { MS_PER_DAY } from '../../lib/days.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import type { Reader } from '../../sql/reader.ts';
import { ALL_DATES } from '../statistics/statistic.ts';
import type { SymbolState } from './state.ts';

/**
 * Class and latest UTC date (days since the epoch) of its news before `liveFrom`; null without any. With news of both
 * kinds the class is crypto, so that the symbol is found with its slash, too.
 */
export async function readNewsSpan(
  reader: Reader,
  { symbol, liveFrom = ALL_DATES.to }: Pick<SymbolState, 'symbol' | 'liveFrom'>,
): Promise<{ assetClass: AssetClass; lastDay: number } | null> {
  const parts = ['events_sentiment', 'events_sentiment_crypto'].map(
    (table) =>
      `SELECT CAST(asset_class, 'String') AS class, event_timestamp AS time FROM market.${table} FINAL
       WHERE symbol = {symbol:String} AND event_timestamp < fromUnixTimestamp64Milli({live:Int64})`,
  );
  const [row] = await reader.query<{ asset_class: AssetClass; last_day: number; items: number }>(
    `SELECT min(class) AS asset_class, toInt32(toDate32(max(time))) AS last_day, toUInt32(count()) AS items
     FROM (${parts.join('\nUNION ALL\n')})`,
    { symbol, live: liveFrom * MS_PER_DAY },
  );
  return row.items > 0 ? { assetClass: row.asset_class, lastDay: row.last_day } : null;
}
