/** A batch's events of one table, but bars: what is worth writing, written; what the store refuses, reported. */
import { dayOfMs } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { tsvMillis } from '../../sql/formats/text.ts';
import type { Writer } from '../../sql/writer.ts';
import {
  CLASSIFIED_TABLES,
  type EventRow,
  type EventTable,
  eventMsOf,
  type IdRow,
  isClassifiedNews,
  type Refusal,
  refuse,
} from '../contract/events.ts';
import { type ChangedDays, DayCollector, type LogEvent } from './events.ts';
import { insertLines, type RetryPolicy, retryTransient } from './insert.ts';
import { touchDays } from './ledger.ts';
import { type Claim, judgeAll, keepReplaced, type Verdict, writeClaims } from './select.ts';
import { currentEvents, keyOf, readStoredEvents, type StoredEvent, type StoredRows } from './stored.ts';
import { columnsOf, lineOf } from './tables.ts';

/** A row and the index of its event in the batch. */
export interface Sealed {
  readonly index: number;
  readonly row: IdRow;
}

export interface TableBatch {
  readonly table: EventTable;
  readonly sealed: readonly Sealed[];
  readonly events: readonly LogEvent[];
  readonly skipDuplicates: boolean;
  /** Keys with rows in several tables of this batch: of no row of them is it known that it changes nothing. */
  readonly mixed: ReadonlySet<string>;
  readonly ingestedAtMs: number;
}

export interface TableOutcome {
  /** Indices of the events that are rows now and were not before. */
  landed: number[];
  /** By index of the event. */
  refused: Map<number, Refusal>;
  changed: ChangedDays[];
  token: string;
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

/** Rows of a table, and what is stored of their keys. */
export interface Selection {
  readonly rows: readonly EventRow[];
  readonly keys: readonly string[];
  readonly stored: StoredRows;
  /** Whether an undo puts a row back, by index. */
  readonly restores: (index: number) => boolean;
  /** Whether a row is written whatever is stored, by index. */
  readonly always?: (index: number) => boolean;
  readonly skipDuplicates: boolean;
  readonly imported: boolean;
}

/** What becomes of each row; keeps what imports claim and replace. */
export async function select(writer: Writer, of: Selection, policy: RetryPolicy): Promise<Verdict[]> {
  const { rows, keys, stored, restores, always, skipDuplicates, imported } = of;
  const before = imported ? new Map(stored) : null;
  const claims: Claim[] = [];
  const verdicts: Verdict[] = skipDuplicates
    ? judgeAll(rows, keys, stored, (i) => restores(i) || always?.(i), claims)
    : rows.map(() => 'write');
  await retryTransient(() => writeClaims(writer, claims), policy);
  if (before) {
    const replacing = rows.map((row, i) => ({ row, restores: restores(i) })).filter((_, i) => verdicts[i] !== 'skip');
    await retryTransient(() => keepReplaced(writer, replacing, before), policy);
  }
  return verdicts;
}

export async function landTable(store: Store, batch: TableBatch, policy: RetryPolicy): Promise<TableOutcome> {
  const { table, events, skipDuplicates } = batch;
  let sealed = batch.sealed;
  let versions = new Map<string, StoredEvent[]>();
  let stored: StoredRows = new Map();
  const imported = sealed.some(({ index }) => events[index].importId !== undefined);
  const keys = sealed.map(({ row }) => keyOf(row));
  if (skipDuplicates || imported || isClassifiedNews(table)) {
    const rows = sealed.map(({ row }) => row);
    versions = await retryTransient(() => readStoredEvents(store.reader, rows, keys), policy);
    if (skipDuplicates || imported)
      stored = await retryTransient(() => currentEvents(store.reader, rows, keys, versions), policy);
  }
  if (isClassifiedNews(table)) sealed = sealed.map(({ index, row }) => ({ index, row: datedDeletion(row, versions) }));

  const rows = sealed.map(({ row }) => row);
  const restores = (i: number) => events[sealed[i].index].restores === true;
  const always = (i: number) => batch.mixed.has(keys[i]);
  const selection = { rows, keys, stored, restores, always, skipDuplicates, imported };
  const verdicts = await select(store.writer, selection, policy);
  const kept = sealed.filter((_, i) => verdicts[i] !== 'skip');
  const ingestedAt = tsvMillis(batch.ingestedAtMs);
  const lines = kept.map(({ index, row }) => lineOf(row, events[index].topic, ingestedAt));
  const { token, refused } = await insertLines(store.writer, `market.${table}`, columnsOf(table), lines, policy);

  const refusals = new Map<number, Refusal>();
  for (const { index, message } of refused) {
    refusals.set(kept[index].index, refuse('store_refused', message.slice(0, 500)));
  }
  const written = kept.filter(({ index }) => !refusals.has(index)).map(({ row }) => row);
  const landed = sealed.flatMap(({ index }, i) => (verdicts[i] === 'write' && !refusals.has(index) ? [index] : []));
  if (isClassifiedNews(table)) {
    const moved = leftDays(written, versions).map(({ row: { symbol, id, version, partition, offset }, day }) => {
      const reason = [symbol, id, version, partition, offset, day];
      return { kind: KIND_OF_TABLE[table]!, symbol, day, reason };
    });
    await retryTransient(() => touchDays(store.writer, moved), policy);
  }
  return {
    landed,
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
