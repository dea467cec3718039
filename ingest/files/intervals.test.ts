import { describe, expect, it, test } from 'vitest';
import { IntervalSurvey } from './intervals.ts';

const PATH = 'bars.csv';
const minute = (text: string) => Date.parse(text.length > 10 ? `${text}Z` : text) / 60_000;
const range = (count: number, step: number, from: number) => Array.from({ length: count }, (_, i) => from + i * step);

interface Rows {
  readonly symbol?: string;
  readonly assetClass?: string;
  readonly declared?: string;
  readonly minutes: readonly number[];
}

function decide(files: readonly Rows[], isEndStamped = false): string | undefined {
  const survey = new IntervalSurvey({ path: PATH, isEndStamped });
  for (const { symbol = 'X', assetClass = 'equity', declared, minutes } of files) {
    const series = survey.seriesOf(symbol, assetClass, declared)!;
    for (const one of minutes) survey.take(series, one);
  }
  return survey.decide();
}
const of = (minutes: readonly number[], assetClass = 'equity') => decide([{ minutes, assetClass }]);
const declared = (interval: string, minutes: readonly number[]) => decide([{ minutes, declared: interval }]);

const NINE_30 = minute('2025-09-15T13:30');
const DAYS = ['2025-09-15', '2025-09-16', '2025-09-17', '2025-09-18', '2025-09-19', '2025-09-22'];
/** The same minutes of each of these days. */
const daily = (minutes: readonly number[]) =>
  DAYS.flatMap((day) => minutes.map((one) => minute(day) + one - minute(DAYS[0])));

describe('steps within dates', () => {
  test.each([
    ['1m', range(50, 1, NINE_30)],
    ['5m', range(5, 5, NINE_30)],
    ['5m', range(2, 5, NINE_30)],
    ['1h', daily(range(7, 60, NINE_30))],
    // Half an hour first, then hours.
    ['1h', daily([NINE_30, ...range(6, 60, NINE_30 + 30)])],
    ['4h', daily([NINE_30, NINE_30 + 240])],
    // Newest first, and gaps: the largest that occurs and divides nine tenths.
    ['5m', range(40, 5, NINE_30).reverse()],
    ['5m', [0, 15, 30, 35, 95, 100, 160, 180].map((one) => NINE_30 + one)],
    // One row in the wrong place is no evidence against an interval.
    ['15m', [...range(24, 15, NINE_30), NINE_30 + 24 * 15 + 7]],
  ])('tell %s', (expected, minutes) => {
    expect(of(minutes)).toBe(expected);
  });

  it('of all symbols of a file count together', () => {
    const two = [0, 10].map((one) => NINE_30 + one);
    expect(decide(['A', 'B', 'C', 'D'].map((symbol) => ({ symbol, minutes: two })))).toBe('10m');
  });

  it('may end with a shorter one if times name the end', () => {
    const ends = daily([...range(6, 60, NINE_30 + 60), NINE_30 + 390]);
    expect(decide([{ minutes: ends }], true)).toBe('1h');
  });
});

describe('one row per date', () => {
  it.each([
    ['dates', DAYS.map(minute)],
    ['midnight in New York', DAYS.map((day) => minute(`${day}T04:00`))],
    ['the close', DAYS.map((day) => minute(`${day}T20:00`))],
    ['the newest first', DAYS.map(minute).reverse()],
  ])('is daily: %s', (_, minutes) => {
    expect(of(minutes)).toBe('1d');
  });

  it('counts sessions: a weekend lies between Friday and Monday, and for crypto two days are missing', () => {
    const weekly = ['2025-09-12', '2025-09-15', '2025-09-19', '2025-09-22', '2025-09-26', '2025-09-29'];
    expect(of(weekly.map(minute))).toBe('1d');
    expect(() => of(weekly.map(minute), 'crypto')).toThrow('6 rows from 2025-09-12 to 2025-09-29, one per date');
  });

  it.each([
    ['weekly bars', range(10, 7 * 1440, minute('2025-01-03'))],
    ['monthly bars', ['01', '02', '03', '04', '05', '06'].map((month) => minute(`2025-${month}-01`))],
    ['bars 65 minutes apart', daily(range(6, 65, NINE_30))],
    ['bars 30 seconds apart', range(40, 0.5, NINE_30)],
  ])('is refused with what was seen: %s', (seen, minutes) => {
    expect(() => of(minutes)).toThrow(`bars.csv: ${seen}: no such interval is imported, only bars of 1m, 2m,`);
    expect(() => declared('1d', minutes)).toThrow(`the rows are not 1d, they are ${seen}: only bars of`);
    if (seen !== 'bars 30 seconds apart')
      expect(() => declared('5m', minutes)).toThrow(`the rows are not 5m, they are ${seen}: only bars of`);
  });
});

