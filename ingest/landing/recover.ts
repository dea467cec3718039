/**
 * What a process that was killed left half done. The store takes a batch's rows first and then works out, or we tell
 * it, which days they changed; a kill in between leaves rows that no day knows of. Pushed again they would be
 * duplicates, so they would be missing in the statistics for good.
 */
import type { Store } from '../../sql/connect.ts';
import type { EventTopic } from '../contract/events.ts';
import type { ChangedDays } from './events.ts';
import { DayCollector, type Touched, touchDays } from './insert.ts';
import { type LedgerEntry, writeLedger } from './versions.ts';

interface DayTable {
  readonly table: string;
  readonly kind: ChangedDays['kind'];
  readonly day: string;
  /** The column of bars that has it. */
  readonly interval?: string;
  /** Of which all versions of the same key are on days that may have changed; of bars the time itself is the key. */
  readonly key?: string;
}

const NEWS_TABLES: readonly DayTable[] = (['sentiment', 'sentiment_crypto'] as const).map((kind) => ({
  table: `market.events_${kind}`,
  kind,
  day: 'toInt32(toDate32(event_timestamp))',
  key: '(symbol, id)',
}));

const TABLES: Partial<Record<EventTopic, readonly DayTable[]>> = {
  bars: [{ table: 'market.bars', kind: 'bars', day: 'toInt32(toDate32(ts))', interval: 'interval' }],
  'events.sentiment': NEWS_TABLES,
  'events.sentiment_crypto': NEWS_TABLES,
  'events.actions': [
    { table: 'market.corporate_actions', kind: 'actions', day: 'toInt32(ex_date) - 1', key: '(symbol, id)' },
  ],
};

/** Marks the days of pushed rows beyond the ledger, and extends it; embedded only, since a log delivers them again. */
export async function recoverPushed(store: Store, nowMs: number): Promise<ChangedDays[]> {
  const { reader, writer } = store;
  const ledger = new Map(
    (
      await reader.query<{ topic: string; next: number }>(
        `SELECT CAST(topic, 'String') AS topic, max(last_offset) + 1 AS next FROM market.ingest_ledger
         WHERE partition = 0 GROUP BY topic`,
      )
    ).map(({ topic, next }) => [topic, next]),
  );
  const changed = new DayCollector();
  const touched: Touched[] = [];
  const entries = new Map<string, LedgerEntry>();
  for (const [topic, tables] of Object.entries(TABLES)) {
    const params = { topic, next: ledger.get(topic) ?? 0 };
    const beyond = 'topic = {topic:String} AND partition = 0 AND offset >= {next:UInt64}';
    for (const { table, kind, day, interval = "''", key } of tables) {
      const rows = await reader.query<{
        symbol: string;
        interval: string;
        day: number;
        first: number;
        last: number;
        rows: number;
      }>(
        `SELECT CAST(symbol, 'String') AS symbol, CAST(${interval}, 'String') AS interval, ${day} AS day, minIf(offset, ${beyond}) AS first,
           maxIf(offset, ${beyond}) AS last, countIf(${beyond}) AS rows
         FROM ${table} WHERE ${key ? `${key} IN (SELECT ${key.slice(1, -1)} FROM ${table} WHERE ${beyond})` : beyond}
         GROUP BY symbol, interval, day ORDER BY symbol, interval, day`,
        params,
      );
      for (const row of rows) {
        changed.add(kind, row.symbol, row.day);
        const { symbol, interval, day } = row;
        touched.push({ kind, symbol, interval, day, reason: [table, topic, params.next, symbol, interval, day] });
        if (row.rows > 0) extend(entries, topic, row);
      }
    }
  }
  if (touched.length === 0) return [];
  await touchDays(writer, touched);
  await writeLedger(writer, [...entries.values()], 'recovered', nowMs);
  return changed.list();
}

function extend(entries: Map<string, LedgerEntry>, topic: string, row: { first: number; last: number; rows: number }) {
  const known = entries.get(topic);
  entries.set(topic, {
    topic,
    partition: 0,
    firstOffset: Math.min(known?.firstOffset ?? row.first, row.first),
    lastOffset: Math.max(known?.lastOffset ?? row.last, row.last),
    events: (known?.events ?? 0) + row.rows,
    deadLetters: 0,
    high: 0,
  });
}
