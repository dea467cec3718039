/** Times as files write them: near ISO 8601, other orders of a date, epoch numbers; and clocks of IANA zones. */

import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN } from '../../exchange/new-york.ts';
import { isoDate, MS_PER_DAY, parseIsoDate } from '../../lib/days.ts';
import { parseIsoTime, plainIsoMs } from '../contract/events.ts';
import { ImportError } from './errors.ts';

type Kind = 'instant' | 'date' | 'local';

export type DateOrder = 'YMD' | 'MDY' | 'DMY';

/** How dates are written whose digits alone do not show it. */
export interface DateFormat {
  readonly order: DateOrder;
  /** True if years have two digits: 00 to 69 are of this century. */
  readonly shortYear: boolean;
}

/** What a file as a whole shows about the spelling of its times. */
export interface TimeSpelling {
  readonly date?: DateFormat;
  /** Digits of a time of day without colons: 4 (`930` is 09:30) or 6 (`93000`; `500` is 00:05). */
  readonly clockDigits?: number;
}

/** A time that was read: an instant, a date alone (00:00 UTC), or what a clock without a zone showed. */
class FileTime {
  readonly ms: number;
  readonly kind: Kind;

  constructor(ms: number, kind: Kind) {
    this.ms = ms;
    this.kind = kind;
  }
}

const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))(?:[T ]\s*(\S.*))?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,?[T ]\s*(\S.*))?$/;
/** Three figures of one or two digits each. */
const SHORT_DATE = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{1,2})(?:,?[T ]\s*(\S.*))?$/;
/** `250602` */
const SHORT_COMPACT = /^(\d{2})()(\d{2})(\d{2})(?:[T ]\s*(\S.*))?$/;
const DAY_NAMED_MONTH = /^(\d{1,2})[- ]([A-Za-z]{3,9})\.?[- ](\d{4}|\d{2})(?:,?[T ]\s*(\S.*))?$/;
const NAMED_MONTH_DAY = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})(?:,?[T ]\s*(\S.*))?$/;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** `202506041330`, `20250604133000`: read as epoch milliseconds they would be in 1976, or far ahead. */
const COMPACT = /^((?:19|20)\d{6})(\d{2})(\d{2})(\d{2})?$/;
const EPOCH = /^\d{9,19}(\.\d+)?$/;
/** Days since 1899-12-30, as spreadsheets store a time: a whole number could be anything else. */
const SERIAL = /^[2-7]\d{4}\.\d+$/;
const SERIAL_1970 = 25_569;
const NAMED_ZONE = /\s+([A-Z][A-Za-z]+\/[A-Za-z_/+-]+)$/;
/** `GMT+0200`, `UTC-4`, `GMT+05:30` */
const NAMED_OFFSET = /\s*(?:UTC|GMT)\s*([+-])(\d{1,2})(?::?(\d{2}))?$/i;
const ABBREVIATION = /\s+([A-Z]{2,4})$/;
/** Minutes east of UTC, and the zone that uses the abbreviation. CST is missing: it is Chicago's, and China's. */
const ABBREVIATIONS: Readonly<Record<string, readonly [offsetMin: number | null, zone: string]>> = {
  ET: [null, 'America/New_York'],
  EST: [-300, 'America/New_York'],
  EDT: [-240, 'America/New_York'],
  CDT: [-300, 'America/Chicago'],
  MDT: [-360, 'America/Denver'],
  PST: [-480, 'America/Los_Angeles'],
  PDT: [-420, 'America/Los_Angeles'],
  BST: [60, 'Europe/London'],
  CET: [60, 'Europe/Berlin'],
  CEST: [120, 'Europe/Berlin'],
  JST: [540, 'Asia/Tokyo'],
};

/** Epoch numbers by their size: seconds below 1e11, milliseconds below 1e14, microseconds below 1e17, else nanoseconds. */
function epochMs(text: string): number {
  const [whole] = text.split('.');
  if (whole.length > 17) return Number(whole.slice(0, -6)) + Number(`0.${whole.slice(-6)}`);
  const value = Number(text);
  if (value < 1e11) return value * 1000;
  return value < 1e14 ? value : value / 1000;
}

