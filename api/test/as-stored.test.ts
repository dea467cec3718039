/**
 * Lists over symbols with a session in progress: the same figures for every account that may see them, whether they come from
 * stored summaries, records or bars.
 */
import { describe, expect, it } from 'vitest';
import { StoreScreens } from '../../compute/answers/screens.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { barsFromTuples } from '../../compute/market/bars.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { numbers } from '../../test/model/numbers.ts';
import { newYorkTime, weekdayNumber } from '../../test/oracles/sessions.ts';
import { type Reply, UNLIMITED } from '../../test/support/api.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { projectionOfFile, putBars, storeAnswers } from '../../test/support/projection.ts';

/** A Tuesday; half of its session is over. */
const TODAY = Date.UTC(2024, 6, 16) / MS_PER_DAY;
const NOON = TODAY * 1440 + 17 * 60;
const HISTORY_DAYS = 390;
/** Days back that their bars begin and end. */
const MARKETS = [
  ['QA', 400, 0],
  ['QB', 400, 0],
  ['QC', 400, 0],
  // Without a session under the window asked for; without an ended one; without one that the plan shows.
  ['QEARLY', 400, 0],
  ['QNEW', 0, 0],
  ['OLD', 410, 400],
] as const;

const opened = await projectionOfFile();
const { store, statistics } = opened;
const clock = { nowMs: () => NOON * 60_000 };
for (const [seed, [symbol, first, last]] of MARKETS.entries()) {
  const next = numbers(seed + 1);
  const rows: [number, number, number, number, number, number][] = [];
  let price = 100;
  for (let day = TODAY - first; day <= TODAY - last; day++) {
    if (weekdayNumber(day) > 4) continue;
    const [from, to] = symbol === 'QEARLY' ? [4, 9] : [9.5, 16];
    for (let hour = from; hour < to; hour += 0.5) {
      const open = price * (0.99 + 0.02 * next());
      price = open * (0.99 + 0.02 * next());
      const minute = newYorkTime(day, Math.floor(hour), (hour % 1) * 60);
      if (minute < NOON) rows.push([minute, open, Math.max(open, price) + next(), Math.min(open, price), price, 10]);
    }
  }
  await putBars(store, { meta: { symbol, assetClass: 'equity', intervalMin: 30 } }, barsFromTuples(rows));
}
const names = MARKETS.map(([symbol]) => symbol);
await new Projector({ store, statistics, run: runJob, clock }).projectAll(names);
const answers = storeAnswers(opened, { nowMs: clock.nowMs });
const screens = new StoreScreens(store.reader, answers);
const api = await apiOfFile([], {
  nowMs: clock.nowMs(),
  deps: { answers, screens },
});
/** Neither lacks anything of a year. */
const clipped = api.account('pro_api', { ...UNLIMITED, historyDays: HISTORY_DAYS });
const restricted = api.account('pro_api', { ...UNLIMITED, symbolPrefix: '' });

type Row = Record<string, unknown>;

/** Without what says how the answer came about, and the symbol that one account does not see. */
function figures({ status, body }: Reply) {
  expect([status, body.detail]).toEqual([200, undefined]);
  const { metadata, count: __, data, ...rest } = body;
  const rows: Row[] = data.filter(({ symbol }: { symbol: string }) => symbol !== 'OLD');
  const warnings = metadata.warnings.filter((text: string) => !text.startsWith('OLD'));
  return { ...rest, rows: rows.map(({ rank: _, ...row }) => row), warnings, through: metadata.data_through };
}

/** What every account is shown. */
async function shown(path: string) {
  const full = figures(await api.get(path));
  for (const [who, reply] of Object.entries({
    clipped: await api.get(path, { token: clipped }),
    restricted: await api.get(path, { token: restricted }),
    raw: await api.get(`${path}&adjustment=raw`),
  }))
    expect([path, who, figures(reply)]).toEqual([path, who, full]);
  return full;
}

describe('a list over symbols with a session in progress', () => {
  it('ranks them by their ended sessions, as of the last of these', { timeout: 120_000 }, async () => {
    for (const { name } of statistics.filter(({ events }) => !events)) {
      const { rows, as_of } = await shown(`/stats/${name}/screen?limit=100&session=exchange`);
      const symbols = rows.map(({ symbol }: Row) => symbol).sort();
      expect([name, symbols, as_of]).toEqual([name, ['QA', 'QB', 'QC'], isoDate(TODAY - 1)]);
    }
  });

  it.each([
    ['prevclose', 'fill_rate_pct', ''],
    ['orb', 'sample_size', '&orb_minutes=30'],
    ['pdhlb', 'weekday_breakdown.Monday.high_break_rate_pct', '&time_window=24M'],
    ['ib', 'sample_size', '&ib_minutes=90&time_window=3M'],
  ])('ranks %s by %s%s as their single answers are ranked', { timeout: 60_000 }, async (name, sortBy, asked) => {
    const ask = `session=exchange${asked}`;
    const of = async (symbol: string) => {
      // The others have a session in progress, which is not ranked.
      const end = symbol === 'OLD' ? '' : `&end_date=${isoDate(TODAY - 1)}`;
      const { body } = await api.get(`/stats/${name}/summary?symbol=${symbol}&${ask}${end}`);
      const value = sortBy.split('.').reduce((at, key) => at?.[key], body) ?? null;
      const { n = null, low = null, high = null } = body.confidence[sortBy] ?? {};
      const about = { sample_size: body.sample_size, as_of: body.metadata.effective_end };
      return { symbol, asset_class: 'equity', value, n, low, high, ...about };
    };
    const rows = await Promise.all(['OLD', 'QA', 'QB', 'QC'].map(of));
    const expected = rows
      .filter(({ value }) => value !== null)
      .sort((a, b) => a.value - b.value || (a.symbol < b.symbol ? -1 : 1))
      .map((row, i) => ({ rank: i + 1, ...row }));
    expect(expected.length).toBeGreaterThan(2);
    const { body } = await api.get(`/stats/${name}/screen?${ask}&sort_by=${sortBy}&order=asc&limit=100`);
    expect(body.data).toEqual(expected);
  });

  it.each([
    '/query/scan?when=prevclose.direction=up&then=prevclose.filled=true&min_cases=5&session=exchange',
    '/query/scan?when=prevclose.direction=up&then=session.return_pct&min_cases=5&matching=now',
    '/stats/orb/top?top_n=50&orb_minutes=30&session=exchange',
    `/stats/orb/top-picks?top_n=50&orb_minutes=30&session=exchange&date=${isoDate(TODAY)}`,
    '/stats/fvg/multi_top?symbols=QA,QB,QC&session=exchange&limit=50',
  ])('holds the session in progress in %s', { timeout: 60_000 }, async (path) => {
    const { rows, end_date } = await shown(path);
    expect([rows.length > 0, end_date]).toEqual([true, isoDate(TODAY)]);
  });

  it('compares the session in progress with the ended ones, at /today', { timeout: 60_000 }, async () => {
    const seen = async (token: string) => {
      const { data } = (await api.get('/today?symbols=QA,QB,QC', { token })).body;
      return data;
    };
    const full = await seen(api.account('pro_api', UNLIMITED));
    expect([await seen(clipped), await seen(restricted)]).toEqual([full, full]);
    expect(full.map(({ state, session_date }: Row) => [state, session_date])).toEqual(
      ['QA', 'QB', 'QC'].map(() => ['open', isoDate(TODAY)]),
    );
  });
});
