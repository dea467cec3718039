/** Entry of the worker threads: the pure parts of projection, of answers on demand and of summaries. */

import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type AnswerJob, type AnswerJobResult, runAnswer } from './answer-job.ts';
import { type EvaluationJob, KernelError, ownMemory, runEvaluation } from './evaluation.ts';
import { type ProjectionJob, resultsForThread, runProjection } from './projection-job.ts';
import { runSummaries, type SummaryJob, type SummaryResult } from './summary-job.ts';

export type Work =
  | { readonly kind: 'projection'; readonly job: ProjectionJob }
  | { readonly kind: 'answer'; readonly job: AnswerJob }
  | { readonly kind: 'evaluation'; readonly job: EvaluationJob }
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

function run(task: Work): Promise<unknown> {
  switch (task.kind) {
    case 'projection':
      return runProjection(task.job).then((projection) => resultsForThread(projection, task.job));
    case 'answer':
      return runAnswer(task.job).then(given);
    case 'evaluation':
      return runEvaluation(task.job).then((results) =>
        results.map((result, i) => ({
          ...result,
          records: result.records && ownMemory(result.records, task.job.tasks[i].wanted),
        })),
      );
    case 'summaries':
      return runSummaries(task.job).then(handed);
  }
}

/** The records are made for this answer alone: they go over without being copied. */
function given(result: AnswerJobResult): unknown {
  return move({
    [transferableSymbol]: buffersOf(result.records.columns, result.days.columns),
    [valueSymbol]: result,
  });
}

/** Its block goes over likewise, where it has memory of its own: the smallest are in one that others share. */
function handed(result: SummaryResult): unknown {
  const { buffer, byteLength } = result.block;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isOwn ? move({ [transferableSymbol]: [buffer], [valueSymbol]: result }) : result;
}

/** The memory of all typed arrays among the values, each once; shared memory stays where it is. */
function buffersOf(...columns: readonly object[]): ArrayBuffer[] {
  const values = columns.flatMap((one): unknown[] => Object.values(one));
  const buffers = values.flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer] : []));
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
