/**
 * Answers as a chain, in which the first that can give one does:
 *
 * 1. the stored summary (`stored-summaries.ts`), where it is what would be computed now;
 * 2. the stored records of a materialised variant (`current-records.ts`), with
 * 3. the live tail where more has landed since: the live day, and ended days that are not stored yet;
 * 4. on demand, from the bars (`on-demand.ts`).
 *
 * Records of daily bars go before those of 2 to 4 (`daily-part.ts`). Records and bars stay in memory, in caches that are
 * bounded in bytes and keyed by the symbol's version, so a change simply misses.
 */
import type { Store } from '../../sql/connect.ts';
import { type DailyHistory, joined, latestOfDailies } from '../evaluation/daily-history.ts';
import type { ShownRecords } from '../evaluation/evaluation.ts';
import { latestDate, type ResolvedRange, resolveRange, viewWithWarnings } from '../evaluation/range.ts';
import type { Caches } from '../evaluation/stored-records.ts';
import { definitionsOf } from '../evaluation/tables/coverage.ts';
import type { ComputePool } from '../evaluation/threads.ts';
import type { Adjustment } from '../market/bars.ts';
import type { Statistic, SummaryEndpoint } from '../statistics/statistic.ts';
import { AdjustedSymbols } from './adjusted.ts';
import type {
  Answers,
  BarsAnswer,
  BarsRequest,
  SummaryAnswer,
  SymbolInfo,
  ViewAnswer,
  ViewRequest,
} from './answers.ts';
import { BoundedBars } from './bounded-bars.ts';
import { CurrentRecords } from './current-records.ts';
import { firstDayOf } from './dailies.ts';
import { DailyPart } from './daily-part.ts';
import { Follower } from './follow.ts';
import { barsState, isUnsettled, type UnitRecords } from './live-tail.ts';
import { OnDemand } from './on-demand.ts';
import { StoredSummaries } from './stored-summaries.ts';
import { SymbolDirectory } from './symbols.ts';
import { symbolsFrom } from './symbols-from.ts';
import { RecordsOfUnits } from './unit-records.ts';

export interface StoreAnswersOptions {
  readonly store: Store;
  /** Of this build: records of other definitions are not served. */
  readonly statistics: readonly Statistic[];
  readonly pool: Pick<ComputePool, 'answer'> & Partial<Pick<ComputePool, 'waiting'>>;
  readonly nowMs: () => number;
  readonly maxBarsPerRequest: number;
  readonly caches: Caches;
  /** An answer on demand that takes longer is given up. */
  readonly deadlineMs: number;
  /** False: everything on demand, to compare the two ways. */
  readonly useStored?: boolean;
  /** Symbols in use are looked up again beside the requests, so often without a change; left out: by requests alone. */
  readonly followEveryMs?: number;
}

/** Records of a range, from the store or on demand. */
interface Found extends ShownRecords {
  readonly range: ResolvedRange;
  readonly source: ViewAnswer['source'];
}

/** Symbols in use that are looked up again at once. */
const MOST_FOLLOWED = 128;

export class StoreAnswers implements Answers {
  readonly #options: StoreAnswersOptions;
  readonly #directory: SymbolDirectory;
  readonly #adjusted: AdjustedSymbols;
  readonly #bars: BoundedBars;
  readonly #summaries: StoredSummaries;
  readonly #current: CurrentRecords;
  readonly #onDemand: OnDemand;
  readonly #daily: DailyPart;
  readonly #follower: Follower | null;

  constructor(options: StoreAnswersOptions) {
    const { store, statistics, pool, nowMs, maxBarsPerRequest, caches, deadlineMs, useStored = true } = options;
    const { reader } = store;
    const records = new RecordsOfUnits(reader, caches.records);
    const bars = new BoundedBars(reader, caches.bars, maxBarsPerRequest);
    const shared = { reader, bars, pool, deadlineMs };
    const current = new CurrentRecords({ ...shared, statistics, records, useStored });
    this.#options = options;
    this.#directory = new SymbolDirectory(reader, nowMs, definitionsOf(statistics));
    this.#adjusted = new AdjustedSymbols(reader, caches.records);
    this.#bars = bars;
    this.#summaries = new StoredSummaries(reader, caches.records, current);
    this.#current = current;
    this.#onDemand = new OnDemand({ ...shared, current });
    this.#daily = new DailyPart(reader, caches.records, records);
    const { followEveryMs } = options;
    this.#follower = followEveryMs === undefined ? null : new Follower(() => this.#refresh(), followEveryMs);
  }

