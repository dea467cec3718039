import { tsvMillis } from '../text.ts';
import { defineTable } from './table.ts';

/** `final`: retention removed what its undo would need. */
export type ImportState = 'running' | 'done' | 'refused' | 'failed' | 'undoing' | 'undone' | 'final';

export interface ImportRow {
  id: string;
  kind: 'bars' | 'news' | 'earnings' | 'crypto' | 'macro' | 'actions';
  /** Base names. */
  files: readonly string[];
  options: Readonly<Record<string, unknown>>;
  state: ImportState;
  startedAtMs: number;
  endedAtMs: number | null;
  landed: number;
  duplicates: number;
  deadLetters: Readonly<Record<string, number>>;
  restored: number;
  deleted: number;
  message: string;
  version: number;
}

export const importsTable = defineTable<ImportRow>('market.imports', {
  id: (row) => row.id,
  kind: (row) => row.kind,
  files: (row) => JSON.stringify(row.files),
  options: (row) => JSON.stringify(row.options),
  state: (row) => row.state,
  started_at: (row) => tsvMillis(row.startedAtMs),
  ended_at: (row) => (row.endedAtMs === null ? null : tsvMillis(row.endedAtMs)),
  landed: (row) => row.landed,
  duplicates: (row) => row.duplicates,
  dead_letters: (row) => JSON.stringify(row.deadLetters),
  restored: (row) => row.restored,
  deleted: (row) => row.deleted,
  message: (row) => row.message,
  version: (row) => row.version,
});

/** A row as it was before an import replaced it. */
export interface ReplacedRow {
  importId: string;
  landingTable: string;
  symbol: string;
  key: string;
  /** JSON. */
  prior: string;
  priorImport: string;
}

export const importRowsTable = defineTable<ReplacedRow>('market.import_rows', {
  import_id: (row) => row.importId,
  landing_table: (row) => row.landingTable,
  symbol: (row) => row.symbol,
  key: (row) => row.key,
  prior: (row) => row.prior,
  prior_import: (row) => row.priorImport,
});