/** Day and month, in their order, of a date whose year is last; `null` for other texts. */
export function twoFigures(text: string): readonly [number, number] | null {
  const match = YEAR_LAST.exec(text);
  return match ? [Number(match[1]), Number(match[3])] : null;
}

const FIGURE_ORDERS: Readonly<Record<DateOrder, readonly [year: number, month: number, day: number]>> = {
  MDY: [2, 0, 1],
  DMY: [2, 1, 0],
  YMD: [0, 1, 2],
};
const ORDERS = Object.keys(FIGURE_ORDERS) as DateOrder[];

const ofCentury = (year: string) => (year.length > 2 ? year : `${Number(year) < 70 ? 20 : 19}${year.padStart(2, '0')}`);

/** Formats, as `--date-format` takes them, by which a date with a year of two digits can be read; empty for other texts. */
export function shortYearFormats(text: string): string[] {
  if (DAY_NAMED_MONTH.exec(text)?.[3].length === 2) return ['DD-MMM-YY'];
  const sign = SHORT_DATE.exec(text)?.[2] ?? (SHORT_COMPACT.test(text) ? '' : null);
  if (sign === null) return [];
  const fitting = ORDERS.filter((order) => dateOf(text, { order, shortYear: true }));
  return fitting.map((order) => [...order].map((letter) => letter + letter).join(sign));
}

interface SpelledDate {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  /** The time of day behind the date. */
  readonly clock: string | undefined;
}

function spelledDate(text: string, format: DateFormat | undefined): SpelledDate | null {
  const first = YEAR_FIRST.exec(text);
  if (first) return { year: first[1], month: first[3] ?? first[5], day: first[4] ?? first[6], clock: first[7] };
  const short = format?.shortYear ? (SHORT_DATE.exec(text) ?? SHORT_COMPACT.exec(text)) : null;
  const last = format && format.order !== 'YMD' ? YEAR_LAST.exec(text) : null;
  const match = short ?? last;
  if (match) {
    const figures = [match[1], match[3], match[4]];
    const [year, month, day] = FIGURE_ORDERS[format!.order].map((at) => figures[at]);
    return { year: ofCentury(year), month, day, clock: match[5] };
  }
  const named = text.replace(WEEKDAY, '');
  const dayFirst = DAY_NAMED_MONTH.exec(named);
  const words = dayFirst ?? NAMED_MONTH_DAY.exec(named);
  if (!words || (words[3].length === 2 && !format?.shortYear)) return null;
  const [name, day] = dayFirst ? [words[2], words[1]] : [words[1], words[2]];
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : { year: ofCentury(words[3]), month: String(month), day, clock: words[4] };
}

/** The date in a text, in days since 1970, and the time of day behind it. */
function dateOf(text: string, format: DateFormat | undefined) {
  const spelled = spelledDate(text, format);
  if (!spelled) return null;
  const { year, month, day, clock } = spelled;
  const days = parseIsoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return days === null ? null : { days, clock };
}

/** A time of day that is written in digits alone, as `HH:MM` or `HH:MM:SS`; other texts as they are. */
function withColons(clock: string, digits: number | undefined): string {
  if (!/^\d{1,6}(?!\d)/.test(clock)) return clock;
  const [figures] = /^\d+/.exec(clock)!;
  const rest = clock.slice(figures.length);
  if (!/^($|[Z+-])/.test(rest) || (digits === undefined && figures.length < 3)) return clock;
  const width = Math.max(digits ?? 0, figures.length > 4 ? 6 : 4);
  const whole = figures.padStart(width, '0');
  return `${whole.match(/../g)!.join(':')}${rest}`;
}

