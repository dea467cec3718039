/** What is right for the files of `../shared/data/cases` that are about answers, and for generated ones of their kinds. */
import { describe, expect, it } from 'vitest';
import { type BarTuple, barsFromTuples } from '../../compute/market/bars.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { numbers } from '../model/numbers.ts';
import { newYorkTime } from '../oracles/sessions.ts';
import { apiOfFile } from '../support/api-of-file.ts';
import { cutBefore, readCase } from '../support/case-data.ts';
import { hasMarketData, symbolData } from '../support/market-data.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Body = any;

const SEEDS = [11, 12];
const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** 5m bars of New York times `[from, to)` in minutes on each date; prices walk by the seed. */
function generated(
  symbol: string,
  seed: number,
  dates: readonly string[],
  hoursOf: (date: string, i: number) => readonly [from: number, to: number],
) {
  const next = numbers(seed);
  let price = 50 + 100 * next();
  const rows: BarTuple[] = [];
  dates.forEach((date, i) => {
    price *= 0.97 + 0.06 * next();
    const [from, to] = hoursOf(date, i);
    for (let minute = from; minute < to; minute += 5) {
      const open = price;
      price *= 0.995 + 0.01 * next();
      const [low, high] = [Math.min(open, price) * 0.999, Math.max(open, price) * 1.001];
      rows.push([newYorkTime(day(date), 0, 0) + minute, open, high, low, price, Math.floor(1000 * next())]);
    }
  });
  return { rows, data: symbolData(barsFromTuples(rows), symbol, 'equity', 5) };
}

const [OPEN, NOON, CLOSE, EVENING] = [9 * 60 + 30, 12 * 60, 16 * 60, 20 * 60];
/** The exchange closes at 13:00 on the second date of each, and not at all on the third. */
const AROUND = [
  ['2024-07-02', '2024-07-03', '2024-07-04', '2024-07-05', '2024-07-08'],
  ['2024-12-23', '2024-12-24', '2024-12-25', '2024-12-26', '2024-12-27'],
];
const HALVES = SEEDS.map((seed, i) => generated(`HALF${seed}`, seed, AROUND[i], () => [OPEN, EVENING]));
/** Each third, and each fourth, of twelve sessions begins at noon. */
const WEEKDAYS = ['03', '04', '05', '06', '07', '10', '11', '12', '13', '14', '17', '18'].map((d) => `2024-06-${d}`);
const LATE = SEEDS.map((seed, k) =>
  generated(`LATE${seed}`, seed, WEEKDAYS, (_, i) => [i % (3 + k) === 0 ? NOON : OPEN, CLOSE]),
);
/** Three days on both sides of a change of New York's clock. */
const CHANGES = [
  ['2024-03-06', '2024-03-07', '2024-03-08', '2024-03-11', '2024-03-12', '2024-03-13'],
  ['2024-10-30', '2024-10-31', '2024-11-01', '2024-11-04', '2024-11-05', '2024-11-06'],
];
const CUTS = SEEDS.map((seed, i) => generated(`CUT${seed}`, seed, CHANGES[i], () => [OPEN, CLOSE]));
/** No bar in the first quarter of an hour. */
const THIN = SEEDS.map((seed) => generated(`THIN${seed}`, seed, WEEKDAYS, () => [OPEN + 15, CLOSE]));
/** Coins trade on weekends. */
const COINS = SEEDS.map((seed) => {
  const { rows } = generated(`X${seed}`, seed, WEEKDAYS.slice(0, 1), () => [0, 30 * 1440]);
  return symbolData(barsFromTuples(rows), `COIN${seed}USD`, 'crypto' as AssetClass, 5);
});

const api = await apiOfFile([...[...HALVES, ...LATE, ...CUTS, ...THIN].map(({ data }) => data), ...COINS]);

