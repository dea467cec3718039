/**
 * What a process that was killed left half done. The store takes a batch's rows first and then works out, or we tell
 * it, which days they changed; a kill in between leaves rows that no day knows of. Pushed again they would be
 * duplicates, so they would be missing in the statistics for good.
 */
import type { Store } from '../../sql/connect.ts';
import type { ChangedDays } from './events.ts';
import { DayCollector, type Touched, touchDays } from './insert.ts';
import { writeLedger } from './ledger.ts';

interface DayTable {
  readonly table: string;
  readonly kind: ChangedDays['kind'];
  readonly day: string;
  /** The column of bars that has it. */
  readonly interval?: string;
  /** Of which all versions of the same key are on days that may have changed; of bars the time itself is the key. */
  readonly key?: string;
}

const TABLES: readonly DayTable[] = [
  { table: 'market.bars', kind: 'bars', day: 'toInt32(toDate32(ts))', interval: 'interval' },
  ...(['sentiment', 'sentiment_crypto'] as const).map((kind) => ({
    table: `market.events_${kind}`,
    kind,
    day: 'toInt32(toDate32(event_timestamp))',
    key: '(symbol, id)',
  })),
  { table: 'market.corporate_actions', kind: 'actions', day: 'toInt32(ex_date) - 1', key: '(symbol, id)' },
];

/**
 * Marks the days of the rows that are stamped later than the ledger ends, and extends the ledger. Embedded only: a log
 * delivers such a batch again.
 */
export async function recoverPushed(store: Store): Promise<ChangedDays[]> {
  const { reader, writer } = store;
  const [{ endMs }] = await reader.query<{ endMs: number }>(
    'SELECT toUnixTimestamp64Milli(max(landed_at)) AS endMs FROM market.ingest_ledger',
  );
  const changed = new DayCollector();
  const touched: Touched[] = [];
  let lastMs = 0;
  let events = 0;
  const beyond = 'ingested_at > fromUnixTimestamp64Milli({endMs:Int64})';
  for (const { table, kind, day, interval = "''", key } of TABLES) {
    const rows = await reader.query<{ symbol: string; interval: string; day: number; rows: number; lastMs: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, CAST(${interval}, 'String') AS interval, ${day} AS day,
         countIf(${beyond}) AS rows, toUnixTimestamp64Milli(max(ingested_at)) AS lastMs
       FROM ${table} WHERE ${key ? `${key} IN (SELECT ${key.slice(1, -1)} FROM ${table} WHERE ${beyond})` : beyond}
       GROUP BY symbol, interval, day ORDER BY symbol, interval, day`,
      { endMs },
    );
    for (const { symbol, interval, day, ...found } of rows) {
      changed.add(kind, symbol, day);
      touched.push({ kind, symbol, interval, day, reason: [table, endMs, symbol, interval, day] });
      lastMs = Math.max(lastMs, found.lastMs);
      events += found.rows;
    }
  }
  if (touched.length === 0) return [];
  await touchDays(writer, touched);
  const entry = { topic: 'bars', partition: 0, firstOffset: 0, lastOffset: 0, events, deadLetters: 0, number: 0n };
  await writeLedger(writer, [entry], 'recovered', lastMs);
  return changed.list();
}
