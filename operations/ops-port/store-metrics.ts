/** Gauges of the store: dead letters, disk, tables. It is asked at most every ten seconds, however often they are scraped. */

import { DEMO_PREFIX } from '../../demo/symbols.ts';
import type { LiveBars } from '../../ingest/landing/live.ts';
import { inTime, shared } from '../../lib/async.ts';
import type { Logger } from '../../lib/logger.ts';
import { gauge, onScrape } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';

const up = gauge('store_up', '1 where the store answered when it was last asked for these figures');
const deadLetters = gauge('dead_letters_stored', 'Dead letters in the store', ['topic', 'reason']);
const free = gauge('disk_free_bytes', "Free bytes of the store's disk", ['disk']);
const total = gauge('disk_size_bytes', "Bytes of the store's disk", ['disk']);
const bytes = gauge('table_bytes', 'Compressed bytes on disk', ['table']);

const KEPT_MS = 10_000;
const ANSWER_MS = 5_000;

/** Measures until the returned function is called. */
export function measureStore(store: Store, live: LiveBars, logger: Logger): () => void {
  let isFailing = false;
  const look = async () => {
    try {
      await inTime(store.reader.query('SELECT 1 AS one'), ANSWER_MS);
      up.set(1);
    } catch (error) {
      up.set(0);
      throw error;
    }
    await inTime(Promise.all([measure(store), forgetUnknown(store, live)]), ANSWER_MS);
  };
  const looked = shared(
    () =>
      look().then(
        () => {
          isFailing = false;
        },
        (err) => {
          if (!isFailing)
            logger.warn({ err }, 'figures of the store could not be read: metrics keep their last values');
          isFailing = true;
        },
      ),
    KEPT_MS,
  );
  const stops = [onScrape(looked), onScrape(() => live.measure())];
  return () => {
    for (const stop of stops) stop();
  };
}

async function measure({ reader, writer }: Store): Promise<void> {
  const stored = await reader.query<{ topic: string; reason: string; n: number }>(
    'SELECT topic, reason, count() AS n FROM market.dead_letters FINAL GROUP BY topic, reason',
  );
  deadLetters.reset();
  for (const { topic, reason, n } of stored) deadLetters.set({ topic, reason }, n);
  // Readers may be closed out of the system's tables.
  const disks = await writer.query<{ name: string; free: number; total: number }>(
    'SELECT name, toFloat64(free_space) AS free, toFloat64(total_space) AS total FROM system.disks',
  );
  for (const disk of disks) {
    free.set({ disk: disk.name }, disk.free);
    total.set({ disk: disk.name }, disk.total);
  }
  const tables = await writer.query<{ name: string; bytes: number }>(
    `SELECT concat(database, '.', table) AS name, toFloat64(sum(bytes_on_disk)) AS bytes
     FROM system.parts WHERE active AND database IN ('market', 'market_accounts') GROUP BY database, table`,
  );
  for (const table of tables) bytes.set({ table: table.name }, table.bytes);
}

/** Symbols that were dropped, and those that nobody feeds, are not missed. */
async function forgetUnknown({ reader }: Store, live: LiveBars): Promise<void> {
  const watched = live.symbols;
  if (watched.length === 0) return;
  const rows = await reader.query<{ symbol: string }>(
    `SELECT CAST(symbol, 'String') AS symbol FROM market.symbols FINAL
     WHERE symbol IN {watched:Array(String)} AND NOT startsWith(symbol, {exceptPrefix:String})`,
    { watched, exceptPrefix: DEMO_PREFIX },
  );
  const registered = new Set(rows.map(({ symbol }) => symbol));
  live.forget(new Set(watched.filter((symbol) => !registered.has(symbol))));
}
