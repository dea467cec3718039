import { defineTable, json, millis, millisOrNull, number, oneOf, type RowOf, text } from '../../sql/table.ts';

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
