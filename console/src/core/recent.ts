/** What was gone to by the search line last: it comes first. Kept in this browser. */
const KEY = 'market-stats.recent';
const MOST = 6;

export interface Target {
  readonly label: string;
  /** What it is: Symbol, Statistic, Saved question, Page. */
  readonly kind: string;
  /** A path below the console with its query, or the name of a symbol. */
  readonly to: string;
}

export function recentTargets(): readonly Target[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function rememberTarget(target: Target): void {
  const others = recentTargets().filter(({ kind, to }) => kind !== target.kind || to !== target.to);
  try {
    localStorage.setItem(KEY, JSON.stringify([target, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing: the next search starts without it.
  }
}
