/** A batch's events of one table, but bars: what is worth writing, written; what the store refuses, reported. */
import { getOrMake } from '../../lib/collections.ts';
import { dayOfMs } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { tsvMillis } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import {
  CLASSIFIED_TABLES,
  type EventTable,
  eventMsOf,
  type IdRow,
  isClassifiedNews,
  type Refusal,
  refuse,
} from '../contract/events.ts';
import type { ChangedDays } from './events.ts';
import { DayCollector, insertLines, type RetryPolicy, retryTransient, type TableOutcome, touchDays } from './insert.ts';
import { isWritten, judgeAll, keepLatest, keyOf, type StoredEvent, type StoredRows, type Verdict } from './select.ts';
import { columnsOf, lineOf, selected, VALUE_COLUMNS } from './tables.ts';

export interface Sealed {
  readonly index: number;
  readonly row: IdRow;
}

export interface TableBatch {
  readonly table: EventTable;
  readonly sealed: readonly Sealed[];
  readonly skipDuplicates: boolean;
  /** Keys with rows in several tables of this batch: of no row of them is it known that it changes nothing. */
  readonly mixed: ReadonlySet<string>;
  readonly ingestedAtMs: number;
}

const KIND_OF_TABLE: Partial<Record<EventTable, ChangedDays['kind']>> = {
  events_sentiment: 'sentiment',
  events_sentiment_crypto: 'sentiment_crypto',
  corporate_actions: 'actions',
};

/** The day a stored news row is on; `null` for a deletion that never knew. */
function dayOfStored(stored: StoredEvent): number | null {
  const eventMs = eventMsOf(stored);
  return eventMs === 0 ? null : dayOfMs(eventMs);
}

/** A deletion of news names no time: it takes that of what it deletes, so that the right day is computed again. */
function datedDeletion(row: IdRow, versions: Map<string, StoredEvent[]>): IdRow {
  if (!row.deleted) return row;
  const known = versions.get(keyOf(row))?.findLast((version) => dayOfStored(version) !== null);
  return known ? { ...row, values: { ...row.values, event_timestamp: eventMsOf(known) } } : row;
}

export async function landTable(store: Store, batch: TableBatch, policy: RetryPolicy): Promise<TableOutcome> {
  const { table, skipDuplicates } = batch;
  let sealed = batch.sealed;
  let versions = new Map<string, StoredEvent[]>();
  let stored: StoredRows = new Map();
  const keys = sealed.map(({ row }) => keyOf(row));
  if (skipDuplicates || isClassifiedNews(table)) {
    const rows = sealed.map(({ row }) => row);
    versions = await retryTransient(() => readStoredEvents(store.reader, rows, keys), policy);
    if (skipDuplicates) stored = await retryTransient(() => currentEvents(store.reader, rows, keys, versions), policy);
  }
  if (isClassifiedNews(table)) sealed = sealed.map(({ index, row }) => ({ index, row: datedDeletion(row, versions) }));

  const rows = sealed.map(({ row }) => row);
  const always = (i: number) => batch.mixed.has(keys[i]);
  const verdicts: Verdict[] = skipDuplicates ? judgeAll(rows, keys, stored, always) : rows.map(() => 'write');
  const kept = sealed.filter((_, i) => isWritten(verdicts[i]));
  const ingestedAt = tsvMillis(batch.ingestedAtMs);
  const lines = kept.map(({ row }) => lineOf(row, ingestedAt));
  const { token, refused } = await insertLines(store.writer, `market.${table}`, columnsOf(table), lines, policy);

  const refusals = new Map<number, Refusal>();
  for (const { index, message } of refused) {
    refusals.set(kept[index].index, refuse('store_refused', message.slice(0, 500)));
  }
  const written = kept.filter(({ index }) => !refusals.has(index)).map(({ row }) => row);
  const landed = sealed.flatMap(({ index }, i) => (verdicts[i] === 'write' && !refusals.has(index) ? [index] : []));
  if (isClassifiedNews(table)) {
    const moved = leftDays(written, versions).map(({ row: { symbol, id, rank }, day }) => {
      const reason = [symbol, id, String(rank), day];
      return { kind: KIND_OF_TABLE[table]!, symbol, day, reason };
    });
    await retryTransient(() => touchDays(store.writer, moved), policy);
  }
  return {
    landed,
    lost: sealed.flatMap(({ index }, i) => (verdicts[i] === 'lost' ? [index] : [])),
    refused: refusals,
    changed: changedDays(table, written, versions),
    token,
  };
}

