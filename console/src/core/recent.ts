/** What was gone to by the search line last: it comes first. Kept in this browser. */
import { keep, readKept } from './kept.ts';

const NAME = 'recent';
const MOST = 6;

export interface Target {
  readonly label: string;
  /** What it is: Symbol, Statistic, Saved question, Page. */
  readonly kind: string;
  /** A path below the console with its query, or the name of a symbol. */
  readonly to: string;
}

export function recentTargets(): readonly Target[] {
  const kept = readKept<readonly Target[]>('browser', NAME);
  return Array.isArray(kept) ? kept : [];
}

export function rememberTarget(target: Target): void {
  const others = recentTargets().filter(({ kind, to }) => kind !== target.kind || to !== target.to);
  keep('browser', NAME, [target, ...others].slice(0, MOST));
}
