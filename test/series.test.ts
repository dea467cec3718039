/**
 * A symbol at several intervals: each series is answered as if it were a symbol of its own, stored or computed, whatever
 * comes for the others; and what a request says and is told of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SymbolData } from '../compute/market/symbol-data.ts';
import { formatInterval } from '../exchange/symbol.ts';
import { isoDate, parseIsoDate } from '../lib/days.ts';
import { startApi, type TestApi } from './support/api.ts';
import { projectionOfFile, putBars, putNews, storeAnswers } from './support/projection.ts';
import { randomMarket } from './support/random-market.ts';

const LAST = parseIsoDate('2025-06-06')!;
const NOW_MS = Date.parse('2025-06-10T12:00:00Z');
const opened = await projectionOfFile();
const { store, projector, statistics } = opened;
const answers = storeAnswers(opened, { nowMs: () => NOW_MS });
let api: TestApi;

/** Each with prices of its own: nothing of one may be seen in the answers of another. */
const marketOf = (intervalMin: number, days: number, seed: number): SymbolData =>
  randomMarket({
    seed,
    assetClass: 'equity',
    intervalMin,
    firstDay: LAST - days,
    days,
    ticks: 3,
    density: 1,
    hours: 'regular',
  } as const);
const MARKETS = [marketOf(1440, 300, 3), marketOf(5, 40, 4), marketOf(1, 6, 5)];
const lone = (intervalMin: number) => `LONE${intervalMin}`;

async function put(data: SymbolData, symbol: string): Promise<void> {
  await putBars(store, { meta: { ...data.meta, symbol } }, data.bars);
}

beforeAll(async () => {
  for (const data of MARKETS) {
    await put(data, 'MANY');
    await put(data, lone(data.meta.intervalMin));
  }
  const [, fives] = MARKETS;
  for (const symbol of ['MANY', ...MARKETS.map(({ meta }) => lone(meta.intervalMin))])
    await putNews(store, { meta: { ...fives.meta, symbol } }, 7, fives.bars);
  api = await startApi([], { deps: { answers }, nowMs: NOW_MS });
}, 60_000);
afterAll(() => api?.close());

/** Of the warnings about other series: they are looked at by themselves. */
const OF_SERIES = ['longer_series', 'base_changed'];

async function answered(symbol: string, intervalMin: number, named: boolean): Promise<string[]> {
  const interval = named ? `&interval=${formatInterval(intervalMin)}` : '';
  const texts: string[] = [];
  for (const { name, endpoints, events } of statistics) {
    if (events) continue;
    for (const { path, ...endpoint } of endpoints) {
      if (endpoint.kind === 'list' && endpoint.scope !== 'symbol') continue;
      const { status, body } = await api.get(`/stats/${name}${path}?symbol=${symbol}&time_window=MAX${interval}`);
      const { warnings = [], warning_codes: codes = [] } = body.metadata ?? {};
      const kept = (_: unknown, i: number) => !OF_SERIES.includes(codes[i]);
      if (body.metadata) {
        body.metadata.warnings = warnings.filter(kept);
        body.metadata.warning_codes = codes.filter((code: string) => !OF_SERIES.includes(code));
        // A cursor belongs to its query.
        delete body.metadata.next_cursor;
      }
      texts.push(`${name}${path} ${status} ${JSON.stringify(body).replaceAll(symbol, 'X')}`);
    }
  }
  return texts;
}

async function expectAlone(): Promise<void> {
  for (const { meta } of MARKETS) {
    const { intervalMin } = meta;
    expect(await answered('MANY', intervalMin, true), formatInterval(intervalMin)).toEqual(
      await answered(lone(intervalMin), intervalMin, false),
    );
  }
}

/** Something landed or was computed. */
function changed(): void {
  answers.invalidate();
  api.changed(symbols);
}

const symbols = ['MANY', ...MARKETS.map(({ meta }) => lone(meta.intervalMin))];

describe('a symbol with 1d, 5m and 1m bars', () => {
  it('answers each interval as a symbol that has this one alone, before and after it is computed', {
    timeout: 170_000,
  }, async () => {
    await expectAlone();
    await projector.projectAll(symbols);
    changed();
    await expectAlone();
    // A correction of one series, a deletion in another.
    const [days, fives] = MARKETS;
    for (const symbol of ['MANY', lone(5)]) {
      const close = fives.bars.close.map((price) => price + 1);
      const raised = { ...fives.bars, close, high: fives.bars.high.map((price) => price + 1) };
      await putBars(store, { meta: { ...fives.meta, symbol } }, raised, { from: 100, to: 300 });
    }
    for (const symbol of ['MANY', lone(1440)])
      await putBars(store, { meta: { ...days.meta, symbol } }, days.bars, { from: 20, to: 25, deleted: true });
    changed();
    await expectAlone();
    await projector.projectAll(symbols);
    changed();
    await expectAlone();
  });

  it('answers by the shortest series with half of the dates where none is named, and says since when', async () => {
    // 5m bars have the last 40 days of 300: fewer than half of the dates of the 1d bars.
    const { body } = await api.get('/stats/gap/summary?symbol=MANY');
    expect(body.metadata.base_interval).toBe('1d');
    const { body: listed } = await api.get('/symbols?search=MANY');
    const [days, fives, ones] = MARKETS.map(({ bars }) => bars.minute);
    const shown = (minute: number) => new Date(minute * 60_000).toISOString().replace('.000Z', '+00:00');
    expect(listed.data).toMatchObject([
      {
        symbol: 'MANY',
        base_interval: '1d',
        series: [
          { interval: '1m', first_bar: shown(ones[0]), last_bar: shown(ones.at(-1)!) },
          { interval: '5m', first_bar: shown(fives[0]), last_bar: shown(fives.at(-1)!) },
          { interval: '1d', first_bar: shown(days[0]), last_bar: shown(days.at(-1)!) },
        ],
      },
    ]);
  });

  it('names the series that begins earlier, where the range reaches beyond its own', async () => {
    const first = isoDate(Math.floor(MARKETS[0].bars.minute[0] / 1440));
    const codes = async (query: string) => {
      const { body } = await api.get(`/stats/gap?symbol=MANY&interval=5m&${query}`);
      return body.metadata.warnings.filter(
        (_: string, i: number) => body.metadata.warning_codes[i] === 'longer_series',
      );
    };
    expect(await codes('time_window=12M')).toEqual([`1d bars since ${first}: interval=1d`]);
    expect(await codes('time_window=1M')).toEqual([]);
  });

  it('is refused at an interval that it has not, which names those that it has; others are left out and counted', async () => {
    const { status, body } = await api.get('/stats/gap?symbol=MANY&interval=15m');
    expect([status, body.detail]).toEqual([
      422,
      [
        {
          loc: ['query', 'interval'],
          msg: 'MANY has no 15m bars: its intervals are 1m, 5m, 1d',
          type: 'value_error',
        },
      ],
    ]);
    const scan = await api.get('/query/scan?then=gap.direction=up&interval=5m&min_cases=1');
    expect(scan.body.data.map((row: { symbol: string }) => row.symbol).sort()).toEqual(['LONE5', 'MANY']);
    expect(scan.body.metadata.warnings).toContainEqual(
      '2 symbols are left out, without bars at this interval: LONE1, LONE1440',
    );
    const news = statistics.find(({ events }) => events)!;
    const path = `/stats/${news.name}${news.summary.path}?symbol=MANY`;
    expect((await api.get(path)).status).toBe(200);
    const refused = await api.get(`${path}&interval=5m`);
    expect([refused.status, refused.body.detail[0].type]).toEqual([422, 'extra_forbidden']);
  });
});
