/** Answers computed from the bars, in worker threads, whatever the parameters. The bars stay in memory. */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { type DailyHistory, latestOfDailies } from '../evaluation/daily-history.ts';
import { dataByDates, type Inputs, type JobTask, type TaskResult } from '../evaluation/evaluation.ts';
import { evaluateTasks } from '../evaluation/plan.ts';
import { isEmptyRange, latestDate, type ResolvedRange, resolveRange } from '../evaluation/range.ts';
import { sessionOf } from '../evaluation/stored-records.ts';
import { latestNewsMs, loadNews } from '../evaluation/tables/events.ts';
import { TableBuilder } from '../market/records.ts';
import { dayRecords } from '../market/session-figures.ts';
import { storedSession } from '../market/sessions.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import type { AnyValues } from '../statistics/params.ts';
import {
  ALL_DATES,
  type DateRange,
  type EventBasis,
  type Statistic,
  type SummaryEndpoint,
} from '../statistics/statistic.ts';
import { type BarsAnswer, type BarsRequest, type SymbolInfo, TooMuchWork, type ViewRequest } from './answers.ts';
import { BarsUsed } from './bars-used.ts';
import type { BoundedBars, LoadedBars } from './bounded-bars.ts';
import type { CurrentRecords } from './current-records.ts';
import { firstDayOf } from './dailies.ts';
import { clockOf } from './live-tail.ts';
import { type AnswerThreads, runWithin } from './threads.ts';
import { NO_DAYS } from './unit-records.ts';

export interface OnDemandOptions extends AnswerThreads {
  readonly reader: Reader;
  readonly bars: BoundedBars;
  /** Where the latest session is known from, and which records will be stored. */
  readonly current: CurrentRecords;
}

type Dated = Pick<Statistic, 'events' | 'storedSessions' | 'weekdaysOnly'>;

const FIRST_LOOK_DAYS = 12;
/** Sessions on every day that has them. */
const ANY_SESSION: Dated = {};
/** A change of one task's bars does not run on. */
const NO_CALENDAR = { length: 0, date: [] };

export class OnDemand {
  readonly #options: OnDemandOptions;

  constructor(options: OnDemandOptions) {
    this.#options = options;
  }

  /**
   * @param history records of dates that need not be computed
   * @param endpoint its summary is wanted alone; there is none, but empty records, where the kernel need not run
   */
  async of(
    request: ViewRequest,
    history: DailyHistory | null,
    endpoint?: SummaryEndpoint,
  ): Promise<{ range: ResolvedRange } & Pick<TaskResult, 'shown' | 'summary'>> {
    const { statistic, symbol, session, values, barsUsed = new BarsUsed() } = request;
    const latest = (await this.latest({ ...request, barsUsed })) ?? latestOfDailies(statistic, history);
    const range = resolveRange(request.range, latest ?? symbol.lastDay);
    const wanted = history && !isEmptyRange(range.wanted) ? sinceCutover(range.wanted, history) : range.wanted;
    if (isEmptyRange(wanted) || (symbol.firstBar === null && !statistic.events)) {
      const records = new TableBuilder(statistic.fields, 0).finish(0);
      return { range, shown: { records, days: NO_DAYS, weekendBars: 0 } };
    }
    const { earliest } = request.range;
    const { timeWindow } = range;
    const view = endpoint
      ? { summary: { path: endpoint.path, timeWindow, earliest, firstDay: firstDayOf(symbol) } }
      : {};
    const bound = { barsUsed, isStored: this.#options.current.unit(request) !== null };
    const { back, ahead } = statistic.reach({ session, values }, symbol);
    const unit = { series: statistic.name, session: '', spec: session, variant: '', values };
    const task = { unit, series: statistic, wanted, reach: { back, ahead }, changedUpTo: ALL_DATES.to };
    let found: TaskResult | undefined;
    await evaluateTasks(
      [task],
      () => NO_CALENDAR,
      async ([{ reach }]) => {
        const loaded = await this.#options.bars.load(symbol, wanted, reach, bound);
        return [await this.#compute(request, loaded, { unit, wanted, loaded: loaded.loaded, view })];
      },
      (_, result) => {
        found = result;
      },
    );
    return { range, ...found! };
  }

  async #compute({ statistic, symbol, values }: ViewRequest, loaded: LoadedBars, task: JobTask): Promise<TaskResult> {
    const { reader, deadlineMs } = this.#options;
    const { wanted } = task;
    const source = statistic.events?.sourceOf(values);
    const news = source && { [source]: await loadNews(reader, source, symbol.symbol, wanted.from - 1, wanted.to + 1) };
    const job = { ...inputsOf(symbol, loaded), news: news ?? {}, tasks: [task] };
    const late = () =>
      new TooMuchWork('time_window', `the answer took longer than ${deadlineMs} ms: ask for a shorter range`);
    return (await runWithin(this.#options, job, late)).results[0];
  }

  async bars(
    served: SymbolInfo,
    symbol: SymbolInfo,
    { session, range: requested, around }: BarsRequest,
  ): Promise<BarsAnswer> {
    const barsUsed = new BarsUsed();
    const request = { statistic: ANY_SESSION, symbol, session, values: {}, barsUsed };
    const latest = served.firstBar === null ? await this.#latestByBars(request) : await this.latest(request);
    const range = resolveRange(requested, latest ?? symbol.lastDay);
    const reach = { back: around, ahead: around };
    const loaded = await this.#options.bars.load(symbol, range.wanted, reach, { barsUsed, isStored: false });
    return { data: dataOf(symbol, loaded), range };
  }

  /** Latest session date where the records are not stored: from stored sessions, else looked for from the end of the data. */
  async latest(request: Omit<ViewRequest, 'range' | 'statistic'> & { statistic: Dated }): Promise<number | null> {
    const { statistic, symbol, session, values, barsUsed = new BarsUsed() } = request;
    const name = storedSession(sessionOf(statistic, session));
    if (symbol.firstBar === null && !statistic.events) return null;
    const stored = name === null ? null : await this.#options.current.days(symbol, name, barsUsed);
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
      const data = dataOf(symbol, await this.#options.bars.load(symbol, wanted, { back: 0, ahead: 0 }, bound));
      const days = dayRecords(data.sessions(session));
      const latest = latestDate({ weekdaysOnly }, NO_DAYS, days);
      if (latest !== null || data.reachesStart) return latest;
    }
  }

  async #latestNews({ symbol, lastDay }: SymbolInfo, events: EventBasis, values: AnyValues): Promise<number | null> {
    const source = events.sourceOf(values);
    const timeMs = await latestNewsMs(this.#options.reader, source, symbol, lastDay + 1);
    return timeMs === null ? null : events.dateOf(source, timeMs);
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

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
