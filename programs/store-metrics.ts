/** What the store says of itself, as gauges: dead letters, disk, tables, newest bars. Asked rarely, however often one scrapes. */
import { noteBar } from '../ingest/landing/index.ts';
import { inTime } from '../lib/in-time.ts';
import { gauge, onScrape } from '../lib/metrics.ts';
import { shared } from '../lib/shared.ts';
import type { AssetClass } from '../lib/symbol.ts';
import type { Store } from '../sql/connect.ts';

const up = gauge('store_up', '1 where the store answered when it was last asked for these figures');
const deadLetters = gauge('dead_letters_stored', 'Dead letters in the store', ['topic', 'reason']);
const waiting = gauge('news_waiting_stored', 'News in the store that waits for its classification');
const free = gauge('disk_free_bytes', "Free bytes of the store's disk (of a cluster: of the node that answers)", [
  'disk',
]);
const total = gauge('disk_size_bytes', "Bytes of the store's disk", ['disk']);
const bytes = gauge('table_bytes', 'Compressed bytes on disk', ['table']);
const rows = gauge('table_rows', 'Rows on disk, superseded ones included', ['table']);

const KEPT_MS = 10_000;
const ANSWER_MS = 5_000;
/** Symbols with bars of the last day that are looked at for the newest bar. */
const LOOKED_AT = 50;

/** Until the function returned is called. */
export function measureStore(store: Store): () => void {
  let seeded = false;
  const look = shared(async () => {
    try {
      await inTime(measure(store), ANSWER_MS);
      if (!seeded) await inTime(seedNewest(store), ANSWER_MS);
      seeded = true;
      up.set(1);
    } catch (error) {
      up.set(0);
      throw error;
    }
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

/** What landed before this process began. */
async function seedNewest({ reader }: Store): Promise<void> {
  const last = await reader.query<{ asset_class: AssetClass; interval_min: number; symbols: string[]; day: number }>(
    `SELECT CAST(asset_class, 'String') AS asset_class, interval_min, max(day) AS day,
       groupArray({most:UInt8})(CAST(symbol, 'String')) AS symbols
     FROM
     (
       SELECT l.symbol AS symbol, s.asset_class AS asset_class, s.interval_min AS interval_min, toInt32(l.day) AS day,
         max(day) OVER (PARTITION BY asset_class, interval_min) AS last
       FROM (SELECT symbol, max(day) AS day FROM market.day_log WHERE kind = 'bars' GROUP BY symbol) AS l
       INNER JOIN (SELECT symbol, asset_class, interval_min FROM market.symbols FINAL) AS s ON s.symbol = l.symbol
     )
     WHERE day = last GROUP BY asset_class, interval_min`,
    { most: LOOKED_AT },
  );
  for (const { asset_class: assetClass, interval_min: intervalMin, symbols, day } of last) {
    const [{ s }] = await reader.query<{ s: number }>(
      `SELECT toUInt32(max(ts)) AS s FROM market.bars FINAL
       WHERE symbol IN {symbols:Array(String)} AND ts >= toDateTime({day:UInt32} * 86400, 'UTC')`,
      { symbols, day },
    );
    if (s > 0) noteBar(assetClass, intervalMin, s * 1000);
  }
}
