/**
 * Answers as a chain, in which the first that can give one does:
 *
 * 1. the stored summary, where it is what would be computed now;
 * 2. the stored records of a materialised variant, with the live tail where more has landed since: the live day, and ended
 *    days that are not stored yet (both `records.ts`);
 * 3. on demand, from the bars (`on-demand.ts`).
 *
 * Records and bars stay in memory, in caches that are
 * bounded in bytes and keyed by the symbol's version, so a change simply misses.
 */

import type { Store } from '../../sql/connect.ts';
import type { Caches } from '../evaluation/bar-cache.ts';
import type { TaskResult } from '../evaluation/evaluation.ts';
import { latestDate, type ResolvedRange, resolveRange } from '../evaluation/range.ts';
import { sessionOf } from '../evaluation/stored-records.ts';
import { definitionsOf, type ListedSymbol } from '../evaluation/tables/coverage.ts';
import { latestNewsMs } from '../evaluation/tables/events.ts';
import { dateOfBar, viewWithWarnings } from '../evaluation/warnings.ts';
import { storedSession } from '../market/sessions.ts';
import type { Statistic, SummaryEndpoint } from '../statistics/statistic.ts';
import type {
  Answers,
  BarsAnswer,
  BarsRequest,
  SummaryAnswer,
  SymbolInfo,
  ViewAnswer,
  ViewRequest,
} from './answers.ts';
import { NO_DAYS, OnDemand, type OnDemandOptions } from './on-demand.ts';
import { Records } from './records.ts';
import type { NewestBars } from './stale.ts';
import { storedSummary } from './stored-summaries.ts';
import { symbolsFrom } from './symbol-variants.ts';
import { firstDayOf, isUnsettled, SymbolDirectory } from './symbols.ts';

export interface StoreAnswersOptions extends Pick<OnDemandOptions, 'pool' | 'maxBarsPerRequest' | 'deadlineMs'> {
  readonly store: Store;
  /** Of this build: records of other definitions are not served. */
  readonly statistics: readonly Statistic[];
  readonly nowMs: () => number;
  readonly caches: Caches;
  /** False: everything on demand, to compare the two ways. */
  readonly useStored?: boolean;
  /** Symbols in use are looked up again beside the requests, so often without a change; left out: by requests alone. */
  readonly followEveryMs?: number;
  /** Told why a look-up beside the requests failed; the next one, or a request, tries again. */
  readonly onFollowFailure?: (error: unknown) => void;
}

interface Found extends Pick<TaskResult, 'shown' | 'summary'> {
  readonly range: ResolvedRange;
  readonly source: ViewAnswer['source'];
}

type Unranged = Omit<ViewRequest, 'range'>;
/** What of a statistic decides which its latest session is. */
type Dated = Pick<Statistic, 'events' | 'storedSessions' | 'weekdaysOnly'>;

/** Sessions on every day that has them. */
const ANY_SESSION: Dated = {};
const MOST_FOLLOWED = 128;

export class StoreAnswers implements Answers {
  readonly #options: StoreAnswersOptions;
  readonly #directory: SymbolDirectory;
  readonly #records: Records;
  readonly #onDemand: OnDemand;
  readonly #follower: Follower | null;

