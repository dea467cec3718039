import { accessTokensTable, accountsTable } from '../../api/accounts.ts';
import { usageTable } from '../../api/day-counts.ts';
import { collectorDaysTable, collectorsTable, ownerTable, progressTable } from '../../ingest/collectors/store.ts';
import type { LandingTable } from '../../ingest/contract/events.ts';
import { retentionPoliciesTable } from '../../ingest/landing/policies.ts';
import {
  columnsOf,
  deadLettersTable,
  importsTable,
  ledgerTable,
  seriesBasesTable,
  seriesTable,
  symbolsTable,
  VALUE_COLUMNS,
} from '../../ingest/landing/tables.ts';
import { newsRetriesTable, waitingNewsTable } from '../../ingest/landing/waiting-news.ts';
import { retentionRunsTable } from '../../ingest/retention/run.ts';

const LANDING_TABLES = ['bars', ...Object.keys(VALUE_COLUMNS)] as LandingTable[];

/** Of tables that several modules write parts of. */
const COLUMNS: Readonly<Record<string, string>> = {
  'market.day_log': 'kind symbol interval day rows fingerprint',
  'market.computed_days': 'series kind day fingerprint rows computed_at',
  'market.retention_days': 'run kind symbol interval day',
};

/** Every table that the project writes, except those of the statistics modules. */
export const ALL_TABLES: readonly { readonly name: string; readonly columns: readonly string[] }[] = [
  ...LANDING_TABLES.map((table) => ({ name: `market.${table}`, columns: columnsOf(table) })),
  ...Object.entries(COLUMNS).map(([name, columns]) => ({ name, columns: columns.split(' ') })),
  deadLettersTable,
  symbolsTable,
  seriesTable,
  seriesBasesTable,
  ledgerTable,
  importsTable,
  collectorsTable,
  progressTable,
  collectorDaysTable,
  ownerTable,
  waitingNewsTable,
  newsRetriesTable,
  retentionPoliciesTable,
  retentionRunsTable,
  accountsTable,
  accessTokensTable,
  usageTable,
];
