/** From the dates of a request to the dates of the answer. Pure. */
import { monthsBefore } from '../../lib/days.ts';
import type { RangeRequest, ResolvedRange } from './answers.ts';

/**
 * `date` overrides the range, `start_date` and `end_date` override the window, which counts calendar months back from
 * the end, start inclusive. No range is inverted: a start after the latest session is a range of that one day, and
 * where all of a range lies before the plan's history, both ends are the plan's first day and nothing is wanted.
 *
 * @param latest the symbol's latest session date under the request's window, days since the epoch; NaN where there is
 *   none: so are the dates that follow from it, and nothing was cut
 */
export function resolveRange(request: RangeRequest, latest: number): ResolvedRange {
  const { date, startDate, endDate, earliest } = request;
  const end = date ?? endDate ?? latest;
  const requestedStart = date ?? startDate ?? monthsBefore(end, request.months);
  // An explicit start after an explicit end is refused before: this end is the data's.
  const requestedEnd = requestedStart > end || Number.isNaN(end) ? requestedStart : end;
  const historyLimited = earliest !== undefined && requestedStart < earliest;
  const effectiveStart = historyLimited ? earliest : requestedStart;
  return {
    timeWindow: date !== undefined || startDate !== undefined ? 'custom' : request.timeWindow,
    requestedStart,
    requestedEnd,
    effectiveStart,
    effectiveEnd: Math.max(requestedEnd, effectiveStart),
    wanted: { from: effectiveStart, to: requestedEnd },
    historyLimited,
  };
}

/** No date lies in it. */
export const isEmptyRange = ({ from, to }: { readonly from: number; readonly to: number }): boolean => to < from;
