import { expect, test } from 'vitest';
import { IntervalGuess, intervalOfBars } from './bar-rows.ts';
import type { MappedRow } from './mapper.ts';

const range = (count: number, step: number, from = 0) => Array.from({ length: count }, (_, i) => from + i * step);

test.each([
  ['1m', range(50, 1)],
  ['5m', range(50, 5)],
  ['1h', range(50, 60, 30)],
  ['4h', range(50, 240)],
  ['1d', range(50, 1440)],
  // Gaps do not matter, nor the order.
  ['1m', [3, 9, 4, 100]],
  ['5m', [...range(20, 5), ...range(20, 5, 9000)].reverse()],
  ['5m', [10, 20, 35]],
  ['15m', [0, 45]],
  ['1d', [0, 4320, 5760]],
])('%s', (expected, minutes) => {
  expect(intervalOfBars(minutes, undefined)).toBe(expected);
});

test('a regular grid that is no base interval is named, so that it is refused', () => {
  expect(intervalOfBars(range(20, 720), undefined)).toBe('12h');
  expect(intervalOfBars(range(20, 7 * 1440), undefined)).toBe('7d');
  expect(intervalOfBars(range(20, 7), undefined)).toBe('7m');
});

test('one bar says nothing', () => {
  expect(intervalOfBars([5], undefined)).toBeUndefined();
  expect(intervalOfBars([5, 5], undefined)).toBeUndefined();
});

test('a few bars of a registered symbol are its own, many of a coarser step are not', () => {
  expect(intervalOfBars([10, 70, 130], 1)).toBeUndefined();
  expect(intervalOfBars([10, 11], 5)).toBe('1m');
  expect(intervalOfBars(range(100, 5), 1)).toBe('5m');
});

const row = (symbol: string, number: number, minute: number, dateOnly = false): MappedRow => ({
  number,
  event: {},
  symbol,
  time: { ms: minute * 60_000, dateOnly },
  refusal: undefined,
  crypto: false,
  original: undefined,
});

test('rows wait until their symbol is known, and none is lost', () => {
  const guess = new IntervalGuess(() => undefined);
  const out = range(600, 1).flatMap((i) => guess.take(i % 3 === 0 ? row('A', i, i * 5) : row('B', i, i)));
  out.push(...guess.end());
  const of = (symbol: string) => out.filter((ready) => ready.symbol === symbol);
  expect(out).toHaveLength(600);
  expect(new Set(of('A').map(({ event }) => event['interval']))).toEqual(new Set(['15m']));
  expect(new Set(of('B').map(({ event }) => event['interval']))).toEqual(new Set(['1m']));
  expect(of('B').map(({ number }) => number)).toEqual(range(600, 1).filter((i) => i % 3 !== 0));
});

test('dates alone are daily bars, a single one too', () => {
  const guess = new IntervalGuess(() => undefined);
  expect(guess.take(row('A', 1, 0, true))).toEqual([]);
  expect(guess.end()[0].event).toEqual({ interval: '1d' });
});

test('a row with an interval of its own keeps its place behind those that wait', () => {
  const guess = new IntervalGuess(() => undefined);
  const own = { ...row('A', 3, 10), event: { interval: '5m' } };
  expect(guess.take(row('A', 1, 0))).toEqual([]);
  expect(guess.take(row('A', 2, 1))).toEqual([]);
  expect(guess.take(own)).toEqual([]);
  const out = guess.end();
  expect(out.map(({ number, event }) => [number, event['interval']])).toEqual([
    [1, '1m'],
    [2, '1m'],
    [3, '5m'],
  ]);
});
