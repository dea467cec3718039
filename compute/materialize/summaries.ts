/**
 * Stores the summaries of symbols from the records as they are stored then: of each statistic the default variant, under two
 * session windows, over 12 months.
 */

import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { dayOf } from '../evaluation/load-bars.ts';
import type { SymbolState } from '../evaluation/state.ts';
import { readRows, type Unit } from '../evaluation/stored-records.ts';
import { type SummaryJob, type SummaryResult, summarizedUnits } from '../evaluation/summary-job.ts';
import { rowVersion } from '../evaluation/tables/coverage.ts';
import {
  type RecordsTable,
  recordsTable,
  SESSIONS_DEFINITION,
  SESSIONS_TABLE,
  sessionsSeries,
  summaryTableName,
} from '../evaluation/tables/schema.ts';
import type { SymbolMeta } from '../market/bars.ts';
import type { Statistic } from '../statistics/statistic.ts';

export type Summarize = (job: SummaryJob) => Promise<SummaryResult>;

interface SummariesOptions {
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly summarize: Summarize;
  readonly clock: Clock;
}

/** A series whose records have been written. */
export interface Written {
  readonly meta: SymbolMeta;
  readonly state: Pick<SymbolState, 'series' | 'landed'>;
  /** Start of the first bar, UTC minutes; null without one. */
  readonly firstBar: number | null;
}

/** Stores the summaries of several symbols together: the store is asked and written once a table, not once a symbol. */
export async function storeSummaries(
  { store, statistics, summarize, clock }: SummariesOptions,
  all: readonly Written[],
): Promise<void> {
  const names = all.map(({ state }) => state.series);
  const read = async (table: RecordsTable, definition: number, units: readonly Unit[]) => {
    const [sessions, variants] = [units.map(({ session }) => session), units.map(({ variant }) => variant)];
    const wanted = { sessions: [...new Set(sessions)], variants: [...new Set(variants)] };
    return units.length === 0 ? NO_ROWS : readRows(store.reader, table, names, { definition, ...wanted });
  };
  const unitsOf = (series: Parameters<typeof summarizedUnits>[0]) =>
    all.flatMap(({ meta }) => summarizedUnits(series, meta));
  const days = await read(SESSIONS_TABLE, SESSIONS_DEFINITION, unitsOf(sessionsSeries));
  for (const statistic of statistics) {
    const symbols = all.map(({ meta, state, firstBar }) => ({
      series: state.series,
      meta,
      version: rowVersion(statistic.definitionNumber, state.landed),
      firstDay: firstBar === null ? null : dayOf(firstBar),
    }));
    const records = await read(recordsTable(statistic), statistic.definitionNumber, unitsOf(statistic));
    const computedAtMs = clock.nowMs();
    const { columns, block } = await summarize({ statistic: statistic.name, symbols, records, days, computedAtMs });
    await store.writer.insertBlocks(summaryTableName(statistic), columns, [block]);
  }
}

const NO_ROWS = Buffer.alloc(0);
