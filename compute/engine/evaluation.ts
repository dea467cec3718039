/**
 * Runs statistics over one symbol's bars: which records the bars of some dates give. The pure part that projection and
 * answers share; runs in a worker thread or in place.
 */
import { type BarColumns, lowerBound, sliceBars } from '../market/bars.ts';
import { datedInside, inOwnMemory, type RecordTable } from '../market/records/table.ts';
import type { DataClock, SymbolMeta } from '../market/sessions/build.ts';
import { independentAfter } from '../statistics/independence.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { ALL_DATES, type DateRange, type NewsColumns, type Statistic, SymbolData } from '../statistics/statistic.ts';
import { dayStart } from './load-bars.ts';
import { type Series, sessionsSeries } from './series.ts';
import { paramsOf, type Unit } from './tables/units.ts';

export interface EvaluationTask {
  readonly unit: Unit;
  readonly wanted: DateRange;
  /** UTC dates of the bars this task is given: its dates and the sessions around them. */
  readonly loaded: DateRange;
  /** Last UTC date whose bars may have changed. */
  readonly changedUpTo: number;
}

export interface EvaluationJob {
  readonly meta: SymbolMeta;
  readonly bars: BarColumns;
  readonly clock: DataClock;
  /** First and last UTC date with stored bars; a range that holds one of them reaches that end of the data. */
  readonly stored: DateRange;
  readonly news: { sentiment?: NewsColumns; sentiment_crypto?: NewsColumns };
  readonly tasks: readonly EvaluationTask[];
}

export interface Evaluated {
  /** Earlier (later) bars are needed, and there are some: then there are no records. */
  readonly insufficientLookBack: boolean;
  readonly insufficientLookAhead: boolean;
  /** False where a change runs on beyond the wanted dates. */
  readonly settled: boolean;
  /** At least those dated inside `wanted`. */
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

/** It need not be done again with a longer range. */
export function isDone(
  { insufficientLookBack, insufficientLookAhead, settled }: Omit<Evaluated, 'records'>,
  wanted: DateRange,
): boolean {
  return !insufficientLookBack && !insufficientLookAhead && (settled || wanted.to >= ALL_DATES.to);
}

/** All series by name: the sessions and the statistics, by default those of this build. */
export async function loadSeries(statistics?: readonly Statistic[]): Promise<ReadonlyMap<string, Series>> {
  const all = [sessionsSeries, ...(statistics ?? (await loadStatistics()))];
  return new Map(all.map((series) => [series.name, series]));
}

/** One result a task. */
export async function runEvaluation(job: EvaluationJob, statistics?: readonly Statistic[]): Promise<Evaluated[]> {
  const series = await loadSeries(statistics);
  const evaluate = evaluator(job);
  return job.tasks.map((task) => evaluate(series.get(task.unit.series)!, task));
}

/** Evaluates tasks of a job; those that are given the same bars share their sessions and candles. */
export function evaluator(job: Omit<EvaluationJob, 'tasks'>): (series: Series, task: EvaluationTask) => Evaluated {
  const made = new Map<string, SymbolData>();
  return (series, task) => ofStatistic(series.name, () => evaluated(series, partOf(job, task.loaded, made), task));
}

/** Results without what they do not need of the memory that they are in, which would go from thread to thread, too. */
export function ownMemory(records: RecordTable, { from, to }: DateRange): RecordTable {
  return inOwnMemory(datedInside(records, from, to));
}

function evaluated(series: Series, data: SymbolData, task: EvaluationTask): Evaluated {
  const {
    records,
    insufficientLookBack = false,
    insufficientLookAhead = false,
  } = series.compute(data, paramsOf(task.unit), task.wanted);
  if (insufficientLookBack || insufficientLookAhead)
    return { insufficientLookBack, insufficientLookAhead, settled: false, records: null };
  return { insufficientLookBack, insufficientLookAhead, settled: changeEnds(series, data, task), records };
}

/** Most tasks look a few sessions back: they are not made to wade through what others need. */
function partOf(job: Omit<EvaluationJob, 'tasks'>, { from, to }: DateRange, made: Map<string, SymbolData>): SymbolData {
  const key = `${from} ${to}`;
  let data = made.get(key);
  if (!data) {
    const { minute } = job.bars;
    const first = lowerBound(minute, dayStart(from));
    data = new SymbolData({
      ...job,
      bars: sliceBars(job.bars, first, lowerBound(minute, dayStart(to + 1), first)),
      reachesStart: from <= job.stored.from,
      reachesEnd: to >= job.stored.to,
    });
    made.set(key, data);
  }
  return data;
}

/**
 * Whether no record after the wanted dates depends on the changed bars. That the last records are as stored would not
 * tell: a state may differ long before a record shows it. So the kernel is asked whether the bars after the change do.
 */
function changeEnds(series: Series, data: SymbolData, { unit, wanted, changedUpTo }: EvaluationTask): boolean {
  if (series.carried.length === 0 || wanted.to >= ALL_DATES.to) return true;
  return independentAfter(series, data, paramsOf(unit), dayStart(changedUpTo + 1), wanted.to);
}
