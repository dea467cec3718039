/**
 * Files whose interval, dates or grid are easily misread: each lands with its right values, or is refused and nothing lands.
 * The expected values are those of the cases' README; further inputs of each kind come from a generator with a seed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { usEquities } from '../../exchange/calendar.ts';
import { newYorkMinute } from '../../exchange/new-york.ts';
import type { ImportOptions } from '../../ingest/files/options.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { systemClock } from '../../lib/clock.ts';
import { isoDate, parseIsoDate } from '../../lib/days.ts';
import { importOperations } from '../../operations/commands/imports.ts';
import { operationsOf } from '../../operations/handlers.ts';
import { dataFolder, hasMarketData } from '../support/market-data.ts';
import { folderOfFile, storeOfFile } from '../support/of-file.ts';
import { pushTo } from '../support/push.ts';
import { emptyTables } from '../support/store.ts';

const store = await storeOfFile();
const folder = folderOfFile();
let landing: Landing;
beforeEach(async () => {
  await emptyTables(store);
  landing = await Landing.open({ store });
});

const NEW_YORK = 'America/New_York';
const of = (name: string) => join(dataFolder, 'cases', name);

interface Answer {
  readonly landed: number;
  readonly duplicates: number;
  readonly dead_letters: Record<string, number>;
}

function importBars(path: string, options: ImportOptions, clock = systemClock): Promise<Answer> {
  const operation = operationsOf(importOperations({ store, clock, push: pushTo(landing) }))['import'];
  const wish = { kind: 'bars', files: [path], assetClass: 'equity', ...options };
  return operation(wish, { progress() {}, notice() {} }) as Promise<Answer>;
}
const refusal = (path: string, options: ImportOptions) =>
  importBars(path, options).then(
    (answer) => expect.unreachable(`it landed: ${JSON.stringify(answer)}`),
    (error: Error) => error.message,
  );
const landedAll = (landed: number): Answer => ({ landed, duplicates: 0, dead_letters: {}, ...expectedRest });
const expectedRest = { import_id: expect.any(String) };

/** @param interval left out: the only one */
async function stored(symbol: string, interval?: string) {
  const intervals = landing.registry.get(symbol)?.series ?? [];
  const of = interval ?? intervals[0]?.interval ?? '';
  const rows = await store.reader.query<{ at: string; close: number }>(
    `SELECT formatDateTime(ts, '%Y-%m-%dT%H:%i', 'UTC') AS at, open, high, low, close, volume
     FROM market.bars FINAL WHERE symbol = {symbol:String} AND interval = {of:String} ORDER BY ts`,
    { symbol, of },
  );
  const intervalMin = intervals.find((one) => one.interval === of)?.intervalMin;
  return { intervalMin, bars: rows.length, first: rows[0]?.at, last: rows.at(-1)?.at, rows };
}

