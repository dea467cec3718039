/**
 * Answers from the store. Records of a materialised variant stay in memory as columns, so any other range of them
 * needs no query; stored summaries are answered as they are where they follow these records; everything else is computed on demand from the bars, which stay in memory, too. Both caches are bounded
 * in bytes and keyed by the symbol's version, so a change simply misses.
 */

import { isDeepStrictEqual } from 'node:util';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { BYTES_PER_BAR } from '../engine/bar-cache.ts';
import type { Caches } from '../engine/caches.ts';
import { isCutoverMoved } from '../engine/cutover.ts';
import {
  type DailyHistory,
  dailyFactors,
  dailyHistoryOf,
  dailyWarnings,
  joined,
  latestOfDailies,
  loadDailyBars,
} from '../engine/daily-history.ts';
import { dataByDates, type Inputs } from '../engine/evaluation.ts';
import { type Job, type JobResult, type JobTask, runJob, type ShownRecords, type TaskResult } from '../engine/job.ts';
import { evaluateTasks } from '../engine/plan.ts';
import type { ComputePool } from '../engine/pool.ts';
import { isEmptyRange, latestDate, type ResolvedRange, resolveRange } from '../engine/range.ts';
import type { CachePart } from '../engine/record-cache.ts';
import type { SymbolState } from '../engine/state.ts';
import { summaryValues } from '../engine/summary-job.ts';
import { readDividends, readDividendsOfDailies } from '../engine/tables/actions.ts';
import { definitionsOf } from '../engine/tables/definitions.ts';
import { latestNewsMs, loadNews } from '../engine/tables/news.ts';
import { recordsTable, SESSIONS, SESSIONS_DEFINITION, SESSIONS_TABLE } from '../engine/tables/schema.ts';
import { recordValues, sessionOf, type Unit, unitFor, variantLabel } from '../engine/tables/units.ts';
import { viewWithWarnings } from '../engine/warnings.ts';
import { type Adjustment, type Dividend, factorsOf, NO_SPLITS } from '../market/adjustment.ts';
import type { BarColumns } from '../market/bars.ts';
import { type RecordTable, TableBuilder } from '../market/records/table.ts';
import { storedSession } from '../market/sessions/spec.ts';
import { dayRecords } from '../statistics/days.ts';
import type { AnyValues } from '../statistics/params.ts';
import {
  ALL_DATES,
  type DateRange,
  type EventBasis,
  type Statistic,
  type SummaryEndpoint,
  type SymbolData,
} from '../statistics/statistic.ts';
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
import { BoundedBars, type LoadedBars } from './bounded-bars.ts';
import { firstDayOf, servedByDailies, whyNoDailies } from './dailies.ts';
import { Follower } from './follow.ts';
import { barsState, clockOf, isUnsettled, type UnitRecords, withLiveTail } from './live-tail.ts';
import { StoredSummaries } from './stored-summaries.ts';
import { SymbolDirectory } from './symbols.ts';
import { symbolsFrom } from './symbols-from.ts';
import { NO_DAYS, RecordsOfUnits } from './unit-records.ts';
import { readUnserved, type Unserved, unservedWarnings } from './unserved.ts';

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

type Dated = Pick<Statistic, 'events' | 'storedSessions' | 'weekdaysOnly'>;

interface Dividends {
  /** Since its base interval serves, and before. */
  readonly own: readonly Dividend[];
  readonly before: readonly Dividend[];
}

const FIRST_LOOK_DAYS = 12;
const SESSIONS_UNIT = { table: SESSIONS_TABLE, variant: '', definition: SESSIONS_DEFINITION };
/** Sessions on every day that has them. */
const ANY_SESSION: Dated = {};
const BYTES_PER_DIVIDEND = 128;
/** Bars up to which a tail is computed in place: handing it to a thread would take longer. */
const FEW_BARS = 50_000;
/** Symbols in use that are looked up again at once. */
const MOST_FOLLOWED = 128;
/** Of what is known of a symbol's bars without effect. */
const BYTES_PER_SPAN = 200;
/** A change of one task's bars does not run on. */
const NO_CALENDAR = { length: 0, date: [] };

