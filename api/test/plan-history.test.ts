import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { firstMinute, sessionSpec } from '../../compute/market/sessions.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { isoDate, parseIsoDate } from '../../lib/days.ts';
import { type Reply, UNLIMITED } from '../../test/support/api.ts';
import { newsOf } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { type MarketRequest, randomMarket } from '../../test/support/random-market.ts';

const FIRST_DAY = parseIsoDate('2025-01-06')!;
/** The first day that the limited accounts may see: a Wednesday in the middle of the data. */
const EARLIEST = parseIsoDate('2025-03-12')!;
const HISTORY_DAYS = 60;
const NOW_MS = (EARLIEST + HISTORY_DAYS) * 86_400_000 + 3_600_000;

const everyWindow = [
  '',
  '&session=exchange',
  '&include_extended_hours=true',
  '&start_time=22:00&end_time=21:00&include_extended_hours=true',
];

/** Bars whose prices before EARLIEST are `factor` times those after: whatever shows one of them is recognised. */
function market(symbol: string, assetClass: AssetClass, intervalMin: number, seed: number, factor: number) {
  const hours: MarketRequest['hours'] = assetClass === 'equity' ? 'always' : 'regular';
  const request = { seed, assetClass, intervalMin, firstDay: FIRST_DAY, days: 110, ticks: 2, density: 0.9, hours };
  const { bars } = randomMarket(request);
  const crossing = sessionSpec({ startMin: 1320, endMin: 1260, exchange: false, extended: true });
  const plain = sessionSpec({ exchange: false, extended: false });
  const scaled = symbolData(bars, symbol, assetClass, intervalMin);
  // One border for all windows: across midnight the evening before belongs to EARLIEST, so its bars are of neither kind.
  const from = firstMinute(EARLIEST, crossing, scaled.meta);
  const to = firstMinute(EARLIEST, plain, scaled.meta);
  for (let i = 0; i < bars.length; i++) {
    const times = bars.minute[i] < Math.min(from, to) ? factor : 1;
    for (const prices of [bars.open, bars.high, bars.low, bars.close]) prices[i] *= times;
  }
  const { meta, clock, reachesStart, reachesEnd } = scaled;
  const news = { sentiment: newsOf(symbol, assetClass, 100) };
  return new SymbolData({ meta, bars, clock, reachesStart, reachesEnd, news });
}

const DAILY = 1440;
const data = [1000, 1 / 1000].flatMap((factor, i) => [
  market(`EQ${i}`, 'equity', 5, 11 + i, factor),
  market(`ETF${i}`, 'etf', 120, 21 + i, factor),
  market(`PAIR${i}`, 'crypto', 30, 31 + i, factor),
  market(`DAY${i}`, 'equity', DAILY, 41 + i, factor),
]);
const symbols = data.map(({ meta }) => meta.symbol);
const isOldPrice = (value: number) => value > 50 || (value > 0 && value < 0.008);

const api = await apiOfFile(data, { nowMs: NOW_MS });
const limited = api.account('pro_api', { ...UNLIMITED, historyDays: HISTORY_DAYS });
const { paths } = (await api.get('/openapi.json')).body;
/** Of prices, by endpoint: patterns of their dotted paths. */
const prices = new Map<string, RegExp[]>();
for (const { name } of await loadStatistics()) {
  const { fields } = (await api.get(`/stats/${name}/doc`)).body;
  for (const { endpoint, name: field, unit } of fields) {
    if (unit !== 'price') continue;
    const pattern = new RegExp(`^${field.replaceAll('.', '\\.').replaceAll('*', '.+?')}$`);
    prices.set(endpoint, [...(prices.get(endpoint) ?? []), pattern]);
  }
}

/** Requests of every data endpoint, for every symbol and window. */
function requests(windows: readonly string[] = [''], of: readonly string[] = symbols): string[] {
  return Object.keys(paths).flatMap((path) => {
    const names: string[] = (paths[path].get?.parameters ?? []).map(({ name }: { name: string }) => name);
    if (!path.startsWith('/stats/') || names.length === 0) return [];
    const some = names.includes('start_time') ? windows : [''];
    const start = (query: string) => some.map((window) => `${path}?${query}${window}`);
    if (names.includes('symbol')) return of.flatMap((symbol) => start(`symbol=${symbol}`));
    if (names.includes('symbols')) return start(`symbols=${symbols.join()}`);
    if (path.endsWith('top-picks')) return start(`date=${isoDate(EARLIEST + 1)}`);
    return start(path.endsWith('/screen') ? 'limit=1000&sort_by=sample_size' : 'top_n=1000');
  });
}

