/** Calendar dates as whole days since 1970-01-01 (UTC); text is parsed and formatted at the edges. */

export const MINUTES_PER_DAY = 1440;
export const MS_PER_MINUTE = 60_000;
export const MS_PER_DAY = 86_400_000;

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Returns 0 for Monday ... 6 for Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function isWeekend(day: number): boolean {
  return weekdayOf(day) >= 5;
}

/** Returns a day number as `2024-02-29`. */
export function isoDate(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** The last parsed date: nearly every row of a file has the date of the row before. */
let last: { readonly text: string; readonly day: number | null } = { text: '', day: null };

/** Returns the day number of a real calendar date `YYYY-MM-DD`; `null` for anything else (`2023-02-29`, `2023-1-1`). */
export function parseIsoDate(text: string): number | null {
  if (text !== last.text) last = { text, day: readIsoDate(text) };
  return last.day;
}

function readIsoDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms)) return null;
  const day = ms / MS_PER_DAY;
  return isoDate(day) === text ? day : null;
}

export function dayOfMs(ms: number): number {
  return Math.floor(ms / MS_PER_DAY);
}

/** Returns the Monday of the day's ISO week. */
export function isoMonday(day: number): number {
  return day - weekdayOf(day);
}

/** Returns the ISO 8601 week: the week's year and number (1-53). */
export function isoWeek(day: number): { year: number; week: number } {
  const thursday = isoMonday(day) + 3;
  const year = new Date(thursday * MS_PER_DAY).getUTCFullYear();
  const firstThursday = isoMonday(Date.UTC(year, 0, 4) / MS_PER_DAY) + 3;
  return { year, week: (thursday - firstThursday) / 7 + 1 };
}

export function monthIndex(day: number): number {
  const date = new Date(day * MS_PER_DAY);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** Returns the day `months` calendar months earlier, at most the last day of that month (31 March - 1M = 28/29 February). */
export function monthsBefore(day: number, months: number): number {
  const date = new Date(day * MS_PER_DAY);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months + 1, 0)).getUTCDate();
  return first / MS_PER_DAY + Math.min(date.getUTCDate(), lastOfMonth) - 1;
}

/** Returns minutes from a minute to the next moment of a UTC time of day: 0 to 1439, for 24:00 1 to 1440. */
export function minutesAfter(fromMin: number, toMin: number): number {
  const floor = toMin === MINUTES_PER_DAY ? 1 : 0;
  const ahead = (toMin - fromMin - floor) % MINUTES_PER_DAY;
  return ((ahead + MINUTES_PER_DAY) % MINUTES_PER_DAY) + floor;
}
