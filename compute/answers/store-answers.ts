/**
 * Answers from the store. Records of a materialised variant stay in memory as columns, so any other range of them
 * needs no query; everything else is made on demand from the bars, which stay in memory, too. Both caches are bounded
 * in bytes and keyed by the symbol's version, so a change simply misses.
 */

import { LRUCache } from 'lru-cache';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { newYorkDay } from '../../lib/new-york.ts';
import type { Store } from '../../sql/connect.ts';
import type { Reader } from '../../sql/reader.ts';
import { type AnswerJob, type AnswerJobResult, isShort } from '../engine/answer-job.ts';
import { BarCache } from '../engine/bar-cache.ts';
import { type Evaluated, type EvaluationJob, runEvaluation } from '../engine/evaluation.ts';
import { latestDate } from '../engine/latest.ts';
import { countBars, dayStart } from '../engine/load-bars.ts';
import type { ComputePool } from '../engine/pool.ts';
import { isEmptyRange, type ResolvedRange, resolveRange } from '../engine/range.ts';
import type { SymbolState } from '../engine/state.ts';
import { readDividends } from '../engine/tables/actions.ts';
import { definitionsOf } from '../engine/tables/definitions.ts';
import { loadNews, NEWS_SOURCES, type NewsSource } from '../engine/tables/news.ts';
import { readPrefixedOf, unitKey } from '../engine/tables/rows.ts';
import {
  type RecordsTable,
  recordsTable,
  SESSIONS,
  SESSIONS_DEFINITION,
  SESSIONS_TABLE,
} from '../engine/tables/schema.ts';
import { type Unit, unitFor } from '../engine/tables/units.ts';
import { PREFIX_SQL, versionPrefix } from '../engine/tables/versions.ts';
import { Together } from '../engine/together.ts';
import { madeView } from '../engine/view.ts';
import { type Adjustment, type Dividend, factorsOf, NO_SPLITS } from '../market/adjustment.ts';
import { allocateBars, type BarColumns, lowerBound, sliceBars } from '../market/bars.ts';
import { type RecordTable, TableBuilder } from '../market/records/table.ts';
import { storedSession } from '../market/sessions/spec.ts';
import { DAY_FIELDS, dayRecords } from '../statistics/days.ts';
import { type DateRange, type Statistic, type SummaryEndpoint, SymbolData } from '../statistics/statistic.ts';
import {
  type Answers,
  type BarsAnswer,
  type BarsRequest,
  Overloaded,
  type SummaryAnswer,
  type SymbolInfo,
  TooMuchWork,
  type ViewAnswer,
  type ViewRequest,
} from './answers.ts';
import { BarsUsed } from './bars-used.ts';
import { barsState, clockOf, isUnsettled, withLiveTail } from './live-tail.ts';
import { SymbolDirectory } from './symbols.ts';
import { symbolsFrom } from './symbols-from.ts';

export interface StoreAnswersOptions {
  readonly store: Store;
  /** Of this build: records of other definitions are not served. */
  readonly statistics: readonly Statistic[];
  readonly pool: Pick<ComputePool, 'answer'> & Partial<Pick<ComputePool, 'evaluate' | 'waiting'>>;
  readonly nowMs: () => number;
  readonly maxBarsPerRequest: number;
  readonly recordCacheBytes: number;
  readonly barCacheBytes: number;
  /** An answer on demand that takes longer is given up. */
  readonly deadlineMs: number;
  /** False: everything on demand, to compare the two ways. */
  readonly useStored?: boolean;
}

interface Stored {
  readonly records: RecordTable;
  readonly days: RecordTable;
}

type Made = Pick<AnswerJobResult, 'records' | 'days' | 'weekendBars'>;

interface BarsBound {
  /** By the request so far, over all its symbols. */
  readonly barsUsed: BarsUsed;
  /** The records are kept, and about to be computed again: the same request will be served then. */
  readonly isKept: boolean;
}

/** Which rows of a table. */
interface Wanted {
  readonly symbol: string;
  readonly session: string;
  readonly variant: string;
  readonly prefix: number;
}

interface WantedTable extends Wanted {
  readonly table: RecordsTable;
}