describe.skipIf(!hasMarketData)('the cases', () => {
  test.each<[string, string, ImportOptions]>([
    ['alpaca_daily.json', 'ALPD', {}],
    ['yf_hist_daily.csv', 'YHD', { symbol: 'YHD' }],
    ['gf_daily.csv', 'GFD', { symbol: 'GFD', tz: NEW_YORK }],
  ])('%s is 75 daily bars, dated by New York', async (name, symbol, options) => {
    expect(await importBars(of(name), options)).toEqual(landedAll(75));
    const daily = { intervalMin: 1440, bars: 75, first: '2025-09-15T00:00', last: '2025-12-30T00:00' };
    const found = await stored(symbol);
    expect(found).toMatchObject(daily);
    expect(found.rows[0]).toMatchObject({ open: 100, high: 100.6, low: 99.26, close: 99.85, volume: 6593700 });
    expect(found.rows.every(({ at }) => usEquities.hours(parseIsoDate(at.slice(0, 10))!) !== null)).toBe(true);
  });

  test.each([
    ['ib_1h.csv', 'IBH'],
    ['yf_1h.csv', 'YH1'],
  ])('%s is a series of hours, the first bar at 09:30', async (name, symbol) => {
    expect(await importBars(of(name), { symbol })).toEqual(landedAll(519));
    const found = await stored(symbol);
    expect(found).toMatchObject({ intervalMin: 60, bars: 519, first: '2025-09-15T13:30' });
    expect(found.last).toBe(name === 'ib_1h.csv' ? '2025-12-30T20:00' : '2025-12-30T20:30');
  });

  test('hours of the one grid are no hours of the other: refused, and taken under a name of their own', async () => {
    await importBars(of('ib_1h.csv'), { symbol: 'HOURS' });
    const message = await refusal(of('yf_1h.csv'), { symbol: 'HOURS' });
    expect(message).toMatch(/bars of 1h that start on multiples counted from 09:30 New York, the stored ones of HOURS/);
    expect(message).toContain('import them under another name (--symbol)');
    expect((await stored('HOURS')).bars).toBe(519);
    expect(await importBars(of('yf_1h.csv'), { symbol: 'OTHER' })).toEqual(landedAll(519));
  });

  test('K65_bars.csv is refused: 65 minutes are no interval', async () => {
    const message = await refusal(of('K65_bars.csv'), { symbol: 'KSF' });
    expect(message).toMatch(/bars 65 minutes apart: no such interval is imported, only bars of 1m, 2m, .*, 1d/);
    for (const interval of ['5m', '1h', '1d'])
      expect(await refusal(of('K65_bars.csv'), { symbol: 'KSF', interval })).toContain('bars 65 minutes apart');
    expect((await stored('KSF')).bars).toBe(0);
  });

  test('WKLY_last.csv is refused as weekly, also onto daily bars and whatever is declared', async () => {
    expect(await refusal(of('WKLY_last.csv'), { symbol: 'YHD' })).toContain('weekly bars');
    await importBars(of('yf_hist_daily.csv'), { symbol: 'YHD' });
    const before = await stored('YHD');
    for (const options of [{}, { interval: '1d' }, { interval: '5m' }])
      expect(await refusal(of('WKLY_last.csv'), { symbol: 'YHD', ...options })).toContain('weekly bars');
    expect(await stored('YHD')).toEqual(before);
  });

  test('AGG_day930.csv stands beside AGG_5m.csv: no 5m bar changes, and the rows are no 5m bars', async () => {
    expect(await importBars(of('AGG_5m.csv'), { symbol: 'AGG' })).toEqual(landedAll(3276));
    const before = await stored('AGG');
    expect(before).toMatchObject({ intervalMin: 5, first: '2025-06-02T13:30', last: '2025-07-31T19:55' });
    const message = await refusal(of('AGG_day930.csv'), { symbol: 'AGG', interval: '5m' });
    expect(message).toMatch(/the rows are not 5m, they are daily bars .*: give --interval 1d/);
    expect(await importBars(of('AGG_day930.csv'), { symbol: 'AGG', interval: '1d' })).toEqual(landedAll(20));
    expect(await importBars(of('AGG_day930.csv'), { symbol: 'AGG' })).toMatchObject({ landed: 0, duplicates: 20 });
    expect(await stored('AGG')).toEqual(before);
    expect(await stored('AGG', '1d')).toMatchObject({ bars: 20, first: '2025-07-03T00:00' });
  });

  test('SPARSE5.csv is a series of 5m', async () => {
    expect(await importBars(of('SPARSE5.csv'), { symbol: 'SPARSE' })).toEqual(landedAll(168));
    expect(await stored('SPARSE')).toMatchObject({ intervalMin: 5, bars: 168, first: '2025-06-02T13:35' });
  });

  test('ULP.csv lands whole: high and low hold open and close', async () => {
    expect(await importBars(of('ULP.csv'), { symbol: 'ULP' })).toEqual(landedAll(122));
    const { rows, intervalMin } = await stored('ULP');
    expect(intervalMin).toBe(1440);
    const texts = readFileSync(of('ULP.csv'), 'utf8').trim().split('\n').slice(1);
    texts.forEach((text, i) => {
      const [date, ...figures] = text.split(',');
      const [open, high, low, close] = figures.map(Number);
      const [most, least] = [Math.max(open, high, close), Math.min(open, low, close)];
      expect(rows[i]).toMatchObject({ at: `${date}T00:00`, open, high: most, low: least, close });
    });
  });
});

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Sessions of New York from a date on, days since 1970. */
function sessionsFrom(date: string, count: number): number[] {
  const days: number[] = [];
  for (let day = parseIsoDate(date)!; days.length < count; day++) if (usEquities.hours(day)) days.push(day);
  return days;
}

