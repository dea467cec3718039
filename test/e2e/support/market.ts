/** Files of made-up bars, the same in every run. */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

export interface BarEvent {
  symbol: string;
  asset_class: string;
  interval: string;
  ts: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Numbers from 0 to 1, always the same ones. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const cents = (value: number) => Math.round(value * 100) / 100;

/** A walk in cents over bars at these times. */
export function walk(symbol: string, assetClass: string, times: readonly number[], seed = 1): BarEvent[] {
  const random = numbers(seed);
  const interval = `${(times[1] - times[0]) / MINUTE_MS}m`;
  let price = 100;
  return times.map((time) => {
    const open = price;
    const close = cents(Math.max(5, open + (random() - 0.5)));
    const high = cents(Math.max(open, close) + random() * 0.3);
    const low = cents(Math.min(open, close) - random() * 0.3);
    price = cents(Math.max(5, close + (random() < 0.02 ? (random() - 0.5) * 4 : 0)));
    const volume = Math.floor(random() * 10_000);
    return {
      symbol,
      asset_class: assetClass,
      interval,
      ts: new Date(time).toISOString(),
      open,
      high,
      low,
      close,
      volume,
    };
  });
}

const isWeekday = (time: number) => new Date(time).getUTCDay() % 6 !== 0;

/** Regular sessions (13:30 to 20:00 UTC, summer) of so many weekdays from a date on. */
export function sessionTimes(from: string, days: number, stepMin = 1): number[] {
  const times: number[] = [];
  for (let day = Date.parse(from); days > 0; day += DAY_MS) {
    if (!isWeekday(day)) continue;
    days--;
    for (let minute = 13 * 60 + 30; minute < 20 * 60; minute += stepMin) times.push(day + minute * MINUTE_MS);
  }
  return times;
}

/** Every minute of so many days. */
export function everyMinute(from: string, minutes: number): number[] {
  return Array.from({ length: minutes }, (_, i) => Date.parse(from) + i * MINUTE_MS);
}

export function csv(rows: readonly object[]): string {
  const names = Object.keys(rows[0]);
  const lines = rows.map((row) => names.map((name) => (row as Record<string, unknown>)[name] ?? '').join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

export const ndjson = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Writes the file (packed where it ends in .gz) and answers its path. */
export function write(path: string, text: string): string {
  writeFileSync(path, path.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}
