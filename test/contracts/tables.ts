import type { LandingTable } from '../../ingest/contract/index.ts';
import { columnsOf, VALUE_COLUMNS } from '../../ingest/landing/tables.ts';
import { accessTokensTable, accountsTable, usageTable } from '../../sql/tables/accounts.ts';
import {
  classificationsTable,
  classifierRequestsTable,
  labelsTable,
  promptsTable,
} from '../../sql/tables/classification.ts';
import {
  collectorDaysTable,
  collectorsTable,
  ownersTable,
  progressTable,
  waitingNewsTable,
} from '../../sql/tables/collectors.ts';
import { importClaimsTable, importRowsTable, importsTable } from '../../sql/tables/imports.ts';
import { deadLettersTable, ledgerTable, symbolsTable } from '../../sql/tables/landing.ts';
import { retentionPoliciesTable, retentionRunsTable } from '../../sql/tables/retention.ts';

const LANDING_TABLES = ['bars', 'bars_daily', ...Object.keys(VALUE_COLUMNS)] as LandingTable[];

/** Of tables that several modules write parts of. */
const COLUMNS: Readonly<Record<string, string>> = {
  'market.day_log': 'kind symbol day rows fingerprint',
  'market.computed_days': 'kind symbol day fingerprint rows computed_at',
  'market.retention_days': 'run kind symbol day',
  'market.computed_units': 'statistic symbol definition computed_at version is_deleted state',
};

/** Every table that the project writes, except those of the statistics modules. */
export const ALL_TABLES: readonly { readonly name: string; readonly columns: readonly string[] }[] = [
  ...LANDING_TABLES.map((table) => ({ name: `market.${table}`, columns: columnsOf(table) })),
  ...Object.entries(COLUMNS).map(([name, columns]) => ({ name, columns: columns.split(' ') })),
  deadLettersTable,
  symbolsTable,
  ledgerTable,
  importsTable,
  importClaimsTable,
  importRowsTable,
  collectorsTable,
  progressTable,
  collectorDaysTable,
  ownersTable,
  waitingNewsTable,
  classificationsTable,
  promptsTable,
  labelsTable,
  classifierRequestsTable,
  retentionPoliciesTable,
  retentionRunsTable,
  accountsTable,
  accessTokensTable,
  usageTable,
];
