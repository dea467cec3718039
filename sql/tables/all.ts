import { accessTokensTable, accountsTable, usageTable } from './accounts.ts';
import { barsDailyTable, barsTable } from './bars.ts';
import { classificationsTable, classifierRequestsTable, labelsTable, promptsTable } from './classification.ts';
import { collectorDaysTable, collectorsTable, ownersTable, progressTable, waitingNewsTable } from './collectors.ts';
import { computedDaysTable, computedUnitsTable, dayLogTable } from './compute.ts';
import {
  cryptoEventsTable,
  earningsTable,
  macroEventsTable,
  sentimentCryptoTable,
  sentimentTable,
  unclassifiedTable,
} from './events.ts';
import { importRowsTable, importsTable } from './imports.ts';
import { deadLettersTable, ledgerTable, symbolsTable } from './ingest.ts';
import { retentionDaysTable, retentionPoliciesTable, retentionRunsTable } from './retention.ts';

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