const at = (minute: number) => `${new Date(minute * 60_000).toISOString().slice(0, 16)}:00Z`;

/** A file of bars at these times, each as it is written. */
function fileOf(name: string, times: readonly string[], seed: number): string {
  const random = seeded(seed);
  let price = 50 + random() * 100;
  const rows = times.map((time) => {
    const open = price;
    price *= 1 + (random() - 0.5) / 100;
    const [high, low] = [Math.max(open, price) + 0.01, Math.min(open, price) - 0.01];
    const prices = [open, high, low, price].map((one) => one.toFixed(2));
    return `${time},${prices.join(',')},${1000 + Math.floor(random() * 1000)}`;
  });
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, `time,open,high,low,close,volume\n${rows.join('\n')}\n`);
  return path;
}

/** Minutes of the day of the first row, steps after it, and their number, on each session. */
const within = (days: readonly number[], minutes: readonly number[]) =>
  days.flatMap((day) => minutes.map((minute) => at(newYorkMinute(day, minute))));
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);

describe.each([1, 2])('generated with seed %d', (seed) => {
  const random = seeded(seed);
  const start = seed === 1 ? '2024-02-20' : '2023-10-16';
  const days = sessionsFrom(start, 30);
  const at0930 = 570;

  test.each([
    ['midnight of New York', () => within(days, [0])],
    ['some time of the day', () => within(days, [Math.floor(random() * 1440)])],
  ])('daily bars at %s have the dates of New York, across a change of its clock', async (_, times) => {
    const path = fileOf('daily', times(), seed);
    expect(await importBars(path, { symbol: 'DAY' })).toEqual(landedAll(30));
    const { rows, intervalMin } = await stored('DAY');
    expect([intervalMin, rows.map((row) => row.at.slice(0, 10))]).toEqual([1440, days.map(isoDate)]);
  });

  test('hours on either grid land as hours', async () => {
    const onHalf = within(days, every(60, at0930, 960));
    const onHour = within(days, [at0930, ...every(60, 600, 960)]);
    expect(await importBars(fileOf('half', onHalf, seed), { symbol: 'HALF' })).toEqual(landedAll(onHalf.length));
    expect(await importBars(fileOf('hour', onHour, seed), { symbol: 'HOUR' })).toEqual(landedAll(onHour.length));
    for (const symbol of ['HALF', 'HOUR']) expect((await stored(symbol)).intervalMin).toBe(60);
    const mixed = fileOf('mixed', [...onHalf, ...within(sessionsFrom('2025-02-03', 5), every(60, 600, 960))], seed);
    expect(await refusal(mixed, { symbol: 'MIXED' })).toMatch(
      /MIXED: the bar of 2025-02-03T15:00Z is on another grid of 1h/,
    );
  });

  test('hours that are stamped by their end land on their grid, two grids in one file are refused', async () => {
    const onHalf = [...every(60, at0930 + 60, 960), 960];
    const onHour = every(60, 600, 961);
    const end = { stamp: 'end' };
    for (const [name, ends, starts] of [
      ['HALF', onHalf, every(60, at0930, 960)],
      ['HOUR', onHour, [at0930, ...every(60, 600, 960)]],
    ] as const) {
      const path = fileOf('ends', within(days, ends), seed);
      expect(await importBars(path, { symbol: name, ...end })).toEqual(landedAll(30 * 7));
      const { rows } = await stored(name);
      expect(rows.map((row) => `${row.at}:00Z`)).toEqual(within(days, starts));
    }
    const mixed = fileOf('mixed', [...within(days, onHalf), ...within(sessionsFrom('2025-02-03', 5), onHour)], seed);
    expect(await refusal(mixed, { symbol: 'MIXED', ...end })).toMatch(
      /MIXED: the bar of 2025-02-03T15:00Z is on another grid of 1h/,
    );
    const onto = fileOf('onto', within(sessionsFrom('2025-02-03', 5), onHour), seed);
    expect(await refusal(onto, { symbol: 'HALF', ...end })).toContain(
      'the stored ones of HALF on multiples from 09:30',
    );
  });

  test('steps that are no interval, weeks and months are refused', async () => {
    const step = seed === 1 ? 45 : 78;
    const odd = fileOf('odd', within(days, every(step, at0930, 960)), seed);
    expect(await refusal(odd, { symbol: 'ODD' })).toContain(`bars ${step} minutes apart: no such interval is imported`);
    const weekly = fileOf(
      'weekly',
      sessionsFrom(start, 150)
        .filter((day) => day % 7 === (seed === 1 ? 1 : 5))
        .map(isoDate),
      seed,
    );
    const first = new Map(
      sessionsFrom(start, 300)
        .reverse()
        .map((day) => [isoDate(day).slice(0, 7), day]),
    );
    const monthly = fileOf('monthly', [...first.values()].reverse().map(isoDate), seed);
    for (const [path, seen] of [
      [weekly, 'weekly bars'],
      [monthly, 'monthly bars'],
    ])
      for (const options of [{}, { interval: '1d' }])
        expect(await refusal(path, { symbol: 'ODD', ...options })).toContain(seen);
  });

  test('daily rows at the open stand beside 5m bars, of which none changes', async () => {
    const short = within(days, every(5, at0930, 960));
    await importBars(fileOf('short', short, seed), { symbol: 'BOTH' });
    const before = await stored('BOTH');
    expect(before).toMatchObject({ intervalMin: 5, bars: short.length });
    const long = fileOf('long', within(days.slice(5, 20), [at0930]), seed);
    expect(await refusal(long, { symbol: 'BOTH', interval: '5m' })).toContain('they are daily bars');
    expect(await importBars(long, { symbol: 'BOTH', interval: '1d' })).toEqual(landedAll(15));
    expect(await stored('BOTH')).toEqual(before);
    const { rows } = await stored('BOTH', '1d');
    expect(rows.map((row) => row.at.slice(0, 10))).toEqual(days.slice(5, 20).map(isoDate));
  });

  test('a thin stock has the interval of its feed', async () => {
    const step = seed === 1 ? 1 : 5;
    const all = every(step, at0930, 960);
    const times = days.flatMap((day) =>
      within(
        [day],
        all.filter(() => random() < 0.2),
      ),
    );
    expect(await importBars(fileOf('thin', times, seed), { symbol: 'THIN' })).toEqual(landedAll(times.length));
    expect((await stored('THIN')).intervalMin).toBe(step);
  });

  test('a few rows far apart are refused, and land with the option that the message names', async () => {
    const few = fileOf('few', within(days.slice(0, 1), [at0930, at0930 + 10, at0930 + 25]), seed);
    const message = await refusal(few, { symbol: 'FEW' });
    expect(message).toContain('too little to tell the interval; give it with --interval (1m, 2m,');
    expect(await importBars(few, { symbol: 'FEW', interval: '5m' })).toEqual(landedAll(3));
  });

  test('prices that were adjusted agree but for rounding', async () => {
    const factor = 1 + random() / 3;
    const rows = days.map((day, i) => {
      const close = (100 + i) * factor;
      const high = close * (1 - 2 ** -52 * (1 + (i % 3)));
      return `${isoDate(day)},${(99 + i) * factor},${high},${(98 + i) * factor},${close},10`;
    });
    const path = join(folder, 'adjusted.csv');
    writeFileSync(path, `time,open,high,low,close,volume\n${rows.join('\n')}\n`);
    expect(await importBars(path, { symbol: 'ADJ' })).toEqual(landedAll(30));
    const sql = "SELECT countIf(high < close) AS below FROM market.bars FINAL WHERE symbol = 'ADJ'";
    expect(await store.reader.query(sql)).toEqual([{ below: 0 }]);
  });
});

test('the last row of a download during the session is a dead letter, the others land', async () => {
  const clock = { ...systemClock, nowMs: () => Date.parse('2025-06-04T14:02:00Z') };
  landing = await Landing.open({ store, clock });
  const times = every(5, 13 * 60, 14 * 60 + 1).map((minute) => at(Date.parse('2025-06-04') / 60_000 + minute));
  const answer = await importBars(fileOf('live', times, 3), { symbol: 'LIVE' }, clock);
  expect(answer).toMatchObject({ landed: 12, dead_letters: { bar_in_progress: 1 } });
  expect((await stored('LIVE')).last).toBe('2025-06-04T13:55');
});
