/** How rows of events become lines of the landing tables. */

import { randomBytes } from 'node:crypto';
import type { AssetClass } from '../../exchange/symbol.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { tsvDate, tsvMillis, tsvValue } from '../../sql/formats/text.ts';
import { defineTable, type RowOf } from '../../sql/table.ts';
import { EVENT_VALUES, type EventTable, type IdRow, type LandingTable } from '../contract/events.ts';

const PROVENANCE = ['rank', 'source', 'ingested_at', 'is_deleted', 'import_id'];

/** Columns that are written and read otherwise than as their own text. */
const TIMES: Readonly<Record<string, { select: string; write: (ms: number) => string }>> = {
  event_timestamp: { select: 'toUnixTimestamp64Milli(event_timestamp)', write: tsvMillis },
  ex_date: { select: `toInt64(toInt32(ex_date)) * ${MS_PER_DAY}`, write: (ms) => tsvDate(ms / MS_PER_DAY) },
};

/** Columns that carry the event itself: two rows that agree in all of them are equal. */
export const VALUE_COLUMNS = Object.fromEntries(
  Object.entries(EVENT_VALUES).map(([table, values]) => [table, Object.keys(values)]),
) as Record<EventTable, string[]>;

/** SQL: a column's value as rows have it, under its name. */
export const selected = (name: string): string => (TIMES[name] ? `${TIMES[name].select} AS ${name}` : name);

export const BAR_COLUMNS = ['symbol', 'interval', 'ts', 'open', 'high', 'low', 'close', 'volume', ...PROVENANCE];

export function columnsOf(table: LandingTable): readonly string[] {
  if (table === 'bars') return BAR_COLUMNS;
  return [...(table === 'events_macro' ? [] : ['symbol']), 'id', ...VALUE_COLUMNS[table], ...PROVENANCE];
}

/** The row as a TSV line. `ingestedAt` is a `DateTime64(3)` text. */
export function lineOf(row: IdRow, ingestedAt: string): string {
  const { table, symbol, id, values, rank, source, deleted, importId } = row;
  const fields = VALUE_COLUMNS[table].map(
    (name) => TIMES[name]?.write(values[name] as number) ?? tsvValue(values[name]),
  );
  const identity = table === 'events_macro' ? tsvValue(id) : `${symbol}\t${tsvValue(id)}`;
  // An import's id is made here, of digits and a dash.
  const provenance = `${rank}\t${tsvValue(source)}\t${ingestedAt}\t${deleted ? 1 : 0}\t${importId ?? ''}`;
  return `${identity}\t${fields.join('\t')}\t${provenance}\n`;
}

export const LANDING_TABLES: readonly LandingTable[] = ['bars', ...(Object.keys(EVENT_VALUES) as EventTable[])];

export const deadLettersTable = defineTable('market.dead_letters', (c) => ({
  id: c.text('id'),
  receivedAtMs: c.millis('received_at'),
  topic: c.text('topic'),
  ...c.numbers('partition', 'offset'),
  rank: c.bigint('rank'),
  ...c.texts('key', 'reason', 'message', 'payload', 'source', 'position'),
  version: c.number('version'),
  deleted: c.flag('is_deleted'),
}));
export type DeadLetterRow = RowOf<typeof deadLettersTable>;

export const symbolsTable = defineTable('market.symbols', (c) => ({
  symbol: c.text('symbol'),
  assetClass: c.oneOf<AssetClass>('asset_class'),
  origin: c.oneOf<'first_bar' | 'operator'>('origin'),
  /** Its view for analysts; empty where an earlier symbol has the name. */
  viewName: c.text('view_name'),
  /** Epoch ms of the writer, growing for each symbol. */
  version: c.number('version'),
  deleted: c.flag('is_deleted'),
}));
export type SymbolRow = RowOf<typeof symbolsTable>;

export const seriesTable = defineTable('market.series', (c) => ({
  ...c.texts('symbol', 'interval'),
  intervalMin: c.number('interval_min'),
  /** Who sends its bars adjusts them for splits up to this date, days since 1970; 0: they are raw. */
  adjustedThrough: c.day('adjusted_through'),
  version: c.number('version'),
  deleted: c.flag('is_deleted'),
}));
export type SeriesRow = RowOf<typeof seriesTable>;

export const seriesBasesTable = defineTable('market.series_bases', (c) => ({
  ...c.texts('symbol', 'interval', 'previous'),
  since: c.day('since'),
  chosenBy: c.oneOf<'first_bar' | 'rule' | 'operator'>('chosen_by'),
  version: c.number('version'),
}));

export const ledgerTable = defineTable('market.ingest_ledger', (c) => ({
  topic: c.text('topic'),
  ...c.numbers('partition', 'first_offset', 'last_offset', 'events', 'rows', 'dead_letters'),
  token: c.text('token'),
  landedAtMs: c.millis('landed_at'),
  /** Highest number that an event of the batch got; see ranks.ts. */
  number: c.bigint('number'),
}));
export type LedgerRow = RowOf<typeof ledgerTable>;

export type ImportState = 'running' | 'done' | 'refused' | 'failed';

export const importsTable = defineTable('market.imports', (c) => ({
  id: c.text('id'),
  kind: c.oneOf<'bars' | 'news' | 'earnings' | 'crypto' | 'macro' | 'actions'>('kind'),
  /** Base names. */
  files: c.json<readonly string[]>('files'),
  options: c.json<Readonly<Record<string, unknown>>>('options'),
  state: c.oneOf<ImportState>('state'),
  startedAtMs: c.millis('started_at'),
  endedAtMs: c.millisOrNull('ended_at'),
  ...c.numbers('landed', 'duplicates'),
  deadLetters: c.json<Readonly<Record<string, number>>>('dead_letters'),
  message: c.text('message'),
  version: c.number('version'),
}));
export type ImportRow = RowOf<typeof importsTable>;

/** Of when it began, such as `20250604-133000-1f3a`. */
export function runId(startedAtMs: number): string {
  const [date, time] = new Date(startedAtMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
  return `${date}-${time}-${randomBytes(2).toString('hex')}`;
}
