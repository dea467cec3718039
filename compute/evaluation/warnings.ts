/**
 * The view of a range, and what a trader should know before believing its figures: the same in a worker thread as where
 * the records are kept. Each kind of warning has one function.
 */

import { isTradingDay, usEquities } from '../../exchange/calendar.ts';
import { dateIn, EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkMinute } from '../../exchange/new-york.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { isoDate, isWeekend, MINUTES_PER_DAY, WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { type SymbolMeta, splitLike } from '../market/bars.ts';
import { LATE_MIN } from '../market/candles.ts';
import { numbers, type RecordTable, takeRows, withColumns } from '../market/records.ts';
import { storedSession, utcWindow, windowMinutes } from '../market/sessions.ts';
import type { Warning, WarningCode } from '../market/warning.ts';
import { completeOnly, count } from '../statistics/figures.ts';
import { type DateRange, type EventBasis, type Statistic, type View, viewOf } from '../statistics/statistic.ts';
import { isEmptyRange } from './range.ts';
import { sessionOf } from './stored-records.ts';

/** An open this far from the previous close looks like a split that the prices are not adjusted for. */
const SPLIT_SUSPECT_X = 0.4;
const LISTED_DATES = 5;

interface ViewWithWarnings {
  readonly view: View;
  readonly warnings: readonly Warning[];
}

export interface ViewParts extends Omit<Parameters<typeof viewOf>[0], 'range'> {
  readonly wanted: DateRange;
  /** First day that the plan allows; undefined: all history. */
  readonly earliest?: number;
  /** UTC date of the symbol's first stored bar, days since the epoch; null without one. */
  readonly firstDay: number | null;
  /** Date of the symbol's last stored bar, days since the epoch; null without one. */
  readonly lastDate: number | null;
  /** Bars of the range lost to a weekend date. */
  readonly weekendBars: number;
}

export function viewWithWarnings(statistic: Statistic, parts: ViewParts): ViewWithWarnings {
  const { weekendBars, wanted, earliest, firstDay, lastDate, allRecords, allDays, ...rest } = parts;
  const nothing = isEmptyRange(wanted);
  const all = viewOf({
    ...rest,
    range: wanted,
    session: sessionOf(statistic, parts.session),
    allRecords: nothing ? takeRows(allRecords, []) : allRecords,
    allDays: nothing ? takeRows(allDays, []) : allDays,
  });
  const view = earliest === undefined ? all : withoutOlder(statistic, all, earliest);
  return { view, warnings: warningsOf(statistic, view, { firstDay, lastDate, weekendBars }) };
}

export function warningsOf(
  statistic: Statistic,
  view: View,
  { firstDay, lastDate, weekendBars }: Pick<ViewParts, 'firstDay' | 'lastDate' | 'weekendBars'>,
): readonly Warning[] {
  const { events } = statistic;
  const nothing = isEmptyRange(view.range);
  return [
    ...(nothing || events ? [] : emptyDateWarning(statistic, view.meta, view, lastDate)),
    ...(nothing ? [] : coverageWarning(view, firstDay, events)),
    ...(events || nothing ? [] : rangeWarnings(view, weekendBars)),
    ...(statistic.warnings?.(view) ?? []),
  ];
}

/** Returns the date of a bar as `emptyDateWarning` compares it; null without one. */
export function dateOfBar(lastBar: number | null, { assetClass, intervalMin }: SymbolMeta): number | null {
  if (lastBar === null) return null;
  return intervalMin >= MINUTES_PER_DAY ? Math.floor(lastBar / MINUTES_PER_DAY) : dateIn(assetClass, lastBar);
}

/** Says why an answer about one date has no session: the exchange was closed, a weekend, the end of the data. */
export function emptyDateWarning(
  { title, weekdaysOnly = false }: Pick<Statistic, 'title' | 'weekdaysOnly'>,
  { assetClass }: Pick<SymbolMeta, 'assetClass'>,
  { range: { from, to }, days }: Pick<View, 'range' | 'days'>,
  lastDate: number | null,
): Warning[] {
  const isSkipped = weekdaysOnly && isWeekend(from);
  if (from !== to || (days.length > 0 && !isSkipped)) return [];
  const date = isoDate(from);
  if (isWeekend(from) && assetClass !== 'crypto')
    return [{ code: 'weekend', text: `${date} is a ${WEEKDAYS[weekdayOf(from)]}: equities and ETFs have no session` }];
  if (isSkipped)
    return [{ code: 'weekend', text: `${date} is a ${WEEKDAYS[weekdayOf(from)]}: ${title} looks at weekdays alone` }];
  const holiday = assetClass === 'crypto' ? null : usEquities.holiday(from);
  if (holiday !== null) return [{ code: 'holiday', text: `the exchange was closed on ${date}: ${holiday}` }];
  if (lastDate === null || from <= lastDate) return [];
  return [{ code: 'after_data', text: `${date} is after the end of the data, ${isoDate(lastDate)}` }];
}