export class StoreAnswers implements Answers {
  readonly #options: StoreAnswersOptions;
  readonly #directory: SymbolDirectory;
  readonly #records: RecordsOfUnits;
  readonly #summaries: StoredSummaries;
  readonly #bars: BoundedBars;
  readonly #dividends: CachePart<Dividends>;
  readonly #dailies: CachePart<BarColumns>;
  readonly #unserved: CachePart<Unserved>;
  readonly #follower: Follower | null;

  constructor(options: StoreAnswersOptions) {
    this.#options = options;
    this.#directory = new SymbolDirectory(options.store.reader, options.nowMs, definitionsOf(options.statistics));
    this.#dailies = options.caches.records.part('dailies');
    this.#unserved = options.caches.records.part('unserved');
    this.#dividends = options.caches.records.part('dividends');
    this.#records = new RecordsOfUnits(options.store.reader, options.caches.records);
    this.#summaries = new StoredSummaries(options.store.reader, options.caches.records);
    this.#bars = new BoundedBars(options.store.reader, options.caches.bars, options.maxBarsPerRequest);
    const { followEveryMs } = options;
    this.#follower = followEveryMs === undefined ? null : new Follower(() => this.#refresh(), followEveryMs);
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
    this.#follower?.wake();
  }

  /** What a request for a symbol in use would have to read first: its state, and its new bars where others are held. */
  async #refresh(): Promise<void> {
    const infos = await this.#directory.refresh(MOST_FOLLOWED);
    const { cache } = this.#bars;
    const loads = infos.filter(isUnsettled).flatMap((info) => {
      const [state, last] = [barsState(info), { from: info.lastDay, to: info.lastDay }];
      return cache.covers(state, last) ? [cache.load(state, last)] : [];
    });
    await Promise.all(loads);
  }

  async adjusted(symbol: SymbolInfo, adjustment: Adjustment): Promise<SymbolInfo> {
    if (adjustment === 'splits' || !symbol.hasBars) return symbol;
    const splits = symbol.splits ?? NO_SPLITS;
    const version = `${symbol.version}|${adjustment}`;
    if (adjustment === 'raw') {
      const adjusted = { to: adjustment, factors: null, daily: null };
      return splits.length === 0 ? symbol : { ...symbol, version, adjusted };
    }
    const { own, before } = await this.#dividendsOf(symbol);
    if (own.length + before.length === 0) return symbol;
    const factors = factorsOf(splits, own, symbol);
    const daily = dailyFactors(splits, [...before, ...own], symbol);
    return { ...symbol, version, adjusted: { to: adjustment, factors, daily } };
  }

  #dividendsOf(symbol: SymbolInfo): Promise<Dividends> {
    const { reader } = this.#options.store;
    const { daily } = symbol;
    const read = async () => {
      const before = daily ? readDividendsOfDailies(reader, symbol, daily.until) : [];
      const { firstBar } = symbol;
      const since = firstBar === null ? [] : readDividends(reader, { ...symbol, firstBar });
      const [own, earlier] = await Promise.all([since, before]);
      return { own, before: earlier };
    };
    const bytesOf = ({ own, before }: Dividends) => (1 + own.length + before.length) * BYTES_PER_DIVIDEND;
    return this.#dividends.load(`${symbol.symbol}|${symbol.version}`, read, bytesOf);
  }

  async latest(request: Omit<ViewRequest, 'range'>): Promise<number | null> {
    const stored = await this.#stored(request);
    const latest =
      stored === null
        ? await this.#latestOnDemand(request)
        : latestDate(request.statistic, stored.records, stored.days);
    return latest ?? latestOfDailies(request.statistic, await this.#history(request));
  }

  async view(request: ViewRequest): Promise<ViewAnswer> {
    return this.#withUnserved(request, await this.#view(request));
  }

  async summary(request: ViewRequest, endpoint: SummaryEndpoint): Promise<SummaryAnswer> {
    return this.#withUnserved(request, await this.#summary(request, endpoint));
  }

  /** Says which bars of either interval are in no answer. */
  async #withUnserved<T extends ViewAnswer | SummaryAnswer>(request: ViewRequest, answer: T): Promise<T> {
    if (!request.symbol.hasDailies) return answer;
    const more = unservedWarnings(request, await this.#unservedOf(request.symbol), answer.range.wanted);
    return more.length === 0 ? answer : { ...answer, warnings: [...answer.warnings, ...more] };
  }

  #unservedOf(symbol: SymbolInfo): Promise<Unserved> {
    const read = () => readUnserved(this.#options.store.reader, symbol);
    return this.#unserved.load(`${symbol.symbol}|${symbol.version}`, read, () => BYTES_PER_SPAN);
  }

  async #view(request: ViewRequest): Promise<ViewAnswer> {
    const [stored, history] = await Promise.all([this.#stored(request), this.#history(request)]);
    return stored === null ? this.#viewOnDemand(request, history) : this.#materialised(request, stored, history);
  }

  async #summary(request: ViewRequest, endpoint: SummaryEndpoint): Promise<SummaryAnswer> {
    const kept = await this.#keptSummary(request, endpoint);
    if (kept) return kept;
    const [stored, history] = await Promise.all([this.#stored(request), this.#history(request)]);
    if (stored === null && !history) {
      const { range, result } = await this.#onDemand(request, null, endpoint);
      if (result.summary) {
        const { raw: summary, warnings } = result.summary;
        const allWarnings = [...warnings, ...this.#dailyWarnings(request, range)];
        return { summary, range, source: 'on_demand', warnings: allWarnings };
      }
    }
    const { view, ...answer } = stored
      ? this.#materialised(request, stored, history)
      : await this.#viewOnDemand(request, history);
    return { ...answer, summary: endpoint.summarize(view) };
  }

  /** As it is stored, where that is what would be computed now; null elsewhere, and where the records are in memory anyway. */
  async #keptSummary(request: ViewRequest, endpoint: SummaryEndpoint): Promise<SummaryAnswer | null> {
    const { statistic, symbol, values, range: asked, withDailies } = request;
    const { date, startDate, earliest } = asked;
    const unit = this.#unit(request);
    if (!unit || !this.#isCurrent(statistic, symbol) || isUnsettled(symbol)) return null;
    if (endpoint.path !== statistic.summary.path || (symbol.daily && !withDailies)) return null;
    // The plan's first day takes what lies before it out of the records, too.
    if ((date ?? startDate ?? earliest) !== undefined) return null;
    const expected = Object.entries(summaryValues(statistic, symbol, unit));
    if (!expected.every(([name, value]) => isDeepStrictEqual(values[name], value))) return null;
    if (!this.#summaries.holds(symbol, unit) && this.#records.holds(symbol, unitOf(statistic, unit))) return null;
    const kept = (await this.#summaries.of(symbol, statistic, unit))?.get(asked.timeWindow);
    if (!kept) return null;
    const range = resolveRange(asked, kept.to);
    if (range.effectiveStart !== kept.from || range.effectiveEnd !== kept.to) return null;
    return { range, source: 'materialized', summary: JSON.parse(kept.summary), warnings: JSON.parse(kept.warnings) };
  }

  async bars({ symbol: served, session, range: asked, around }: BarsRequest): Promise<BarsAnswer> {
    const barsUsed = new BarsUsed();
    const symbol = served.hasDailies ? await this.#withUnservedBars(served) : served;
    const request = { statistic: ANY_SESSION, symbol, session, values: {}, barsUsed };
    const latest = served.firstBar === null ? await this.#latestByBars(request) : await this.#latestOnDemand(request);
    const range = resolveRange(asked, latest ?? symbol.lastDay);
    const reach = { back: around, ahead: around };
    const loaded = await this.#bars.load(symbol, range.wanted, reach, { barsUsed, isStored: false });
    return { data: dataOf(symbol, loaded), range };
  }

  /** With the shorter bars before the cutover, too. */
  async #withUnservedBars(symbol: SymbolInfo): Promise<SymbolInfo> {
    const { shorter } = await this.#unservedOf(symbol);
    return shorter ? { ...symbol, firstBar: shorter.first, lastBar: symbol.lastBar ?? shorter.last } : symbol;
  }

  async close(): Promise<void> {
    await this.#follower?.stop();
    this.#options.caches.records.clear();
    this.#options.caches.bars.clear();
  }

  /** Records from the daily bars of before the base interval serves; null where there are none of this request. */
  async #history(request: Omit<ViewRequest, 'range'>): Promise<DailyHistory | null> {
    const { statistic, symbol, session, values, withDailies } = request;
    const daily = withDailies ? servedByDailies({ statistic, symbol, session, values }) : null;
    if (!daily) return null;
    const { until, isAlone } = daily;
    const factors = symbol.adjusted ? symbol.adjusted.daily : dailyFactors(symbol.splits ?? NO_SPLITS, [], symbol);
    const state = `${daily.version}|${until}|${isAlone}|${symbol.assetClass}|${factors?.key ?? ''}`;
    const variant = variantLabel(statistic.params, recordValues(statistic.params, values, symbol.intervalMin));
    const records = await this.#records.computed(`dailies|${state}|${statistic.name}|${variant}`, async () => {
      const load = () => loadDailyBars(this.#options.store.reader, symbol.symbol, until, factors);
      const bars = await this.#dailies.load(state, load, ({ length }) => length * BYTES_PER_BAR);
      return dailyHistoryOf(statistic, symbol, bars, daily, { session, values });
    });
    return { ...records, until, isAlone };
  }

  #dailyWarnings(request: ViewRequest, { wanted }: ResolvedRange): string[] {
    const { statistic, symbol, withDailies } = request;
    if (!withDailies || !symbol.daily) return [];
    return dailyWarnings(statistic, symbol.daily, wanted, whyNoDailies(request));
  }

  async #viewOnDemand(request: ViewRequest, history: DailyHistory | null): Promise<ViewAnswer> {
    const { range, result } = await this.#onDemand(request, history);
    return this.#answer(request, range, result.shown!, 'on_demand', history);
  }

  #materialised(request: ViewRequest, { records, days }: UnitRecords, history: DailyHistory | null): ViewAnswer {
    const { statistic, symbol } = request;
    const latest = latestDate(statistic, records, days) ?? latestOfDailies(statistic, history);
    const range = resolveRange(request.range, latest ?? symbol.lastDay);
    return this.#answer(request, range, { records, days, weekendBars: 0 }, 'materialized', history);
  }

  #unit({ statistic, symbol, session, values }: Omit<ViewRequest, 'range'>): Unit | null {
    return this.#options.useStored === false ? null : unitFor(statistic, symbol, session, values);
  }

  /** Null where the records asked for are not stored, or those stored are not what this build would compute now. */
  async #stored(request: Omit<ViewRequest, 'range'>): Promise<UnitRecords | null> {
    const { symbol, statistic } = request;
    const unit = this.#unit(request);
    if (!unit || !this.#isCurrent(statistic, symbol)) return null;
    const session = unit.session === 'all' ? 'default' : unit.session;
    // What corrected news stood for is not known from the records alone.
    if (!this.#isFollowed(symbol) || (isUnsettled(symbol) && this.#newsChanged(statistic, symbol))) return null;
    const [records, days] = await Promise.all([
      this.#records.stored(symbol, unitOf(statistic, unit)),
      this.#days(symbol, session),
    ]);
    if (!records || !days) return null;
    const { barsUsed = new BarsUsed() } = request;
    return isUnsettled(symbol)
      ? this.#withTail(barsUsed, symbol, { statistic, unit }, session, { records, days })
      : { records, days };
  }

  /** What is stored was computed as this build would. */
  #isCurrent({ name }: Statistic, symbol: SymbolInfo): boolean {
    // Records are stored of bars that are adjusted for splits, as `adjusted` leaves them.
    return !symbol.adjusted && !isOutdated(symbol, SESSIONS) && !isOutdated(symbol, name);
  }

  /** The live tail tells what has changed since the records were stored. */
  #isFollowed(symbol: SymbolInfo): boolean {
    if (!isUnsettled(symbol)) return true;
    const { hasDailies, firstBar, unsettled } = symbol;
    return unsettled.settled !== null && !(hasDailies && isCutoverMoved(unsettled, firstBar));
  }

  #newsChanged(statistic: Statistic, { unsettled }: SymbolInfo): boolean {
    return (
      statistic.events !== undefined &&
      unsettled!.days.some((one) => one.dirty && one.kind !== 'bars' && one.kind !== 'bars_daily')
    );
  }

  /** As stored. */
  async #days(symbol: SymbolInfo, session: string): Promise<RecordTable | null> {
    if (!symbol.hasBars && !isUnsettled(symbol)) return NO_DAYS;
    return this.#records.stored(symbol, { ...SESSIONS_UNIT, session });
  }

  /** With what has landed since; computed once for each state. */
  #withTail(
    barsUsed: BarsUsed,
    symbol: SymbolInfo & { readonly unsettled: SymbolState },
    one: { readonly statistic: Statistic; readonly unit: Unit } | null,
    session: string,
    stored: UnitRecords,
  ): Promise<UnitRecords> {
    const unit = one ? `${one.unit.series}|${one.unit.variant}` : SESSIONS;
    const key = `${unit}|${session}|${symbol.symbol}|${symbol.version}`;
    const options = {
      reader: this.#options.store.reader,
      bars: this.#bars.cache,
      run: (job: Job) => this.#runTail(symbol, job),
      admit: (range: DateRange) =>
        this.#bars.admit(symbol, range, { barsUsed, isStored: this.#options.useStored !== false }),
    };
    return this.#records.computed(key, () => withLiveTail(options, symbol, one, session, stored));
  }

  #runTail({ symbol }: SymbolInfo, job: Job): Promise<JobResult> {
    if (job.bars.length <= FEW_BARS) return runJob(job, this.#options.statistics);
    // No other range is quicker: once stored, its records are.
    return this.#run(job, () => new Overloaded(`what has landed of ${symbol} is being computed: ask again later`));
  }

  /** In a worker thread. @param late where it is no others' work that it took longer than the deadline for */
  async #run(job: Job, late: () => Error): Promise<JobResult> {
    const { pool, deadlineMs } = this.#options;
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      return await pool.answer(job, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      // Whoever waits for others' work did not ask for too much.
      throw (pool.waiting ?? 0) > 0 ? new Overloaded('the worker threads are busy with other answers') : late();
    }
  }

  /** `endpoint`: its summary is wanted alone; there is none where the kernel need not run. */
  async #onDemand(
    request: ViewRequest,
    history: DailyHistory | null,
    endpoint?: SummaryEndpoint,
  ): Promise<{ range: ResolvedRange; result: Pick<TaskResult, 'shown' | 'summary'> }> {
    const { statistic, symbol, session, values, barsUsed = new BarsUsed() } = request;
    const latest = (await this.#latestOnDemand({ ...request, barsUsed })) ?? latestOfDailies(statistic, history);
    const range = resolveRange(request.range, latest ?? symbol.lastDay);
    const wanted = history && !isEmptyRange(range.wanted) ? sinceCutover(range.wanted, history) : range.wanted;
    if (isEmptyRange(wanted) || (symbol.firstBar === null && !statistic.events)) {
      const records = new TableBuilder(statistic.fields, 0).finish(0);
      return { range, result: { shown: { records, days: NO_DAYS, weekendBars: 0 } } };
    }
    const { earliest } = request.range;
    const { timeWindow } = range;
    const view = endpoint
      ? { summary: { path: endpoint.path, timeWindow, earliest, firstDay: firstDayOf(symbol) } }
      : {};
    const bound = { barsUsed, isStored: this.#unit(request) !== null };
    const { back, ahead } = statistic.reach({ session, values }, symbol);
    const unit = { series: statistic.name, session: '', spec: session, variant: '', values };
    const task = { unit, series: statistic, wanted, reach: { back, ahead }, changedUpTo: ALL_DATES.to };
    let found: TaskResult | undefined;
    await evaluateTasks(
      [task],
      () => NO_CALENDAR,
      async ([{ reach }]) => {
        const loaded = await this.#bars.load(symbol, wanted, reach, bound);
        return [await this.#compute(request, loaded, { unit, wanted, loaded: loaded.loaded, view })];
      },
      (_, result) => {
        found = result;
      },
    );
    return { range, result: found! };
  }

  async #compute({ statistic, symbol, values }: ViewRequest, loaded: LoadedBars, task: JobTask): Promise<TaskResult> {
    const { wanted } = task;
    const { reader } = this.#options.store;
    const source = statistic.events?.sourceOf(values);
    const news = source && { [source]: await loadNews(reader, source, symbol.symbol, wanted.from - 1, wanted.to + 1) };
    const { results } = await this.#run(
      { ...inputsOf(symbol, loaded), news: news ?? {}, tasks: [task] },
      () =>
        new TooMuchWork(
          'time_window',
          `the answer took longer than ${this.#options.deadlineMs} ms: ask for a shorter range`,
        ),
    );
    return results[0];
  }

  /** Latest session date under a window whose sessions are not stored: looked for from the end of the data. */
  async #latestOnDemand(
    request: Omit<ViewRequest, 'range' | 'statistic'> & { statistic: Dated },
  ): Promise<number | null> {
    const { statistic, symbol, session, values, barsUsed = new BarsUsed() } = request;
    const name = storedSession(sessionOf(statistic, session));
    if (symbol.firstBar === null && !statistic.events) return null;
    const isStored = name !== null && !isOutdated(symbol, SESSIONS) && this.#isFollowed(symbol);
    let stored = isStored ? await this.#days(symbol, name) : null;
    if (stored && isStored && isUnsettled(symbol)) {
      const records = NO_DAYS;
      stored = (await this.#withTail(barsUsed, symbol, null, name, { records, days: stored })).days;
    }
    const { events, weekdaysOnly } = statistic;
    const news = events ? await this.#latestNews(symbol, events, values) : null;
    if (stored) return later(latestDate({ weekdaysOnly }, NO_DAYS, stored), news);
    return symbol.firstBar === null ? news : later(await this.#latestByBars({ ...request, barsUsed }), news);
  }

  async #latestByBars({
    statistic: { weekdaysOnly },
    symbol,
    session,
    barsUsed,
  }: Pick<ViewRequest, 'symbol' | 'session'> & { statistic: Dated; barsUsed: BarsUsed }): Promise<number | null> {
    if (symbol.lastBar === null) return null;
    const lastDay = Math.floor(symbol.lastBar / MINUTES_PER_DAY);
    for (let width = FIRST_LOOK_DAYS; ; width *= 4) {
      const wanted = { from: lastDay - width, to: lastDay };
      const bound = { barsUsed, isStored: false };
      const data = dataOf(symbol, await this.#bars.load(symbol, wanted, { back: 0, ahead: 0 }, bound));
      const days = dayRecords(data.sessions(session));
      const latest = latestDate({ weekdaysOnly }, NO_DAYS, days);
      if (latest !== null || data.reachesStart) return latest;
    }
  }

  async #latestNews({ symbol, lastDay }: SymbolInfo, events: EventBasis, values: AnyValues): Promise<number | null> {
    const source = events.sourceOf(values);
    const timeMs = await latestNewsMs(this.#options.store.reader, source, symbol, lastDay + 1);
    return timeMs === null ? null : events.dateOf(source, timeMs);
  }

  #answer(
    request: ViewRequest,
    range: ResolvedRange,
    { weekendBars, ...base }: ShownRecords,
    source: ViewAnswer['source'],
    history: DailyHistory | null,
  ): ViewAnswer {
    const { statistic, symbol, session, values, range: asked } = request;
    const { records, days } = history ? joined(statistic, history, base) : base;
    const answer = viewWithWarnings(statistic, {
      meta: symbol,
      session,
      wanted: range.wanted,
      earliest: asked.earliest,
      firstDay: history ? symbol.daily!.first : firstDayOf(symbol),
      timeWindow: range.timeWindow,
      values,
      allRecords: records,
      allDays: days,
      weekendBars,
      ...(history && !history.isAlone ? { joint: history.until } : {}),
    });
    const warnings = [...answer.warnings, ...this.#dailyWarnings(request, range)];
    return { ...answer, warnings, range, source };
  }
}

/** Dates of the base interval alone; at least the first, which shows that a period before it is over. */
const sinceCutover = ({ from, to }: DateRange, { until }: DailyHistory): DateRange => ({
  from: Math.max(from, until),
  to: Math.max(to, until),
});

function inputsOf(symbol: SymbolInfo, { bars, stored }: LoadedBars): Inputs {
  const meta = { symbol: symbol.symbol, assetClass: symbol.assetClass, intervalMin: symbol.intervalMin };
  return { meta, bars, stored, clock: clockOf(symbol), news: {} };
}

const dataOf = (symbol: SymbolInfo, loaded: LoadedBars): SymbolData =>
  dataByDates(inputsOf(symbol, loaded))(loaded.loaded);

const isOutdated = ({ outdated }: SymbolInfo, name: string) => outdated?.has(name) ?? false;

const unitOf = (statistic: Statistic, unit: Unit) => ({
  table: recordsTable(statistic),
  session: unit.session,
  variant: unit.variant,
  definition: statistic.definitionNumber,
});

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
