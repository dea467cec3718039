/** From the dates of a request to the dates of the answer. Pure. */

import { isWeekend, MS_PER_DAY, monthsBefore } from '../../lib/days.ts';
import { numbers, type RecordTable } from '../market/records.ts';
import { ALL_DATES, type DateRange, type Statistic } from '../statistics/statistic.ts';

/** The words of `time_window` that are counted in calendar months; summaries are kept for these. */
export const TIME_WINDOWS = { '1M': 1, '3M': 3, '6M': 6, '12M': 12, '24M': 24, '5Y': 60 } as const;
export type CountedWindow = keyof typeof TIME_WINDOWS;
/** All that a request may name: also the calendar year of the end, and everything that is stored. */
export const REQUEST_WINDOWS = [...(Object.keys(TIME_WINDOWS) as CountedWindow[]), 'YTD', 'MAX'] as const;
export type TimeWindow = (typeof REQUEST_WINDOWS)[number];

export const monthsOf = (window: TimeWindow): number =>
  window === 'YTD' || window === 'MAX' ? 0 : TIME_WINDOWS[window];

export const DEFAULT_TIME_WINDOW: TimeWindow = '12M';

export interface RangeRequest {
  /** Calendar months of `time_window`; of no meaning for `YTD` and `MAX`. */
  readonly months: number;
  readonly timeWindow: string;
  readonly startDate?: number;
  readonly endDate?: number;
  readonly date?: number;
  /** First day that the plan allows; undefined: all history. */
  readonly earliest?: number;
  readonly firstDay?: number;
}

export interface ResolvedRange {
  /** `custom` with a start or a date, else the window's word. */
  readonly timeWindow: string;
  readonly requestedStart: number;
  readonly requestedEnd: number;
  readonly effectiveStart: number;
  /** Never before the effective start. */
  readonly effectiveEnd: number;
  /** Dates that records are reported of; it ends before it starts where the plan sees nothing of the range. */
  readonly wanted: DateRange;
  /** Dates that the answer has to account for: of `MAX` also those before the first bar that answers. */
  readonly asked: DateRange;
  /** The plan cut the start. */
  readonly historyLimited: boolean;
}

/**
 * `date` overrides the range, `start_date` and `end_date` override the window, which counts calendar months back from
 * the end, start inclusive (`YTD`: 1 January of the end's year; `MAX`: the first stored day). No range is inverted: a start after the latest session is a range of that one day, and
 * where all of a range is before the plan's history, both ends are the plan's first day and nothing is wanted.
 *
 * @param latest the symbol's latest session date under the request's window, days since the epoch; NaN where there is
 *   none: so are the dates that follow from it, and nothing was cut
 */
export function resolveRange(request: RangeRequest, latest: number): ResolvedRange {
  const { date, startDate, endDate, earliest } = request;
  const end = date ?? endDate ?? latest;
  const requestedStart = date ?? startDate ?? windowStart(request, end);
  // An explicit start after an explicit end is refused before: this end is the data's.
  const requestedEnd = requestedStart > end || Number.isNaN(end) ? requestedStart : end;
  const historyLimited = earliest !== undefined && requestedStart < earliest;
  const effectiveStart = historyLimited ? earliest : requestedStart;
  const timeWindow = date !== undefined || startDate !== undefined ? 'custom' : request.timeWindow;
  return {
    timeWindow,
    requestedStart,
    requestedEnd,
    effectiveStart,
    effectiveEnd: Math.max(requestedEnd, effectiveStart),
    wanted: { from: effectiveStart, to: requestedEnd },
    asked: { from: timeWindow === 'MAX' ? (earliest ?? ALL_DATES.from) : effectiveStart, to: requestedEnd },
    historyLimited,
  };
}

function windowStart({ timeWindow, months, firstDay = ALL_DATES.from }: RangeRequest, end: number): number {
  if (Number.isNaN(end)) return end;
  if (timeWindow === 'MAX') return Math.min(firstDay, end);
  return timeWindow === 'YTD' ? Date.UTC(utcYear(end), 0, 1) / MS_PER_DAY : monthsBefore(end, months);
}

const utcYear = (day: number) => new Date(day * MS_PER_DAY).getUTCFullYear();

export const isEmptyRange = ({ from, to }: { readonly from: number; readonly to: number }): boolean => to < from;

/** The date that a range ends at where the request names none: the latest session date; of news, or of its latest news if that is later; null without either. */
export function latestDate(
  statistic: Pick<Statistic, 'events' | 'weekdaysOnly'>,
  records: RecordTable,
  days: RecordTable,
): number | null {
  let latest: number | null = null;
  const dates = numbers(days, 'date');
  for (let row = dates.length - 1; row >= 0 && latest === null; row--) {
    if (!statistic.weekdaysOnly || !isWeekend(dates[row])) latest = dates[row];
  }
  if (!statistic.events || records.length === 0) return latest;
  const news = numbers(records, 'date')[records.length - 1];
  return latest === null ? news : Math.max(latest, news);
}
