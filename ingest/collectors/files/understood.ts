/** What a file was taken for: what the operator sees before anything is written, and what checks go by. */
import { parseInterval } from '../../../lib/interval.ts';
import type { MappedRow } from './mapper.ts';
import type { DateOrder, EpochUnit } from './time.ts';
import { openZone } from './zone.ts';

export interface Understood {
  /** `csv`, `ndjson`, `json`, `parquet`, or whose shape it is (`binance`, `databento`, ...). */
  readonly format: string;
  readonly compression: 'none' | 'gzip' | 'zip';
  /** Of text. */
  readonly encoding?: 'utf-8';
  /** Of CSV. */
  readonly delimiter?: string;
  /** Column of each field, as the file names it. */
  readonly columns: Readonly<Record<string, string>>;
  /** Of the first rows, at most 20. */
  readonly symbols: readonly string[];
  /** The only one of the first rows; `null` where there are several, or none is known. */
  readonly symbol: string | null;
  readonly assetClass: string | null;
  /** Such as `5m`, as given or judged; `null` where it is not known, or not the same for all. */
  readonly interval: string | null;
  /** By whose clock times without an offset were read; `null` where times say their instant. */
  readonly timeZone: string | null;
  readonly timestampUnit: 'text' | 'date' | EpochUnit;
  /** Where dates have their year last. */
  readonly dateFormat?: DateOrder;
  /** Which end of its bar a time was taken for. */
  readonly stamp: 'start' | 'end';
  /** Why the times may be ends of bars after all, in words. */
  readonly stampSuspicion?: string;
  /** What prices were multiplied by. */
  readonly priceScale: number;
  readonly decimal: '.' | ',';
}

/** Rows as numbers, the same index in each; NaN where a row has no such figure. */
export interface BarColumns {
  readonly symbols: readonly string[];
  /** Which of `symbols`. */
  readonly symbol: Uint16Array;
  /** Row number in the file, from 1. */
  readonly row: Int32Array;
  /** Epoch milliseconds of the start. */
  readonly ts: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Distinct values and the number of each; there are fewer than 65,536. */
export function numbered<T, N extends Uint8Array | Uint16Array>(values: readonly T[], numbers: N): [T[], N] {
  const known = new Map<T, number>();
  values.forEach((value, i) => {
    let number = known.get(value);
    if (number === undefined) {
      number = known.size;
      known.set(value, number);
    }
    numbers[i] = number;
  });
  return [[...known.keys()], numbers];
}

/** Rows that were not refused. */
export function columnsOf(rows: readonly MappedRow[]): BarColumns {
  const good = rows.filter(({ refusal }) => !refusal);
  const { length } = good;
  const column = () => new Float64Array(length);
  const columns = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  const names = good.map(({ symbol: canonical, event }) => canonical ?? String(event['symbol'] ?? ''));
  const [symbols, symbol] = numbered(names, new Uint16Array(length));
  const row = new Int32Array(length);
  const ts = column();
  for (let i = 0; i < length; i++) {
    const { number, time, event } = good[i];
    row[i] = number;
    ts[i] = time?.ms ?? Number.NaN;
    for (const field of FIGURES) {
      const value = event[field];
      columns[field][i] = typeof value === 'number' ? value : Number.NaN;
    }
  }
  return { symbols, symbol, row, ts, ...columns };
}

const OPEN_MIN = 9 * 60 + 30;
const CLOSE_MIN = 16 * 60;
const MINUTES_PER_DAY = 1440;

const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

interface Day {
  first: number;
  last: number;
  atOpen: boolean;
}

/** First and last minute of each day on a clock. */
function daysOf(minutes: Iterable<number>): Day[] {
  const days = new Map<number, Day>();
  for (const minute of minutes) {
    const day = Math.floor(minute / MINUTES_PER_DAY);
    const time = minute - day * MINUTES_PER_DAY;
    const known = days.get(day);
    if (!known) days.set(day, { first: time, last: time, atOpen: time === OPEN_MIN });
    else {
      known.first = Math.min(known.first, time);
      known.last = Math.max(known.last, time);
      known.atOpen ||= time === OPEN_MIN;
    }
  }
  return [...days.values()];
}

/**
 * Why bars of a stock may be stamped by their end: their days begin an interval after the open of New York and last to
 * the close itself. `undefined` where they do not look so.
 */
export function stampSuspicion(startsMs: readonly number[], interval: string | null): string | undefined {
  const minutes = interval === null ? null : parseInterval(interval);
  if (minutes === null || minutes >= MINUTES_PER_DAY || startsMs.length === 0) return undefined;
  const zone = openZone('America/New_York');
  const days = daysOf(startsMs.map((ms) => Math.floor(zone.toLocal(ms) / 60_000)));
  const closes = days.filter(({ last }) => last === CLOSE_MIN);
  if (closes.length === 0 || days.some(({ atOpen }) => atOpen)) return undefined;
  const late = days.filter(({ first }) => first === OPEN_MIN + minutes);
  if (late.length * 2 < days.length) return undefined;
  const seen = `the first ${interval} bar of ${late.length} of ${days.length} days is at ${clockText(OPEN_MIN + minutes)}`;
  return `${seen} New York, none at 09:30, the last at 16:00: they look stamped by their end; give --stamp end (or --stamp start if they are not)`;
}

/** The zone that naive times point to, in words, where they do. `localMs`: what the clock showed, as if it were UTC. */
export function zoneHint(localMs: readonly number[]): string | undefined {
  const days = daysOf(localMs.map((ms) => Math.floor(ms / 60_000)));
  const inSession = days.every(({ first, last }) => first >= OPEN_MIN && last <= CLOSE_MIN);
  if (!inSession || !days.some(({ first }) => first <= OPEN_MIN + 60)) return undefined;
  const first = Math.min(...days.map((day) => day.first));
  const last = Math.max(...days.map((day) => day.last));
  if (last < OPEN_MIN + 60) return undefined;
  return `they run from ${clockText(first)} to ${clockText(last)} as on the clock of America/New_York`;
}
