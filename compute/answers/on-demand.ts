/**
 * Answers computed from the bars of a symbol while the request waits, whatever the parameters, and the bounds of that:
 * bars read by the request, and its deadline.
 */

import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import type { BarCache, BarsState } from '../evaluation/bar-cache.ts';
import {
  dataByDates,
  type Inputs,
  type Job,
  type JobResult,
  type TaskResult,
  type ViewWanted,
} from '../evaluation/evaluation.ts';
import { countBars, dayOf, dayStart } from '../evaluation/load-bars.ts';
import { evaluateTasks } from '../evaluation/plan.ts';
import { isEmptyRange, latestDate, resolveRange } from '../evaluation/range.ts';
import { changedBarDays } from '../evaluation/state.ts';
import { loadNews } from '../evaluation/tables/events.ts';
import type { ComputePool } from '../evaluation/threads.ts';
import { allocateBars, type BarColumns, factorsOf, lowerBound, sliceBars } from '../market/bars.ts';
import { DAY_FIELDS, dayRecords } from '../market/candles.ts';
import { type RecordTable, TableBuilder } from '../market/records.ts';
import type { DataClock } from '../market/sessions.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import { ALL_DATES, type DateRange, type Statistic } from '../statistics/statistic.ts';
import {
  type BarsAnswer,
  type BarsRequest,
  type BarsUsed,
  Overloaded,
  type SymbolInfo,
  TooMuchWork,
  type ViewRequest,
} from './answers.ts';

export interface OnDemandOptions {
  readonly reader: Reader;
  readonly bars: BarCache;
  readonly pool: Pick<ComputePool, 'answer'> & Partial<Pick<ComputePool, 'waiting'>>;
  readonly maxBarsPerRequest: number;
  readonly deadlineMs: number;
}

interface Bound {
  /** By the request so far, over all its symbols; left out: it asks for one alone. */
  readonly barsUsed: BarsUsed | undefined;
  /** The records are stored, and about to be computed again: the same request will be served then. */
  readonly isStored: boolean;
}

interface Loaded {
  readonly inputs: Inputs;
  /** UTC dates that they are all bars of. */
  readonly dates: DateRange;
}

const NO_BARS = allocateBars(0);
export const NO_DAYS: RecordTable = new TableBuilder(DAY_FIELDS, 0).finish(0);
/** Sessions a week has at least, for turning sessions into days; where that is too few the kernel says so. */
const SESSIONS_A_WEEK = 5;
const FIRST_LOOK_DAYS = 12;
/** A change of one task's bars does not run on. */
const NO_CALENDAR = { length: 0, date: [] };

export class OnDemand {
  readonly #options: OnDemandOptions;

  constructor(options: OnDemandOptions) {
    this.#options = options;
  }

  /**
   * @param isStored see `Bound`
   * @param view what of the records is wanted; of a summary there is none, but empty records, where no kernel need run
   */
  async records(
    { statistic, symbol, session, values, barsUsed }: ViewRequest,
    wanted: DateRange,
    isStored: boolean,
    view: ViewWanted,
  ): Promise<Pick<TaskResult, 'shown' | 'summary'>> {
    if (isEmptyRange(wanted) || (symbol.firstBar === null && !statistic.events)) {
      const records = new TableBuilder(statistic.fields, 0).finish(0);
      return { shown: { records, days: NO_DAYS, weekendBars: 0 } };
    }
    const { reader, deadlineMs } = this.#options;
    const source = statistic.events?.sourceOf(values);
    const late = () =>
      new TooMuchWork('time_window', `the answer took longer than ${deadlineMs} ms: ask for a shorter range`);
    const { back, ahead } = statistic.reach({ session, values }, symbol);
    const unit = { series: statistic.name, session: '', spec: session, variant: '', values };
    const signal = this.deadline(barsUsed);
    let found: TaskResult | undefined;
    await evaluateTasks(
      [{ unit, series: statistic, wanted, reach: { back, ahead }, changedUpTo: ALL_DATES.to }],
      () => NO_CALENDAR,
      async ([{ reach }]) => {
        const { inputs, dates: loaded } = await this.#load(symbol, wanted, reach, { barsUsed, isStored });
        const news = source && (await loadNews(reader, source, symbol.symbol, wanted.from - 1, wanted.to + 1));
        const tasks = [{ unit, wanted, loaded, view }];
        return (await this.run({ ...inputs, news: source ? { [source]: news } : {}, tasks }, signal, late)).results;
      },
      (_, result) => {
        found = result;
      },
    );
    return found!;
  }

