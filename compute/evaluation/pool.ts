/** Worker threads for everything that takes more than a few milliseconds: the event loop serves requests meanwhile. */

import { Piscina } from 'piscina';
import { threadModule } from '../../lib/paths.ts';
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

/** Tasks wait without a bound here: an answer's are as many as requests may run at a time, each with a deadline. */
function createPiscina(threads: number): Piscina {
  return new Piscina({
    ...threadModule('worker', import.meta.url),
    minThreads: 1,
    maxThreads: threads,
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
export function createPool({ threads }: { readonly threads: number }): ComputePool {
  let background: Piscina | undefined;
  let answers: Piscina | undefined;
  const inBackground = <T>(work: Work): Promise<T> => {
    background ??= createPiscina(1);
    return background.run(work).then(resultOf<T>);
  };
  return {
    projection: (job) => inBackground({ kind: 'records', job: jobForThread(job) }),
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
