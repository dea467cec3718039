/** Which daily bars of before a symbol's base interval serves a request is answered from. */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { dailyUnused, dailyWarnings } from '../evaluation/daily-history.ts';
import { dayOf } from '../evaluation/load-bars.ts';
import { recordValues } from '../evaluation/stored-records.ts';
import type { DateRange } from '../statistics/statistic.ts';
import type { SymbolInfo, ViewRequest } from './answers.ts';

export const QUESTIONS_READ_BASE = 'questions read the base interval alone';

type Asked = Pick<ViewRequest, 'statistic' | 'symbol' | 'session' | 'values'>;

/** Why none of them give records; null where they do, or where there are none. */
export function whyNoDailies({ statistic, symbol, session, values }: Asked): string | null {
  if (!symbol.daily) return null;
  const own = recordValues(statistic.params, values, symbol.intervalMin);
  return dailyUnused(statistic, session, symbol.assetClass, own);
}

/** Dates of those that give records; null: none do. */
export function servedByDailies(asked: Asked): SymbolInfo['daily'] | null {
  return asked.symbol.daily && whyNoDailies(asked) === null ? asked.symbol.daily : null;
}

/** UTC date of the first bar that the request is answered from, days since the epoch; null without one. */
export function firstDayAsked(asked: Asked): number | null {
  return servedByDailies(asked)?.first ?? firstDayOf(asked.symbol);
}

/** End of the last bar that serves, of either interval, UTC minutes; 0 without one. */
export function endOfBars({ lastBar, intervalMin, daily }: SymbolInfo): number {
  return lastBar === null ? (daily?.until ?? 0) * MINUTES_PER_DAY : lastBar + intervalMin;
}

/** UTC date of the first bar of the base interval; null without one. */
export function firstDayOf({ firstBar }: SymbolInfo): number | null {
  return firstBar === null ? null : dayOf(firstBar);
}

/** What is to be said of a range that begins before the base interval, by whoever reads that alone. */
export function unaskedDailies({ daily }: SymbolInfo, range: DateRange, why: string): readonly string[] {
  return daily ? dailyWarnings({}, daily, range, why) : [];
}
