/** Keeps the summaries tables: per symbol, unit and window, from the records as stored. */
import type { Clock } from '../../lib/clock.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import { removeFormerLives } from '../../sql/former-lives.ts';
import { readGenerations } from '../../sql/generations.ts';
import { seriesOf } from '../engine/series.ts';
import type { SummaryJob, SummaryResult } from '../engine/summary-job.ts';
import { COVERAGE_STATE, definitionParams, OTHER_DEFINITIONS } from '../engine/tables/coverage.ts';
import { definitionsOf } from '../engine/tables/definitions.ts';
import { readUnits, unitKey } from '../engine/tables/rows.ts';
import {
  recordsTable,
  SESSIONS_DEFINITION,
  SESSIONS_TABLE,
  SUMMARIES,
  summaryTableName,
} from '../engine/tables/schema.ts';
import { landedOf, rowVersion, versionPrefix } from '../engine/tables/versions.ts';
import { TableBuilder } from '../market/records/table.ts';
import type { SymbolMeta } from '../market/sessions/build.ts';
import { DAY_FIELDS } from '../statistics/days.ts';
import type { Statistic } from '../statistics/statistic.ts';
import type { SymbolShare } from './share.ts';
import { findUnsummarized } from './state.ts';

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
      class: AssetClass;
      interval_min: number;
      rank: string;
      generation: number;
      state: string;
      other: string[];
    }>(
      `SELECT CAST(asset_class, 'String') AS class, interval_min, toString(version) AS rank, generation,
         toString(${COVERAGE_STATE}) AS state, ${OTHER_DEFINITIONS} AS other
       FROM market.symbol_coverage AS c FINAL WHERE symbol = {symbol:String}`,
      { symbol, ...definitionParams(definitionsOf(statistics)) },
    );
    // Records of another definition are another build's, or about to be computed again: so are their summaries.
    if (!row || row.other.length > 0) return;
    const { generation, rank: version, state } = row;
    const landed = landedOf(BigInt(version));
    const meta: SymbolMeta = { symbol, assetClass: row.class, intervalMin: row.interval_min || 1 };
    const wanted = (definition: number) => ({ symbol, prefix: versionPrefix(generation, definition) });
    const days = await readUnits(store.reader, SESSIONS_TABLE, wanted(SESSIONS_DEFINITION));
    const none = new TableBuilder(DAY_FIELDS, 0).finish(0);
    const versions = new Map(statistics.map((s) => [s, rowVersion(generation, s.definitionNumber, landed)]));
    for (const statistic of statistics) {
      const records = await readUnits(store.reader, recordsTable(statistic), wanted(statistic.definitionNumber));
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
        version: String(versions.get(statistic)),
        computedAtMs: clock.nowMs(),
      });
      await store.writer.insertText(summaryTableName(statistic), columns, 'TSV', tsv);
    }
    await this.#removeOthers(meta, versions);
    await store.writer.insertRows(
      'market.computed_units',
      ['statistic', 'symbol', 'definition', 'computed_at', 'version', 'state'],
      [[SUMMARIES, symbol, 1, (clock.nowMs() / 1000).toFixed(3), version, state]],
    );
    const { epoch } = (await readGenerations(store.reader, [symbol])).get(symbol)!;
    if (epoch > generation) await removeFormerLives(store, [symbol]);
  }

  /** Summaries of units and windows that the symbol does not have any more: all others have been written just now. */
  async #removeOthers(meta: SymbolMeta, versions: ReadonlyMap<Statistic, bigint>): Promise<void> {
    const { store } = this.#options;
    const all = [...versions];
    if (all.length === 0) return;
    const { symbol } = meta;
    const units = all.map(([s]) =>
      seriesOf(s)
        .units(meta)
        .map(({ session, variant }) => unitKey(session, variant)),
    );
    const others = await store.reader.query<{ statistic: string; cells: string[] }>(
      all
        .map(
          ([statistic, version], i) =>
            `SELECT '${statistic.name}' AS statistic, [toString(session), toString(variant), toString(time_window)] AS cells
             FROM ${summaryTableName(statistic)} FINAL WHERE symbol = {symbol:String}
               AND (version < ${version} OR NOT has({units${i}:Array(String)}, concat(session, '|', variant)))`,
        )
        .join('\nUNION ALL\n'),
      { symbol, ...Object.fromEntries(units.map((keys, i) => [`units${i}`, keys])) },
    );
    for (const [statistic, version] of all) {
      const rows = others
        .filter((row) => row.statistic === statistic.name)
        .map(({ cells }) => [symbol, ...cells, version, 1]);
      const columns = ['symbol', 'session', 'variant', 'time_window', 'version', 'is_deleted'];
      await store.writer.insertRows(summaryTableName(statistic), columns, rows);
    }
  }
}