/** Symbols whose records of one unit are read with one statement at most. */
const MOST_SYMBOLS = 64;
/** Sessions a week has at least, for turning sessions into days; where that is too few the kernel says so. */
const SESSIONS_A_WEEK = 5;
const FIRST_LOOK_DAYS = 12;
/** Sessions on every day that has them. */
const ANY_SESSION: Pick<Statistic, 'basis' | 'weekdaysOnly'> = { basis: 'sessions' };
/** States of units with their live tail that are cached. */
const MAX_TAILS = 500;
/** States of symbols whose dividends are cached. */
const MAX_DIVIDENDS = 500;
/** Bars up to which a tail is computed in place: handing it to a thread would take longer. */
const FEW_BARS = 50_000;
const NONE: ReadonlySet<string> = new Set();
const NO_DAYS: RecordTable = new TableBuilder(DAY_FIELDS, 0).finish(0);

export class StoreAnswers implements Answers {
  readonly #options: StoreAnswersOptions;
  readonly #directory: SymbolDirectory;
  readonly #records: LRUCache<string, RecordTable>;
  readonly #bars: BarCache;
  readonly #loading = new Map<string, Promise<RecordTable | null>>();
  readonly #reads = new Together<WantedTable, RecordTable | null>((wanted) => this.#read(wanted), MOST_SYMBOLS);
  readonly #dividends = new LRUCache<string, Promise<readonly Dividend[]>>({ max: MAX_DIVIDENDS });
  readonly #tails = new LRUCache<string, Promise<Stored>>({ max: MAX_TAILS });

  constructor(options: StoreAnswersOptions) {
    this.#options = options;
    this.#directory = new SymbolDirectory(options.store.reader, options.nowMs, definitionsOf(options.statistics));
    this.#records = new LRUCache({ maxSize: options.recordCacheBytes, sizeCalculation: tableBytes });
    this.#bars = new BarCache(options.store.reader, options.barCacheBytes);
  }

  async symbols(earliest?: number): Promise<readonly SymbolInfo[]> {
    const symbols = await this.#directory.list();
    return earliest === undefined ? symbols : symbolsFrom(this.#options.store.reader, symbols, earliest);
  }

  symbol(text: string, asWritten?: boolean): Promise<SymbolInfo | null> {
    return this.#directory.find(text, asWritten);
  }

  /** Something landed or was computed for these symbols (default: for any): the next request asks for their versions. */
  invalidate(symbols?: Iterable<string>): void {
    this.#directory.invalidate(symbols);
  }

  async adjusted(symbol: SymbolInfo, adjustment: Adjustment): Promise<SymbolInfo> {
    if (adjustment === 'splits' || !symbol.hasBars) return symbol;
    const splits = symbol.splits ?? NO_SPLITS;
    const version = `${symbol.version}|${adjustment}`;
    if (adjustment === 'raw') {
      return splits.length === 0 ? symbol : { ...symbol, version, adjusted: { to: adjustment, factors: null } };
    }
    const dividends = await this.#dividendsOf(symbol);
    if (dividends.length === 0) return symbol;
    return { ...symbol, version, adjusted: { to: adjustment, factors: factorsOf(splits, dividends, symbol) } };
  }

  #dividendsOf(symbol: SymbolInfo): Promise<readonly Dividend[]> {
    const key = `${symbol.symbol}|${symbol.version}`;
    let known = this.#dividends.get(key);
    if (!known) {
      known = readDividends(this.#options.store.reader, symbol);
      this.#dividends.set(key, known);
      known.catch(() => this.#dividends.delete(key));
    }
    return known;
  }

  async latest(request: Omit<ViewRequest, 'range'>): Promise<number | null> {
    const stored = await this.#stored(request);
    if (stored === null) return this.#latestOnDemand(request);
    return latestDate(request.statistic, stored.records, stored.days);
  }

  async view(request: ViewRequest): Promise<ViewAnswer> {
    const stored = await this.#stored(request);
    return stored === null ? this.#viewOnDemand(request) : this.#materialised(request, stored);
  }

  async summary(request: ViewRequest, endpoint: SummaryEndpoint): Promise<SummaryAnswer> {
    const stored = await this.#stored(request);
    if (stored === null) {
      const { range, result } = await this.#onDemand(request, endpoint);
      if (result.summary) {
        const { raw: summary, warnings } = result.summary;
        return { summary, range, source: 'on_demand', warnings };
      }
    }
    const { view, ...answer } = stored ? this.#materialised(request, stored) : await this.#viewOnDemand(request);
    return { ...answer, summary: endpoint.summarize(view) };
  }

  async bars({ symbol, session, range: asked, around }: BarsRequest): Promise<BarsAnswer> {
    const barsUsed = new BarsUsed();
    const latest = await this.#latestOnDemand({ statistic: ANY_SESSION, symbol, session, values: {}, barsUsed });
    const range = resolveRange(asked, latest ?? symbol.lastDay);
    const { wanted } = range;
    const { bars, reachesStart, reachesEnd } = isEmptyRange(wanted)
      ? { bars: allocateBars(0), reachesStart: true, reachesEnd: true }
      : await this.#stretch(symbol, wanted, around, around, { barsUsed, isKept: false });
    const data = new SymbolData({ meta: symbol, bars, clock: clockOf(symbol), reachesStart, reachesEnd });
    return { data, range };
  }

  async close(): Promise<void> {
    this.#records.clear();
    this.#bars.clear();
  }

  async #viewOnDemand(request: ViewRequest): Promise<ViewAnswer> {
    const { range, result } = await this.#onDemand(request);
    return this.#answer(request, range, result, 'on_demand');
  }

  #materialised(request: ViewRequest, { records, days }: Stored): ViewAnswer {
    const { statistic, symbol } = request;
    const range = resolveRange(request.range, latestDate(statistic, records, days) ?? symbol.lastDay);
    return this.#answer(request, range, { records, days, weekendBars: 0 }, 'materialized');
  }

