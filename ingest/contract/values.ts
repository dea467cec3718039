/**
 * Single values of events. Times on the wire are ISO 8601 with an offset (`2025-06-04T13:30:00Z`, `...+02:00`) or whole
 * epoch milliseconds; inside they are epoch milliseconds.
 */
import { MS_PER_DAY, parseIsoDate } from '../../lib/days.ts';
import { type Refusal, refuse } from './events.ts';

/**
 * Sizes of numbers. Far beyond what is quoted anywhere, so that products, ratios and sums over years of them stay
 * finite: one bar of 1e308 would make figures that no JSON can hold.
 */
export const PRICE_MIN = 1e-15;
export const PRICE_MAX = 1e15;
export const VOLUME_MAX = 1e21;
/** Of earnings, calendars and dividends, without their sign. */
export const FIGURE_MAX = 1e21;

export const isPrice = (value: number) => value >= PRICE_MIN && value <= PRICE_MAX;
export const isVolume = (value: number) => value >= 0 && value <= VOLUME_MAX;
export const isRevision = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** Half of a character pair: JSON can spell it, UTF-8 and the store cannot. */
const BROKEN_TEXT = /\p{Surrogate}/u;

/** What is wrong with a text; `null`: nothing. */
export function textProblem(value: unknown, maxChars: number): string | null {
  if (typeof value !== 'string') return 'must be text';
  if (value.length > maxChars) return `must be at most ${maxChars} characters`;
  if (value.trim() === '') return 'must not be empty';
  return BROKEN_TEXT.test(value) ? 'holds half of a character pair' : null;
}

/** 2100-01-01T00:00:00Z: the first time that is out of range. */
const END_OF_TIME_MS = Date.UTC(2100, 0, 1);
/** Whether a time, in epoch milliseconds, is in the years that are kept. */
export const isInTime = (ms: number) => ms >= 0 && ms < END_OF_TIME_MS;

const ISO = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** Clock parts of a time of day; `null` where there is no such time. */
function clockMs(hour: string, minute: string, second: string | undefined, fraction: string | undefined) {
  const h = Number(hour);
  const m = Number(minute);
  const s = second === undefined ? 0 : Number(second);
  if (h > 23 || m > 59 || s > 59) return null;
  // Digits apart, so that whole milliseconds stay whole: 0.057 * 1000 is not 57.
  const digits = (fraction ?? '').padEnd(9, '0');
  const ms = Number(digits.slice(0, 3)) + Number(digits.slice(3)) / 1e6;
  return ((h * 60 + m) * 60 + s) * 1000 + ms;
}

function offsetMs(offset: string): number | null {
  if (offset === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 23 || minutes > 59) return null;
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * An ISO 8601 date and time as milliseconds; those of a time without an offset are of its own clock (`local`).
 * Fractions finer than a millisecond stay as a fraction. `null` where it is none, or no such date exists.
 */
export function parseIsoTime(text: string): { ms: number; local: boolean } | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const day = parseIsoDate(match[1]);
  const clock = clockMs(match[2], match[3], match[4], match[5]);
  if (day === null || clock === null) return null;
  const offset = match[6];
  if (offset === undefined) return { ms: day * MS_PER_DAY + clock, local: true };
  const shift = offsetMs(offset);
  return shift === null ? null : { ms: day * MS_PER_DAY + clock - shift, local: false };
}

/** Epoch milliseconds of a wire value, or why it is none. May hold a fraction of a millisecond. */
export function parseWireTime(value: unknown, field: string): number | Refusal {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) {
      return refuse('invalid_timestamp', `${field}: ${value} is not a whole number of epoch milliseconds`);
    }
    return inRange(value, field);
  }
  if (typeof value !== 'string') {
    return refuse('invalid_timestamp', `${field}: give ISO 8601 with an offset or whole epoch milliseconds`);
  }
  const parsed = parseIsoTime(value);
  if (!parsed) {
    const shown = value.slice(0, 60);
    return refuse('invalid_timestamp', `${field}: "${shown}" is no time such as 2025-06-04T13:30:00Z`);
  }
  if (parsed.local) {
    return refuse('invalid_timestamp', `${field}: "${value}" has no offset; add Z or one such as +02:00`);
  }
  return inRange(parsed.ms, field);
}

function inRange(ms: number, field: string): number | Refusal {
  if (isInTime(ms)) return ms;
  return refuse('out_of_range_timestamp', `${field}: must be between 1970-01-01 and 2099-12-31 (UTC)`);
}

let lastDate = '';
let lastDayMs = 0;

const digit = (text: string, i: number) => text.charCodeAt(i) - 48;

/**
 * The commonest spelling, `YYYY-MM-DDTHH:MM:SSZ`, without a regular expression; `-1` for any other, which is
 * then for `parseWireTime` to judge. Bars come in runs of one date, so the last date is kept.
 */
export function plainIsoMs(text: string): number {
  if (text.length !== 20 || text.charCodeAt(10) !== 84 || text.charCodeAt(19) !== 90) return -1;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return -1;
  const date = text.slice(0, 10);
  if (date !== lastDate) {
    const day = parseIsoDate(date);
    if (day === null) return -1;
    lastDate = date;
    lastDayMs = day * MS_PER_DAY;
  }
  for (const i of CLOCK_DIGITS) if (digit(text, i) > 9 || digit(text, i) < 0) return -1;
  const hour = digit(text, 11) * 10 + digit(text, 12);
  const minute = digit(text, 14) * 10 + digit(text, 15);
  const second = digit(text, 17) * 10 + digit(text, 18);
  if (hour > 23 || minute > 59 || second > 59) return -1;
  return lastDayMs + (hour * 3600 + minute * 60 + second) * 1000;
}

const CLOCK_DIGITS = [11, 12, 14, 15, 17, 18];