/** `9:30`, `930`, `09:30 AM`, `93000`, `13:30 UTC`, `15:30 GMT+0200` as ISO 8601 writes them; other texts as they are. */
function isoClock(text: string, digits: number | undefined): string {
  const signed = text
    .trim()
    .replace(NAMED_OFFSET, (_, sign, hours, minutes = '00') => `${sign}${hours.padStart(2, '0')}:${minutes}`)
    .replace(/\s*(?:UTC|GMT|z)$/, 'Z')
    .replace(/\s+(?=[+-]\d)/, '');
  const clock = withColons(signed, digits).replace(/^(\d):/, '0$1:');
  const half = /^(\d{2})(:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*([AaPp])\.?[Mm]\.?$/.exec(clock);
  if (!half) return clock;
  const hour = Number(half[1]);
  if (hour < 1 || hour > 12) return clock;
  const afternoon = half[3].toLowerCase() === 'p';
  return `${String((hour % 12) + (afternoon ? 12 : 0)).padStart(2, '0')}${half[2]}`;
}

const zones = new Map<string, Zone | null>();

function namedZone(name: string): Zone | null {
  const known = zones.get(name);
  if (known !== undefined) return known;
  let zone: Zone | null = null;
  try {
    zone = openZone(name);
  } catch {
    // Not a zone: the text is not a time.
  }
  if (zones.size < 100) zones.set(name, zone);
  return zone;
}

const MIDNIGHT = /^24(?=:00(?::00(?:\.0+)?)?(?:$|[Z+-]))/;

/** The time of day `clock` of a date, which `24:00` ends. */
function timeOfDay(days: number, clock: string): FileTime | null {
  const start = clock.replace(MIDNIGHT, '00');
  const parsed = parseIsoTime(`${isoDate(start === clock ? days : days + 1)}T${start}`);
  return parsed && new FileTime(parsed.ms, parsed.local ? 'local' : 'instant');
}

/** A time with an abbreviated zone. If that zone's clock contradicts the abbreviation (`EST` in June), it is a time without one. */
function abbreviated(localMs: number, abbreviation: string): FileTime | null {
  if (!Object.hasOwn(ABBREVIATIONS, abbreviation)) return null;
  const [offsetMin, zone] = ABBREVIATIONS[abbreviation];
  const utc = namedZone(zone)!.toUtc(localMs);
  const ms = offsetMin === null ? undefined : localMs - offsetMin * 60_000;
  if (!('ms' in utc)) return ms === undefined ? null : new FileTime(ms, 'instant');
  return ms === undefined || ms === utc.ms ? new FileTime(utc.ms, 'instant') : new FileTime(localMs, 'local');
}

function textTime(text: string, spelling: TimeSpelling): FileTime | null {
  const utcMs = plainIsoMs(text);
  if (utcMs >= 0) return new FileTime(utcMs, 'instant');
  const plain = parseIsoTime(text[10] === ' ' ? `${text.slice(0, 10)}T${text.slice(11)}` : text);
  if (plain) return new FileTime(plain.ms, plain.local ? 'local' : 'instant');
  const compact = COMPACT.exec(text);
  if (compact) {
    const spelled = textTime(`${compact[1]} ${compact[2]}:${compact[3]}:${compact[4] ?? '00'}`, spelling);
    if (spelled) return spelled;
  }
  if (EPOCH.test(text)) return new FileTime(epochMs(text), 'instant');
  const date = dateOf(text, spelling.date);
  if (date && date.clock === undefined) return new FileTime(date.days * MS_PER_DAY, 'date');
  // To the second: the fraction of a day is cut off somewhere.
  if (SERIAL.test(text))
    return new FileTime(Math.round(((Number(text) - SERIAL_1970) * MS_PER_DAY) / 1000) * 1000, 'local');
  if (!date) return null;
  const clock = date.clock!;
  const [, zoneName] = NAMED_ZONE.exec(clock) ?? [];
  const [, abbreviation] = ABBREVIATION.exec(clock) ?? [];
  const isAbbreviated = abbreviation !== undefined && !/^(?:UTC|GMT|[AP]M)$/.test(abbreviation);
  const bare = clock.replace(zoneName === undefined ? (isAbbreviated ? ABBREVIATION : '') : NAMED_ZONE, '');
  const time = timeOfDay(date.days, isoClock(bare, spelling.clockDigits));
  if (!time || (zoneName === undefined && !isAbbreviated)) return time;
  if (time.kind !== 'local') return null;
  if (zoneName === undefined) return abbreviated(time.ms, abbreviation);
  const utc = namedZone(zoneName)?.toUtc(time.ms);
  return utc && 'ms' in utc ? new FileTime(utc.ms, 'instant') : null;
}

export const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The text of a time's cell, with that of a separate clock column if the row has one. */
export function timeText(value: string | number, clock?: unknown): string {
  const text = String(value).trim();
  const behind = isText(clock) ? String(clock).trim() : '';
  return behind === '' ? text : `${text} ${behind}`;
}

/** The time in a cell; `null` if it is none, or if the order of its day and month is unknown. */
export function readTime(value: unknown, clock?: unknown, spelling: TimeSpelling = {}): FileTime | null {
  // Numbers that were nanoseconds have lost their last digits: what is left is exact to the microsecond.
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value < 0) return null;
    if (value < 1e17) return textTime(timeText(value, clock), spelling);
    return new FileTime(Math.round(value / 1e3) / 1e3, 'instant');
  }
  return typeof value === 'string' ? textTime(timeText(value, clock), spelling) : null;
}