/**
 * A range that starts before the data: how many of its days have none is no small print. A weekend or holiday before
 * the first session of an equity is nothing lost.
 *
 * @param firstDay UTC date of the first stored bar; null without bars, where there is nothing to compare with
 */
export function coverageWarning(view: View, firstDay: number | null, events?: EventBasis): Warning[] {
  const { from, to } = view.range;
  const days = numbers(view.allDays, 'date');
  if (firstDay === null || firstDay <= from || days.length === 0) return [];
  const first = days[0];
  if (!isLonger(from, Math.min(first, to + 1), view.meta.assetClass)) return [];
  const asked = `coverage is shorter than asked: the range starts on ${isoDate(from)}, `;
  const text = `${asked}${events?.beforeBars(isoDate(first)) ?? `the first session is of ${isoDate(first)}`}`;
  return [{ code: 'coverage_shorter', text }];
}

/** So many days in a row always hold a trading day: the longest pause was of six, in September 2001. */
const LOOK_DAYS = 7;

/** Whether a day that could have a session is in `[from, first)`. */
export function isLonger(from: number, first: number, assetClass: AssetClass): boolean {
  for (let day = from; day < Math.min(first, from + LOOK_DAYS); day++)
    if (assetClass === 'crypto' || isTradingDay(day)) return true;
  return false;
}

/**
 * @param weekendBars bars of the range lost to a weekend date. Given where the window is the request's own: Friday's
 *   evening in New York is Saturday in UTC. The kept windows follow New York or hold no evening.
 */
export function rangeWarnings(view: View, weekendBars: number): Warning[] {
  const { meta, days, session } = view;
  const out: Warning[] = [];
  const warn = (code: WarningCode, text: string) => out.push({ code, text });
  if (meta.intervalMin < MINUTES_PER_DAY) {
    const cut = count(numbers(days, 'cut'), 1);
    if (cut > 0) {
      warn(
        'window_cuts_hours',
        `the session window leaves out part of the regular hours (09:30-16:00 New York) on ${cut} of ${days.length} sessions; session=exchange follows them`,
      );
    }
    if (days.length === 0 && holdsNoRegularHours(view)) {
      warn(
        'window_outside_hours',
        'the session window holds none of the regular hours (09:30-16:00 New York); other bars exist with include_extended_hours=true only',
      );
    }
    if (meta.assetClass === 'crypto' && windowMinutes(session, meta.assetClass) < MINUTES_PER_DAY) {
      warn(
        'window_shorter_than_day',
        'the session window is shorter than a crypto day; include_extended_hours=true takes 00:00-24:00 UTC',
      );
    }
    if (weekendBars > 0 && storedSession(session) === null) {
      warn(
        'weekend_bars',
        `${weekendBars} bars are in sessions dated on a weekend, which do not exist for an equity or ETF`,
      );
    }
    if (meta.intervalMin >= 60 && straddlesOpening(view)) {
      warn('bars_straddle_open', 'bars of 1h and longer may straddle the opening; each belongs where it starts');
    }
    out.push(...lateWarning(view), ...lackingWarning(view));
  }
  out.push(...droppedWarning(days));
  const [dates, jumps] = [numbers(days, 'date'), numbers(days, 'gap_from_close_x')];
  const suspects: string[] = [];
  for (let row = 0; row < days.length; row++) suspects.push(...splitSuspect(dates[row], jumps[row]));
  if (suspects.length > 0) {
    const named = suspects.slice(0, LISTED_DATES).join(', ');
    const more = suspects.length > LISTED_DATES ? ` and ${suspects.length - LISTED_DATES} more` : '';
    warn(
      'split_suspect',
      `the open is more than 40 % away from the previous close on ${named}${more}: an unadjusted split?`,
    );
  }
  return out;
}

/** Sessions whose open is not the market's. */
function lateWarning({ meta, days }: View): Warning[] {
  const complete = completeOnly(days);
  const late = count(numbers(complete, 'begins_late'), 1);
  if (late === 0) return [];
  const minutes = Math.max(LATE_MIN, meta.intervalMin);
  return [
    {
      code: 'late_sessions',
      text: `${late} of ${complete.length} complete sessions begin late, with no bar in the first ${minutes} minutes: their open is not the market's`,
    },
  ];
}

function lackingWarning({ days }: View): Warning[] {
  const complete = completeOnly(days);
  const lacking = count(numbers(complete, 'lacks_bars'), 1);
  if (lacking === 0) return [];
  const text = `${lacking} of ${complete.length} complete sessions lack more than a tenth of their bars`;
  return [{ code: 'sessions_lack_bars', text }];
}

/** @param days of the range, by DAY_FIELDS */
export function droppedWarning(days: RecordTable): Warning[] {
  const dropped = numbers(days, 'dropped_bars').reduce((sum, bars) => sum + bars, 0);
  if (dropped === 0) return [];
  const text = `${dropped} extended bars are left out, of dates on which the exchange closed early or was closed`;
  return [{ code: 'bars_left_out', text }];
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
