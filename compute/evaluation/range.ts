/** From the dates of a request to the dates of the answer. Pure. */

import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkMinute } from '../../exchange/new-york.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { isoDate, isWeekend, MINUTES_PER_DAY, MS_PER_DAY, monthsBefore } from '../../lib/days.ts';
import { lowerBound, splitLike } from '../market/bars.ts';
import { PREVIOUS_MAX_DAYS } from '../market/candles.ts';
import { numbers, type RecordTable, takeRows, withColumns } from '../market/records.ts';
import { storedSession, utcWindow, windowMinutes } from '../market/sessions.ts';
import { count } from '../statistics/figures.ts';
import {
  ALL_DATES,
  type DateRange,
  type EventBasis,
  type Statistic,
  type View,
  viewOf,
} from '../statistics/statistic.ts';
import { sessionOf } from './stored-records.ts';

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

/**
 * The view of a range, and what a trader should know before believing the figures: the same in a worker thread as where
 * the records are kept.
 */

/** An open this far from the previous close looks like a split that the prices are not adjusted for. */
const SPLIT_SUSPECT_X = 0.4;
const LISTED_DATES = 5;

interface ViewWithWarnings {
  readonly view: View;
  readonly warnings: readonly string[];
}

export interface ViewParts extends Omit<Parameters<typeof viewOf>[0], 'range'> {
  readonly wanted: DateRange;
  /** First day that the plan allows; undefined: all history. */
  readonly earliest?: number;
  /** UTC date of the symbol's first stored bar, days since the epoch; null without one. */
  readonly firstDay: number | null;
  /** Bars of the range lost to a weekend date. */
  readonly weekendBars: number;
}

export function viewWithWarnings(statistic: Statistic, parts: ViewParts): ViewWithWarnings {
  const { weekendBars, wanted, earliest, firstDay, allRecords, allDays, ...rest } = parts;
  const nothing = isEmptyRange(wanted);
  const all = viewOf({
    ...rest,
    range: wanted,
    session: sessionOf(statistic, parts.session),
    allRecords: nothing ? takeRows(allRecords, []) : allRecords,
    allDays: nothing ? takeRows(allDays, []) : allDays,
  });
  const view = earliest === undefined ? all : withoutOlder(statistic, all, earliest);
  return { view, warnings: warningsOf(statistic, view, { firstDay, weekendBars }) };
}

export function warningsOf(
  statistic: Statistic,
  view: View,
  { firstDay, weekendBars }: Pick<ViewParts, 'firstDay' | 'weekendBars'>,
): readonly string[] {
  const { events } = statistic;
  const nothing = isEmptyRange(view.range);
  return [
    ...(nothing ? [] : coverageWarning(view, firstDay, events)),
    ...(events || nothing ? [] : rangeWarnings(view, weekendBars)),
    ...(statistic.warnings?.(view) ?? []),
  ];
}

/**
 * A range that starts before the data: how many of its days have none is no small print. A weekend before the first
 * session of an equity is nothing lost; a holiday is not known.
 *
 * @param firstDay UTC date of the first stored bar; null without bars, where there is nothing to compare with
 */
export function coverageWarning(view: View, firstDay: number | null, events?: EventBasis): string[] {
  const { from, to } = view.range;
  const days = numbers(view.allDays, 'date');
  if (firstDay === null || firstDay <= from || days.length === 0) return [];
  const first = days[0];
  if (!isLonger(from, Math.min(first, to + 1), view.meta.assetClass)) return [];
  const asked = `coverage is shorter than asked: the range starts on ${isoDate(from)}, `;
  return [`${asked}${events?.beforeBars(isoDate(first)) ?? `the first session is of ${isoDate(first)}`}`];
}

/** Whether a day that could have a session is in `[from, first)`. */
export function isLonger(from: number, first: number, assetClass: AssetClass): boolean {
  for (let day = from; day < Math.min(first, from + 3); day++)
    if (assetClass === 'crypto' || !isWeekend(day)) return true;
  return false;
}

/**
 * @param weekendBars bars of the range lost to a weekend date. Given where the window is the request's own: Friday's
 *   evening in New York is Saturday in UTC. The kept windows follow New York or hold no evening.
 */
