import { expect, it } from 'vitest';
import { figureFindings } from './figures.ts';
import type { Bars } from './finding.ts';

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
    isRevised: bars.map(() => false),
  };
  const findings = figureFindings(columns, { symbol: 'X', assetClass: 'crypto', intervalMin: 1 });
  return findings.map(({ row, message }) => [row, message.split(':')[0]]);
}

it('bars at the time of another and with another close are counted, in whatever order they come', () => {
  const one = Array.from({ length: 40 }, (_, minute) => [minute, 10] as const);
  const other = one.map(([minute]) => [minute, 11] as const);
  const said = [[null, '40 of 80 bars have the time of another bar and other prices']];
  expect(foundOf([...one, ...other])).toEqual(said);
  expect(foundOf([...one.toReversed(), ...other])).toEqual(said);
  expect(foundOf(one.flatMap((bar, i) => [bar, other[i]]))).toEqual(said);
  expect(foundOf([...one, ...one])).toEqual([]);
});

it('a jump is a level that two bars confirm, against the two bars before them', () => {
  const closes = (...list: number[]) => list.map((close, minute) => [minute, close] as const);
  expect(foundOf(closes(1, 1, 1, 60, 1, 1))).toEqual([]);
  expect(foundOf(closes(1, 1, 60, 1, 60, 1))).toEqual([]);
  expect(foundOf(closes(1, 1, 1, 60, 60))).toEqual([[4, 'row 4']]);
  expect(foundOf(closes(60, 60, 1, 1))).toEqual([[3, 'row 3']]);
  expect(foundOf(closes(1, 1, 49, 49))).toEqual([]);
  // A month without bars may bring more.
  expect(
    foundOf([
      [0, 1],
      [1, 1],
      [50_000, 60],
      [50_001, 60],
    ]),
  ).toEqual([]);
});
