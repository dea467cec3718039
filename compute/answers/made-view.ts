/** The view of a range, and what is to be said about it: the same in a worker thread as where the records are kept. */
import { DEFAULT_SESSION } from '../sessions/spec.ts';
import type { Statistic, View } from '../statistics/statistic.ts';
import { viewOf } from '../statistics/view.ts';
import { rangeWarnings } from './warnings.ts';

export interface MadeView {
  readonly view: View;
  readonly warnings: readonly string[];
}

/** `weekendBars`: bars of the range lost to a weekend date. */
export function madeView(
  statistic: Statistic,
  { weekendBars, ...parts }: Parameters<typeof viewOf>[0] & { weekendBars: number },
): MadeView {
  const isNews = statistic.basis === 'news';
  const view = viewOf({ ...parts, session: isNews ? DEFAULT_SESSION : parts.session });
  const warnings = [...(isNews ? [] : rangeWarnings(view, weekendBars)), ...(statistic.warnings?.(view) ?? [])];
  return { view, warnings };
}
