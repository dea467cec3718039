/** News without direction and impact. It waits until an event with its id and at least its rank has both. */
import type { AssetClass } from '../../exchange/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import { defineTable, type RowOf } from '../../sql/table.ts';

/** News of collectors, one row per symbol; pushed, imported and logged news is in `news_unclassified`. */
export const waitingNewsTable = defineTable('market.news_waiting', (c) => ({
  ...c.texts('source', 'id', 'symbol'),
  assetClass: c.oneOf<AssetClass>('asset_class'),
  eventMs: c.millis('event_timestamp'),
  updatedMs: c.millis('updated_at'),
  ...c.texts('title', 'summary', 'provider', 'url'),
  receivedMs: c.millis('received_at'),
  version: c.number('version'),
}));
export type WaitingNewsRow = RowOf<typeof waitingNewsTable>;

export const newsRetriesTable = defineTable('market.news_retries', (c) => ({ atMs: c.millis('at') }));

const ISO = '%FT%TZ';

/** Lists waiting news, the newest first, with what a classified event of it needs. */
export async function listWaitingNews({ reader }: Pick<Store, 'reader'>, limit: number): Promise<object[]> {
  return reader.query(
    `SELECT source, event_id, symbol, asset_class, formatDateTime(event_timestamp, '%FT%T.', 'UTC') ||
       leftPad(toString(toUnixTimestamp64Milli(event_timestamp) % 1000), 3, '0') || 'Z' AS event_timestamp,
       title, if(id = event_id, summary, '') AS headline, summary, provider, url, toString(rank) AS revision
     FROM market.v_news_waiting AS w ORDER BY w.event_timestamp DESC, source, event_id, symbol LIMIT {limit:UInt32}`,
    { limit },
  );
}

export async function waitingNewsStatus({ reader }: Pick<Store, 'reader'>) {
  const [{ n, oldest }] = await reader.query<{ n: number; oldest: string }>(
    `SELECT count() AS n, formatDateTime(min(received_at), '${ISO}', 'UTC') AS oldest FROM market.v_news_waiting`,
  );
  return { waiting: n, oldest: n > 0 ? oldest : null };
}

/** Returns when an operator last asked for all waiting news to be tried again. */
export async function newsRetriedAt({ writer }: Pick<Store, 'writer'>): Promise<string | null> {
  const [{ ms }] = await writer.query<{ ms: number }>(
    'SELECT toUnixTimestamp64Milli(max(at)) AS ms FROM market.news_retries',
  );
  return ms > 0 ? new Date(ms).toISOString() : null;
}
