/**
 * Stores the summaries of symbols from the records as they are stored then: of each statistic the default variant, under two
 * session windows, over 12 months.
 */

import type { Clock } from '../../lib/clock.ts';
import { grouped } from '../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import {
  type DailyHistory,
  type DailySpan,
  dailyFactors,
  dailyHistoryOf,
  dailySpan,
  dailyUnused,
  loadDailyBars,
  readDailyEnds,
} from '../evaluation/daily-history.ts';
import { dayOf } from '../evaluation/load-bars.ts';
import type { SymbolState } from '../evaluation/state.ts';
import { readRows, type Unit, unitKey } from '../evaluation/stored-records.ts';
import {
  type SummarizedSymbol,
  type SummaryJob,
  type SummaryResult,
  summarizedUnits,
  summaryValues,
} from '../evaluation/summary-job.ts';
import { rowVersion, versionPrefix } from '../evaluation/tables/coverage.ts';
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

/** A symbol whose records have been written. */
export interface Written {
  readonly meta: SymbolMeta;
  readonly state: Pick<SymbolState, 'generation' | 'landed' | 'registered' | 'splits'>;
  /** Start of the first bar that serves, UTC minutes; null without one. */
  readonly firstBar: number | null;
}

/** Stores the summaries of several symbols together: the store is asked and written once a table, not once a symbol. */
export async function storeSummaries(
  { store, statistics, summarize, clock }: SummariesOptions,
  all: readonly Written[],
): Promise<void> {
  const histories = await dailyHistories(store, all);
  for (const [generation, some] of grouped(all, ({ state }) => state.generation)) {
    const names = some.map(({ meta }) => meta.symbol);
    const read = async (table: RecordsTable, definition: number, units: readonly Unit[]) => {
      const [sessions, variants] = [units.map(({ session }) => session), units.map(({ variant }) => variant)];
      const wanted = { sessions: [...new Set(sessions)], variants: [...new Set(variants)] };
      const prefix = versionPrefix(generation, definition);
      return units.length === 0 ? NO_ROWS : readRows(store.reader, table, names, { prefix, ...wanted });
    };
    const unitsOf = (series: Parameters<typeof summarizedUnits>[0]) =>
      some.flatMap(({ meta }) => summarizedUnits(series, meta));
    const days = await read(SESSIONS_TABLE, SESSIONS_DEFINITION, unitsOf(sessionsSeries));
    for (const statistic of statistics) {
      const symbols = some.map(({ meta, state, firstBar }) => ({
        meta,
        version: rowVersion(generation, statistic.definitionNumber, state.landed),
        firstDay: firstBar === null ? null : dayOf(firstBar),
        daily: histories.get(meta.symbol)?.daily ?? null,
        histories: histories.get(meta.symbol)?.of(statistic),
      }));
      const records = await read(recordsTable(statistic), statistic.definitionNumber, unitsOf(statistic));
      const computedAtMs = clock.nowMs();
      const { columns, block } = await summarize({ statistic: statistic.name, symbols, records, days, computedAtMs });
      await store.writer.insertBlocks(summaryTableName(statistic), columns, [block]);
    }
  }
}

const NO_ROWS = Buffer.alloc(0);

interface Dailies {
  readonly daily: DailySpan;
  readonly of: (statistic: Statistic) => SummarizedSymbol['histories'];
}

/** Returns, by symbol, the records from daily bars of those with such bars of before their base interval serves. */
async function dailyHistories({ reader }: Store, all: readonly Written[]): Promise<ReadonlyMap<string, Dailies>> {
  const intraday = all.filter(({ meta, state }) => state.registered && meta.intervalMin < MINUTES_PER_DAY);
  const ends = await readDailyEnds(
    reader,
    intraday.map(({ meta }) => meta.symbol),
  );
  const histories = new Map<string, Dailies>();
  for (const { meta, firstBar, state } of intraday) {
    const span = dailySpan(ends.get(meta.symbol), firstBar, meta.assetClass);
    if (!span) continue;
    const bars = await loadDailyBars(reader, meta.symbol, span.until, dailyFactors(state.splits, meta));
    const of: Dailies['of'] = (statistic) => {
      const found = new Map<string, DailyHistory>();
      for (const unit of summarizedUnits(statistic, meta)) {
        const values = summaryValues(statistic, meta, unit);
        if (dailyUnused(statistic, unit.spec, meta.assetClass, values) !== null) continue;
        const history = dailyHistoryOf(statistic, meta, bars, span, { session: unit.spec, values });
        found.set(unitKey(unit.session, unit.variant), history);
      }
      return found;
    };
    histories.set(meta.symbol, { daily: span, of });
  }
  return histories;
}
