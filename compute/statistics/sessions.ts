/**
 * What the statistics on sessions share: fields of a session's record and how they are written, whether enough sessions
 * before it were loaded, relative volumes, the range of the first minutes, its breaks and their summary, and times of day in the
 * window.
 */

import { EXCHANGE_OPEN_MIN, newYorkOffset } from '../../exchange/new-york.ts';
import { isWeekend, MINUTES_PER_DAY, MS_PER_MINUTE, minutesAfter, WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import type { SymbolMeta } from '../market/bars.ts';
import { lowerBound } from '../market/bars.ts';
import { PREVIOUS_MAX_DAYS, sessionFigures } from '../market/candles.ts';
import { atClose, atOpen, before, codesOf, integer, SYMBOL_FIELD } from '../market/fields.ts';
import { type NumberColumns, numbers, partOf, type RecordTable } from '../market/records.ts';
import {
  type DataClock,
  NEW_YORK_BEHIND_MIN,
  type SessionSet,
  type SessionSpec,
  windowAt,
} from '../market/sessions.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import type { Warning } from '../market/warning.ts';
import {
  asked,
  below,
  bySize,
  counted,
  divided,
  type Figures,
  figure,
  figuresOf,
  ON_WEEKDAY,
  together,
} from './figures.ts';
import { numberOf } from './params.ts';
import type { DateRange, View } from './statistic.ts';

/** The first fields of the record, known before the session; of records whose being tells of its open, then. */
export const dayFields = (description = 'Date of the session', known: typeof before = before) =>
  [SYMBOL_FIELD, known.date('date', description), known.oneOf('weekday', WEEKDAYS, 'Weekday of the date')] as const;

export const completeField = (known: typeof before = atClose) =>
  known.boolean('complete', 'The data reach the end of the window');
export const COMPLETE_FIELD = completeField();

export const OR_NULL = { nullable: true };

export const LOOK_BACK = { lookBack: true };

export const previousPrices = (known: typeof before = before) =>
  (['high', 'low', 'close'] as const).map((name) =>
    known.price(`prev_${name}`, `${name[0].toUpperCase()}${name.slice(1)} of the previous session`, LOOK_BACK),
  );

/** Open, high, low and close of the session, which every record has. */
export const sessionPrices = <const P extends string = ''>(prefix: P = '' as P, of = '') =>
  [
    atOpen.price(`${prefix}open`, 'First price of the session'),
    atClose.price(`${prefix}high`, `Highest price${of}`),
    atClose.price(`${prefix}low`, `Lowest price${of}`),
    atClose.price(`${prefix}close`, `Last price${of}`),
  ] as const;

export const UP_DOWN = ['up', 'down'] as const;

export const DIRECTION = codesOf(UP_DOWN);

export function writeDay(
  columns: NumberColumns<'date' | 'weekday' | 'complete'>,
  row: number,
  sessions: SessionSet,
  s: number,
): void {
  columns.date[row] = sessions.date[s];
  columns.weekday[row] = weekdayOf(sessions.date[s]);
  columns.complete[row] = sessions.complete[s];
}

export function writePrevious(
  columns: NumberColumns<'prev_date' | 'prev_high' | 'prev_low'>,
  row: number,
  sessions: SessionSet,
  p: number,
): void {
  const { high, low } = sessionFigures(sessions);
  columns.prev_date[row] = sessions.date[p];
  columns.prev_high[row] = high[p];
  columns.prev_low[row] = low[p];
}

/** First session that is surely whole: the range may begin in the middle of the one before it. */
export const FIRST_WHOLE = 1;

/**
 * Index of the first session dated in the range or after it; -1 without one. After it, too: a caller that asks whether a
 * state still depends on earlier bars may ask on a date without a session.
 */
export function firstWanted(sessions: SessionSet, wanted: DateRange): number {
  const first = lowerBound(sessions.date, wanted.from);
  return first < sessions.length ? first : -1;
}

/** Whether the comparison of session `s` with its previous session is the one that all the data would give. */
export function comparisonSure(sessions: SessionSet, s: number): boolean {
  if (s > FIRST_WHOLE) return true;
  // Dates are sure even where a session is cut: none in the days before means that there is no previous session.
  return s === FIRST_WHOLE && sessions.date[s] - sessions.date[s - 1] > PREVIOUS_MAX_DAYS;
}

/** `insufficientLookBack` of records that look at the session before and no further. */
export function lacksPreviousSession(data: SymbolData, sessions: SessionSet, wanted: DateRange): boolean {
  const s = firstWanted(sessions, wanted);
  return !data.reachesStart && s !== -1 && !comparisonSure(sessions, s);
}

/** The same of records that look at the weekday session before. */
export function lacksPreviousWeekday(data: SymbolData, sessions: SessionSet, wanted: DateRange): boolean {
  if (data.reachesStart) return false;
  const { date, length } = sessions;
  let s = 0;
  while (s < length && (date[s] < wanted.from || isWeekend(date[s]))) s++;
  if (s === length || date[s] > wanted.to) return false;
  let previous = s - 1;
  while (previous >= 0 && isWeekend(date[previous])) previous--;
  if (previous >= FIRST_WHOLE) return false;
  // Dates are sure even where a session is cut: one so far back means that none in between is missing.
  return s < FIRST_WHOLE || date[s] - date[0] <= PREVIOUS_MAX_DAYS;
}

/** Sessions before that a volume is compared with, however old they are. */
export const VOLUME_SESSIONS = 14;
const FEWEST_SESSIONS = 3;

/**
 * Sessions to load before the first wanted one: those compared with, and one more because the first of a loaded
 * range may have been cut by the load.
 */
export const VOLUME_REACH_SESSIONS = VOLUME_SESSIONS + 1;

/** Volume of session `s`'s bars that start inside the range, oldest first; NaN where there is no such bar. */
export function windowVolume(sessions: SessionSet, s: number, offsetMin: number, lengthMin: number): number {
  const { minute, volume } = sessions.bars;
  const start = sessions.anchor[s] + offsetMin;
  const stop = start + lengthMin;
  const end = sessions.end[s];
  let i = lowerBound(minute, start, sessions.first[s], end);
  if (i === end || minute[i] >= stop) return Number.NaN;
  let sum = 0;
  for (; i < end && minute[i] < stop; i++) sum += volume[i];
  return sum;
}

/** Relative volume of one range of session `s`: for bars that stand elsewhere in each session (a break bar). */
export function relativeVolumeAt(sessions: SessionSet, s: number, offsetMin: number, lengthMin: number): number {
  return overMean(s, (session) => windowVolume(sessions, session, offsetMin, lengthMin));
}

/** Relative volume of every session, from each one's volume in the same range (NaN where it has no bar there). */
export function relativeVolumes(volumes: Float64Array): Float64Array {
  return volumes.map((_, s) => overMean(s, (session) => volumes[session]));
}

/** Summed again each time, oldest first: a running sum would depend on where the loaded range begins. */
function overMean(s: number, volumeOf: (session: number) => number): number {
  let sum = 0;
  let n = 0;
  for (let before = Math.max(0, s - VOLUME_SESSIONS); before < s; before++) {
    const volume = volumeOf(before);
    if (Number.isNaN(volume)) continue;
    sum += volume;
    n++;
  }
  return n < FEWEST_SESSIONS || sum === 0 ? Number.NaN : volumeOf(s) / (sum / n);
}

/** True where sessions that the first wanted one is compared with were not loaded, though the data may have them. */
export function lacksVolumeHistory(data: SymbolData, sessions: SessionSet, wanted: DateRange): boolean {
  if (data.reachesStart) return false;
  const first = lowerBound(sessions.date, wanted.from);
  return first < VOLUME_REACH_SESSIONS && first < sessions.length && sessions.date[first] <= wanted.to;
}

export interface OpeningRange {
  /** Index of its first bar; of the first bar after it; of the end of the session. */
  from: number;
  after: number;
  end: number;
  high: number;
  low: number;
  volume: number;
}

export const noRange = (): OpeningRange => ({ from: 0, after: 0, end: 0, high: 0, low: 0, volume: 0 });

/** False while the range is under way: it is not shown then. One beyond the window's end is over with the window. */
export function rangeOver(sessions: SessionSet, clock: DataClock, s: number, minutes: number): boolean {
  return clock.lastBarEnd >= Math.min(sessions.anchor[s] + minutes, sessions.windowEnd[s]);
}

/** @returns whether session `s` has a bar in its first `minutes` */
export function openingRange(sessions: SessionSet, s: number, minutes: number, into: OpeningRange): boolean {
  const { minute, high, low, volume } = sessions.bars;
  const end = sessions.end[s];
  const from = lowerBound(minute, sessions.anchor[s], sessions.first[s], end);
  const rangeEnd = sessions.anchor[s] + minutes;
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  let traded = 0;
  let after = from;
  for (; after < end && minute[after] < rangeEnd; after++) {
    if (high[after] > top) top = high[after];
    if (low[after] < bottom) bottom = low[after];
    traded += volume[after];
  }
  into.from = from;
  into.after = after;
  into.end = end;
  into.high = top;
  into.low = bottom;
  into.volume = traded;
  return after > from;
}

type SideColumns = NumberColumns<'broke_high' | 'broke_high_time' | 'broke_low' | 'broke_low_time' | 'break_type'>;

/** @param highAt the bar that broke the high (low); `end` where none did */
export function writeSides(
  c: SideColumns,
  row: number,
  minute: ArrayLike<number>,
  end: number,
  highAt: number,
  lowAt: number,
): void {
  const [up, down] = [highAt < end, lowAt < end];
  c.broke_high[row] = up ? 1 : 0;
  c.broke_low[row] = down ? 1 : 0;
  if (up) c.broke_high_time[row] = minute[highAt] * MS_PER_MINUTE;
  if (down) c.broke_low_time[row] = minute[lowAt] * MS_PER_MINUTE;
  c.break_type[row] = up ? (down ? BREAK_TYPE.both : BREAK_TYPE.up) : down ? BREAK_TYPE.down : BREAK_TYPE.none;
}

/** Words of the field `break_type`, in the order of their codes. */
export const BREAK_TYPES = ['up', 'down', 'both', 'none'] as const;
export const BREAK_TYPE = codesOf(BREAK_TYPES);

const of = figuresOf([atClose.oneOf('break_type', BREAK_TYPES, '')]);

const OUTCOMES = [
  ['only_up', 'up', 'broke the high alone'],
  ['only_down', 'down', 'broke the low alone'],
  ['both', 'both', 'broke both sides'],
  ['neither', 'none', 'broke neither side'],
] as const;

const sides = (which: string) =>
  together(
    counted('count', 'sessions', which),
    ...OUTCOMES.flatMap(([name, type, what]) => [
      of.counted(name, 'sessions', `${which} that ${what}`, { break_type: type }),
      of.share({ break_type: type }, `${which} that ${what}`, { as: `${name}_pct` }),
    ]),
  );

/** @param sizeColumn height of the range in percent */
export const outcomes = (sizeColumn: string): Figures =>
  together(
    below('outcomes', sides('Sessions with a range')),
    divided('outcomes_by_weekday', ON_WEEKDAY, sides('Sessions with a range on this weekday')),
    divided('outcomes_by_size', bySize(sizeColumn), sides('Sessions with a range of this height in percent')),
  );

/**
 * A summary of sessions by their ranges: how many there are, how many without a bar in the range (`bars` is the column
 * that counts them), and `figures` of the others.
 */
export function rangeSummary(minutes: string, range: string, bars: string, figures: Figures) {
  const having = (rows: RecordTable) => {
    const counts = numbers(rows, bars);
    return partOf(rows, (row) => counts[row] > 0);
  };
  return {
    figures: together(
      asked(minutes, 'minutes', `Length of the ${range}`),
      counted('total_days', 'sessions', 'Complete sessions'),
      figure(
        integer('no_range_days', 'sessions', `Complete sessions without a bar in the ${range}`),
        (rows) => rows.length - having(rows).length,
      ),
      { ...figures, of: (rows, rates, path, view) => figures.of(having(rows), rates, path, view) },
    ),
    sampleSize: (rows: RecordTable) => having(rows).length,
  };
}

export const windowWarnings =
  (minutes: string, lost = 'to break it') =>
  (view: View): Warning[] => {
    if (!fillsWindow(view.session, view.meta, numberOf(view.values, minutes))) return [];
    const text = `${minutes} takes up the whole window, at least in part of the year: nothing of the day is left ${lost}`;
    return [{ code: 'window_used_up', text }];
  };

/** True where, at least in one half of the year, `lengthMin` minutes from the anchor leave nothing of the window. */
export function fillsWindow(spec: SessionSpec, { assetClass }: SymbolMeta, lengthMin: number): boolean {
  const opensItself = assetClass === 'crypto' || (spec.extended && spec.startExplicit);
  return NEW_YORK_BEHIND_MIN.some((behind) => {
    const { start, end } = windowAt(spec, assetClass, behind);
    const open = EXCHANGE_OPEN_MIN + behind;
    const firstOpen = [open, open + MINUTES_PER_DAY].find((minute) => minute >= start && minute < end) ?? start;
    const anchor = opensItself ? start : end > MINUTES_PER_DAY ? firstOpen : Math.max(open, start);
    // A window of regular hours that ends before the opening has no session to warn about in that half of the year.
    return anchor + lengthMin >= end && (opensItself || spec.extended || anchor < end);
  });
}

/** The cutoff's first moment at or after the window's start: one before the start means the next day. */
export function cutoffMinute(sessions: SessionSet, s: number, cutoffMin: number | undefined): number {
  if (cutoffMin === undefined) return Number.POSITIVE_INFINITY;
  const start = sessions.windowStart[s];
  return start + minutesAfter(start, cutoffMin);
}

/**
 * Warnings of a cutoff, which is UTC: it has no effect, or it means two times of New York's day in the range.
 *
 * @param name of its parameter
 */
export function cutoffWarnings(view: View, name: string): Warning[] {
  const unused = cutoffUnused(view, name);
  if (unused !== null) return [{ code: 'cutoff_no_effect', text: unused }];
  const cutoff = view.values[name] as number | undefined;
  if (cutoff === undefined || view.meta.assetClass === 'crypto') return [];
  const offsets = new Set<number>();
  for (const date of numbers(view.days, 'date')) offsets.add(newYorkOffset(date * MINUTES_PER_DAY + cutoff));
  if (offsets.size < 2) return [];
  const [winter, summer] = [...offsets].sort((a, b) => a - b).map((offset) => clockText(cutoff + offset));
  const text = `${name}=${clockText(cutoff)} is UTC: ${winter} in New York in winter and ${summer} in summer`;
  return [{ code: 'cutoff_by_season', text }];
}

function clockText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String((hours + 24) % 24).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Why a cutoff ends no observation; null: it does. @param name of its parameter */
function cutoffUnused({ meta, session, values }: View, name: string): string | null {
  const cutoff = values[name] as number | undefined;
  if (cutoff === undefined) return null;
  if (meta.intervalMin >= MINUTES_PER_DAY) return `${name} has no effect on daily bars`;
  // The New York windows move against UTC by an hour; a cutoff that works in one half of the year has an effect.
  const hasEffect = NEW_YORK_BEHIND_MIN.some((behind) => {
    const { start, end } = windowAt(session, meta.assetClass, behind);
    return minutesAfter(start, cutoff) < end - start;
  });
  return hasEffect
    ? null
    : `${name} is outside the session window (one before its start means the next day) and has no effect`;
}
