/** A build of the program as workers and the API see it: its definitions, and what it does to a store. */

import { createHash } from 'node:crypto';
import { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { createCaches } from '../../compute/evaluation/bar-cache.ts';
import { findBehind } from '../../compute/evaluation/behind.ts';
import { type Job, runJob } from '../../compute/evaluation/evaluation.ts';
import { recordsTable, SESSIONS_TABLE, summaryTableName } from '../../compute/evaluation/tables/schema.ts';
import { filterRows, numbers, type RecordTable } from '../../compute/market/records.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { defaultsOf } from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { failingWriter } from './failing-writer.ts';

/** The statistics of a later build: `name` has the next definition, with fewer records and other figures. */
export function withRaised(statistics: readonly Statistic[], name: string, field: string): Statistic[] {
  const changed = (records: RecordTable) => {
    const dates = numbers(records, 'date');
    const kept = filterRows(records, (row) => dates[row] % 3 !== 0);
    return { ...kept, columns: { ...kept.columns, [field]: numbers(kept, field).map((value) => value * 2 + 1) } };
  };
  return statistics.map((statistic) => {
    if (statistic.name !== name) return statistic;
    return {
      ...statistic,
      definitionNumber: statistic.definitionNumber + 1,
      compute(...args) {
        const computed = statistic.compute(...args);
        return { ...computed, records: changed(computed.records) };
      },
    };
  });
}

export interface BuildOptions {
  /** Before what has been computed is written. */
  readonly hold?: Promise<void>;
  /** Writes that succeed; all that come later fail. */
  readonly writes?: number;
}

export function openBuild(whole: Store, statistics: readonly Statistic[], options: BuildOptions = {}) {
  const store = options.writes === undefined ? whole : failingWriter(whole, options.writes);
  let computed: () => void = () => {};
  const hasComputed = new Promise<void>((resolve) => {
    computed = resolve;
  });
  const run = async (job: Job) => {
    const projection = await runJob(job, statistics);
    computed();
    await options.hold;
    return projection;
  };
  const projector = new Projector({ store, statistics, run, clock: systemClock });
  return {
    projector,
    hasComputed,
    settle: (symbol: string) => projector.project(symbol),
    /** Symbols that are behind, as this build sees it. */
    async behind(): Promise<string[]> {
      return (await findBehind(store.reader, projector.definitions)).map(({ symbol }) => symbol);
    },
    /** What a fresh API process of this build answers at the defaults: records, and where they are from. */
    async answer(symbol: string, name: string, limits: { maxBarsPerRequest?: number } = {}) {
      const statistic = statistics.find((one) => one.name === name)!;
      const answers = new StoreAnswers({
        store,
        statistics,
        pool: { answer: (job) => runJob(job, statistics) },
        nowMs: () => 0,
        maxBarsPerRequest: limits.maxBarsPerRequest ?? 1_000_000,
        caches: createCaches(store.reader, { recordBytes: 2 ** 20, barBytes: 2 ** 20 }),
        deadlineMs: 60_000,
      });
      const info = await answers.symbol(symbol);
      if (!info) return null;
      const { view, source } = await answers.view({
        statistic,
        symbol: info,
        session: DEFAULT_SESSION,
        values: defaultsOf(statistic.params, info.intervalMin),
        range: { months: 12, timeWindow: '12M' },
      });
      return { source, records: view.records };
    },
  };
}

/**
 * How many rows of a symbol each table of these statistics has, summaries too, and a hash of them; without what
 * names the series and the moment.
 */
export async function rowsOf(store: Store, statistics: readonly Statistic[], symbol: string) {
  const tables = [SESSIONS_TABLE.name, ...statistics.flatMap((s) => [recordsTable(s).name, summaryTableName(s)])];
  const out: Record<string, string> = {};
  for (const table of tables) {
    const query = `SELECT * EXCEPT (series, version, computed_at, is_deleted, warnings) FROM ${table} FINAL WHERE symbol = {symbol:String}`;
    const rows = (await store.reader.query(query, { symbol }))
      .map((row) => JSON.stringify(row).replaceAll(`\\"symbol\\":\\"${symbol}\\"`, ''))
      .sort();
    out[table] = `${rows.length} ${createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 8)}`;
  }
  return out;
}
