import { expect, it } from 'vitest';
import type { Bars } from './findings.ts';
import { priceFindings } from './prices.ts';

/** What is found of bars of crypto at these minutes, with these closes. */
function foundOf(bars: readonly (readonly [minute: number, close: number])[]) {
  const start = Date.parse('2025-06-04T13:30:00Z');
  const closes = bars.map(([, close]) => close);
  const columns: Bars = {
    row: bars.map((_, i) => i + 1),
    ts: bars.map(([minute]) => start + minute * 60_000),
    open: closes,
    high: closes,
    low: closes,
    close: closes,
    volume: bars.map(() => 1),
    isOnly: bars.map(() => true),
  };
  return priceFindings(columns, { symbol: 'X', assetClass: 'crypto', intervalMin: 1 }).map(
    ({ check, row, message }) => [check, row, message.split(':')[0]],
  );
}

it('bars at the time of another and with another close are counted, in whatever order they come', () => {
  const one = Array.from({ length: 40 }, (_, minute) => [minute, 10] as const);
  const other = one.map(([minute]) => [minute, 11] as const);
  const said = [['repeated', null, '40 of 80 bars have the time of another bar and other prices']];
  expect(foundOf([...one, ...other])).toEqual(said);
  expect(foundOf([...one.toReversed(), ...other])).toEqual(said);
  expect(foundOf(one.flatMap((bar, i) => [bar, other[i]]))).toEqual(said);
  expect(foundOf([...one, ...one])).toEqual([]);
});

it('a jump is held against the closes in the middle, and reported where the next bar confirms it', () => {
  const closes = (...list: number[]) => list.map((close, minute) => [minute, close] as const);
  expect(foundOf(closes(1, 1, 1, 1, 1, 60, 1, 1))).toEqual([]);
  const jump = foundOf(closes(1, 1, 1, 1, 1, 60, 60, 60));
  expect(jump).toEqual([['jump', 7, 'row 7']]);
  // Two of the last five are as high already; what is in the middle is not.
  expect(foundOf(closes(1, 30, 1, 30, 1, 60, 60))).toEqual([['jump', 7, 'row 7']]);
  expect(foundOf(closes(30, 1, 30, 1, 30, 60, 60))).toEqual([]);
});
