/** Bars made by hand, around a Wednesday. */
import { MINUTES_PER_DAY, parseIsoDate } from '../../../lib/days.ts';
import type { Bar } from './model.ts';

export const flat = (day: number, close: number): Bar => [
  day * MINUTES_PER_DAY,
  close,
  close + 1,
  close - 1,
  close,
  100,
];
export const at = (minute: number, price: number): Bar => [minute, price, price + 0.5, price - 0.5, price, 10];
/** The first hour that begins in New York's session. */
export const hour = (day: number, price: number): Bar => at(day * MINUTES_PER_DAY + 14 * 60, price);
/** The first and the last hour of a UTC day. */
export const ends = (day: number, price: number): Bar[] => [
  ...[0, 23].map((one) => at(day * MINUTES_PER_DAY + one * 60, price)),
];
/** A half-hour of a date in New York's summer. */
export const half = (day: number, hours: number, minutes: number): Bar =>
  at(day * MINUTES_PER_DAY + (hours + 4) * 60 + minutes, 150);
export const wednesday = parseIsoDate('2024-06-12')!;
export const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((day) => new Date(day * 864e5).getUTCDay() % 6);
