/** Which series of a symbol answers, and what is said of the others. */

import { formatInterval } from '../../exchange/symbol.ts';
import { isoDate } from '../../lib/days.ts';
import type { ResolvedRange } from '../evaluation/range.ts';
import type { Warning } from '../market/warning.ts';
import type { SymbolInfo } from './answers.ts';
import { firstDayOf } from './symbols.ts';

/** All series of the symbol that have bars, the shortest interval first. */
export const seriesOfInfo = (symbol: SymbolInfo): readonly SymbolInfo[] =>
  (symbol.all ?? [symbol]).filter(({ hasBars }) => hasBars).sort((a, b) => a.intervalMin - b.intervalMin);

/** The series of the symbol at an interval; null where it has no bars at it. @param intervalMin minutes; left out: the base */
export function atInterval(symbol: SymbolInfo, intervalMin: number | undefined): SymbolInfo | null {
  if (intervalMin === undefined || symbol.intervalMin === intervalMin)
    return symbol.hasBars || !intervalMin ? symbol : null;
  const found = seriesOfInfo(symbol).find((one) => one.intervalMin === intervalMin);
  return found ? { ...found, version: `${found.version}|${symbol.version}`, all: symbol.all } : null;
}

/** `1m, 5m, 1d`; `none` of a symbol that is known from news alone. */
export const intervalsOf = (symbol: SymbolInfo): string =>
  seriesOfInfo(symbol)
    .map(({ intervalMin }) => formatInterval(intervalMin))
    .join(', ') || 'none';

/**
 * Warns of a series that begins earlier than the one that answers, where the range does, too; and that another series
 * answers than a short time ago.
 *
 * @param earliest first day of the plan's history, days since the epoch
 */
export function seriesWarnings(symbol: SymbolInfo, range: ResolvedRange | null, earliest?: number): Warning[] {
  const { all, baseChange, intervalMin } = symbol;
  if (!all || !symbol.hasBars) return [];
  const warnings: Warning[] = [];
  const interval = formatInterval(intervalMin);
  if (baseChange) {
    const { since, previous } = baseChange;
    const text = `${interval} bars answer since ${isoDate(since)}, ${previous} ones before: interval=${previous}`;
    warnings.push({ code: 'base_changed', text });
  }
  const from = range?.asked.from ?? Number.NaN;
  const first = firstDayOf(symbol)!;
  const before = seriesOfInfo(symbol).filter((one) => firstDayOf(one)! < first);
  if (from < first && before.length > 0) {
    const longest = before.reduce((a, b) => (firstDayOf(b)! < firstDayOf(a)! ? b : a));
    const since = Math.max(firstDayOf(longest)!, earliest ?? Number.NEGATIVE_INFINITY);
    const other = formatInterval(longest.intervalMin);
    if (since < first)
      warnings.push({ code: 'longer_series', text: `${other} bars since ${isoDate(since)}: interval=${other}` });
  }
  return warnings;
}
