/** Entry of the worker threads: the pure part of records, for the projector and for answers, and that of summaries. */

import { move, transferableSymbol, valueSymbol } from 'piscina';
import { KernelError } from './evaluation.ts';
import { type Job, type JobResult, resultForThread, runJob } from './job.ts';
import { runSummaries, type SummaryJob, type SummaryResult } from './summary-job.ts';

export type Work =
  | { readonly kind: 'records'; readonly job: Job }
  | { readonly kind: 'summaries'; readonly job: SummaryJob };

/** What a thread answers where a statistic's code failed: an error of our own would lose its fields on the way. */
export interface KernelFailure {
  readonly failedStatistic: string;
  readonly error: unknown;
}

export default function work(task: Work): Promise<unknown> {
  return run(task).catch((error): KernelFailure => {
    if (!(error instanceof KernelError)) throw error;
    return { failedStatistic: error.statistic, error: error.cause };
  });
}

async function run(task: Work): Promise<unknown> {
  if (task.kind === 'summaries') return handed(await runSummaries(task.job));
  return given(resultForThread(await runJob(task.job), task.job));
}

/** The records are made for this result alone: they go over without being copied. */
function given(result: JobResult): unknown {
  const tables = result.results.flatMap(({ records, shown }) => [records, shown?.records, shown?.days]);
  const columns = tables.flatMap((table): unknown[] => Object.values(table?.columns ?? {}));
  const buffers = columns.flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer] : []));
  // Each once; shared memory stays where it is.
  const own = [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
  return move({ [transferableSymbol]: own, [valueSymbol]: result });
}

/** Its block goes over likewise, where it has memory of its own: the smallest are in one that others share. */
function handed(result: SummaryResult): unknown {
  const { buffer, byteLength } = result.block;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isOwn ? move({ [transferableSymbol]: [buffer], [valueSymbol]: result }) : result;
}
