/** Times as files write them: ISO 8601 or near it, dates alone, epoch numbers of any unit. */
import { MS_PER_DAY, parseIsoDate } from '../../../lib/days.ts';
import { parseIsoTime } from '../../contract/index.ts';

type Kind = 'instant' | 'date' | 'local';

/** A time that was read: an instant, a date alone (00:00 UTC), or what a clock without a zone showed. */
export class FileTime {
  readonly ms: number;
  readonly kind: Kind;

  private constructor(ms: number, kind: Kind) {
    this.ms = ms;
    this.kind = kind;
  }

  static instant(ms: number): FileTime {
    return new FileTime(ms, 'instant');
  }

  static date(day: number): FileTime {
    return new FileTime(day * MS_PER_DAY, 'date');
  }

  static local(ms: number): FileTime {
    return new FileTime(ms, 'local');
  }

  asLocal(): FileTime {
    return new FileTime(this.ms, 'local');
  }
}

const DATE = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?:[T ]\s*(\S.*))?$/;
/** `202506041330`, `20250604133000`: read as epoch milliseconds they would lie in 1976, or far ahead. */
const COMPACT = /^((?:19|20)\d{6})(\d{2})(\d{2})(\d{2})?$/;
const EPOCH = /^\d{9,19}(\.\d+)?$/;

/** Epoch numbers by their size: seconds below 1e11, milliseconds below 1e14, microseconds below 1e17, else nanoseconds. */
function epochMs(text: string): number {
  const [whole] = text.split('.');
  if (whole.length > 17) return Number(whole.slice(0, -6)) + Number(`0.${whole.slice(-6)}`);
  const value = Number(text);
  if (value < 1e11) return value * 1000;
  return value < 1e14 ? value : value / 1000;
}

function textTime(text: string): FileTime | null {
  const compact = COMPACT.exec(text);
  if (compact) {
    const spelled = textTime(`${compact[1]} ${compact[2]}:${compact[3]}:${compact[4] ?? '00'}`);
    if (spelled) return spelled;
  }
  const match = DATE.exec(text);
  const day = match ? parseIsoDate(`${match[1]}-${match[3]}-${match[4]}`) : null;
  if (match && day !== null && match[5] === undefined) return FileTime.date(day);
  if (EPOCH.test(text)) return FileTime.instant(epochMs(text));
  if (!match || day === null) return null;
  const clock = match[5]
    .trim()
    .replace(/\s*(?:UTC|GMT|z)$/, 'Z')
    .replace(/\s+(?=[+-]\d)/, '');
  const parsed = parseIsoTime(`${match[1]}-${match[3]}-${match[4]}T${clock}`);
  if (!parsed) return null;
  return parsed.local ? FileTime.local(parsed.ms) : FileTime.instant(parsed.ms);
}

/** The time in a cell, with that of a separate clock column where there is one; `null` where it is none. */
export function readTime(value: unknown, clock?: unknown): FileTime | null {
  if (value instanceof FileTime) return value;
  if (typeof value === 'bigint') return textTime(String(value));
  // Numbers that were nanoseconds have lost their last digits: what is left is exact to the microsecond.
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value < 0) return null;
    if (value < 1e17) return textTime(String(value));
    return FileTime.instant(Math.round(value / 1e3) / 1e3);
  }
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return textTime(typeof clock === 'string' && clock.trim() !== '' ? `${text} ${clock.trim()}` : text);
}