  #unit({ statistic, symbol, session, values }: Omit<ViewRequest, 'range'>): Unit | null {
    return this.#options.useStored === false ? null : unitFor(statistic, symbol, session, values);
  }

  /** Null where the records asked for are not kept, or those kept are not what this build would compute now. */
  async #stored(request: Omit<ViewRequest, 'range'>): Promise<Stored | null> {
    const { symbol, statistic } = request;
    const unit = this.#unit(request);
    // Records are stored of bars that are adjusted for splits, as `adjusted` leaves them.
    if (!unit || symbol.adjusted || isOutdated(symbol, SESSIONS) || isOutdated(symbol, statistic.name)) return null;
    const session = unit.session === 'all' ? 'default' : unit.session;
    // What corrected news stood for is not known from the records alone.
    if (isUnsettled(symbol) && (!symbol.unsettled.settled || this.#newsChanged(statistic, symbol))) return null;
    const [records, days] = await Promise.all([
      this.#table(recordsTable(statistic), symbol, unit.session, unit.variant, statistic.definitionNumber),
      this.#days(symbol, session),
    ]);
    if (!records || !days) return null;
    const { barsUsed = new BarsUsed() } = request;
    return isUnsettled(symbol) ? this.#withTail(barsUsed, symbol, unit, session, { records, days }) : { records, days };
  }

  #newsChanged(statistic: Statistic, { unsettled }: SymbolInfo): boolean {
    return statistic.basis === 'news' && unsettled!.days.some(({ kind, dirty }) => kind !== 'bars' && dirty);
  }

  /** As stored. */
  async #days(symbol: SymbolInfo, session: string): Promise<RecordTable | null> {
    if (!symbol.hasBars && !isUnsettled(symbol)) return NO_DAYS;
    return this.#table(SESSIONS_TABLE, symbol, session, '', SESSIONS_DEFINITION);
  }

  /** With what has landed since; computed once for each state. */
  #withTail(
    barsUsed: BarsUsed,
    symbol: SymbolInfo & { readonly unsettled: SymbolState },
    unit: Unit | null,
    session: string,
    stored: Stored,
  ): Promise<Stored> {
    const key = `${unit ? `${unit.statistic.name}|${unit.variant}` : SESSIONS}|${session}|${symbol.symbol}|${symbol.version}`;
    const known = this.#tails.get(key);
    if (known) return known;
    const bound = { barsUsed, isKept: true };
    const tail = withLiveTail(
      {
        reader: this.#options.store.reader,
        bars: this.#bars,
        evaluate: (job) => this.#evaluate(job),
        admit: ({ from, to }) => this.#refuseTooMuch(symbol, from, to, bound),
      },
      symbol,
      unit,
      session,
      stored,
    );
    this.#tails.set(key, tail);
    tail.catch(() => this.#tails.delete(key));
    return tail;
  }

  #evaluate(job: EvaluationJob): Promise<readonly Evaluated[]> {
    const { pool, statistics, deadlineMs } = this.#options;
    if (job.bars.length <= FEW_BARS || !pool.evaluate) return runEvaluation(job, statistics);
    return pool.evaluate(job, AbortSignal.timeout(deadlineMs));
  }

  /** Null where another process has begun to write newer ones: what is left of these is not all of them. */
  #table(
    table: RecordsTable,
    symbol: SymbolInfo,
    session: string,
    variant: string,
    definition: number,
  ): Promise<RecordTable | null> {
    const key = `${table.name}|${session}|${variant}|${symbol.symbol}|${symbol.settledVersion ?? symbol.version}`;
    const cached = this.#records.get(key);
    if (cached) return Promise.resolve(cached);
    let loading = this.#loading.get(key);
    if (!loading) {
      const prefix = versionPrefix(symbol.generation ?? 0, definition);
      loading = this.#reads
        .get(`${table.name}|${session}|${variant}|${prefix}`, {
          table,
          symbol: symbol.symbol,
          session,
          variant,
          prefix,
        })
        .then((records) => {
          if (records) this.#records.set(key, records);
          return records;
        })
        .finally(() => this.#loading.delete(key));
      this.#loading.set(key, loading);
    }
    return loading;
  }

  /** Of several symbols the same unit. */
  async #read(wanted: readonly WantedTable[]): Promise<(RecordTable | null)[]> {
    const { reader } = this.#options.store;
    const [{ table, session, variant }] = wanted;
    const symbols = wanted.map(({ symbol }) => symbol);
    const found = await readPrefixedOf(reader, table, symbols, wanted[0]);
    const unit = unitKey(session, variant);
    const recordsOf = (symbol: string) => found.get(symbol)!.units.get(unit);
    const none = symbols.filter((symbol) => !found.get(symbol)!.hasNewer && !recordsOf(symbol));
    // Nothing at all may also mean that newer rows have removed what was there.
    const removed = none.length > 0 ? await withNewerRemovals(reader, table, none, wanted[0]) : NONE;
    return symbols.map((symbol) => {
      if (found.get(symbol)!.hasNewer || removed.has(symbol)) return null;
      return recordsOf(symbol) ?? new TableBuilder(table.fields, 0).finish(0);
    });
  }

  /** `endpoint`: its summary is wanted alone; it is not made where the kernel need not run. */
  async #onDemand(
    request: ViewRequest,
    endpoint?: SummaryEndpoint,
  ): Promise<{ range: ResolvedRange; result: Made & Pick<AnswerJobResult, 'summary'> }> {
    const { statistic, symbol, session, values, barsUsed = new BarsUsed() } = request;
    const range = resolveRange(request.range, (await this.#latestOnDemand({ ...request, barsUsed })) ?? symbol.lastDay);
    const { wanted } = range;
    if (isEmptyRange(wanted) || (!symbol.hasBars && statistic.basis !== 'news')) {
      const records = new TableBuilder(statistic.fields, 0).finish(0);
      return { range, result: { records, days: NO_DAYS, weekendBars: 0 } };
    }
    const summary = endpoint && { path: endpoint.path, timeWindow: range.timeWindow };
    const reach = statistic.reach({ session, values }, symbol);
    let back = reach.back;
    let ahead = reach.ahead;
    for (;;) {
      const stretch = await this.#stretch(symbol, wanted, back, ahead, {
        barsUsed,
        isKept: this.#unit(request) !== null,
      });
      const result = await this.#compute(request, stretch, wanted, summary);
      if (!isShort(result, stretch)) return { range, result };
      if (result.insufficientLookBack) back = Math.max(4, back * 3);
      if (result.insufficientLookAhead) ahead = Math.max(4, ahead * 3);
    }
  }

  async #compute(
    request: ViewRequest,
    stretch: { bars: BarColumns; reachesStart: boolean; reachesEnd: boolean },
    wanted: DateRange,
    summary: AnswerJob['summary'],
  ): Promise<AnswerJobResult> {
    const { statistic, symbol, session, values } = request;
    const { reader } = this.#options.store;
    const news: Record<string, Awaited<ReturnType<typeof loadNews>>> = {};
    if (statistic.basis === 'news') {
      for (const source of NEWS_SOURCES) {
        news[source] = await loadNews(reader, source, symbol.symbol, wanted.from - 1, wanted.to + 1);
      }
    }
    const signal = AbortSignal.timeout(this.#options.deadlineMs);
    try {
      return await this.#options.pool.answer(
        {
          meta: { symbol: symbol.symbol, assetClass: symbol.assetClass, intervalMin: symbol.intervalMin },
          bars: stretch.bars,
          clock: clockOf(symbol),
          reachesStart: stretch.reachesStart,
          reachesEnd: stretch.reachesEnd,
          news,
          statistic: statistic.name,
          session,
          values,
          wanted,
          earliest: request.range.earliest,
          firstDay: firstDayOf(symbol),
          ...(summary ? { summary } : {}),
        },
        signal,
      );
    } catch (error) {
      if (!signal.aborted) throw error;
      // Whoever waits for others' work did not ask for too much.
      if ((this.#options.pool.waiting ?? 0) > 0) throw new Overloaded('the worker threads are busy with other answers');
      throw new TooMuchWork(
        'time_window',
        `the answer took longer than ${this.#options.deadlineMs} ms: ask for a shorter range`,
      );
    }
  }

  /** Latest session date under a window whose sessions are not stored: looked for from the end of the data. */
  async #latestOnDemand(
    request: Omit<ViewRequest, 'range' | 'statistic'> & { statistic: Pick<Statistic, 'basis' | 'weekdaysOnly'> },
  ): Promise<number | null> {
    const { statistic, symbol, session, values, barsUsed = new BarsUsed() } = request;
    const name = statistic.basis === 'news' ? 'default' : storedSession(session);
    if (!symbol.hasBars && statistic.basis !== 'news') return null;
    const isKept =
      name !== null && !isOutdated(symbol, SESSIONS) && !(isUnsettled(symbol) && !symbol.unsettled.settled);
    let stored = isKept ? await this.#days(symbol, name) : null;
    if (stored && isKept && isUnsettled(symbol)) {
      const records = NO_DAYS;
      stored = (await this.#withTail(barsUsed, symbol, null, name, { records, days: stored })).days;
    }
    const news = statistic.basis === 'news' ? await this.#latestNews(symbol, values['event_source']) : null;
    if (stored) {
      const days = stored;
      const latest = latestDate({ basis: 'sessions', weekdaysOnly: statistic.weekdaysOnly }, NO_DAYS, days);
      return later(latest, news);
    }
    if (!symbol.hasBars) return news;
    const lastDay = Math.floor(symbol.lastBar! / MINUTES_PER_DAY);
    for (let width = FIRST_LOOK_DAYS; ; width *= 4) {
      const wanted = { from: lastDay - width, to: lastDay };
      const { bars, reachesStart } = await this.#stretch(symbol, wanted, 0, 0, { barsUsed, isKept: false });
      const data = new SymbolData({ meta: symbol, bars, clock: clockOf(symbol), reachesStart, reachesEnd: true });
      const days = dayRecords(data.sessions(session));
      const latest = latestDate({ basis: 'sessions', weekdaysOnly: statistic.weekdaysOnly }, NO_DAYS, days);
      if (latest !== null || reachesStart) return later(latest, news);
    }
  }

  /** Date of the latest news of a source: New York's for equities and ETFs, else UTC's. */
  async #latestNews(symbol: SymbolInfo, source: NewsSource): Promise<number | null> {
    const news = await loadNews(this.#options.store.reader, source, symbol.symbol, 0, symbol.lastDay + 1);
    if (news.length === 0) return null;
    const minute = Math.floor(news.timeMs[news.length - 1] / 60_000);
    return source === 'sentiment_crypto' ? Math.floor(minute / MINUTES_PER_DAY) : newYorkDay(minute);
  }

  /** The bars of the wanted dates with so many sessions around them, from memory where they are there. */
  async #stretch(
    symbol: SymbolInfo,
    wanted: DateRange,
    backSessions: number,
    aheadSessions: number,
    bound: BarsBound,
  ): Promise<{ bars: BarColumns; reachesStart: boolean; reachesEnd: boolean }> {
    if (!symbol.hasBars) return { bars: allocateBars(0), reachesStart: true, reachesEnd: true };
    const firstDay = Math.floor(symbol.firstBar! / MINUTES_PER_DAY);
    const lastDay = Math.floor(symbol.lastBar! / MINUTES_PER_DAY);
    // A session may be dated one day from its bars; a week holds weekends and a holiday or two.
    const fromDay = Math.max(firstDay, wanted.from - 2 - calendarDays(backSessions));
    const toDay = Math.min(lastDay, wanted.to + 2 + calendarDays(aheadSessions));
    const flags = { reachesStart: fromDay <= firstDay, reachesEnd: toDay >= lastDay };
    if (toDay < fromDay) return { bars: allocateBars(0), ...flags };

    const state = barsState(symbol);
    if (!this.#bars.covers(state, { from: fromDay, to: toDay }))
      await this.#refuseTooMuch(symbol, fromDay, toDay, bound);
    const loaded = await this.#bars.load(state, { from: fromDay, to: toDay });
    // What has landed since the symbol was looked up belongs to the next answer.
    const bars = sliceBars(loaded, 0, lowerBound(loaded.minute, symbol.lastBar! + 1));
    this.#note(symbol, bars.length, bound);
    return { bars, ...flags };
  }

  /** Symbols are read side by side: what they use together is known when each has been read. */
  #note(symbol: SymbolInfo, bars: number, bound: BarsBound): void {
    const { barsUsed } = bound;
    barsUsed.note(symbol.symbol, bars);
    const others = barsUsed.besides(symbol.symbol);
    if (others > 0 && barsUsed.total > this.#options.maxBarsPerRequest) throw this.#tooMuch(symbol, bars, bound);
  }

  #tooMuch({ symbol }: SymbolInfo, bars: number, { barsUsed, isKept }: BarsBound): Error {
    if (isKept && this.#options.useStored !== false) {
      return new Overloaded(
        `the records of ${symbol} are being computed again: ask again later, or for a shorter range`,
      );
    }
    const others = barsUsed.besides(symbol);
    const needs = others === 0 ? `${bars} bars` : `${others + bars} bars or more of its symbols together`;
    const less = others === 0 ? 'a shorter range' : 'fewer symbols or a shorter range';
    return new TooMuchWork(
      'time_window',
      `this combination of parameters is computed on demand and needs ${needs}, more than the ${this.#options.maxBarsPerRequest} allowed: ask for ${less}`,
    );
  }

  async #refuseTooMuch(symbol: SymbolInfo, fromDay: number, toDay: number, bound: BarsBound): Promise<void> {
    const { maxBarsPerRequest, store } = this.#options;
    // At most so many bars fit; only where that is too many they are counted.
    const others = bound.barsUsed.besides(symbol.symbol);
    if (others + ((toDay - fromDay + 1) * MINUTES_PER_DAY) / symbol.intervalMin <= maxBarsPerRequest) return;
    const bars = await countBars(store.reader, symbol.symbol, dayStart(fromDay), dayStart(toDay + 1));
    if (others + bars > maxBarsPerRequest) throw this.#tooMuch(symbol, bars, bound);
  }

  #answer(
    { statistic, symbol, session, values, range: asked }: ViewRequest,
    range: ResolvedRange,
    { records, days, weekendBars }: Made,
    source: ViewAnswer['source'],
  ): ViewAnswer {
    const made = madeView(statistic, {
      meta: symbol,
      session,
      wanted: range.wanted,
      earliest: asked.earliest,
      firstDay: firstDayOf(symbol),
      timeWindow: range.timeWindow,
      values,
      allRecords: records,
      allDays: days,
      weekendBars,
    });
    return { ...made, range, source };
  }
}

