/** Kernels of answers in worker threads, within a deadline. */
import type { Job, JobResult } from '../evaluation/evaluation.ts';
import type { ComputePool } from '../evaluation/threads.ts';
import { Overloaded } from './answers.ts';

export interface AnswerThreads {
  readonly pool: Pick<ComputePool, 'answer'> & Partial<Pick<ComputePool, 'waiting'>>;
  /** An answer that takes longer is given up. */
  readonly deadlineMs: number;
}

/** @param late the error where it took longer than the deadline, and no other answers were waited for */
export async function runWithin({ pool, deadlineMs }: AnswerThreads, job: Job, late: () => Error): Promise<JobResult> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    return await pool.answer(job, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    // A request that waits for others' work did not ask for too much.
    throw (pool.waiting ?? 0) > 0 ? new Overloaded('the worker threads are busy with other answers') : late();
  }
}
