/** The pure part of projection: bars in, rows to write out. Runs in a worker thread or in place. */

import { type BarColumns, lowerBound, sliceBars } from '../market/bars.ts';
import { datedInside, inOwnMemory, type RecordTable, TableBuilder } from '../market/records/table.ts';
import type { DataClock, SymbolMeta } from '../market/sessions/build.ts';
import { independentAfter } from '../statistics/independence.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { ALL_DATES, type DateRange, type NewsColumns, type Statistic, SymbolData } from '../statistics/statistic.ts';
import { differenceOf } from './difference.ts';
import { dayStart } from './load-bars.ts';
import { type Series, type SeriesUnit, seriesOf, sessionsSeries } from './series.ts';
import { rowBlocks, type UnitRows } from './tables/row-blocks.ts';

export interface ProjectionTask {
  readonly unit: SeriesUnit;
  readonly wanted: DateRange;
  /** Its rows as stored, at least those dated inside `wanted`; null where there are none. */
  readonly stored: RecordTable | null;
  /** UTC dates of the bars this task is given: its dates and the sessions around them. */
  readonly stretch: DateRange;
  /** Its rows of another generation or definition. */
  readonly others?: RecordTable;
  /** Last UTC date whose bars may have changed. */
  readonly changedUpTo: number;
}

export interface RetiredRows {
  readonly series: string;
  readonly session: string;
  readonly variant: string;
  readonly records: RecordTable;
}

export interface ProjectionJob {
  readonly meta: SymbolMeta;
  readonly bars: BarColumns;
  readonly clock: DataClock;
  /** First and last UTC date with stored bars; a stretch that holds one of them reaches that end of the data. */
  readonly stored: DateRange;
  readonly news: { sentiment?: NewsColumns; sentiment_crypto?: NewsColumns };
  readonly tasks: readonly ProjectionTask[];
  /** Rows of units that the symbol does not have any more: they are removed. */
  readonly retired: readonly RetiredRows[];
  /** Version of the rows to write, by series. */
  readonly versions: Readonly<Record<string, bigint>>;
  readonly computedAtMs: number;
  /** Give the computed records back, too. */
  readonly giveRecords: boolean;
}

export interface ProjectionResult {
  readonly backShort: boolean;
  readonly aheadShort: boolean;
  /** False where a change runs on beyond the wanted dates. */
  readonly settled: boolean;
  readonly records: number;
  readonly written: number;
  /** Where they were asked for and differ from the stored ones: at least the records dated inside `wanted`. */
  readonly computed: RecordTable | null;
}

export interface Projection {
  /** One a task. */
  readonly results: readonly ProjectionResult[];
  /** New, changed and removed rows of the tasks that are done, as they are inserted, by series. */
  readonly blocks: ReadonlyMap<string, readonly Uint8Array[]>;
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

/** Runs what belongs to a statistic; what it throws is told with the statistic's name. */
export function ofStatistic<T>(statistic: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new KernelError(statistic, error);
  }
}

/** It need not be done again with a longer stretch. */
export function isDone({ backShort, aheadShort, settled }: ProjectionResult, wanted: DateRange): boolean {
  return !backShort && !aheadShort && (settled || wanted.to >= ALL_DATES.to);
}

/** @param statistics for tests: other definitions than this build's */
export async function runProjection(job: ProjectionJob, statistics?: readonly Statistic[]): Promise<Projection> {
  const series = new Map<string, Series>([[sessionsSeries.name, sessionsSeries]]);
  for (const statistic of statistics ?? (await loadStatistics())) series.set(statistic.name, seriesOf(statistic));
  const data = new Map<string, SymbolData>();
  const results: ProjectionResult[] = new Array(job.tasks.length);
  const blocks = new Map<string, Uint8Array[]>();
  for (const name of new Set(job.tasks.map(({ unit }) => unit.series))) {
    const one = series.get(name)!;
    const rows: UnitRows[] = job.retired.flatMap((unit) => (unit.series === name ? removal(unit) : []));
    for (const [i, task] of job.tasks.entries()) {
      if (task.unit.series !== name) continue;
      const given = stretchOf(job, task.stretch, data);
      const { result, changes } = ofStatistic(name, () => project(one, given, task, job));
      results[i] = result;
      if (isDone(result, task.wanted)) rows.push(...changes);
    }
    const { meta, versions, computedAtMs } = job;
    const stamp = { symbol: meta.symbol, version: versions[name], definition: one.definition, computedAtMs };
    blocks.set(name, rowBlocks(one.table, rows, stamp));
  }
  return { results, blocks };
}

