/** Times as files write them: near ISO 8601, other orders of a date, epoch numbers; and clocks of IANA zones. */

import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN } from '../../exchange/new-york.ts';
import { MS_PER_DAY, parseIsoDate } from '../../lib/days.ts';
import { parseIsoTime } from '../contract/events.ts';
import { ImportError } from './errors.ts';

type Kind = 'instant' | 'date' | 'local';

/** In which order a date with its year at the end, or at the start, is written. */
export type DateOrder = 'YMD' | 'MDY' | 'DMY';

/** A time that was read: an instant, a date alone (00:00 UTC), or what a clock without a zone showed. */
export class FileTime {
  readonly ms: number;
  readonly kind: Kind;

  constructor(ms: number, kind: Kind) {
    this.ms = ms;
    this.kind = kind;
  }
}

const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))(?:[T ]\s*(\S.*))?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,?[T ]\s*(\S.*))?$/;
const DAY_NAMED_MONTH = /^(\d{1,2})[- ]([A-Za-z]{3,9})\.?[- ](\d{4})(?:,?[T ]\s*(\S.*))?$/;
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

export type EpochUnit = 's' | 'ms' | 'us' | 'ns';

/** Epoch numbers by their size: seconds below 1e11, milliseconds below 1e14, microseconds below 1e17, else nanoseconds. */
export function epochUnit(text: string): EpochUnit | null {
  if (!EPOCH.test(text) || COMPACT.test(text)) return null;
  const digits = text.split('.')[0].length;
  if (digits > 17) return 'ns';
  if (digits > 14) return 'us';
  return digits > 11 ? 'ms' : 's';
}

function epochMs(text: string): number {
  const [whole] = text.split('.');
  if (whole.length > 17) return Number(whole.slice(0, -6)) + Number(`0.${whole.slice(-6)}`);
  const value = Number(text);
  if (value < 1e11) return value * 1000;
  return value < 1e14 ? value : value / 1000;
}

/** Epoch numbers of so many digits are read as nothing else. */
const PLAIN_EPOCH = /^(?:\d{9,11}|\d{13}|\d{15,19})$/;

/** Milliseconds of an epoch number that cannot be a date; `null` of any other text. */
export const plainEpochMs = (text: string): number | null => (PLAIN_EPOCH.test(text) ? epochMs(text) : null);

/** Day and month of a date with its year last, as they are; `null` where the text is none. */
export function twoFigures(text: string): readonly [number, number] | null {
  const match = YEAR_LAST.exec(text);
  return match ? [Number(match[1]), Number(match[3])] : null;
}

function spelledDate(text: string, order: DateOrder | undefined) {
  const first = YEAR_FIRST.exec(text);
  if (first) {
    return { year: first[1], month: first[3] ?? first[5], day: first[4] ?? first[6], clock: first[7] };
  }
  const last = order === 'MDY' || order === 'DMY' ? YEAR_LAST.exec(text) : null;
  if (last) {
    const [month, day] = order === 'MDY' ? [last[1], last[3]] : [last[3], last[1]];
    return { year: last[4], month, day, clock: last[5] };
  }
  const named = text.replace(WEEKDAY, '');
  const dayFirst = DAY_NAMED_MONTH.exec(named);
  const match = dayFirst ?? NAMED_MONTH_DAY.exec(named);
  if (!match) return null;
  const [name, day] = dayFirst ? [match[2], match[1]] : [match[1], match[2]];
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : { year: match[3], month: String(month), day, clock: match[4] };
}

/** `9:30`, `09:30 AM`, `093000`, `13:30 UTC` as ISO writes them; the rest as it is. */
function isoClock(text: string): string {
  const clock = text
    .trim()
    .replace(/\s*(?:UTC|GMT|z)$/, 'Z')
    .replace(/\s+(?=[+-]\d)/, '')
    .replace(/^(\d{2})(\d{2})(\d{2})?(?=$|[Z+-])/, (_, hour, minute, second = '00') => `${hour}:${minute}:${second}`)
    .replace(/^(\d):/, '0$1:');
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
    // No zone: the text is no time.
  }
  if (zones.size < 100) zones.set(name, zone);
  return zone;
}

function textTime(text: string, order: DateOrder | undefined): FileTime | null {
  // As most files have it, with a blank or a T: what is read below comes to the same.
  const plain = parseIsoTime(text[10] === ' ' ? `${text.slice(0, 10)}T${text.slice(11)}` : text);
  if (plain) return new FileTime(plain.ms, plain.local ? 'local' : 'instant');
  const compact = COMPACT.exec(text);
  if (compact) {
    const spelled = textTime(`${compact[1]} ${compact[2]}:${compact[3]}:${compact[4] ?? '00'}`, order);
    if (spelled) return spelled;
  }
  const spelled = spelledDate(text, order);
  const date = spelled && `${spelled.year}-${spelled.month.padStart(2, '0')}-${spelled.day.padStart(2, '0')}`;
  const day = date ? parseIsoDate(date) : null;
  if (spelled && day !== null && spelled.clock === undefined) return new FileTime(day * MS_PER_DAY, 'date');
  if (EPOCH.test(text)) return new FileTime(epochMs(text), 'instant');
  // To the second: the fraction of a day is cut off somewhere.
  if (SERIAL.test(text))
    return new FileTime(Math.round(((Number(text) - SERIAL_1970) * MS_PER_DAY) / 1000) * 1000, 'local');
  if (!spelled || day === null) return null;
  let clock = spelled.clock!;
  const zoneName = NAMED_ZONE.exec(clock)?.[1];
  if (zoneName !== undefined) clock = clock.replace(NAMED_ZONE, '');
  const parsed = parseIsoTime(`${date}T${isoClock(clock)}`);
  if (!parsed) return null;
  if (zoneName === undefined) return new FileTime(parsed.ms, parsed.local ? 'local' : 'instant');
  const utc = parsed.local ? namedZone(zoneName)?.toUtc(parsed.ms) : undefined;
  return utc && 'ms' in utc ? new FileTime(utc.ms, 'instant') : null;
}

/** The text of a time's cell, with that of a separate clock column where there is one. */
export function timeText(value: string, clock?: unknown): string {
  const text = value.trim();
  return typeof clock === 'string' && clock.trim() !== '' ? `${text} ${clock.trim()}` : text;
}

/** The time in a cell; `null` where it is none, or where its order of day and month is not known. */
export function readTime(value: unknown, clock?: unknown, order?: DateOrder): FileTime | null {
  if (value instanceof FileTime) return value;
  if (typeof value === 'bigint') return textTime(String(value), order);
  // Numbers that were nanoseconds have lost their last digits: what is left is exact to the microsecond.
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value < 0) return null;
    if (value < 1e17) return textTime(String(value), order);
    return new FileTime(Math.round(value / 1e3) / 1e3, 'instant');
  }
  return typeof value === 'string' ? textTime(timeText(value, clock), order) : null;
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
  return `they run from ${clockText(first)} to ${clockText(last)} as on the clock of America/New_York`;
}
