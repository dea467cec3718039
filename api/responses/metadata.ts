/** `metadata` of an answer: what was asked for, what was looked at, and what to know before believing it. */

import type { SymbolInfo } from '../../compute/answers/answers.ts';
import { endOfBars } from '../../compute/answers/symbols.ts';
import { isEmptyRange, type ResolvedRange } from '../../compute/evaluation/range.ts';
import type { Adjustment } from '../../compute/market/bars.ts';
import { isoTimestamp } from '../../compute/market/render.ts';
import { followsNewYork, type SessionSpec, utcWindow } from '../../compute/market/sessions.ts';
import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import { type AdjustmentShown, adjustmentShown } from './adjustment.ts';

export interface SessionShown {
  readonly start_time: string;
  readonly end_time: string;
  readonly include_extended_hours: boolean;
  readonly mode: string;
  /** The clock that the times are of. */
  readonly timezone: 'UTC' | 'America/New_York';
}

export interface Metadata {
  readonly requested_start: string | null;
  readonly requested_end: string | null;
  readonly effective_start: string | null;
  readonly effective_end: string | null;
  /** The plan cut the start of the range. */
  readonly history_limited: boolean;
  readonly session: SessionShown | null;
  /** The finest interval of the bars of the range. */
  readonly base_interval: string | null;
  /** End of the last stored bar. */
  readonly data_through: string | null;
  readonly adjustment: AdjustmentShown;
  readonly warnings: readonly string[];
}

const NEW_YORK_TIMES = { exchange: ['09:30', '16:00'], extended: ['04:00', '20:00'] } as const;

const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The window as the asset class has it; over several classes as equities have it. */
export function sessionShown(spec: SessionSpec, assetClass: AssetClass): SessionShown {
  const { startMin, endMin } = utcWindow(spec, assetClass);
  const common = { include_extended_hours: spec.extended, mode: spec.mode };
  if (followsNewYork(spec, assetClass)) {
    const [start_time, end_time] = NEW_YORK_TIMES[spec.mode as 'exchange' | 'extended'];
    return { start_time, end_time, ...common, timezone: 'America/New_York' };
  }
  return { start_time: clockTime(startMin), end_time: clockTime(endMin), ...common, timezone: 'UTC' };
}

export const dateShown = (day: number | undefined): string | null =>
  day === undefined || !Number.isFinite(day) ? null : isoDate(day);

/** @param init.symbols those the response is about */
export function metadataOf(init: {
  symbols: readonly SymbolInfo[];
  session: SessionSpec | null;
  range: ResolvedRange | null;
  adjustment: Adjustment;
  warnings: readonly string[];
  /** First date that is not of daily bars, of a symbol that is answered from such; undefined: of others. */
  dailyUntil?: (symbol: SymbolInfo) => number | undefined;
}): Metadata {
  const { session, range, warnings } = init;
  const withBars = init.symbols.filter((symbol) => symbol.hasBars);
  const isDaily = (symbol: SymbolInfo) => range !== null && range.wanted.to < (init.dailyUntil?.(symbol) ?? -Infinity);
  const intervals = new Set(withBars.map((symbol) => (isDaily(symbol) ? MINUTES_PER_DAY : symbol.intervalMin)));
  const crypto = withBars.length > 0 && withBars.every((symbol) => symbol.assetClass === 'crypto');
  const ends = withBars.map(endOfBars);
  return {
    requested_start: dateShown(range?.requestedStart),
    requested_end: dateShown(range?.requestedEnd),
    effective_start: dateShown(range?.effectiveStart),
    effective_end: dateShown(range?.effectiveEnd),
    history_limited: range?.historyLimited ?? false,
    session: session && sessionShown(session, crypto ? 'crypto' : 'equity'),
    base_interval: intervals.size === 1 ? formatInterval([...intervals][0]) : null,
    data_through: ends.length === 0 ? null : isoTimestamp(ends.reduce((a, b) => Math.max(a, b)) * 60_000),
    adjustment: adjustmentShown(init.adjustment, withBars),
    warnings: range && isEmptyRange(range.wanted) ? [historyWarning(range), ...warnings] : warnings,
  };
}

/** All of the range is before the plan's history. */
const historyWarning = ({ effectiveStart }: ResolvedRange) =>
  `the plan's history begins on ${isoDate(effectiveStart)}, after the range asked for: nothing of it is shown`;

export function ignoredWarnings(ignored: readonly string[], path: string): string[] {
  return ignored.map((name) => `${name} has no effect on ${path}`);
}
