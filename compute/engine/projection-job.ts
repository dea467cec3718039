/** The pure part of projection: bars in, rows to write out. Runs in a worker thread or in place. */
import { inOwnMemory, type RecordTable, TableBuilder } from '../market/records/table.ts';
import { ALL_DATES, type Statistic } from '../statistics/statistic.ts';
import { differenceOf } from './difference.ts';
import {
  type Evaluated,
  type EvaluationJob,
  type EvaluationTask,
  evaluator,
  isDone,
  loadSeries,
  ownMemory,
} from './evaluation.ts';
import { type Series, sessionsSeries } from './series.ts';
import { rowBlocks, type UnitRows } from './tables/row-blocks.ts';
import { recordsTable } from './tables/schema.ts';

export interface ProjectionTask extends EvaluationTask {
  /** Its rows as stored, at least those dated inside `wanted`; null where there are none. */
  readonly stored: RecordTable | null;
  /** Its rows of another generation or definition. */
  readonly others?: RecordTable;
}

export interface RetiredRows {
  readonly series: string;
  readonly session: string;
  readonly variant: string;
  readonly records: RecordTable;
}

export interface ProjectionJob extends EvaluationJob {
  readonly tasks: readonly ProjectionTask[];
  /** Rows of units that the symbol does not have any more: they are removed. */
  readonly retired: readonly RetiredRows[];
  /** Version of the rows to write, by series. */
  readonly versions: Readonly<Record<string, bigint>>;
  readonly computedAtMs: number;
  /** Which computed records are given back, too. */
  readonly giveRecords: GivenRecords;
}

export type GivenRecords = 'all' | 'sessions' | 'none';

export interface ProjectionResult extends Omit<Evaluated, 'records'> {
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

/** @param statistics for tests: other definitions than this build's */
export async function runProjection(job: ProjectionJob, statistics?: readonly Statistic[]): Promise<Projection> {
  const series = await loadSeries(statistics);
  const evaluate = evaluator(job);
  const results: ProjectionResult[] = new Array(job.tasks.length);
  const blocks = new Map<string, Uint8Array[]>();
  for (const name of new Set(job.tasks.map(({ unit }) => unit.series))) {
    const one = series.get(name)!;
    const rows: UnitRows[] = job.retired.flatMap((unit) => (unit.series === name ? removal(unit) : []));
    for (const [i, task] of job.tasks.entries()) {
      if (task.unit.series !== name) continue;
      const give = job.giveRecords === 'all' || (job.giveRecords === 'sessions' && name === sessionsSeries.name);
      const { result, changes } = compared(one, evaluate(one, task), task, give);
      results[i] = result;
      if (isDone(result, task.wanted)) rows.push(...changes);
    }
    const { meta, versions, computedAtMs } = job;
    const stamp = { symbol: meta.symbol, version: versions[name], definition: one.definitionNumber, computedAtMs };
    blocks.set(name, rowBlocks(recordsTable(one), rows, stamp));
  }
  return { results, blocks };
}

function removal({ session, variant, records }: RetiredRows): UnitRows {
  const rows = Uint32Array.from({ length: records.length }, (_, row) => row);
  return { session, variant, records, rows, deleted: true };
}

/** What has to be written so that the stored records become the computed ones. */
function compared(
  series: Series,
  { records, ...evaluated }: Evaluated,
  task: ProjectionTask,
  giveRecords: boolean,
): { result: ProjectionResult; changes: UnitRows[] } {
  if (!records) return { result: { ...evaluated, records: 0, written: 0, computed: null }, changes: [] };
  const { unit, wanted } = task;
  const none = task.stored ?? new TableBuilder(series.fields, 0).finish(0);
  const { changed, removed, leftover, ...difference } = differenceOf(series, records, none, wanted, task.others);
  const written = changed.length + removed.length + leftover.length;
  const { session, variant } = unit;
  return {
    result: {
      ...evaluated,
      records: difference.wanted,
      written,
      computed: giveRecords && written > 0 ? records : null,
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
export function isQuick({ bars, tasks }: EvaluationJob): boolean {
  return bars.length <= FEW_BARS && tasks.every(({ wanted }) => wanted.from > ALL_DATES.from);
}

/** The job without what it does not need of the memory that its records are in, which would go to the thread with it. */
export function jobForThread(job: ProjectionJob): ProjectionJob {
  return {
    ...job,
    tasks: job.tasks.map((task) => ({
      ...task,
      stored: task.stored && ownMemory(task.stored, task.wanted),
      ...(task.others ? { others: ownMemory(task.others, task.wanted) } : {}),
    })),
    retired: job.retired.map((unit) => ({ ...unit, records: inOwnMemory(unit.records) })),
  };
}

/** Its results in the same way, for the way back. */
export function resultsForThread({ results, blocks }: Projection, { tasks }: ProjectionJob): Projection {
  return {
    results: results.map((result, i) => ({
      ...result,
      computed: result.computed && ownMemory(result.computed, tasks[i].wanted),
    })),
    blocks,
  };
}
