import { accessTokensTable, accountsTable, usageTable } from '../../sql/tables/accounts.ts';
import { barsDailyTable, barsTable } from '../../sql/tables/bars.ts';
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
import { computedDaysTable, computedUnitsTable, dayLogTable } from '../../sql/tables/compute.ts';
import {
  cryptoEventsTable,
  earningsTable,
  macroEventsTable,
  sentimentCryptoTable,
  sentimentTable,
  unclassifiedTable,
} from '../../sql/tables/events.ts';
import { importRowsTable, importsTable } from '../../sql/tables/imports.ts';
import { deadLettersTable, ledgerTable, symbolsTable } from '../../sql/tables/ingest.ts';
import { retentionDaysTable, retentionPoliciesTable, retentionRunsTable } from '../../sql/tables/retention.ts';

/** Every table the project declares, except those of the statistics modules. */
export const ALL_TABLES = [
  barsTable,
  barsDailyTable,
  sentimentTable,
  sentimentCryptoTable,
  unclassifiedTable,
  earningsTable,
  cryptoEventsTable,
  macroEventsTable,
  deadLettersTable,
  symbolsTable,
  ledgerTable,
  importsTable,
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
  retentionDaysTable,
  dayLogTable,
  computedDaysTable,
  computedUnitsTable,
  accountsTable,
  accessTokensTable,
  usageTable,
];
