/** From the dates of a request to the dates of the answer. Pure. */
import { monthsBefore } from '../../lib/days.ts';
import type { RangeRequest, ResolvedRange } from './answers.ts';

/**
 * `date` overrides the range, `start_date` and `end_date` override the window, which counts calendar months back from
 * the end, start inclusive.
 *
 * @param latest the symbol's latest session date under the request's window, days since the epoch; NaN where there is
 *   none: so are the dates that follow from it, and nothing was cut
 */
export function resolveRange(request: RangeRequest, latest: number): ResolvedRange {
  const { date, startDate, endDate, earliest } = request;
  const requestedEnd = date ?? endDate ?? latest;
  const requestedStart = date ?? startDate ?? monthsBefore(requestedEnd, request.months);
  const historyLimited = earliest !== undefined && requestedStart < earliest;
  return {
    timeWindow: date !== undefined || startDate !== undefined ? 'custom' : request.timeWindow,
    requestedStart,
    requestedEnd,
    effectiveStart: historyLimited ? earliest : requestedStart,
    effectiveEnd: requestedEnd,
    historyLimited,
  };
}
