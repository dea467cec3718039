/** Summaries as they are stored: of one unit of a symbol all windows with one statement. */
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/settings.ts';
import type { CachePart, RecordCache } from '../engine/record-cache.ts';
import { summaryState } from '../engine/tables/derived.ts';
import { summaryTableName } from '../engine/tables/schema.ts';
import type { Unit } from '../engine/tables/units.ts';
import type { Statistic } from '../statistics/statistic.ts';
import type { SymbolInfo } from './answers.ts';

/** Dates in days since the epoch; JSON texts. */
export interface StoredSummary {
  readonly from: number;
  readonly to: number;
  readonly summary: string;
  readonly warnings: string;
}

/** By window. */
type Windows = ReadonlyMap<string, StoredSummary>;

export class StoredSummaries {
  readonly #reader: Reader;
  readonly #cached: CachePart<Windows>;

  constructor(reader: Reader, cache: RecordCache) {
    this.#reader = reader;
    this.#cached = cache.part('summaries');
  }

  /** In memory. */
  holds(symbol: SymbolInfo, unit: Unit): boolean {
    return this.#cached.has(keyOf(symbol, unit));
  }

  /** Null where those of the symbol's state are not written yet. */
  of(symbol: SymbolInfo, statistic: Statistic, unit: Unit): Promise<Windows | null> {
    return this.#cached.load(keyOf(symbol, unit), () => this.#read(symbol, statistic, unit), bytesOf);
  }

  async #read(
    { symbol, settledState: state }: SymbolInfo,
    statistic: Statistic,
    { session, variant }: Unit,
  ): Promise<Windows | null> {
    if (state === undefined) return null;
    const wanted = String(summaryState(state, statistic));
    const rows = await this.#reader.query<StoredSummary & { window: string }>(
      `SELECT CAST(time_window, 'String') AS window, toInt32(start_date) AS from, toInt32(end_date) AS to, summary,
         ifNull(warnings, '[]') AS warnings
       FROM ${summaryTableName(statistic)} AS s FINAL
       WHERE symbol = {symbol:String} AND session = {session:String} AND variant = {variant:String}
         AND s.state = {state:UInt64}
       SETTINGS ${QUICK_PLAN}`,
      { symbol, session, variant, state: wanted },
    );
    return rows.length === 0 ? null : new Map(rows.map(({ window, ...one }) => [window, one]));
  }
}

const keyOf = ({ symbol, settledState }: SymbolInfo, { series, session, variant }: Unit) =>
  `${series}|${session}|${variant}|${symbol}|${settledState}`;

const bytesOf = (windows: Windows) =>
  [...windows.values()].reduce((sum, { summary, warnings }) => sum + 2 * (summary.length + warnings.length) + 200, 0);