type LocalTime = { readonly ms: number } | { readonly problem: 'skipped' | 'ambiguous' };

export interface Zone {
  readonly name: string;
  /** UTC of a time shown by the zone's clock (both epoch ms), or why there is no one such time. */
  toUtc(localMs: number): LocalTime;
}

const CACHED_DAYS_MAX = 20_000;

/** Names of a fixed offset that people write for a zone whose clock changes twice a year. */
const FIXED: Record<string, readonly [zone: string, offset: string]> = {
  EST: ['America/New_York', 'Etc/GMT+5'],
  MST: ['America/Denver', 'Etc/GMT+7'],
};

/** Throws an ImportError (usage) for a name that is none, or one of a fixed offset that is rarely meant. */
export function openZone(name: string): Zone {
  const fixed = Object.hasOwn(FIXED, name.toUpperCase()) ? FIXED[name.toUpperCase()] : undefined;
  if (fixed) {
    const message = `--tz ${name}: never changes to summer time, so half a year would be an hour off; give ${fixed[0]}`;
    throw new ImportError('usage', `${message} (or ${fixed[1]} where the clock really never changed)`);
  }
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    const message = `--tz ${name}: no such time zone; give one such as America/New_York or UTC`;
    throw new ImportError('usage', message, { cause: error });
  }

  function offsetAt(utcMs: number): number {
    const wholeMs = Math.floor(utcMs / 1000) * 1000;
    const parts: Record<string, number> = {};
    for (const part of format.formatToParts(wholeMs)) parts[part.type] = Number(part.value);
    const { year, month, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - wholeMs;
  }

  /** The one offset of a local day; `null` for a day on which the clock is set. */
  const offsetOfDay = new Map<number, number | null>();

  function dayOffset(day: number): number | null {
    const known = offsetOfDay.get(day);
    if (known !== undefined) return known;
    // A day of margin on both sides: offsets are below a day, and clocks are set once in a while.
    const before = offsetAt((day - 1) * MS_PER_DAY);
    const offset = before === offsetAt((day + 2) * MS_PER_DAY) ? before : null;
    if (offsetOfDay.size >= CACHED_DAYS_MAX) offsetOfDay.clear();
    offsetOfDay.set(day, offset);
    return offset;
  }

  return {
    name,
    toUtc(localMs) {
      const day = Math.floor(localMs / MS_PER_DAY);
      const offset = dayOffset(day);
      if (offset !== null) return { ms: localMs - offset };
      const candidates = new Set([offsetAt((day - 1) * MS_PER_DAY), offsetAt((day + 2) * MS_PER_DAY)]);
      const valid = [...candidates].filter((one) => offsetAt(localMs - one) === one);
      if (valid.length === 1) return { ms: localMs - valid[0] };
      return { problem: valid.length === 0 ? 'skipped' : 'ambiguous' };
    },
  };
}

const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The zone that naive times point to, in words, where they do. `localMs`: what the clock showed, as if it were UTC. */
export function zoneHint(localMs: readonly number[]): string | undefined {
  const minutes = localMs.map((ms) => Math.floor((ms - Math.floor(ms / MS_PER_DAY) * MS_PER_DAY) / 60_000));
  const [first, last] = [Math.min(...minutes), Math.max(...minutes)];
  const early = EXCHANGE_OPEN_MIN + 60;
  if (first < EXCHANGE_OPEN_MIN || first > early || last < early || last > EXCHANGE_CLOSE_MIN) return undefined;
  return `give --tz America/New_York: the times run from ${clockText(first)} to ${clockText(last)} as on its clock`;
}
