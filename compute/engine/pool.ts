/** Worker threads for everything that takes more than a few milliseconds: the event loop serves requests meanwhile. */

import { Piscina } from 'piscina';
import { threadModule } from '../../lib/threads.ts';
import { KernelError } from './evaluation.ts';
import { type Job, type JobResult, jobForThread } from './job.ts';
import type { SummaryJob, SummaryResult } from './summary-job.ts';
import type { KernelFailure, Work } from './worker.ts';

export interface ComputePool {
  projection(job: Job): Promise<JobResult>;
  /** Rejects with an AbortError once the signal says so; the thread is ended, so a runaway kernel does not stay. */
  answer(job: Job, signal?: AbortSignal): Promise<JobResult>;
  summaries(job: SummaryJob): Promise<SummaryResult>;
  /** Answers waiting for a thread. */
  readonly waiting: number;
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly threads: number;
  /** Tasks that may wait; beyond it a task is refused at once. */
  readonly maxWaiting: number;
}

function createPiscina({ threads, maxWaiting }: PoolOptions): Piscina {
  return new Piscina({
    ...threadModule('worker', import.meta.url),
    minThreads: 1,
    maxThreads: threads,
    maxQueue: maxWaiting,
    concurrentTasksPerWorker: 1,
  });
}

function resultOf<T>(answer: T | KernelFailure): T {
  if (answer instanceof Object && 'failedStatistic' in answer) {
    throw new KernelError(answer.failedStatistic, answer.error);
  }
  return answer;
}

/** Two pools, so that a long rebuild never holds up an answer. Each is made when it is first needed. */
export function createPool(options: PoolOptions): ComputePool {
  let background: Piscina | undefined;
  let answers: Piscina | undefined;
  const inBackground = <T>(work: Work): Promise<T> => {
    background ??= createPiscina({ threads: 1, maxWaiting: Number.POSITIVE_INFINITY });
    return background.run(work).then(resultOf<T>);
  };
  return {
    projection: (job) => inBackground({ kind: 'records', job: jobForThread(job) }),
    summaries: (job) => inBackground({ kind: 'summaries', job }),
    answer(job, signal) {
      answers ??= createPiscina(options);
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