/** News that the batch has with a classification and without. */
export function keysOfSeveral(rows: ReadonlyMap<EventTable, readonly Sealed[]>): Set<string> {
  const waiting = new Set((rows.get('news_unclassified') ?? []).map(({ row }) => keyOf(row)));
  const mixed = new Set<string>();
  if (waiting.size === 0) return mixed;
  for (const table of CLASSIFIED_TABLES)
    for (const { row } of rows.get(table) ?? []) if (waiting.has(keyOf(row))) mixed.add(keyOf(row));
  return mixed;
}

/** Days that news left for another day: nothing that is inserted there says that they changed. */
function leftDays(rows: readonly IdRow[], versions: Map<string, StoredEvent[]>) {
  return rows.flatMap((row) => {
    const day = dayOfMs(eventMsOf(row));
    const before = new Set((versions.get(keyOf(row)) ?? []).map(dayOfStored));
    return [...before].filter((old) => old !== null && old !== day).map((old) => ({ row, day: old as number }));
  });
}

function changedDays(table: EventTable, rows: readonly IdRow[], versions: Map<string, StoredEvent[]>): ChangedDays[] {
  const kind = KIND_OF_TABLE[table];
  const days = new DayCollector();
  if (kind === 'actions') {
    // What it changes comes before its date.
    for (const row of rows) days.add(kind, row.symbol, Math.max(0, dayOfMs(eventMsOf(row)) - 1));
  } else if (kind) {
    for (const row of rows) days.add(kind, row.symbol, dayOfMs(eventMsOf(row)));
    for (const { row, day } of leftDays(rows, versions)) days.add(kind, row.symbol, day);
  }
  return days.list();
}

const IDS_PER_QUERY = 500;

/** All stored versions of the rows' keys, oldest first; more than one where they are not merged yet. */
export async function readStoredEvents(
  reader: Reader,
  rows: readonly IdRow[],
  keys: readonly string[],
): Promise<Map<string, StoredEvent[]>> {
  if (rows.length === 0) return new Map();
  return readEventsOf(reader, rows[0].table, rows, keys);
}

/** The highest version of each key, `own` among them. News has versions in two tables. */
export async function currentEvents(
  reader: Reader,
  rows: readonly IdRow[],
  keys: readonly string[],
  own: ReadonlyMap<string, StoredEvent[]>,
): Promise<StoredRows> {
  const current: StoredRows = new Map([...own].map(([key, list]) => [key, list[list.length - 1]]));
  const table = rows[0]?.table;
  const isClassified = table !== undefined && isClassifiedNews(table);
  const others =
    table === 'news_unclassified' ? CLASSIFIED_TABLES : isClassified ? (['news_unclassified'] as const) : [];
  for (const name of others) {
    // What a classifier said of it is no word of its source's.
    const further = name === 'news_unclassified' ? '' : 'AND classifier IS NULL';
    for (const [key, list] of await readEventsOf(reader, name, rows, keys, further)) {
      keepLatest(current, key, list[list.length - 1]);
    }
  }
  return current;
}

const ascending = (list: StoredEvent[]) => list.sort((a, b) => Number(a.rank > b.rank) - Number(a.rank < b.rank));

type Found = Record<'symbol' | 'id' | 'rank', string> & { is_deleted: number };

async function readEventsOf(
  reader: Reader,
  table: EventTable,
  rows: readonly IdRow[],
  keys: readonly string[],
  further = '',
): Promise<Map<string, StoredEvent[]>> {
  const stored = new Map<string, StoredEvent[]>();
  const wanted = new Set(keys);
  const [symbol, ofSymbols] =
    table === 'events_macro' ? ["'' AS symbol", ''] : ['symbol', 'symbol IN {symbols:Array(String)} AND '];
  for (let from = 0; from < rows.length; from += IDS_PER_QUERY) {
    const part = rows.slice(from, from + IDS_PER_QUERY);
    const found = await reader.query<Found>(
      `SELECT ${symbol}, id, ${VALUE_COLUMNS[table].map(selected).join(', ')},
         toString(rank) AS rank, is_deleted
       FROM market.${table} WHERE ${ofSymbols}id IN {ids:Array(String)} ${further}`,
      { ids: [...new Set(part.map((row) => row.id))], symbols: [...new Set(part.map((row) => row.symbol))] },
    );
    for (const { symbol: name, id, is_deleted, rank, ...values } of found) {
      const key = `${name} ${id}`;
      if (!wanted.has(key)) continue;
      const row = { rank: BigInt(rank), deleted: is_deleted === 1, values };
      getOrMake(stored, key, (): StoredEvent[] => []).push(row);
    }
  }
  for (const list of stored.values()) ascending(list);
  return stored;
}
