/**
 * The chain of answers. Each request is answered by the first of three steps that can:
 *
 * 1. the stored summary, if it equals what would be computed now (`stored-summaries.ts`);
 * 2. the stored records of a materialised variant, with the live tail if bars have landed since (`records.ts`);
 * 3. the bars, on demand (`on-demand.ts`).
 *
 * Records and bars are cached by the symbol's version, so a change misses the cache. The caches are bounded in bytes.
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
import { Follower, type FollowOptions } from './follower.ts';
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
  /** Looks up symbols in use beside the requests; only requests do if it is left out. */
  readonly follow?: FollowOptions;
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
    const { store, statistics, nowMs, caches, follow, useStored = true } = options;
    const { reader } = store;
    const { records: cache, bars } = caches;
    this.#options = options;
    this.#directory = new SymbolDirectory(reader, nowMs, definitionsOf(statistics));
    this.#onDemand = new OnDemand({ ...options, reader, bars });
    this.#records = new Records({ reader, statistics, cache, onDemand: this.#onDemand, useStored });
    this.#follower = follow ? new Follower(() => this.#refresh(), follow) : null;
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
