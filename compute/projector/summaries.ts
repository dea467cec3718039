/** Keeps the summaries tables: per symbol, unit and window, from the records as stored. */
import type { Clock } from '../../lib/clock.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import { TableBuilder } from '../records/table.ts';
import type { SymbolMeta } from '../sessions/build.ts';
import { DAY_FIELDS } from '../statistics/days.ts';
import type { Statistic } from '../statistics/statistic.ts';
import { readUnits, unitKey } from '../tables/rows.ts';
import { recordsTable, SESSIONS_TABLE, SUMMARIES, summaryTableName } from '../tables/schema.ts';
import { seriesOf } from './series.ts';
import type { SymbolShare } from './share.ts';
import { findUnsummarized } from './state.ts';
import type { SummaryJob, SummaryResult } from './summary-job.ts';

export interface SummariesOptions {
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly run: (job: SummaryJob) => Promise<SummaryResult>;
  readonly clock: Clock;
}

export class Summaries {
  readonly #options: SummariesOptions;

  constructor(options: SummariesOptions) {
    this.#options = options;
  }

  /** Symbols whose summaries are older than their records. */
  behind(share: SymbolShare | null = null): Promise<string[]> {
    return findUnsummarized(this.#options.store.reader, SUMMARIES, share);
  }

  async refresh(symbol: string): Promise<void> {
    const { store, statistics, run, clock } = this.#options;
    const [row] = await store.reader.query<{
      asset_class: AssetClass;
      interval_min: number;
      version: string;
    }>(
      `SELECT CAST(c.asset_class, 'String') AS asset_class, s.interval_min AS interval_min, toString(c.version) AS version
       FROM (SELECT * FROM market.symbol_coverage FINAL WHERE symbol = {symbol:String}) AS c
       LEFT JOIN (SELECT symbol, interval_min FROM market.symbols FINAL) AS s ON s.symbol = c.symbol`,
      { symbol },
    );
    if (!row) return;
    const meta: SymbolMeta = { symbol, assetClass: row.asset_class, intervalMin: row.interval_min || 1 };
    const days = await readUnits(store.reader, SESSIONS_TABLE, { symbol });
    const none = new TableBuilder(DAY_FIELDS, 0).finish(0);
    for (const statistic of statistics) {
      const wanted = { symbol, definition: statistic.definitionNumber };
      const records = await readUnits(store.reader, recordsTable(statistic), wanted);
      const empty = new TableBuilder(statistic.fields, 0).finish(0);
      const units = seriesOf(statistic)
        .units(meta)
        .map((unit) => ({
          unit,
          records: records.get(unitKey(unit.session, unit.variant)) ?? empty,
          days: days.get(unitKey(statistic.basis === 'news' ? 'default' : unit.session, '')) ?? none,
        }));
      const { columns, tsv } = await run({
        meta,
        statistic: statistic.name,
        units,
        version: row.version,
        computedAtMs: clock.nowMs(),
      });
      await store.writer.insertText(summaryTableName(statistic), columns, 'TSV', tsv);
    }
    await store.writer.insertRows(
      'market.computed_units',
      ['statistic', 'symbol', 'definition', 'computed_at', 'version'],
      [[SUMMARIES, symbol, 1, (clock.nowMs() / 1000).toFixed(3), row.version]],
    );
  }
}