function firstDayOf(symbol: SymbolInfo): number | null {
  return symbol.firstBar === null ? null : Math.floor(symbol.firstBar / MINUTES_PER_DAY);
}

const isOutdated = ({ outdated }: SymbolInfo, name: string) => outdated?.has(name) ?? false;

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));

/** Those of which rows of the unit, removed ones too, are newer than the wanted ones. */
async function withNewerRemovals(
  reader: Reader,
  { name }: RecordsTable,
  symbols: readonly string[],
  { session, variant, prefix }: Omit<Wanted, 'symbol'>,
): Promise<ReadonlySet<string>> {
  const rows = await reader.query<{ symbol: string }>(
    `SELECT DISTINCT symbol FROM ${name} WHERE symbol IN {symbols:Array(String)} AND session = {session:String}
       AND variant = {variant:String} AND ${PREFIX_SQL} > {prefix:UInt32}`,
    { symbols, session, variant, prefix },
  );
  return new Set(rows.map(({ symbol }) => symbol));
}

function calendarDays(sessions: number): number {
  return sessions === 0 ? 0 : Math.ceil((sessions / SESSIONS_A_WEEK) * 7) + 4;
}

function tableBytes(table: RecordTable): number {
  let bytes = 256;
  for (const column of Object.values(table.columns)) {
    if (column instanceof Float64Array) bytes += column.byteLength;
    else for (const text of column) bytes += 24 + (text?.length ?? 0) * 2;
  }
  return bytes;
}