  async bars(symbol: SymbolInfo, { range, around }: BarsRequest, latest: number | null): Promise<BarsAnswer> {
    const resolved = resolveRange(range, latest ?? symbol.lastDay);
    const reach = { back: around, ahead: around };
    const bound = { barsUsed: undefined, isStored: false };
    return { data: dataOf(await this.#load(symbol, resolved.wanted, reach, bound)), range: resolved };
  }

  /** Latest session date, looked for from the end of the bars. */
  async latestByBars(
    { symbol, session, barsUsed }: Pick<ViewRequest, 'symbol' | 'session' | 'barsUsed'>,
    { weekdaysOnly }: Pick<Statistic, 'weekdaysOnly'>,
  ): Promise<number | null> {
    if (symbol.lastBar === null) return null;
    const lastDay = dayOf(symbol.lastBar);
    for (let width = FIRST_LOOK_DAYS; ; width *= 4) {
      const wanted = { from: lastDay - width, to: lastDay };
      const data = dataOf(await this.#load(symbol, wanted, { back: 0, ahead: 0 }, { barsUsed, isStored: false }));
      const latest = latestDate({ weekdaysOnly }, NO_DAYS, dayRecords(data.sessions(session)));
      if (latest !== null || data.reachesStart) return latest;
    }
  }

  /** Returns the deadline of a request over several symbols, else one for all passes of a kernel over one symbol. */
  deadline(barsUsed: BarsUsed | undefined): AbortSignal {
    const { deadlineMs } = this.#options;
    return barsUsed?.deadline(deadlineMs) ?? AbortSignal.timeout(deadlineMs);
  }

  /**
   * Runs a job in a worker thread.
   *
   * @param signal that of `deadline`
   * @param late the error if the deadline has passed and the job did not wait for other answers
   */
  async run(job: Job, signal: AbortSignal, late: () => Error): Promise<JobResult> {
    const { pool } = this.#options;
    try {
      signal.throwIfAborted();
      return await pool.answer(job, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      // A request that waits for others' work did not ask for too much.
      throw (pool.waiting ?? 0) > 0 ? new Overloaded('the worker threads are busy with other answers') : late();
    }
  }

  /** All bars of these UTC dates that are in answers. @throws TooMuchWork, Overloaded where they would be too many */
  async barsOf(symbol: SymbolInfo, dates: DateRange, bound: Bound): Promise<BarColumns> {
    const { bars } = this.#options;
    const state = barsState(symbol);
    if (!bars.covers(state, dates)) await this.#admit(symbol, dates, bound);
    const all = await bars.load(state, dates);
    // What has landed since the symbol was looked up belongs to the next answer.
    return sliceBars(all, 0, lowerBound(all.minute, symbol.lastBar! + 1));
  }

  /** New bars of the last day, where those before are in memory, so that no request has to read them. */
  async readAhead(symbol: SymbolInfo): Promise<void> {
    const { bars } = this.#options;
    const [state, last] = [barsState(symbol), { from: symbol.lastDay, to: symbol.lastDay }];
    if (bars.covers(state, last)) await bars.load(state, last);
  }

  /** The bars of the wanted dates with so many sessions around them. Throws as `barsOf` does. */
  async #load(
    symbol: SymbolInfo,
    wanted: DateRange,
    { back, ahead }: { readonly back: number; readonly ahead: number },
    bound: Bound,
  ): Promise<Loaded> {
    const { firstBar, lastBar, assetClass, intervalMin } = symbol;
    const meta = { symbol: symbol.symbol, assetClass, intervalMin };
    const inputs = { meta, bars: NO_BARS, stored: { from: 0, to: 0 }, clock: clockOf(symbol), news: {} };
    if (firstBar === null || lastBar === null || isEmptyRange(wanted)) return { inputs, dates: inputs.stored };
    const stored = { from: dayOf(firstBar), to: dayOf(lastBar) };
    // A session may be dated one day from its bars; a week holds weekends and a holiday or two.
    const dates = {
      from: Math.max(stored.from, wanted.from - 2 - calendarDays(back)),
      to: Math.min(stored.to, wanted.to + 2 + calendarDays(ahead)),
    };
    if (isEmptyRange(dates)) return { inputs: { ...inputs, stored }, dates };
    const bars = await this.barsOf(symbol, dates, bound);
    // Symbols are read side by side: what they use together is known when each has been read.
    const { barsUsed } = bound;
    barsUsed?.add(symbol.symbol, bars.length);
    const others = barsUsed?.besides(symbol.symbol) ?? 0;
    if (others > 0 && barsUsed!.total > this.#options.maxBarsPerRequest)
      throw this.#tooMuch(symbol, bars.length, bound);
    return { inputs: { ...inputs, bars, stored }, dates };
  }

  async #admit({ series, symbol, intervalMin }: SymbolInfo, { from, to }: DateRange, bound: Bound): Promise<void> {
    const { reader, maxBarsPerRequest } = this.#options;
    // At most so many bars fit; only where that is too many they are counted.
    const others = bound.barsUsed?.besides(symbol) ?? 0;
    const atMost = ((to - from + 1) * MINUTES_PER_DAY) / intervalMin;
    if (others + atMost <= maxBarsPerRequest) return;
    const bars = await countBars(reader, series, dayStart(from), dayStart(to + 1));
    if (others + bars > maxBarsPerRequest) throw this.#tooMuch({ symbol }, bars, bound);
  }

  #tooMuch({ symbol }: Pick<SymbolInfo, 'symbol'>, bars: number, { barsUsed, isStored }: Bound): Error {
    if (isStored) {
      return new Overloaded(
        `the records of ${symbol} are being computed again: ask again later, or for a shorter range`,
      );
    }
    const others = barsUsed?.besides(symbol) ?? 0;
    const needs = others === 0 ? `${bars} bars` : `${others + bars} bars or more of its symbols together`;
    const less = others === 0 ? 'a shorter range' : 'fewer symbols or a shorter range';
    return new TooMuchWork(
      'time_window',
      `this combination of parameters is computed on demand and needs ${needs}, more than the ${this.#options.maxBarsPerRequest} allowed: ask for ${less}`,
    );
  }
}

/** Which bars the symbol's answers are computed from. */
function barsState(symbol: SymbolInfo): BarsState {
  const { unsettled, settledKey, landed = 0, isRaw, splits } = symbol;
  return {
    series: symbol.series,
    landed,
    // Where marks and records tell of different states, which days changed is not known.
    settled: (unsettled ? unsettled.settled?.key : settledKey) ?? null,
    factors: !isRaw && splits && splits.length > 0 ? factorsOf(splits, symbol) : null,
    changed: unsettled ? changedBarDays(unsettled) : [],
  };
}

export function clockOf({ lastBar, intervalMin }: SymbolInfo): DataClock {
  const lastBarStart = lastBar ?? Number.NEGATIVE_INFINITY;
  return { lastBarStart, lastBarEnd: lastBarStart + intervalMin };
}

const dataOf = ({ inputs, dates }: Loaded): SymbolData => dataByDates(inputs)(dates);

function calendarDays(sessions: number): number {
  return sessions === 0 ? 0 : Math.ceil((sessions / SESSIONS_A_WEEK) * 7) + 4;
}