function removal({ session, variant, records }: RetiredRows): UnitRows {
  const rows = Uint32Array.from({ length: records.length }, (_, row) => row);
  return { session, variant, records, rows, deleted: true };
}

/** Most tasks look a few sessions back: they are not made to wade through what others need. */
function stretchOf(job: ProjectionJob, { from, to }: DateRange, made: Map<string, SymbolData>): SymbolData {
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

function project(
  series: Series,
  data: SymbolData,
  task: ProjectionTask,
  job: ProjectionJob,
): { result: ProjectionResult; changes: UnitRows[] } {
  const { unit, wanted } = task;
  const { records, backShort = false, aheadShort = false } = series.compute(data, unit, wanted);
  if (backShort || aheadShort) {
    const result = { backShort, aheadShort, settled: false, records: 0, written: 0, computed: null };
    return { result, changes: [] };
  }
  const none = task.stored ?? new TableBuilder(series.table.fields, 0).finish(0);
  const { changed, removed, leftover, ...difference } = differenceOf(series.table, records, none, wanted, task.others);
  const written = changed.length + removed.length + leftover.length;
  const { session, variant } = unit;
  return {
    result: {
      backShort,
      aheadShort,
      settled: changeEnds(series, data, task),
      records: difference.wanted,
      written,
      computed: job.giveRecords && written > 0 ? records : null,
    },
    changes: [
      { session, variant, records: none, rows: removed, deleted: true },
      ...(task.others ? [{ session, variant, records: task.others, rows: leftover, deleted: true }] : []),
      { session, variant, records, rows: changed, deleted: false },
    ],
  };
}

/** Bars up to which a job of some changed days takes a few milliseconds, less than handing it to a thread. */
const FEW_BARS = 150_000;

/** Some changed days of a symbol, not the making of its whole history. */
export function isQuick({ bars, tasks }: ProjectionJob): boolean {
  return bars.length <= FEW_BARS && tasks.every(({ wanted }) => wanted.from > ALL_DATES.from);
}

/** The job without what it does not need of the memory that its records lie in, which would go to the thread with it. */
export function jobForThread(job: ProjectionJob): ProjectionJob {
  return {
    ...job,
    tasks: job.tasks.map((task) => ({
      ...task,
      stored: task.stored && cut(task.stored, task.wanted),
      ...(task.others ? { others: cut(task.others, task.wanted) } : {}),
    })),
    retired: job.retired.map((unit) => ({ ...unit, records: inOwnMemory(unit.records) })),
  };
}

/** Its results in the same way, for the way back. */
export function resultsForThread({ results, blocks }: Projection, { tasks }: ProjectionJob): Projection {
  return {
    results: results.map((result, i) => ({
      ...result,
      computed: result.computed && cut(result.computed, tasks[i].wanted),
    })),
    blocks,
  };
}

const cut = (records: RecordTable, { from, to }: DateRange) => inOwnMemory(datedInside(records, from, to));

/**
 * Whether no record after the wanted dates depends on the changed bars. That the last records are as stored would not
 * tell: a state may differ long before a record shows it. So the kernel is asked whether the bars after the change do.
 */
function changeEnds(series: Series, data: SymbolData, { unit, wanted, changedUpTo }: ProjectionTask): boolean {
  if (series.carried.length === 0 || wanted.to >= ALL_DATES.to) return true;
  const kernel = { compute: (later: SymbolData, _: unknown, range: DateRange) => series.compute(later, unit, range) };
  const params = { session: unit.spec, values: unit.values };
  return independentAfter(kernel, data, params, dayStart(changedUpTo + 1), wanted.to);
}
