/** What the store says of itself, as gauges: dead letters, disk, tables, newest bars. Asked rarely, however often one scrapes. */

import { DEMO_PREFIX } from '../../demo/symbols.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { forgetLive, liveSymbols, liveWithinMs, recordBar, recordLive } from '../../ingest/landing/live.ts';
import { inTime, shared } from '../../lib/async.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import { gauge, onScrape } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';

const up = gauge('store_up', '1 where the store answered when it was last asked for these figures');
const deadLetters = gauge('dead_letters_stored', 'Dead letters in the store', ['topic', 'reason']);
const waiting = gauge('news_waiting_stored', 'News in the store that waits for its classification');
const free = gauge('disk_free_bytes', "Free bytes of the store's disk", ['disk']);
const total = gauge('disk_size_bytes', "Bytes of the store's disk", ['disk']);
const bytes = gauge('table_bytes', 'Compressed bytes on disk', ['table']);
const rows = gauge('table_rows', 'Rows on disk, superseded ones included', ['table']);

const KEPT_MS = 10_000;
const ANSWER_MS = 5_000;
const SEED_MS = 60_000;

/** Until the function returned is called. */
export function measureStore(store: Store, logger: Logger): () => void {
  let seeded = false;
  let failing = false;
  const look = shared(async () => {
    try {
      await inTime(store.reader.query('SELECT 1 AS one'), ANSWER_MS);
      up.set(1);
    } catch (error) {
      up.set(0);
      throw error;
    }
    try {
      await inTime(Promise.all([measure(store), forgetUnknown(store)]), ANSWER_MS);
      failing = false;
    } catch (err) {
      if (!failing) logger.warn({ err }, 'figures of the store could not be read: metrics keep their last values');
      failing = true;
      throw err;
    }
    // Beside the others: it reads the bars of some days, and figures need not wait for it.
    if (seeded) return;
    seeded = true;
    inTime(seed(store, Date.now()), SEED_MS).catch((err) => {
      seeded = false;
      logger.warn({ err }, 'the newest stored bars could not be read: trying again');
    });
  }, KEPT_MS);
  return onScrape(look);
}

async function measure({ reader, writer }: Store): Promise<void> {
  const stored = await reader.query<{ topic: string; reason: string; n: number }>(
    'SELECT topic, reason, count() AS n FROM market.dead_letters FINAL GROUP BY topic, reason',
  );
  deadLetters.reset();
  for (const { topic, reason, n } of stored) deadLetters.set({ topic, reason }, n);
  const [{ n }] = await reader.query<{ n: number }>('SELECT count() AS n FROM market.v_news_waiting');
  waiting.set(n);
  // Readers may be closed out of the system's tables.
  const disks = await writer.query<{ name: string; free: number; total: number }>(
    'SELECT name, toFloat64(free_space) AS free, toFloat64(total_space) AS total FROM system.disks',
  );
  for (const disk of disks) {
    free.set({ disk: disk.name }, disk.free);
    total.set({ disk: disk.name }, disk.total);
  }
  const tables = await writer.query<{ name: string; bytes: number; rows: number }>(
    `SELECT concat(database, '.', table) AS name, toFloat64(sum(bytes_on_disk)) AS bytes, toFloat64(sum(rows)) AS rows
     FROM system.parts WHERE active AND database IN ('market', 'market_accounts') GROUP BY database, table`,
  );
  for (const table of tables) {
    bytes.set({ table: table.name }, table.bytes);
    rows.set({ table: table.name }, table.rows);
  }
}

/** Symbols that were dropped, and those that nobody feeds, are not missed. */
async function forgetUnknown({ reader }: Store): Promise<void> {
  const watched = liveSymbols();
  if (watched.length === 0) return;
  const rows = await reader.query<{ symbol: string }>(
    `SELECT CAST(symbol, 'String') AS symbol FROM market.symbols FINAL
     WHERE symbol IN {watched:Array(String)} AND NOT startsWith(symbol, {exceptPrefix:String})`,
    { watched, exceptPrefix: DEMO_PREFIX },
  );
  const registered = new Set(rows.map(({ symbol }) => symbol));
  forgetLive(new Set(watched.filter((symbol) => !registered.has(symbol))));
}

/** What landed before this process began: the newest bar of each class and interval, and whose bars came as they were made. */
async function seed({ reader }: Store, nowMs: number): Promise<void> {
  const newest = await reader.query<{ asset_class: AssetClass; interval_min: number; s: number }>(
    `SELECT CAST(s.asset_class, 'String') AS asset_class, s.interval_min AS interval_min, toUInt32(max(b.last)) AS s
     FROM (SELECT symbol, max(ts) AS last FROM market.bars GROUP BY symbol) AS b
     INNER JOIN (SELECT symbol, asset_class, interval_min FROM market.symbols FINAL) AS s ON s.symbol = b.symbol
     GROUP BY asset_class, interval_min`,
  );
  for (const { asset_class: assetClass, interval_min: intervalMin, s } of newest)
    recordBar(assetClass, intervalMin, s * 1000);
  const days = (count: number) => Math.floor(nowMs / 1000) - count * 86_400;
  for (const { symbol, asset_class, interval_min, first, last, bars, arrived } of [
    ...(await reader.query<LiveRow>(LIVE('bars', 's.interval_min'), { from: days(5), daily: days(12) })),
    ...(await reader.query<LiveRow>(LIVE('bars_daily', '1440'), { from: days(12), daily: days(12) })),
  ]) {
    recordLive({
      symbol,
      assetClass: asset_class,
      intervalMin: interval_min,
      firstMs: first * 1000,
      lastMs: last * 1000,
      bars,
      arrivedMs: arrived,
    });
  }
}

interface LiveRow {
  readonly symbol: string;
  readonly asset_class: AssetClass;
  readonly interval_min: number;
  readonly first: number;
  readonly last: number;
  readonly bars: number;
  readonly arrived: number;
}

/** Bars of the last days that no import brought and that arrived soon after their end. */
const LIVE = (table: string, interval: string) => `
  SELECT CAST(b.symbol, 'String') AS symbol, CAST(s.asset_class, 'String') AS asset_class,
    toUInt32(any(${interval})) AS interval_min, toUInt32(min(b.ts)) AS first, toUInt32(max(b.ts)) AS last,
    count() AS bars, toFloat64(argMax(toUnixTimestamp64Milli(b.ingested_at), b.ts)) AS arrived
  FROM market.${table} AS b
  INNER JOIN (SELECT symbol, asset_class, interval_min FROM market.symbols FINAL) AS s ON s.symbol = b.symbol
  WHERE b.import_id = '' AND b.is_deleted = 0
    AND b.ts >= toDateTime(if(${interval} = 1440, {daily:UInt32}, {from:UInt32}), 'UTC')
    AND b.ts >= toDateTime({daily:UInt32}, 'UTC')
    AND toUnixTimestamp64Milli(b.ingested_at) <= (toUnixTimestamp(b.ts)
      + if(${interval} = 1440, 86400 + ${liveWithinMs(MINUTES_PER_DAY) / 1000}, 60 * ${interval} + ${liveWithinMs(1) / 1000})) * 1000
  GROUP BY symbol, asset_class`;
