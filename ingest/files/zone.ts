/** The clock of an IANA time zone, from the platform's data. */

import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN } from '../../exchange/new-york.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { ImportError } from './errors.ts';

export type LocalTime = { readonly ms: number } | { readonly problem: 'skipped' | 'ambiguous' };

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