  async view(request: ViewRequest): Promise<ViewAnswer> {
    const [current, history] = await Promise.all([this.#current.of(request), this.#daily.of(request)]);
    const found = current ? this.#inRange(request, current, history) : await this.#computed(request, history);
    return this.#daily.withUnserved(request, this.#viewOf(request, found, history));
  }

  async summary(request: ViewRequest, endpoint: SummaryEndpoint): Promise<SummaryAnswer> {
    const answer = (await this.#summaries.answer(request, endpoint)) ?? (await this.#summarized(request, endpoint));
    return this.#daily.withUnserved(request, answer);
  }

  async #summarized(request: ViewRequest, endpoint: SummaryEndpoint): Promise<SummaryAnswer> {
    const [current, history] = await Promise.all([this.#current.of(request), this.#daily.of(request)]);
    const found = current
      ? this.#inRange(request, current, history)
      : await this.#computed(request, history, history ? undefined : endpoint);
    if ('summary' in found) return found;
    const { view, ...answer } = this.#viewOf(request, found, history);
    return { ...answer, summary: endpoint.summarize(view) };
  }

  async latest(request: Omit<ViewRequest, 'range'>): Promise<number | null> {
    const current = await this.#current.of(request);
    const { statistic } = request;
    const latest = current
      ? latestDate(statistic, current.records, current.days)
      : await this.#onDemand.latest(request);
    return latest ?? latestOfDailies(statistic, await this.#daily.of(request));
  }

  async bars(request: BarsRequest): Promise<BarsAnswer> {
    return this.#onDemand.bars(request.symbol, await this.#daily.withUnservedBars(request.symbol), request);
  }

  async symbols(earliest?: number): Promise<readonly SymbolInfo[]> {
    const symbols = await this.#directory.list();
    return earliest === undefined ? symbols : symbolsFrom(this.#options.store.reader, symbols, earliest);
  }

  symbol(text: string, asWritten?: boolean): Promise<SymbolInfo | null> {
    return this.#directory.find(text, asWritten);
  }

  adjusted(symbol: SymbolInfo, adjustment: Adjustment): Promise<SymbolInfo> {
    return this.#adjusted.of(symbol, adjustment);
  }

  /** Something landed or was computed for these symbols (default: for any): the next request asks for their versions. */
  invalidate(symbols?: Iterable<string>): void {
    this.#directory.invalidate(symbols);
    this.#follower?.wake();
  }

  async close(): Promise<void> {
    await this.#follower?.stop();
    this.#options.caches.records.clear();
    this.#options.caches.bars.clear();
  }

  /** What a request for a symbol in use would have to read first: its state, and its new bars where others are in memory. */
  async #refresh(): Promise<void> {
    const infos = await this.#directory.refresh(MOST_FOLLOWED);
    const { cache } = this.#bars;
    const loads = infos.filter(isUnsettled).flatMap((info) => {
      const [state, last] = [barsState(info), { from: info.lastDay, to: info.lastDay }];
      return cache.covers(state, last) ? [cache.load(state, last)] : [];
    });
    await Promise.all(loads);
  }

  #inRange(request: ViewRequest, { records, days }: UnitRecords, history: DailyHistory | null): Found {
    const { statistic, symbol } = request;
    const latest = latestDate(statistic, records, days) ?? latestOfDailies(statistic, history);
    const range = resolveRange(request.range, latest ?? symbol.lastDay);
    return { range, source: 'materialized', records, days, weekendBars: 0 };
  }

  /** On demand: with `endpoint` its summary, computed where the records are, or these where no kernel had to run. */
  #computed(request: ViewRequest, history: DailyHistory | null): Promise<Found>;
  #computed(
    request: ViewRequest,
    history: DailyHistory | null,
    endpoint?: SummaryEndpoint,
  ): Promise<Found | SummaryAnswer>;
  async #computed(
    request: ViewRequest,
    history: DailyHistory | null,
    endpoint?: SummaryEndpoint,
  ): Promise<Found | SummaryAnswer> {
    const { range, summary, shown } = await this.#onDemand.of(request, history, endpoint);
    if (!summary) return { range, source: 'on_demand', ...shown! };
    const warnings = [...summary.warnings, ...this.#daily.warnings(request, range)];
    return { range, source: 'on_demand', summary: summary.raw, warnings };
  }

  #viewOf(
    request: ViewRequest,
    { range, source, weekendBars, ...base }: Found,
    history: DailyHistory | null,
  ): ViewAnswer {
    const { statistic, symbol, session, values, range: requested } = request;
    const { records, days } = history ? joined(statistic, history, base) : base;
    const answer = viewWithWarnings(statistic, {
      meta: symbol,
      session,
      wanted: range.wanted,
      earliest: requested.earliest,
      firstDay: history ? symbol.daily!.first : firstDayOf(symbol),
      timeWindow: range.timeWindow,
      values,
      allRecords: records,
      allDays: days,
      weekendBars,
      ...(history && !history.isAlone ? { joint: history.until } : {}),
    });
    const warnings = [...answer.warnings, ...this.#daily.warnings(request, range)];
    return { ...answer, warnings, range, source };
  }
}
