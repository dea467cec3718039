/**
 * Runs a series over one symbol's bars: which records the bars of some dates give. The one way in which records come about,
 * to be stored or to be answered with; runs in a worker thread or in place.
 */

import { getOrMake } from '../../lib/collections.ts';
import { type BarColumns, lowerBound, type SymbolMeta, sliceBars } from '../market/bars.ts';
import { dayRecords } from '../market/candles.ts';
import { datedInside, inOwnMemory, type RecordTable, rowsDated } from '../market/records.ts';
import type { RawSummary } from '../market/render.ts';
import { type DataClock, weekendBars } from '../market/sessions.ts';
import { type NewsBySource, type NewsSource, SymbolData } from '../market/symbol-data.ts';
import type { Warning } from '../market/warning.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { ALL_DATES, type DateRange, type KernelParams, type Statistic } from '../statistics/statistic.ts';
import { dayStart } from './load-bars.ts';
import { rowBlocks, type UnitRows } from './rows.ts';
import { paramsOf, type Unit } from './stored-records.ts';
import { recordsTable, SESSIONS, type Series, sessionsSeries } from './tables/schema.ts';
import { type ViewParts, viewWithWarnings } from './warnings.ts';

export interface Inputs {
  readonly meta: SymbolMeta;
  readonly bars: BarColumns;
  readonly clock: DataClock;
  /** First and last UTC date with stored bars; a range that holds one of them reaches that end of the data. */
  readonly stored: DateRange;
  readonly news: NewsBySource;
}

export interface Evaluated {
  /** It need not be done again with other dates. */
  readonly isDone: boolean;
  /** Earlier (later) bars are needed, and there are some. Where neither is, and it is not done, a change runs on. */
  readonly insufficientLookBack: boolean;
  readonly insufficientLookAhead: boolean;
  /** At least those dated inside the wanted dates; null until it is done. */
  readonly records: RecordTable | null;
}

/** A statistic's own code failed on the data of a symbol. */
export class KernelError extends Error {
  readonly statistic: string;

  constructor(statistic: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'KernelError';
    this.statistic = statistic;
  }
}

/** Runs what belongs to a statistic; what it throws is reported with the statistic's name. */
export function ofStatistic<T>(statistic: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new KernelError(statistic, error);
  }
}

/**
 * @param changedUpTo last UTC date whose bars may have changed, where records that depend on them are to be followed
 *   beyond the wanted dates; by default none are
 * @throws KernelError
 */
export function evaluate(
  series: Series,
  data: SymbolData,
  params: KernelParams,
  wanted: DateRange,
  changedUpTo = ALL_DATES.to,
): Evaluated {
  return ofStatistic(series.name, () => {
    const computed = series.compute(data, params, wanted);
    const insufficientLookBack = !data.reachesStart && computed.insufficientLookBack === true;
    const insufficientLookAhead = !data.reachesEnd && computed.insufficientLookAhead === true;
    const isEnough = !insufficientLookBack && !insufficientLookAhead;
    const mayRunOn = series.carried.length > 0 && Math.max(wanted.to, changedUpTo) < ALL_DATES.to;
    const ends = () => independentAfter(series, data, params, dayStart(changedUpTo + 1), wanted.to);
    const isDone = isEnough && (!mayRunOn || ends());
    return { isDone, insufficientLookBack, insufficientLookAhead, records: isDone ? computed.records : null };
  });
}

/**
 * Whether no record dated after `date` (days) depends on a bar that starts before `minute`. The kernel itself tells:
 * given the later bars alone, would it ask for more? A projector that has made the records up to `date` again after a
 * change before `minute` can stop where this is true, and has to continue where it is not: that the last records made
 * are as stored proves nothing, since a state may differ long before a record shows it.
 */
export function independentAfter(
  statistic: Pick<Series, 'compute'>,
  data: SymbolData,
  params: KernelParams,
  minute: number,
  date: number,
): boolean {
  const later = new SymbolData({
    meta: data.meta,
    bars: sliceBars(data.bars, lowerBound(data.bars.minute, minute), data.bars.length),
    clock: data.clock,
    reachesStart: false,
    reachesEnd: data.reachesEnd,
    news: data.news,
  });
  return statistic.compute(later, params, { from: date + 1, to: date + 1 }).insufficientLookBack !== true;
}

/**
 * The bars of UTC dates as kernels read them: most look a few sessions back, and are not made to wade through what others
 * need. Who is given the same dates shares their sessions and candles.
 */
export function dataByDates(inputs: Inputs): (loaded: DateRange) => SymbolData {
  const known = new Map<string, SymbolData>();
  const dataOf = ({ from, to }: DateRange) => {
    const { minute } = inputs.bars;
    const first = lowerBound(minute, dayStart(from));
    return new SymbolData({
      ...inputs,
      bars: sliceBars(inputs.bars, first, lowerBound(minute, dayStart(to + 1), first)),
      reachesStart: from <= inputs.stored.from,
      reachesEnd: to >= inputs.stored.to,
    });
  };
  return (dates) => getOrMake(known, `${dates.from} ${dates.to}`, () => dataOf(dates));
}

interface JobTask {
  readonly unit: Unit;
  readonly wanted: DateRange;
  /** UTC dates of the bars this task is given: its dates and the sessions around them. */
  readonly loaded: DateRange;
  /** See `evaluate`. */
  readonly changedUpTo?: number;
  /** The records are to be shown, with all that is loaded around the wanted dates. */
  readonly view?: ViewWanted;
  /** The records are to be written; `rows` of the job says how. `given`: they are given back, too. */
  readonly written?: { readonly given: boolean };
}

