/** Keeps the summaries tables: per symbol, unit and window, from the records as stored. */

import type { Clock } from '../../lib/clock.ts';
import { grouped } from '../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { readGenerations, removePreviousGenerations } from '../../sql/symbols.ts';
import { findUnsummarized, type SymbolShare } from '../evaluation/behind.ts';
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
import { readRows, unitKey, unitsOf } from '../evaluation/stored-records.ts';
import { type SummarizedSymbol, type SummaryJob, type SummaryResult, unitValues } from '../evaluation/summary-job.ts';
import {
  type CoverageRow,
  definitionsOf,
  parseDefinitions,
  readSymbolRows,
  rowVersion,
  versionPrefix,
} from '../evaluation/tables/coverage.ts';
import { summaryState } from '../evaluation/tables/derived.ts';
import {
  type RecordsTable,
  recordsTable,
  SESSIONS_DEFINITION,
  SESSIONS_TABLE,
  SUMMARIES,
  summaryTableName,
} from '../evaluation/tables/schema.ts';
import { parseSplits, type Split, type SymbolMeta } from '../market/bars.ts';
import type { Statistic } from '../statistics/statistic.ts';

interface SummariesOptions {
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

  behind(share: SymbolShare | null = null): Promise<string[]> {
    return findUnsummarized(this.#options.store.reader, SUMMARIES, share);
  }

  refresh(symbol: string): Promise<void> {
    return this.refreshAll([symbol]);
  }

  /** Of several symbols together: the store is asked and written once a table, not once a symbol. */
  async refreshAll(symbols: readonly string[]): Promise<void> {
    const { store, statistics, run, clock } = this.#options;
    const { coverage } = await readSymbolRows(store.reader, symbols, ['coverage']);
    // Records of another definition are another build's, or about to be computed again: so are their summaries.
    const own = [...definitionsOf(statistics)];
    const current = coverage.flatMap((row) => {
      const stored = parseDefinitions(row.definitions);
      return own.every(([name, number]) => stored.get(name) === number) ? [asRead(row)] : [];
    });
    const histories = await this.#histories(current);
    for (const [generation, some] of grouped(current, (one) => one.generation)) {
      const names = some.map(({ meta }) => meta.symbol);
      const read = (table: RecordsTable, definition: number) =>
        readRows(store.reader, table, names, { prefix: versionPrefix(generation, definition) });
      const days = await read(SESSIONS_TABLE, SESSIONS_DEFINITION);
      for (const statistic of statistics) {
        const symbols = some.map(({ meta, landed, state, firstBar }) => {
          const version = rowVersion(generation, statistic.definitionNumber, landed);
          const { daily = null, of } = histories.get(meta.symbol) ?? {};
          const firstDay = firstBar === null ? null : dayOf(firstBar);
          return { meta, version, state: summaryState(state, statistic), firstDay, daily, histories: of?.(statistic) };
        });
        const records = await read(recordsTable(statistic), statistic.definitionNumber);
        const computedAtMs = clock.nowMs();
        const made = await run({ statistic: statistic.name, symbols, records, days, computedAtMs });
        if (made.rows > 0) await store.writer.insertBlocks(summaryTableName(statistic), made.columns, [made.block]);
      }
      await this.#removeOthers(generation, some);
    }
    const at = (clock.nowMs() / 1000).toFixed(3);
    await store.writer.insertRows(
      'market.computed_units',
      ['statistic', 'symbol', 'definition', 'computed_at', 'version', 'state'],
      current.map(({ meta, version, state }) => [SUMMARIES, meta.symbol, 1, at, version, state]),
    );
    const generations = new Map(current.map(({ meta, generation }) => [meta.symbol, generation]));
    const epochs = await readGenerations(store.reader, [...generations.keys()]);
    const dropped = [...generations].filter(([symbol, generation]) => epochs.get(symbol)!.epoch > generation);
    await removePreviousGenerations(
      store,
      dropped.map(([symbol]) => symbol),
    );
  }

  /** By symbol, of those with daily bars of before their base interval serves: their records by unit. */
  async #histories(current: readonly Current[]): Promise<ReadonlyMap<string, Dailies>> {
    const { reader } = this.#options.store;
    const intraday = current.filter(({ meta, isRegistered }) => isRegistered && meta.intervalMin < MINUTES_PER_DAY);
    const symbols = intraday.map(({ meta }) => meta.symbol);
    const ends = await readDailyEnds(reader, symbols);
    const histories = new Map<string, Dailies>();
    for (const { meta, firstBar, splits } of intraday) {
      const span = dailySpan(ends.get(meta.symbol), firstBar, meta.assetClass);
      if (!span) continue;
      const bars = await loadDailyBars(reader, meta.symbol, span.until, dailyFactors(splits, meta));
      const of: Dailies['of'] = (statistic) => {
        const found = new Map<string, DailyHistory>();
        for (const unit of unitsOf(statistic, meta)) {
          const values = unitValues(statistic, meta, unit);
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

  /** Summaries of units and windows that the symbols do not have any more: all others have been written just now. */
  async #removeOthers(generation: number, symbols: readonly Current[]): Promise<void> {
    const { store, statistics } = this.#options;
    if (statistics.length === 0) return;
    const names = symbols.map(({ meta }) => meta.symbol);
    const written = statistics.map((statistic) => {
      const own = symbols.map(({ meta, landed }) => {
        const units = unitsOf(statistic, meta).map(({ session, variant }) => unitKey(session, variant));
        const version = rowVersion(generation, statistic.definitionNumber, landed);
        return [meta.symbol, { version, units: new Set(units) }] as const;
      });
      return { statistic, table: summaryTableName(statistic), own: new Map(own) };
    });
    const others = await store.reader.query<{ statistic: string; symbol: string; cells: string[]; rank: string }>(
      written
        .map(
          ({ statistic: { name }, table }) =>
            `SELECT '${name}' AS statistic, CAST(symbol, 'String') AS symbol,
               [toString(session), toString(variant), toString(time_window)] AS cells, toString(version) AS rank
             FROM ${table} FINAL WHERE symbol IN {names:Array(String)}
               AND concat(symbol, '|', session, '|', variant, '|', toString(version)) NOT IN {written_${name}:Array(String)}`,
        )
        .join('\nUNION ALL\n'),
      {
        names,
        ...Object.fromEntries(
          written.map(({ statistic, own }) => [
            `written_${statistic.name}`,
            [...own].flatMap(([symbol, { version, units }]) =>
              [...units].map((unit) => `${symbol}|${unit}|${version}`),
            ),
          ]),
        ),
      },
    );
    for (const { statistic, table, own } of written) {
      const rows = others
        .filter((row) => row.statistic === statistic.name)
        .flatMap(({ symbol, cells, rank }) => {
          const { version, units } = own.get(symbol)!;
          const isOlder = BigInt(rank) < version || !units.has(unitKey(cells[0], cells[1]));
          return isOlder ? [[symbol, ...cells, version, 1]] : [];
        });
      await store.writer.insertRows(
        table,
        ['symbol', 'session', 'variant', 'time_window', 'version', 'is_deleted'],
        rows,
      );
    }
  }
}

interface Dailies {
  readonly daily: DailySpan;
  readonly of: (statistic: Statistic) => SummarizedSymbol['histories'];
}

interface Current {
  readonly meta: SymbolMeta;
  readonly isRegistered: boolean;
  readonly generation: number;
  readonly version: string;
  readonly landed: number;
  readonly state: string;
  /** UTC minutes; null without bars. */
  readonly firstBar: number | null;
  readonly splits: readonly Split[];
}

function asRead({
  symbol,
  asset_class,
  interval_min,
  generation,
  version,
  rows,
  state,
  ...rest
}: CoverageRow): Current {
  const meta = { symbol, assetClass: asset_class, intervalMin: interval_min || 1 };
  const firstBar = rest.has_bars ? rest.first_min : null;
  const about = { meta, isRegistered: interval_min > 0, firstBar, splits: parseSplits(rest.splits) };
  return { ...about, generation, version, landed: rows, state };
}
