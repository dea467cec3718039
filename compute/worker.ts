/** Entry of the worker threads: the pure parts of projection, of answers on demand and of summaries. */
import { type AnswerJob, runAnswer } from './answers/compute.ts';
import { type ProjectionJob, runProjection } from './projector/job.ts';
import { runSummaries, type SummaryJob } from './projector/summary-job.ts';

export type Work =
  | { readonly kind: 'projection'; readonly job: ProjectionJob }
  | { readonly kind: 'answer'; readonly job: AnswerJob }
  | { readonly kind: 'summaries'; readonly job: SummaryJob };

export default function work(task: Work): Promise<unknown> {
  switch (task.kind) {
    case 'projection':
      return runProjection(task.job);
    case 'answer':
      return runAnswer(task.job);
    case 'summaries':
      return runSummaries(task.job);
  }
}