export interface ViewWanted {
  /** Its summary alone: the records of many bars take long to hand over. */
  readonly summary?: Pick<ViewParts, 'earliest' | 'firstDay' | 'lastDate' | 'timeWindow'> & { readonly path: string };
}

/**
 * What a worker is asked: series of a symbol over some dates. Their records go to who asked, or are shown (sessions, a
 * summary), or are encoded as the rows to write. Runs in a worker thread or in place.
 */
export interface Job extends Inputs {
  readonly tasks: readonly JobTask[];
  readonly rows?: {
    /** Of the symbol, that the rows are written of. */
    readonly series: string;
    /** Version of the rows to write, by series. */
    readonly versions: Readonly<Record<string, bigint>>;
    readonly computedAtMs: number;
    /** Dates that have or had bars, and those beside them, ascending. */
    readonly dates: ArrayLike<number>;
    /** Ids of deleted news. */
    readonly removed: Readonly<Partial<Record<NewsSource, readonly string[]>>>;
  };
}

interface ShownRecords {
  readonly records: RecordTable;
  readonly days: RecordTable;
  /** Bars of the wanted dates lost to a weekend date. */
  readonly weekendBars: number;
}

/** What is left out is not known before the task is done. */
export interface TaskResult extends Evaluated {
  readonly shown?: ShownRecords;
  readonly summary?: { readonly raw: RawSummary; readonly warnings: readonly Warning[] };
  /** Number of records dated inside the wanted dates. */
  readonly count?: number;
}

export interface JobResult {
  readonly results: readonly TaskResult[];
  /** Rows of the tasks that are done, as they are inserted, by series. */
  readonly blocks: ReadonlyMap<string, readonly Uint8Array[]>;
  /** Number of these rows. */
  readonly written: number;
}

/** @param statistics for tests: other definitions than this build's */
export async function runJob(job: Job, statistics?: readonly Statistic[]): Promise<JobResult> {
  const all = statistics ?? (await loadStatistics());
  const dataOf = dataByDates(job);
  const results: TaskResult[] = new Array(job.tasks.length);
  const blocks = new Map<string, readonly Uint8Array[]>();
  let written = 0;
  for (const name of new Set(job.tasks.map(({ unit }) => unit.series))) {
    const statistic = all.find((one) => one.name === name);
    const series = name === SESSIONS ? sessionsSeries : statistic;
    if (!series) throw new Error(`no statistic '${name}'`);
    const units: UnitRows[] = [];
    for (const [i, task] of job.tasks.entries()) {
      if (task.unit.series !== name) continue;
      const data = dataOf(task.loaded);
      const evaluated = evaluate(series, data, paramsOf(task.unit), task.wanted, task.changedUpTo);
      const { records } = evaluated;
      results[i] = evaluated;
      if (records && task.written && job.rows) {
        const { unit, wanted } = task;
        const { session, variant, values } = unit;
        const { from, to } = rowsDated(records, wanted.from, wanted.to);
        const removed = (series.events && job.rows.removed[series.events.sourceOf(values)]) ?? [];
        units.push({ session, variant, records, wanted, removed });
        results[i] = { ...evaluated, records: task.written.given ? records : null, count: to - from };
      } else if (records && task.view) {
        results[i] = { ...evaluated, records: null, ...shownOf(statistic!, data, records, task, task.view) };
      }
    }
    if (!job.rows) continue;
    const { versions, ...rest } = job.rows;
    const encoded = rowBlocks(recordsTable(series), units, {
      ...rest,
      version: versions[name],
      definition: series.definitionNumber,
    });
    blocks.set(name, encoded.blocks);
    written += encoded.rows;
  }
  return { results, blocks, written };
}

function shownOf(
  statistic: Statistic,
  data: SymbolData,
  allRecords: RecordTable,
  { unit: { spec: session, values }, wanted }: JobTask,
  { summary }: ViewWanted,
): Pick<TaskResult, 'shown' | 'summary'> {
  const sessions = data.sessions(session);
  const allDays = dayRecords(sessions);
  const lost = weekendBars(sessions, wanted.from, wanted.to);
  if (!summary) return { shown: { records: allRecords, days: allDays, weekendBars: lost } };
  const { path, ...dates } = summary;
  const endpoint = statistic.endpoints.find((one) => one.kind === 'summary' && one.path === path);
  if (endpoint?.kind !== 'summary') throw new Error(`no summary '${path}' of '${statistic.name}'`);
  return ofStatistic(statistic.name, () => {
    const parts = { meta: data.meta, session, values, wanted, ...dates, allRecords, allDays, weekendBars: lost };
    const { view, warnings } = viewWithWarnings(statistic, parts);
    return { summary: { raw: endpoint.summarize(view), warnings } };
  });
}

/** Bars up to which a job of some changed days takes a few milliseconds, less than handing it to a thread. */
const FEW_BARS = 150_000;

/** Some changed days of a symbol, not the making of its whole history. */
export function isQuick({ bars, tasks }: Job): boolean {
  return bars.length <= FEW_BARS && tasks.every(({ wanted }) => wanted.from > ALL_DATES.from);
}

/** The result without what its records share memory with, which would go to another thread with them. */
export function resultForThread({ results, ...rest }: JobResult, { tasks }: Job): JobResult {
  const own = (records: RecordTable, i: number) =>
    inOwnMemory(datedInside(records, tasks[i].wanted.from, tasks[i].wanted.to));
  return { ...rest, results: results.map((one, i) => ({ ...one, records: one.records && own(one.records, i) })) };
}