  constructor(options: StoreAnswersOptions) {
    const { store, statistics, nowMs, caches, useStored = true } = options;
    const { followEveryMs, onFollowFailure = () => {} } = options;
    const { reader } = store;
    const { records: cache, bars } = caches;
    this.#options = options;
    this.#directory = new SymbolDirectory(reader, nowMs, definitionsOf(statistics));
    this.#onDemand = new OnDemand({ ...options, reader, bars });
    this.#records = new Records({ reader, statistics, cache, onDemand: this.#onDemand, useStored });
    this.#follower =
      followEveryMs === undefined ? null : new Follower(() => this.#refresh(), followEveryMs, onFollowFailure);
  }

  async view(request: ViewRequest): Promise<ViewAnswer> {
    return this.#viewOf(request, await this.#find(request));
  }

  async summary(request: ViewRequest, endpoint: SummaryEndpoint): Promise<SummaryAnswer> {
    const unit = this.#records.unit(request);
    const stored = unit && (await storedSummary(this.#options.store.reader, this.#records, request, endpoint, unit));
    if (stored) return stored;
    const found = await this.#find(request, endpoint);
    const { range, source, summary } = found;
    if (summary) return { range, source, summary: summary.raw, warnings: summary.warnings };
    const { view, ...answer } = this.#viewOf(request, found);
    return { ...answer, summary: endpoint.summarize(view) };
  }

  async latest(request: Unranged): Promise<number | null> {
    const { statistic } = request;
    const current = await this.#records.of(request);
    return current ? latestDate(statistic, current.records, current.days) : this.#latestUnstored(request);
  }

  async bars(request: BarsRequest): Promise<BarsAnswer> {
    const { symbol } = request;
    const latest = await this.#latestUnstored({ ...request, statistic: ANY_SESSION, values: {} });
    return this.#onDemand.bars(symbol, request, latest);
  }

  listed(): Promise<readonly ListedSymbol[]> {
    return this.#directory.listed();
  }

  async symbols(names?: readonly string[], earliest?: number): Promise<readonly SymbolInfo[]> {
    const symbols = await (names ? this.#directory.read(names) : this.#directory.all());
    return earliest === undefined ? symbols : symbolsFrom(this.#options.store.reader, symbols, earliest);
  }

  symbol(text: string, asWritten?: boolean): Promise<SymbolInfo | null> {
    return this.#directory.find(text, asWritten);
  }

  newestBars(): Promise<NewestBars> {
    return this.#directory.newestBars();
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

  /** What a request for a symbol in use would have to read first: its state, and its new bars. */
  async #refresh(): Promise<void> {
    const infos = await this.#directory.refresh(MOST_FOLLOWED);
    await Promise.all(infos.filter(isUnsettled).map((info) => this.#onDemand.readAhead(info)));
  }

  /** @param endpoint its summary is wanted alone, where the records are computed for it */
  async #find(request: ViewRequest, endpoint?: SummaryEndpoint): Promise<Found> {
    const { statistic, symbol } = request;
    const current = await this.#records.of(request);
    const latest = current ? latestDate(statistic, current.records, current.days) : await this.#latestUnstored(request);
    const range = resolveRange(request.range, latest ?? symbol.lastDay);
    if (current) return { range, source: 'materialized', shown: { ...current, weekendBars: 0 } };
    const isStored = this.#records.unit(request) !== null;
    const { timeWindow } = range;
    const { earliest } = request.range;
    const view = endpoint
      ? {
          summary: {
            path: endpoint.path,
            timeWindow,
            earliest,
            firstDay: firstDayOf(symbol),
            lastDate: lastDateOf(symbol),
          },
        }
      : {};
    return { range, source: 'on_demand', ...(await this.#onDemand.records(request, range.wanted, isStored, view)) };
  }

  /** Latest session date where the records are not stored: from stored sessions, else looked for from the end of the data. */
  async #latestUnstored(request: Omit<Unranged, 'statistic'> & { statistic: Dated }): Promise<number | null> {
    const { statistic, symbol, session, values, barsUsed } = request;
    const { events } = statistic;
    if (symbol.firstBar === null && !events) return null;
    const name = storedSession(sessionOf(statistic, session));
    const stored = name === null ? null : await this.#records.days(symbol, name, barsUsed);
    const source = events?.sourceOf(values);
    const newsMs =
      source && (await latestNewsMs(this.#options.store.reader, source, symbol.symbol, symbol.lastDay + 1));
    const news = source && typeof newsMs === 'number' ? events!.dateOf(source, newsMs) : null;
    if (symbol.firstBar === null && !stored) return news;
    const latest = stored
      ? latestDate({ weekdaysOnly: statistic.weekdaysOnly }, NO_DAYS, stored)
      : await this.#onDemand.latestByBars(request, statistic);
    return latest === null || news === null ? (latest ?? news) : Math.max(latest, news);
  }

  #viewOf(request: ViewRequest, { range, source, shown }: Found): ViewAnswer {
    const { statistic, symbol, session, values, range: requested } = request;
    const { records, days } = shown!;
    const answer = viewWithWarnings(statistic, {
      meta: symbol,
      session,
      wanted: range.wanted,
      earliest: requested.earliest,
      firstDay: firstDayOf(symbol),
      lastDate: lastDateOf(symbol),
      timeWindow: range.timeWindow,
      values,
      allRecords: records,
      allDays: days,
      weekendBars: shown!.weekendBars,
    });
    return { ...answer, range, source };
  }
}

/** Date of the last bar. */
const lastDateOf = (symbol: SymbolInfo) => dateOfBar(symbol.lastBar, symbol);

/** Changes announced within this time are looked up together. */
const DEBOUNCE_MS = 40;
/** Waiting after a round, in times of what it took: rounds take at most a fifth of the time. */
const PAUSES = 4;

/**
 * Follows the symbols in use beside the requests: they are looked up again, together, when a change of them was announced and
 * before a request would have to ask. A look-up of one symbol costs what one of a hundred costs.
 */
export class Follower {
  readonly #round: () => Promise<void>;
  readonly #everyMs: number;
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #dueMs = 0;
  #earliestMs = 0;
  #isStopped = false;

  /**
   * @param round looks up what has to be
   * @param everyMs without a change
   * @param onFailure is told why a round failed; the next one begins all the same
   */
  constructor(round: () => Promise<void>, everyMs: number, onFailure: (error: unknown) => void) {
    this.#round = round;
    this.#everyMs = everyMs;
    this.#onFailure = onFailure;
    this.#schedule(everyMs);
  }

  wake(): void {
    if (!this.#running && this.#dueMs > performance.now() + DEBOUNCE_MS) this.#schedule(DEBOUNCE_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(afterMs: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    this.#dueMs = Math.max(now + afterMs, this.#earliestMs);
    this.#timer = setTimeout(() => this.#run(), this.#dueMs - now).unref();
  }

  #run(): void {
    const startMs = performance.now();
    this.#running = this.#round()
      .catch(this.#onFailure)
      .finally(() => {
        this.#running = undefined;
        const endMs = performance.now();
        this.#earliestMs = endMs + PAUSES * (endMs - startMs);
        this.#schedule(this.#everyMs);
      });
  }
}