async function answerOf(from: typeof api, path: string, params: Record<string, string>): Promise<Body> {
  const { status, body } = await from.get(`${path}?${new URLSearchParams(params)}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
}
const get = (path: string, params: Record<string, string>) => answerOf(api, path, params);
const warningsOf = async (path: string, params: Record<string, string>): Promise<string[]> =>
  (await get(path, params)).metadata.warnings;
const exchange = { session: 'exchange' };

describe.each(HALVES)('a generated half day with later prints, $data.meta.symbol', ({ rows, data }) => {
  const { symbol } = data.meta;
  const [, half, closed] = AROUND[HALVES.findIndex((one) => one.data === data)];
  const regular = rows.filter(
    ([minute]) => minute >= newYorkTime(day(half), 9, 30) && minute < newYorkTime(day(half), 13, 0),
  );

  it('ends at 13:00 under every window without extended hours', async () => {
    for (const session of ['default', 'exchange']) {
      const { data: found } = await get('/stats/trend', { symbol, session, date: half });
      expect(found[0].close).toBeCloseTo(regular.at(-1)![4], 5);
      expect(found[0].high).toBeCloseTo(Math.max(...regular.map((bar) => bar[2])), 5);
      expect(found[0].low).toBeCloseTo(Math.min(...regular.map((bar) => bar[3])), 5);
      const bars = await get('/bars', { symbol, session, date: half });
      expect(bars.count).toBe(42);
    }
  });

  it('makes no session of the holiday after it, and counts what is left out', async () => {
    const { data: found, metadata } = await get('/stats/trend', { symbol, ...exchange });
    expect(found.map(({ date }: Body) => date)).not.toContain(closed);
    // 13:00 to 16:00, and 09:30 to 16:00.
    expect(metadata.warnings.join()).toContain('114 extended bars are left out');
    expect((await warningsOf('/bars', { symbol, ...exchange, date: closed })).join()).toMatch(
      /the exchange was closed on .*: (Independence|Christmas) Day/,
    );
    const { data: wide } = await get('/stats/trend', { symbol, include_extended_hours: 'true' });
    expect(wide.map(({ date }: Body) => date)).not.toContain(closed);
  });
});

it.each(LATE)('generated sessions that begin at noon are counted, $data.meta.symbol', async ({ data }) => {
  const late = data === LATE[0].data ? 4 : 3;
  const warnings = (await warningsOf('/stats/trend/summary', { symbol: data.meta.symbol, ...exchange })).join();
  expect(warnings).toContain(`${late} of 12 complete sessions begin late`);
  expect(warnings).toContain(`${late} of 12 complete sessions lack more than a tenth of their bars`);
});

it.each(CUTS)('a cutoff across a change of the clock is said to be two times, $data.meta.symbol', async ({ data }) => {
  const asked = { symbol: data.meta.symbol, ...exchange, fill_cutoff: '17:00' };
  expect((await warningsOf('/stats/gap/summary', asked)).join()).toContain(
    'fill_cutoff=17:00 is UTC: 12:00 in New York in winter and 13:00 in summer',
  );
  const end = { ...asked, end_date: data === CUTS[0].data ? '2024-03-08' : '2024-11-01' };
  expect((await warningsOf('/stats/gap/summary', end)).join()).not.toContain('is UTC');
});

it.each(THIN)('today has no opening range without a bar in it, $data.meta.symbol', async ({ data }) => {
  const { data: rows } = await get('/today', { symbols: data.meta.symbol });
  expect(rows[0].orb).toBeNull();
});

it.each(COINS)('gap.exists has the rate of the summary of gaps, $meta.symbol', async ({ meta: { symbol } }) => {
  const summary = await get('/stats/gap/summary', { symbol });
  const question = await get('/query', { symbol, ...Object.fromEntries([['then', 'gap.exists=true']]) });
  expect(summary.total_gaps).toBeGreaterThan(0);
  expect([question.cases, question.rate_pct]).toEqual([summary.total_days, summary.gap_rate_pct]);
});

it('a symbol whose data have stopped is stale by the bars of its class and interval, and matches nothing', async () => {
  // Of the 5m equities those of November and December come last.
  const asked = (symbol: string) =>
    get('/query', {
      symbol,
      ...exchange,
      when: 'prev.session.close>0',
      ...Object.fromEntries([['then', 'session.close']]),
    });
  const { now: stale } = await asked('LATE11');
  expect([stale.stale, stale.matches, stale.conditions.map(({ state }: Body) => state)]).toEqual([
    true,
    false,
    [false],
  ]);
  const { now: newest } = await asked('HALF12');
  expect([newest.stale, newest.matches]).toEqual([false, true]);
  const { data: rows } = await get('/today', { symbols: 'LATE11,HALF12' });
  expect(rows.map(({ stale, state }: Body) => [stale, state])).toEqual([
    [true, 'closed'],
    [false, 'closed'],
  ]);
  const params = {
    symbols: 'LATE11,HALF12',
    ...exchange,
    when: 'prev.session.close>0',
    min_cases: '1',
    matching: 'now',
  };
  const { data: listed } = await get('/query/scan', { ...params, ...Object.fromEntries([['then', 'session.close']]) });
  expect(listed.map(({ symbol, now }: Body) => [symbol, now])).toEqual([
    ['HALF12', { date: '2024-12-30', as_of: '2024-12-28T01:00:00+00:00' }],
  ]);
});

describe.skipIf(!hasMarketData)('a file as people have it', async () => {
  if (!hasMarketData) return;
  const halfDay = readCase('halfday_ext.csv', 'HDX', 5);
  const files = await apiOfFile([
    halfDay,
    cutBefore(halfDay, '2025-11-28T18:00:00Z', 'HDXCUT'),
    readCase('filler.csv', 'FIL', 5),
    readCase('hole2.csv', 'HOLE2', 5),
    readCase('cry.csv', 'CRYUSD', 15, 'crypto'),
    readCase('cut.csv', 'CUT', 5),
    readCase('fill_B.csv', 'FILLB', 5),
    readCase('zeroless.csv', 'ZLS', 1, 'equity', ([date, clock, ...figures]) => {
      const minute = Math.floor(Number(clock) / 100) * 60 + (Number(clock) % 100);
      const iso = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
      return [newYorkTime(day(iso), 0, 0) + minute, ...figures.map(Number)];
    }),
    readCase('h24.csv', 'H24USD', 60, 'crypto', ([time, ...figures]) => {
      const [date, clock] = time.split(' ');
      return [day(date) * 1440 + Number(clock.slice(0, 2)) * 60 - 60, ...figures.map(Number)];
    }),
  ]);
  const ask = (path: string, params: Record<string, string>) => answerOf(files, path, params);
  const first = async (statistic: string, params: Record<string, string>) =>
    (await ask(`/stats/${statistic}`, params)).data[0];
  const said = async (path: string, params: Record<string, string>): Promise<string> =>
    (await ask(path, params)).metadata.warnings.join('\n');

  it.each(['default', 'exchange'])('halfday_ext.csv ends with the 13:00 close, session=%s', async (session) => {
    const on = (date: string) => ({ symbol: 'HDX', session, date });
    expect(await first('trend', on('2025-11-28'))).toMatchObject({
      high: 101,
      low: 99.5,
      close: 100.5,
      complete: true,
    });
    expect(await first('prevclose', on('2025-12-01'))).toMatchObject({ prev_close: 100.5, gap_pct: 0.4975 });
    expect(await first('prevclose', on('2025-11-28'))).toMatchObject({ filled: false });
    expect(await first('gap', on('2025-11-28'))).toMatchObject({ filled: false });
    expect(await first('orb', { ...on('2025-11-28'), orb_minutes: '15' })).toMatchObject({ break_type: 'none' });
    expect(await first('pdhlb', on('2025-11-28'))).toMatchObject({ retest_high: false });
    const cut = { symbol: 'HDXCUT', session, date: '2025-11-28' };
    expect(await first('trend', cut)).toMatchObject({ close: 100.5, complete: true });
  });

  it('filler.csv has no session on the holiday, and the half day without its afternoon', async () => {
    const asked = { symbol: 'FIL', ...exchange };
    expect((await ask('/stats/trend', asked)).count).toBe(16);
    const { days } = await ask('/stats/insideday/summary', asked);
    expect([days.count, days.inside_pct]).toEqual([15, 6.6667]);
    const { data } = await ask('/stats/seasonality/weekday', asked);
    const thursday = data.find(({ weekday }: Body) => weekday === 'Thursday');
    expect([thursday.avg_return_pct, thursday.count]).toEqual([0.1281, 2]);
    expect(await said('/stats/trend', asked)).toContain('114 extended bars are left out');
    expect(await said('/stats/trend', { ...asked, date: '2025-11-27' })).toContain(
      'the exchange was closed on 2025-11-27: Thanksgiving Day',
    );
    expect(await said('/stats/trend', { ...asked, date: '2025-11-29' })).toContain('2025-11-29 is a Saturday');
    expect(await said('/stats/trend', { ...asked, date: '2026-01-05' })).toContain('after the end of the data');
    expect(await said('/stats/orb/top-picks', { date: '2025-11-27' })).toContain('Thanksgiving Day');
  });

  it('zeroless.csv has its opens: every gap fills, and is small', async () => {
    const { data } = await ask('/stats/prevclose', { symbol: 'ZLS', ...exchange, limit: '100' });
    expect(data).toHaveLength(11);
    expect(data.every(({ filled }: Body) => filled)).toBe(true);
    const mean = data.reduce((sum: number, { gap_pct }: Body) => sum + Math.abs(gap_pct), 0) / data.length;
    expect(mean).toBeCloseTo(0.019, 3);
  });

  it('h24.csv closes the 2nd of June at its midnight, and has no gap on the 3rd', async () => {
    const asked = { symbol: 'H24USD', include_extended_hours: 'true' };
    expect(await first('trend', { ...asked, date: '2025-06-02' })).toMatchObject({ close: 59626.8, complete: true });
    const gap = await first('prevclose', { ...asked, date: '2025-06-03' });
    expect(gap).toMatchObject({ prev_close: 59626.8 });
    expect(Math.abs(gap.gap_pct)).toBeLessThan(0.0001);
  });

  it('hole2.csv says how many sessions begin late', async () => {
    const warnings = await said('/stats/trend/summary', { symbol: 'HOLE2' });
    expect(warnings).toContain('9 of 41 complete sessions begin late');
  });

  it('cry.csv has the rate of its summary, and a gap of Monday is from Friday', async () => {
    const question = await ask('/query', { symbol: 'CRYUSD', ...Object.fromEntries([['then', 'gap.exists=true']]) });
    expect(question).toMatchObject({ rate_pct: 62.5, cases: 24 });
    expect((await ask('/stats/gap/summary', { symbol: 'CRYUSD' })).gap_rate_pct).toBe(62.5);
    const { data } = await ask('/today', { symbols: 'CRYUSD' });
    expect(data[0]).toMatchObject({ session_date: '2024-05-06', gap: { prev_date: '2024-05-03' } });
  });

  it('cut.csv says that fill_cutoff is two times', async () => {
    expect(await said('/stats/gap/summary', { symbol: 'CUT', fill_cutoff: '16:30' })).toContain(
      '11:30 in New York in winter and 12:30 in summer',
    );
  });

  it('fill_B.csv has no opening range today', async () => {
    expect((await ask('/today', { symbols: 'FILLB' })).data[0].orb).toBeNull();
  });
});