describe('too few rows', () => {
  test.each([
    ['1 row on 2025-09-15, one per date', [NINE_30]],
    ['4 rows from 2025-09-15 to 2025-09-18, one per date, most of them 1 day apart', DAYS.slice(0, 4).map(minute)],
    ['3 rows on 2025-09-15, most of them 15 minutes apart', [0, 15, 20].map((one) => NINE_30 + one)],
    ['3 rows on 2025-09-15, most of them 15 minutes apart', [0, 10, 25].map((one) => NINE_30 + one)],
  ])('tell nothing: %s', (seen, minutes) => {
    expect(() => of(minutes)).toThrow(
      `bars.csv: ${seen}: too little to tell the interval; give it with --interval (1m`,
    );
    expect(declared('1m', minutes.slice(0, 1))).toBeUndefined();
  });

  it('do not contradict what is declared', () => {
    expect(declared('1d', DAYS.slice(0, 2).map(minute))).toBeUndefined();
    expect(declared('1m', range(4, 5, NINE_30))).toBeUndefined();
    expect(declared('5m', [NINE_30, NINE_30 + 10])).toBeUndefined();
  });
});

describe('a declared interval', () => {
  it.each([
    ['1m', range(40, 1, NINE_30)],
    ['1m', [0, 2, 3, 7, 9, 15, 16, 30].map((one) => NINE_30 + one)],
    ['5m', [0, 15, 45, 60, 80, 130].map((one) => NINE_30 + one)],
    ['1d', DAYS.map(minute)],
    ['1d', ['2025-01-02', '2025-01-07', '2025-01-09', '2025-01-20', '2025-02-03'].map(minute)],
  ])('of %s is taken', (interval, minutes) => {
    expect(declared(interval, minutes)).toBeUndefined();
  });

  it.each([
    ['1m', range(40, 5, NINE_30), '--interval 5m'],
    ['5m', range(40, 1, NINE_30), '--interval 1m'],
    ['1d', daily(range(7, 60, NINE_30)), '--interval 1h'],
    ['5m', DAYS.map((day) => minute(`${day}T13:30`)), '--interval 1d'],
    ['1h', DAYS.map(minute), '--interval 1d'],
  ])('of %s that the rows contradict is refused with theirs', (interval, minutes, cure) => {
    expect(() => declared(interval, minutes)).toThrow(`the rows are not ${interval}, they are `);
    expect(() => declared(interval, minutes)).toThrow(new RegExp(`give ${cure}$`));
    expect(declared(cure.slice('--interval '.length), minutes)).toBeUndefined();
  });

  it('of some rows leaves the others to be judged by their own', () => {
    expect(decide([{ minutes: DAYS.map(minute), declared: '1d' }, { minutes: range(9, 5, NINE_30) }])).toBe('5m');
  });
});

describe('grids', () => {
  const hours = range(6, 60, NINE_30 + 30);

  it('of one series may begin at 09:30, and may not change', () => {
    expect(of(daily([NINE_30, ...hours]))).toBe('1h');
    const mixed = [...daily(range(7, 60, NINE_30)), ...hours.map((one) => one + 14 * 1440)];
    const what = 'X: the bar of 2025-09-29T14:00Z is on another grid of 1h than the bars before it';
    expect(() => of(mixed)).toThrow(what);
    expect(() => declared('1h', mixed)).toThrow(what);
  });

  it('of two symbols may differ', () => {
    expect(
      decide([
        { symbol: 'A', minutes: daily(range(7, 60, NINE_30)) },
        { symbol: 'B', minutes: daily(hours) },
      ]),
    ).toBe('1h');
  });

  it('of two hours from 00:00 New York go on when its clock changes', () => {
    const winter = range(4, 120, minute('2025-11-03T13:00'));
    expect(of([...range(4, 120, minute('2025-10-31T12:00')), ...winter])).toBe('2h');
  });
});
