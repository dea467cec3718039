/** Summaries as they are stored of a materialised variant, where they are what would be computed now. */
import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import { resolveRange } from '../evaluation/range.ts';
import type { CachePart, RecordCache, Unit } from '../evaluation/stored-records.ts';
import { summaryValues } from '../evaluation/summary-job.ts';
import { summaryState } from '../evaluation/tables/derived.ts';
import { summaryTableName } from '../evaluation/tables/schema.ts';
import type { Statistic, SummaryEndpoint } from '../statistics/statistic.ts';
import type { SummaryAnswer, SymbolInfo, ViewRequest } from './answers.ts';
import type { Records } from './records.ts';
import { isUnsettled } from './symbols.ts';

/** Dates in days since the epoch; JSON texts. */
interface StoredSummary {
  readonly from: number;
  readonly to: number;
  readonly summary: string;
  readonly warnings: string;
}

type Windows = ReadonlyMap<string, StoredSummary>;

/** Of one unit of a symbol all windows with one statement. */
export class StoredSummaries {
  readonly #reader: Reader;
  readonly #cached: CachePart<Windows>;
  readonly #records: Records;

  constructor(reader: Reader, cache: RecordCache, records: Records) {
    this.#reader = reader;
    this.#cached = cache.part('summaries');
    this.#records = records;
  }

  /**
   * The stored one, where it is what would be computed now; null elsewhere, and where the records are in memory anyway.
   *
   * @param unit whose records are materialised for the request
   */
  async answer(request: ViewRequest, endpoint: SummaryEndpoint, unit: Unit): Promise<SummaryAnswer | null> {
    const { statistic, symbol, values, range: requested, withDailies } = request;
    const { date, startDate, earliest } = requested;
    if (!this.#records.isCurrent(statistic, symbol) || isUnsettled(symbol)) return null;
    if (endpoint.path !== statistic.summary.path || (symbol.daily && !withDailies)) return null;
    // The plan's first day takes what lies before it out of the records, too.
    if ((date ?? startDate ?? earliest) !== undefined) return null;
    const expected = Object.entries(summaryValues(statistic, symbol, unit));
    if (!expected.every(([name, value]) => isDeepStrictEqual(values[name], value))) return null;
    const key = summariesKey(symbol, unit);
    if (!this.#cached.has(key) && this.#records.areInMemory(statistic, symbol, unit)) return null;
    // None where those of the symbol's state are not written yet.
    const windows = await this.#cached.load(key, () => this.#read(symbol, statistic, unit), summariesBytes);
    const stored = windows?.get(requested.timeWindow);
    if (!stored) return null;
    const range = resolveRange(requested, stored.to);
    if (range.effectiveStart !== stored.from || range.effectiveEnd !== stored.to) return null;
    const { summary, warnings } = stored;
    return { range, source: 'materialized', summary: JSON.parse(summary), warnings: JSON.parse(warnings) };
  }

  async #read(
    { symbol, settledState: state }: SymbolInfo,
    statistic: Statistic,
    { session, variant }: Unit,
  ): Promise<Windows | null> {
    if (state === undefined) return null;
    const wanted = String(summaryState(state, statistic));
    const rows = await this.#reader.query<StoredSummary & { window: string }>(
      `SELECT CAST(time_window, 'String') AS window, toInt32(start_date) AS from, toInt32(end_date) AS to, summary, warnings
       FROM ${summaryTableName(statistic)} AS s FINAL
       WHERE symbol = {symbol:String} AND session = {session:String} AND variant = {variant:String}
         AND s.state = {state:UInt64}
       SETTINGS ${QUICK_PLAN}`,
      { symbol, session, variant, state: wanted },
    );
    return rows.length === 0 ? null : new Map(rows.map(({ window, ...one }) => [window, one]));
  }
}

const summariesKey = ({ symbol, settledState }: SymbolInfo, { series, session, variant }: Unit) =>
  `${series}|${session}|${variant}|${symbol}|${settledState}`;

const summariesBytes = (windows: Windows) =>
  [...windows.values()].reduce((sum, { summary, warnings }) => sum + 2 * (summary.length + warnings.length) + 200, 0);
