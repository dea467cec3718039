/** Rows that are rejected at one time of day on many days: no accident, but a time or a figure that the file spells otherwise. */
import { MS_PER_DAY } from '../../../lib/days.ts';
import { type RejectedEvent, rowOf } from '../../landing/events.ts';
import { type Finding, finding } from './findings.ts';

/** Dates on which a time of day is rejected, and the share of its rows. */
const LIMITS = { dates: 5, share: 0.5 };
const TIMES_MAX = 10_000;
const TIME_OF_DAY = /^(.*?\d{1,4}[-/. ]?\d{1,2}[-/. ]?\d{1,4})[T ,]+(\d.*)$/;

interface Rows {
  readonly dates: Set<string>;
  first: RejectedEvent | undefined;
  rejected: number;
  all: number;
}

export class RejectedTimes {
  readonly #byTime = new Map<string, Rows>();

  /** Counts a row by what it says of its time: epoch milliseconds, or text. */
  take(time: unknown, rejected?: RejectedEvent): void {
    const split = splitTime(time);
    if (!split) return;
    const [date, clock] = split;
    let rows = this.#byTime.get(clock);
    if (!rows) {
      if (this.#byTime.size >= TIMES_MAX) return;
      rows = { dates: new Set(), first: undefined, rejected: 0, all: 0 };
      this.#byTime.set(clock, rows);
    }
    rows.all++;
    if (!rejected) return;
    rows.rejected++;
    rows.first ??= rejected;
    if (rows.dates.size < TIMES_MAX) rows.dates.add(date);
  }

  /** `null` if the rows have one time of day in all: those of daily bars. */
  finding(): Finding | null {
    if (this.#byTime.size < 2) return null;
    const often = [...this.#byTime].filter(
      ([, { dates, rejected, all }]) => dates.size >= LIMITS.dates && rejected > LIMITS.share * all,
    );
    if (often.length === 0) return null;
    const [clock, { dates, first }] = often[0];
    const { position, reason, message } = first!;
    const more = often.length > 1 ? ` (and at ${often.length - 1} more times of day)` : '';
    const what = `the rows at ${clock} are rejected on ${dates.size} days${more}`;
    return finding('rejected', null, rowOf(first!), `${what} (${reason}); ${position}: ${message}`);
  }
}

/** Date and time of day; `null` if the row has no such time. */
function splitTime(time: unknown): readonly [date: string, clock: string] | null {
  if (typeof time === 'number') {
    const day = Math.floor(time / MS_PER_DAY);
    return [String(day), `${new Date(time - day * MS_PER_DAY).toISOString().slice(11, 16)} UTC`];
  }
  const match = typeof time === 'string' ? TIME_OF_DAY.exec(time.trim()) : null;
  return match && [match[1], match[2]];
}

/** What a rejected row says of its time: the field, or the first cells of a row that could not be split. */
export function timeOfRejected(payload: string, field: string): unknown {
  try {
    const value: unknown = JSON.parse(payload);
    if (!Array.isArray(value)) return (value as Record<string, unknown>)[field];
    return value.slice(0, 2).every((cell) => /^[\d\-/.: ]+$/.test(String(cell)))
      ? value.slice(0, 2).join(' ')
      : value[0];
  } catch {
    return undefined;
  }
}
