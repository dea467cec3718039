/** How rows of events become lines of the landing tables. */

import type { AssetClass } from '../../exchange/symbol.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { tsvDate, tsvMillis, tsvValue } from '../../sql/formats/text.ts';
import {
  day,
  defineTable,
  flag,
  json,
  millis,
  millisOrNull,
  number,
  oneOf,
  type RowOf,
  text,
} from '../../sql/table.ts';
import {
  EVENT_VALUES,
  type EventTable,
  type EventTopic,
  type IdRow,
  isBarTable,
  type LandingTable,
  NEWS_TABLES,
} from '../contract/events.ts';

const PROVENANCE = ['version', 'source', 'topic', 'partition', 'offset', 'ingested_at', 'is_deleted', 'import_id'];

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

export const BAR_COLUMNS = ['symbol', 'ts', 'open', 'high', 'low', 'close', 'volume', ...PROVENANCE];

export function columnsOf(table: LandingTable): readonly string[] {
  if (isBarTable(table)) return BAR_COLUMNS;
  return [...(table === 'events_macro' ? [] : ['symbol']), 'id', ...VALUE_COLUMNS[table], ...PROVENANCE];
}

/** The row as a TSV line. `ingestedAt` is a `DateTime64(3)` text. */
export function lineOf(row: IdRow, topic: EventTopic, ingestedAt: string): string {
  const { table, symbol, id, values, version, partition, offset, deleted, importId } = row;
  const fields = VALUE_COLUMNS[table].map(
    (name) => TIMES[name]?.write(values[name] as number) ?? tsvValue(values[name]),
  );
  const identity = table === 'events_macro' ? tsvValue(id) : `${symbol}\t${tsvValue(id)}`;
  const place = `${version}\t${tsvValue(row.source)}\t${topic}\t${partition}\t${offset}\t${ingestedAt}`;
  // An import's id is made here, of digits and a dash.
  return `${identity}\t${fields.join('\t')}\t${place}\t${deleted ? 1 : 0}\t${importId ?? ''}\n`;
}

/** Which tables a topic's events may be landed in. */
export const TABLES_OF_TOPIC: Record<EventTopic, readonly LandingTable[]> = {
  bars: ['bars', 'bars_daily'],
  'events.sentiment': NEWS_TABLES,
  'events.sentiment_crypto': NEWS_TABLES,
  'events.earnings': ['events_earnings'],
  'events.crypto': ['events_crypto'],
  'events.macro': ['events_macro'],
  'events.actions': ['corporate_actions'],
};

export const deadLettersTable = defineTable('market.dead_letters', {
  id: text('id'),
  receivedAtMs: millis('received_at'),
  topic: text('topic'),
  partition: number('partition'),
  offset: number('offset'),
  key: text('key'),
  reason: text('reason'),
  message: text('message'),
  payload: text('payload'),
  source: text('source'),
  position: text('position'),
  version: number('version'),
  deleted: flag('is_deleted'),
});
export type DeadLetterRow = RowOf<typeof deadLettersTable>;

export const symbolsTable = defineTable('market.symbols', {
  symbol: text('symbol'),
  assetClass: oneOf<AssetClass>('asset_class'),
  /** Base interval. */
  intervalMin: number('interval_min'),
  origin: oneOf<'first_bar' | 'operator'>('origin'),
  /** Its view for analysts; empty where an earlier symbol has the name. */
  viewName: text('view_name'),
  /** Epoch ms of the writer, growing for each symbol. */
  version: number('version'),
  deleted: flag('is_deleted'),
  /** Who sends its bars adjusts them for splits up to this date, days since 1970; 0: they are raw. */
  adjustedThrough: day('adjusted_through'),
});
export type SymbolRow = RowOf<typeof symbolsTable>;

export const ledgerTable = defineTable('market.ingest_ledger', {
  topic: text('topic'),
  partition: number('partition'),
  firstOffset: number('first_offset'),
  lastOffset: number('last_offset'),
  events: number('events'),
  rows: number('rows'),
  deadLetters: number('dead_letters'),
  token: text('token'),
  landedAtMs: millis('landed_at'),
  /** Highest version given to an event without a revision up to `lastOffset`; 0 where that does not matter. */
  high: number('high'),
});
export type LedgerRow = RowOf<typeof ledgerTable>;

/** `final`: retention removed what its undo would need. */
export type ImportState = 'running' | 'done' | 'refused' | 'failed' | 'undoing' | 'undone' | 'final';

export const importsTable = defineTable('market.imports', {
  id: text('id'),
  kind: oneOf<'bars' | 'news' | 'earnings' | 'crypto' | 'macro' | 'actions'>('kind'),
  /** Base names. */
  files: json<readonly string[]>('files'),
  options: json<Readonly<Record<string, unknown>>>('options'),
  state: oneOf<ImportState>('state'),
  startedAtMs: millis('started_at'),
  endedAtMs: millisOrNull('ended_at'),
  landed: number('landed'),
  duplicates: number('duplicates'),
  deadLetters: json<Readonly<Record<string, number>>>('dead_letters'),
  restored: number('restored'),
  deleted: number('deleted'),
  message: text('message'),
  version: number('version'),
});
export type ImportRow = RowOf<typeof importsTable>;

/** A row as it was before an import replaced it. */
export const importRowsTable = defineTable('market.import_rows', {
  importId: text('import_id'),
  landingTable: text('landing_table'),
  symbol: text('symbol'),
  key: text('key'),
  /** JSON. */
  prior: text('prior'),
  priorImport: text('prior_import'),
});
export type ReplacedRow = RowOf<typeof importRowsTable>;

/** Rows that an import found equal to another's; of bars those behind each other in equal steps. */
export const importClaimsTable = defineTable('market.import_claims', {
  importId: text('import_id'),
  landingTable: text('landing_table'),
  symbol: text('symbol'),
  baseImport: text('base_import'),
  first: text('first'),
  last: text('last'),
  step: number('step'),
});
export type ClaimedRows = RowOf<typeof importClaimsTable>;