export function rangeWarnings(view: View, weekendBars: number): string[] {
  const { meta, days, session } = view;
  const out: string[] = [];
  if (meta.intervalMin < MINUTES_PER_DAY) {
    const cut = count(numbers(days, 'cut'), 1);
    if (cut > 0) {
      out.push(
        `the session window leaves out part of the regular hours (09:30-16:00 New York) on ${cut} of ${days.length} sessions; session=exchange follows them`,
      );
    }
    if (days.length === 0 && holdsNoRegularHours(view)) {
      out.push(
        'the session window holds none of the regular hours (09:30-16:00 New York); other bars exist with include_extended_hours=true only',
      );
    }
    if (meta.assetClass === 'crypto' && windowMinutes(session, meta.assetClass) < MINUTES_PER_DAY) {
      out.push('the session window is shorter than a crypto day; include_extended_hours=true takes 00:00-24:00 UTC');
    }
    if (weekendBars > 0 && storedSession(session) === null) {
      out.push(`${weekendBars} bars are in sessions dated on a weekend, which do not exist for an equity or ETF`);
    }
    if (meta.intervalMin >= 60 && straddlesOpening(view)) {
      out.push('bars of 1h and longer may straddle the opening; each belongs where it starts');
    }
  }
  const [dates, jumps] = [numbers(days, 'date'), numbers(days, 'gap_from_close_x')];
  const suspects: string[] = [];
  for (let row = 0; row < days.length; row++) suspects.push(...splitSuspect(dates[row], jumps[row]));
  if (suspects.length > 0) {
    const named = suspects.slice(0, LISTED_DATES).join(', ');
    const more = suspects.length > LISTED_DATES ? ` and ${suspects.length - LISTED_DATES} more` : '';
    out.push(`the open is more than 40 % away from the previous close on ${named}${more}: an unadjusted split?`);
  }
  return [...out, ...cutoverSuspect(view)];
}

/** The exchange opens on the half hour; the day of a crypto pair opens where its window starts. */
function straddlesOpening({ session, meta }: View): boolean {
  return meta.assetClass !== 'crypto' || utcWindow(session, meta.assetClass).startMin % meta.intervalMin !== 0;
}

/** Extended bars do not exist, and there is nothing else in this window, by New York's clock at the end of the range. */
function holdsNoRegularHours({ session, meta, range }: View): boolean {
  if (meta.assetClass === 'crypto' || session.extended || session.mode !== 'custom') return false;
  const { startMin, endMin } = session;
  const midnight = range.to * MINUTES_PER_DAY;
  const open = newYorkMinute(range.to, EXCHANGE_OPEN_MIN) - midnight;
  const close = newYorkMinute(range.to, EXCHANGE_CLOSE_MIN) - midnight;
  return endMin > startMin ? endMin <= open || startMin >= close : endMin <= open && startMin >= close;
}

function splitSuspect(date: number, openOverClose: number): string[] {
  const like = splitLike(openOverClose);
  if (like !== null) return [`${isoDate(date)} (as by a split of ${like})`];
  return Math.abs(openOverClose - 1) > SPLIT_SUSPECT_X ? [isoDate(date)] : [];
}

/** Daily bars and shorter ones may come of two sources, of which one has adjusted its prices. No figure looks at it. */
function cutoverSuspect({ days, joint = Number.NEGATIVE_INFINITY }: View): string[] {
  const dates = numbers(days, 'date');
  const row = lowerBound(dates, joint);
  if (row === 0 || row === dates.length || dates[row] - dates[row - 1] > PREVIOUS_MAX_DAYS) return [];
  return splitSuspect(dates[row], numbers(days, 'open')[row] / numbers(days, 'close')[row - 1]).map(
    (named) =>
      `shorter bars open more than 40 % away from the close of the 1d bars before them on ${named}: are both adjusted alike?`,
  );
}

/** The view as a plan sees it that allows no session dated before `earliest`. */
function withoutOlder(statistic: Pick<Statistic, 'olderFields'>, view: View, earliest: number): View {
  if (!statistic.olderFields) return view;
  const { records } = view;
  const older = statistic.olderFields(view, earliest);
  const nulled: Record<string, Float64Array> = {};
  for (let row = 0; row < records.length; row++) {
    for (const name of older(row)) {
      // The table is shared with other accounts: a column is copied before its first null.
      nulled[name] ??= numbers(records, name).slice();
      nulled[name][row] = Number.NaN;
    }
  }
  return Object.keys(nulled).length === 0 ? view : { ...view, records: withColumns(records, nulled) };
}
