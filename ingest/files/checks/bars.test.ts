import { expect, it } from 'vitest';
import { Series } from './series.ts';

const NOW = Date.parse('2026-12-01T00:00:00Z');

function warningsOf(assetClass: string, intervalMin: number, ...times: string[]): string[] {
  const series = new Series({ symbol: 'X', assetClass, intervalMin, nowMs: NOW });
  times.forEach((time, i) => {
    series.take({ row: i + 1, ts: Date.parse(time), open: 10, high: 11, low: 9, close: 10, volume: 1 });
  });
  expect(series.findings()).toEqual([]);
  return series.warnings();
}

it('a daily bar that is dated on a holiday of the exchange is reported, and does not stop an import', () => {
  // By the exchange: Independence Day is closed, the day before is short; Good Friday of 2024 was 29 March.
  const days = ['2024-07-03', '2024-07-04', '2024-07-05'];
  expect(warningsOf('equity', 1440, ...days)).toEqual([expect.stringMatching(/^row 2: X .* 2024-07-04, .*closed: /)]);
  expect(warningsOf('etf', 1440, '2024-03-28', '2024-03-29', ...days)).toEqual([
    expect.stringMatching(/^row 2: X .* 2024-03-29, .* and 1 more on holidays/),
  ]);
});

it('days of trading, crypto, shorter bars and what is before the calendar are not reported', () => {
  expect(warningsOf('equity', 1440, '2024-07-03', '2024-07-05', '2024-11-29')).toEqual([]);
  expect(warningsOf('crypto', 1440, '2024-07-04', '2024-07-05')).toEqual([]);
  expect(warningsOf('equity', 5, '2024-07-04T14:00:00Z')).toEqual([]);
  expect(warningsOf('equity', 1440, '1997-07-03', '1997-07-04')).toEqual([]);
});

/** What is found of bars of crypto at these minutes, with these closes. */
function foundOf(bars: readonly (readonly [minute: number, close: number])[]) {
  const series = new Series({ symbol: 'X', assetClass: 'crypto', intervalMin: 1, nowMs: NOW });
  const start = Date.parse('2025-06-04T13:30:00Z');
  bars.forEach(([minute, close], i) => {
    const ts = start + minute * 60_000;
    series.take({ row: i + 1, ts, open: close, high: close, low: close, close, volume: 1 });
  });
  return series.findings().map(({ check, row, message }) => [check, row, message.split(':')[0]]);
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

const MINUTE_MS = 60_000;
const OPENING = Date.parse('2025-06-04T13:30:00Z');
const flat = (minute: number, price: number, volume = 1) => ({
  ts: OPENING + minute * MINUTE_MS,
  open: price,
  high: price,
  low: price,
  close: price,
  volume,
});

function oddities(...bars: ReturnType<typeof flat>[]) {
  const series = new Series({ symbol: 'X', assetClass: 'crypto', intervalMin: 1, nowMs: NOW });
  bars.forEach((bar, i) => {
    series.take({ row: i + 1, ...bar });
  });
  expect(series.findings()).toEqual([]);
  return series.warnings();
}

it('rows of one time with other values are reported with both rows and the field, equal ones are not', () => {
  const last = 'of several rows of one time the last is stored';
  expect(oddities(flat(0, 10), flat(1, 11), flat(1, 11), flat(2, 10))).toEqual([]);
  expect(oddities(flat(0, 10), flat(1, 11, 5), flat(1, 11, 6), flat(2, 10))).toEqual([
    `row 3: X has volume 6 at 2025-06-04T13:31:00.000Z, and 5 in row 2: ${last}`,
  ]);
  // Apart from each other, and in no order.
  const apart = `row 4: X has close 11 at 2025-06-04T13:31:00.000Z, and 10.5 in row 1: ${last}`;
  expect(oddities(flat(1, 10.5), flat(2, 10), flat(3, 10), flat(1, 11))).toEqual([apart]);
  expect(oddities(flat(1, 10.5), flat(3, 10), flat(2, 10), flat(1, 11), flat(2, 9))).toEqual([
    apart.replace(': of', ' (and 1 more like it): of'),
  ]);
});

it('a lone bar at three times the prices of both its neighbours is reported, a level that stays is not', () => {
  const said = (row: number, minute: number, what: string) => [
    `row ${row}: open ${what} the close before, and the next bar is back: is the row right?`.replace(
      ' is ',
      ` of X at 2025-06-04T13:3${minute}:00.000Z is `,
    ),
  ];
  expect(oddities(flat(0, 421), flat(1, 4210), flat(2, 422))).toEqual(said(2, 1, '4,210 is 10 times'));
  expect(oddities(flat(0, 400), flat(1, 401), flat(2, 100), flat(3, 400))).toEqual(said(3, 2, '100 is 1/4.01 of'));
  // From the newest to the oldest.
  expect(oddities(flat(2, 422), flat(1, 4210), flat(0, 421))).toEqual(said(2, 1, '4,210 is 9.98 times'));
  const more = oddities(...[400, 4000, 400, 400, 4000, 400].map((price, minute) => flat(minute, price)));
  expect(more).toEqual([expect.stringContaining(' (and 1 more like it): is the row right?')]);
  expect(oddities(flat(0, 421), flat(1, 4210), flat(2, 4220), flat(3, 421))).toEqual([]);
  expect(oddities(flat(0, 421), flat(1, 1000), flat(2, 421))).toEqual([]);
  // Beside a neighbour of neither level, one wrong figure of a bar, rows in no order, another year.
  expect(oddities(flat(0, 421), flat(1, 4210), flat(2, 900))).toEqual([]);
  expect(oddities(flat(0, 421), { ...flat(1, 421), high: 4210 }, flat(2, 421))).toEqual([]);
  expect(oddities(flat(0, 421), flat(2, 4210), flat(1, 421))).toEqual([]);
  expect(oddities(flat(0, 421), flat(1, 4210), flat(60 * 24 * 365, 421))).toEqual([]);
});
