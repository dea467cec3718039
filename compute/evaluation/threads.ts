/** Worker threads for everything that takes more than a few milliseconds: the event loop serves requests meanwhile. */
import { isWorkerThread, move, Piscina, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { type Closing, closingsInUse, useClosings } from '../../exchange/calendar.ts';
import { threadModule } from '../../lib/paths.ts';
import { type Job, type JobResult, KernelError, resultForThread, runJob } from './evaluation.ts';
import { runSummaries, type SummaryJob, type SummaryResult } from './summary-job.ts';

export interface ComputePool {
  projection(job: Job): Promise<JobResult>;
  /** Rejects with an AbortError once the signal says so; the thread is ended, so a runaway kernel does not stay. */
  answer(job: Job, signal?: AbortSignal): Promise<JobResult>;
  summaries(job: SummaryJob): Promise<SummaryResult>;
  readonly waiting: number;
  close(): Promise<void>;
}

/** Tasks wait without a bound here: an answer's are as many as requests may run at a time, each with a deadline. */
function createPiscina(threads: number): Piscina {
  return new Piscina({
    ...threadModule('threads', import.meta.url),
    minThreads: 1,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    workerData: closingsInUse(),
  });
}

function resultOf<T>(answer: T | KernelFailure): T {
  if (answer instanceof Object && 'failedStatistic' in answer) {
    throw new KernelError(answer.failedStatistic, answer.error);
  }
  return answer;
}

/** Whether a worker thread was lost, for want of memory perhaps: another one may do its work. */
export const isThreadFailure = (error: unknown): boolean =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_WORKER');

/** Two pools, so that a long rebuild never holds up an answer. Each is made when it is first needed. */
export function createPool({ threads }: { readonly threads: number }): ComputePool {
  let background: Piscina | undefined;
  let answers: Piscina | undefined;
  const inBackground = <T>(work: Work): Promise<T> => {
    background ??= createPiscina(1);
    return background.run(work).then(resultOf<T>);
  };
  return {
    projection: (job) => inBackground({ kind: 'records', job }),
    summaries: (job) => inBackground({ kind: 'summaries', job }),
    answer(job, signal) {
      answers ??= createPiscina(threads);
      const work = { kind: 'records', job } satisfies Work;
      return answers.run(work, signal ? { signal } : {}).then(resultOf<JobResult>);
    },
    get waiting() {
      return answers?.queueSize ?? 0;
    },
    async close() {
      await Promise.all([background?.destroy(), answers?.destroy()]);
    },
  };
}

if (isWorkerThread) useClosings(workerData as readonly Closing[]);

/** Entry of the worker threads: the pure part of records, for the projector and for answers, and that of summaries. */

export type Work =
  | { readonly kind: 'records'; readonly job: Job }
  | { readonly kind: 'summaries'; readonly job: SummaryJob };

/** What a thread answers where a statistic's code failed: an error of our own would lose its fields on the way. */
interface KernelFailure {
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