function leaves(value: unknown, path = ''): [string, unknown][] {
  if (value === null || typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

/** Everything in an answer that is older than the plan allows, by its path. */
function older(request: string, { body }: Reply): string[] {
  const { metadata, ...rest } = body;
  const path = request.split('?')[0];
  const crossing = request.includes('start_time');
  const rows: unknown[] = body.data ?? body.events ?? [rest];
  return rows.flatMap((row) =>
    leaves(row).flatMap(([name, value]) => {
      if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) {
        // Across midnight the evening before belongs to the date.
        const border = value.length > 10 && crossing ? EARLIEST - 1 : EARLIEST;
        return value.slice(0, 10) < isoDate(border) ? [`${name}=${value}`] : [];
      }
      const isPrice = typeof value === 'number' && prices.get(path)?.some((pattern) => pattern.test(name));
      return isPrice && isOldPrice(Math.abs(value)) ? [`${name}=${value}`] : [];
    }),
  );
}

describe('an account that sees a part of the history', () => {
  it('is shown no price and no date of a session before it, at any endpoint', { timeout: 300_000 }, async () => {
    const shown: [string, string[]][] = [];
    let answers = 0;
    for (const request of requests(everyWindow)) {
      const reply = await api.get(request, { token: limited });
      if (reply.status === 422) continue;
      expect([request, reply.status]).toEqual([request, 200]);
      const found = older(request, reply);
      if (found.length > 0) shown.push([request, found.slice(0, 3)]);
      answers++;
    }
    expect(shown).toEqual([]);
    expect(answers).toBeGreaterThan(500);
  });

  it('is shown everything else as it is', { timeout: 60_000 }, async () => {
    let nulls = 0;
    for (const path of [
      'pdhlb',
      'gap',
      'prevclose',
      'bos',
      'fvg',
      'fvg?timeframe=1D',
      'fvg?timeframe=1W',
      'trend',
      'odc',
    ]) {
      for (const symbol of symbols) {
        const query = `/stats/${path}${path.includes('?') ? '&' : '?'}symbol=${symbol}&limit=5000`;
        const all = await api.get(`${query}&start_date=${isoDate(EARLIEST)}`);
        const part = await api.get(query, { token: limited });
        if (part.status === 422) continue;
        expect([query, part.body.count]).toEqual([query, all.body.count]);
        part.body.data.forEach((row: Record<string, unknown>, i: number) => {
          for (const [name, value] of Object.entries(all.body.data[i])) {
            if (row[name] !== null || value === null) {
              expect([query, name, row[name]]).toEqual([query, name, value]);
              continue;
            }
            // Null for this account alone: it is old. (A size from an old price need not look old
            // where that is small, nor the high of a week that began before.)
            nulls++;
            const old = typeof value === 'string' ? value < isoDate(EARLIEST) : isOldPrice(Math.abs(value as number));
            expect([query, name, old || /size|range/.test(name) || query.includes('1W')]).toEqual([query, name, true]);
          }
        });
      }
    }
    expect(nulls).toBeGreaterThan(40);
  });

  it('gets the same nulls as CSV and Arrow, and never what was kept for another account', async () => {
    const json = await Promise.all(
      symbols.map((symbol) => api.get(`/stats/pdhlb?symbol=${symbol}&order=asc`, { token: limited })),
    );
    const found = json.find(({ body }) => body.data[0].prev_high === null)!.body;
    const query = `/stats/pdhlb?symbol=${found.symbol}&order=asc`;
    for (let i = 0; i < 2; i++) {
      const full = await api.get(`${query}&format=csv&start_date=${isoDate(EARLIEST)}`);
      const part = await api.get(`${query}&format=csv`, { token: limited });
      const [head, ...rows] = part.text.split('\r\n');
      const at = head.split(',').indexOf('prev_high');
      expect(rows[0].split(',').slice(at - 1, at + 4)).toEqual(['', '', '', '', '']);
      expect(full.text.split('\r\n')[1].split(',')[at]).not.toBe('');
      expect(rows[1]).toBe(full.text.split('\r\n')[2]);
    }
    const arrow = await fetch(`${api.url}${query}&format=arrow`, { headers: { authorization: `Bearer ${limited}` } });
    const levels = [...tableFromIPC(await arrow.arrayBuffer()).getChild('prev_high')!].slice(0, 2);
    expect(levels).toEqual(found.data.slice(0, 2).map((row: { prev_high: number | null }) => row.prev_high));
  });

  it('describes such fields as nullable', async () => {
    const { fields } = (await api.get('/stats/pdhlb/doc')).body;
    const nullable = (name: string) => fields.find((field: { name: string }) => field.name === name).nullable;
    expect(['prev_date', 'prev_high', 'prev_range', 'high'].map(nullable)).toEqual([true, true, true, false]);
  });
});

describe('a range longer than the data', () => {
  it('is reported with the first session, at every endpoint that has rows', { timeout: 90_000 }, async () => {
    let warned = 0;
    for (const request of requests([''], symbols.slice(0, 4))) {
      if (request.includes('date=')) continue;
      const { status, body } = await api.get(`${request}&time_window=5Y`);
      if (status === 422 || (body.data ?? body.events)?.length === 0) continue;
      const warning = body.metadata.warnings.find((text: string) => text.includes('coverage is shorter'));
      expect([request, warning]).toEqual([request, expect.any(String)]);
      if (!request.includes('/screen') && !request.includes('/news/')) {
        expect(warning).toMatch(/the first session is of 2025-01-\d\d/);
      }
      const short = await api.get(`${request}&time_window=1M`);
      expect([request, short.body.metadata.warnings.join()]).not.toEqual([
        request,
        expect.stringContaining('coverage'),
      ]);
      warned++;
    }
    expect(warned).toBeGreaterThan(100);
  });
});

describe('the range of an answer', () => {
  const ranges = [
    '&time_window=1M',
    '&time_window=5Y',
    '&start_date=2025-01-10&end_date=2025-02-10',
    '&date=2025-01-20',
    '&end_date=2025-02-10',
    '&start_date=2025-03-01&end_date=2025-04-01',
    '&start_date=2031-01-01',
  ];

  it('is never inverted: whatever the endpoint, the plan and the dates', { timeout: 300_000 }, async () => {
    const short = api.account('pro_api', { ...UNLIMITED, historyDays: 1 });
    const inverted: unknown[] = [];
    let empty = 0;
    // The prices of a symbol do not matter here.
    for (const request of requests([''], symbols.slice(0, 2))) {
      if (request.includes('/screen')) continue;
      const names = paths[request.split('?')[0]].get.parameters.map(({ name }: { name: string }) => name);
      for (const range of request.includes('date=') ? [''] : ranges) {
        if (range.includes('&date=') && !names.includes('date')) continue;
        for (const [token, earliest] of [
          [limited, EARLIEST],
          [short, EARLIEST + HISTORY_DAYS - 1],
          [undefined, 0],
        ] as const) {
          const reply = await api.get(request + range, { token });
          if (reply.status === 422) continue;
          expect([request + range, reply.status]).toEqual([request + range, 200]);
          const { metadata } = reply.body;
          const { effective_start: start, effective_end: end, requested_start, requested_end } = metadata;
          const ordered =
            start !== null && start <= end && requested_start <= requested_end && start >= isoDate(earliest);
          if (!ordered) inverted.push([request + range, earliest, metadata]);
          if (requested_end >= isoDate(earliest)) continue;
          empty++;
          // Nothing of what was asked for is in the plan's history: both ends are its first day, and it is said.
          expect([start, end]).toEqual([isoDate(earliest), isoDate(earliest)]);
          expect([request, metadata.history_limited]).toEqual([request, true]);
          expect(metadata.warnings.join()).toContain(`the plan's history begins on ${isoDate(earliest)}`);
          expect(reply.body.count ?? reply.body.sample_size).toBe(0);
        }
      }
    }
    expect(inverted).toEqual([]);
    expect(empty).toBeGreaterThan(100);
  });
});
describe('/symbols', () => {
  it('begins where the plan does', async () => {
    const all = (await api.get('/symbols')).body.data;
    const part = (await api.get('/symbols', { token: limited })).body.data;
    const again = (await api.get('/symbols')).body.data;
    expect(again).toEqual(all);
    part.forEach((row: Record<string, unknown>, i: number) => {
      const { bars, meta } = data.find((one) => one.meta.symbol === row['symbol'])!;
      const first = bars.minute.find((minute) => minute >= EARLIEST * 1440)!;
      const dates = data
        .find((one) => one.meta === meta)!
        .sessions(sessionSpec({ exchange: false, extended: false }))
        .date.filter((date) => date >= EARLIEST);
      const iso = new Date(first * 60_000).toISOString().replace('.000Z', '+00:00');
      const series = [{ ...all[i].series[0], first_bar: iso }];
      expect(row).toEqual({ ...all[i], first_bar: iso, sessions: dates.length, series });
    });
    const some = api.account('pro_api', { ...UNLIMITED, historyDays: HISTORY_DAYS, symbolPrefix: 'EQ' });
    expect((await api.get('/symbols', { token: some })).body.data).toEqual(
      part.filter(({ symbol }: { symbol: string }) => symbol.startsWith('EQ')),
    );
    // Data that end before the plan begins: nothing of them, not even where they end.
    api.clock.set(Date.UTC(2026, 0, 1));
    const late = (await api.get('/symbols', { token: limited })).body.data;
    const none = { first_bar: null, last_bar: null };
    expect(late).toEqual(
      all.map((row: { series: object[] }) => ({
        ...row,
        ...none,
        sessions: 0,
        series: row.series.map((one) => ({ ...one, ...none })),
      })),
    );
    api.clock.set(NOW_MS);
  });
});
