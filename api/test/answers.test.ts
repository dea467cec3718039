import { describe, expect, it } from 'vitest';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { rowsOf, summaryOf } from '../../test/support/answer.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile, apiOfTest } from '../../test/support/api-of-file.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { statisticRoutes } from '../endpoints/statistics.ts';

const statistics = await loadStatistics();
const data = apiData();
const aapl = data[0];

const api = await apiOfFile(data);

describe('200: lists', () => {
  it('are symbol, time_window, dates, echoed parameters, count, data and metadata, in this order', async () => {
    const { status, body } = await api.get('/stats/orb?symbol=aapl');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'symbol',
      'time_window',
      'start_date',
      'end_date',
      'orb_minutes',
      'count',
      'data',
      'metadata',
    ]);
    expect(body).toMatchObject({ symbol: 'AAPL', time_window: '12M', orb_minutes: 5 });
    expect(body.count).toBe(body.data.length);
  });

  it('hold the rows that the statistic computes', async () => {
    const orb = (await loadStatistics()).find(({ name }) => name === 'orb');
    const { body } = await api.get('/stats/orb?symbol=AAPL');
    expect(body.data.length).toBeGreaterThan(10);
    expect(body.data).toEqual(rowsOf(orb!, '', aapl));
  });

  it('tell in metadata what was asked for and looked at', async () => {
    const { body } = await api.get('/stats/gap?symbol=AAPL&start_date=2025-03-10&end_date=2025-03-20');
    expect(body).toMatchObject({ time_window: 'custom', start_date: '2025-03-10', end_date: '2025-03-20' });
    expect(body.metadata).toMatchObject({
      requested_start: '2025-03-10',
      requested_end: '2025-03-20',
      effective_start: '2025-03-10',
      effective_end: '2025-03-20',
      history_limited: false,
      session: { start_time: '13:30', end_time: '20:00', include_extended_hours: false, mode: 'default' },
      base_interval: '5m',
      warnings: expect.any(Array),
      warning_codes: expect.any(Array),
    });
    expect(body.metadata.data_through).toMatch(/^2025-\d\d-\d\dT\d\d:\d\d:00\+00:00$/);
  });

  it('take date over a range, and echo it as custom', async () => {
    const { body } = await api.get('/stats/pdhlb?symbol=AAPL&date=2025-03-12&start_date=2025-01-01&time_window=1M');
    expect(body).toMatchObject({ time_window: 'custom', start_date: '2025-03-12', end_date: '2025-03-12' });
  });

  it('keep the word of the window with an end_date alone', async () => {
    const { body } = await api.get('/stats/pdhlb?symbol=AAPL&end_date=2025-03-31&time_window=1M');
    expect(body).toMatchObject({ time_window: '1M', start_date: '2025-02-28', end_date: '2025-03-31' });
  });
});

describe('200: summaries', () => {
  it('have the shape that the statistic declares, echoed parameters and metadata', async () => {
    const gap = (await loadStatistics()).find(({ name }) => name === 'gap');
    const { body } = await api.get('/stats/gap/summary?symbol=AAPL');
    const { metadata, ...summary } = body;
    expect(summary).toEqual(summaryOf(gap!, aapl));
    expect(metadata.base_interval).toBe('5m');
  });

  it('echo the adapted parameters of the feed', async () => {
    expect((await api.get('/stats/orb/summary?symbol=BTCUSD')).body.orb_minutes).toBe(15);
    expect((await api.get('/stats/fvg/summary?symbol=SPY')).body.timeframe).toBe('1D');
    expect((await api.get('/stats/intraday/summary?symbol=AAPL')).body.bucket_minutes).toBe(30);
    expect((await api.get('/stats/odc/summary?symbol=HOURLY')).body.candle_minutes).toBe(120);
    expect((await api.get('/stats/owc/summary?symbol=SPY')).body.opening_days).toBe(1);
  });
});

describe('200: spellings', () => {
  it('take a crypto pair with or without its slash, in any case', async () => {
    const bodies = await Promise.all(
      ['BTCUSD', 'btc/usd', 'BTC%2FUSD'].map(async (symbol) => (await api.get(`/stats/pdhlb?symbol=${symbol}`)).text),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('name parameters without effect here in warnings', async () => {
    const { status, body } = await api.get('/stats/orb/summary?symbol=AAPL&top_n=banana&min_breakout_size=1');
    expect(status).toBe(200);
    const { warnings, warning_codes: codes } = body.metadata;
    expect(codes[warnings.indexOf('top_n has no effect on /stats/orb/summary')]).toBe('parameter_ignored');
    expect(body.metadata.warnings).toContain('min_breakout_size has no effect on /stats/orb/summary');
  });
});

describe('200: sessions', () => {
  const session = async (query: string, symbol = 'AAPL') =>
    (await api.get(`/stats/pdhlb/summary?symbol=${symbol}&${query}`)).body.metadata.session;

  it('follow New York with session=exchange and with extended hours', async () => {
    expect(await session('session=exchange')).toMatchObject({
      start_time: '09:30',
      end_time: '16:00',
      mode: 'exchange',
      timezone: 'America/New_York',
    });
    expect(await session('include_extended_hours=true')).toMatchObject({
      start_time: '04:00',
      end_time: '20:00',
      include_extended_hours: true,
      mode: 'extended',
    });
    expect(await session('include_extended_hours=true', 'BTCUSD')).toMatchObject({
      start_time: '00:00',
      end_time: '24:00',
      timezone: 'UTC',
    });
  });

  it('are what is written where a time is written', async () => {
    expect(await session('start_time=14:00&session=exchange')).toMatchObject({
      start_time: '14:00',
      end_time: '20:00',
      mode: 'custom',
    });
    expect(await session('end_time=00:00')).toMatchObject({ start_time: '13:30', end_time: '24:00' });
  });
});

describe('200: news', () => {
  it('know a symbol from news alone, without interval and reach of data', async () => {
    const { status, body } = await api.get('/stats/news/reactions?symbol=NEWSY');
    expect([status, body.count]).toEqual([200, 3]);
    expect(body.metadata).toMatchObject({ base_interval: null, data_through: null });
    const gaps = await api.get('/stats/gap?symbol=NEWSY');
    expect([gaps.status, gaps.body.count]).toEqual([200, 0]);
  });
});

describe('200: raw lists by order', () => {
  const lists = statisticRoutes(statistics).filter(({ params }) => 'cursor' in params);
  const rowsOf = (body: { data?: object[]; events?: object[] }) => body.data ?? body.events ?? [];

  it('are the same rows forwards and backwards, page by page, and as CSV', { timeout: 20_000 }, async () => {
    expect(lists.length).toBeGreaterThanOrEqual(12);
    for (const { path } of lists) {
      const url = `${path}?symbol=AAPL&limit=5000&time_window=MAX`;
      const [ascending, descending] = await Promise.all(
        ['asc', 'desc'].map((order) => api.get(`${url}&order=${order}`)),
      );
      const oldestFirst = rowsOf(ascending.body);
      expect([path, oldestFirst.length > 1]).toEqual([path, true]);
      expect(rowsOf(descending.body)).toEqual([...oldestFirst].reverse());
      const lines = async (order: string) =>
        (await api.get(`${url}&order=${order}&format=csv`)).text.split('\r\n').slice(1, -1);
      expect(await lines('desc')).toEqual((await lines('asc')).reverse());

      const size = Math.ceil(oldestFirst.length / 4);
      const seen: object[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const next: string = cursor && `&cursor=${cursor}`;
        const { body } = await api.get(`${path}?symbol=AAPL&time_window=MAX&order=desc&limit=${size}${next}`);
        seen.push(...rowsOf(body));
        cursor = body.metadata.next_cursor;
      }
      expect(seen).toEqual([...oldestFirst].reverse());
    }
  });

  it('begin with the newest where news or PDHLB is asked for, else with the oldest', async () => {
    const openapi = (await api.get('/openapi.json')).body;
    for (const { path } of lists) {
      const expected = path === '/stats/pdhlb' || path === '/stats/news/reactions' ? 'desc' : 'asc';
      const query = `${path}?symbol=AAPL&limit=5`;
      expect((await api.get(query)).text).toBe((await api.get(`${query}&order=${expected}`)).text);
      const { parameters } = openapi.paths[path].get;
      expect(parameters.find(({ name }: { name: string }) => name === 'order').schema).toMatchObject({
        default: expected,
        enum: ['asc', 'desc'],
      });
    }
    const bars = (await api.get('/bars?symbol=AAPL&start_date=2025-03-01')).body.data;
    const { data } = (await api.get('/stats/pdhlb?symbol=AAPL')).body;
    expect([data.length, data[0].date]).toEqual([10, bars.at(-1).ts.slice(0, 10)]);
  });
});

describe('200: over several symbols', () => {
  it('leave symbol out of the envelope and put it into the rows', async () => {
    const { body } = await api.get('/stats/orb/top?top_n=1000');
    expect(Object.keys(body)).toEqual([
      'time_window',
      'start_date',
      'end_date',
      'orb_minutes',
      'count',
      'data',
      'metadata',
    ]);
    expect(new Set(body.data.map((row: { symbol: string }) => row.symbol))).toEqual(new Set(['AAPL', 'MSFT']));
    expect(body.metadata.base_interval).toBeNull();
  });

  it('rank rows of all symbols as the rows of each alone would be', async () => {
    const orb = (await loadStatistics()).find(({ name }) => name === 'orb')!;
    const { body } = await api.get('/stats/orb/top?top_n=1000&start_date=2025-01-01');
    const rows = ['AAPL', 'MSFT'].flatMap((symbol) => {
      const one = data.find((candidate) => candidate.meta.symbol === symbol)!;
      return rowsOf(orb, '/top', one, { values: { orb_minutes: 5, top_n: 1000 } });
    });
    const descending = (a: number | null, b: number | null) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : b - a);
    const ranked = rows.sort(
      (a, b) =>
        descending(a.breakout_size_pct as number, b.breakout_size_pct as number) ||
        descending(a.volume_ratio as number | null, b.volume_ratio as number | null) ||
        (String(a.symbol) < String(b.symbol) ? -1 : String(a.symbol) > String(b.symbol) ? 1 : 0) ||
        (String(a.date) < String(b.date) ? -1 : 1),
    );
    expect(body.data).toEqual(ranked);
  });

  it('name the symbols whose bars are too coarse for the parameters', async () => {
    const warned = async (path: string, token?: string) => {
      const { body } = await api.get(path, { token });
      return (body.metadata.warnings as string[]).filter((text) => text.includes('left out, whose'));
    };
    const said = (count: string, minutes: string, names: string) => [
      `${count} left out, whose bars are too coarse for ${minutes} or do not add up to it: ${names}`,
    ];
    const at5 = said('3 symbols are', 'orb_minutes=5', 'BTCUSD, HOURLY, SPY');
    expect(await warned('/stats/orb/top')).toEqual(at5);
    expect(await warned('/stats/orb/top-picks?date=2025-03-12')).toEqual(at5);
    expect(await warned('/stats/orb/top?orb_minutes=15')).toEqual(
      said('2 symbols are', 'orb_minutes=15', 'HOURLY, SPY'),
    );
    const at7 = said('4 symbols are', 'orb_minutes=7', 'AAPL, BTCUSD, HOURLY and 1 more');
    expect(await warned('/stats/orb/top?orb_minutes=7')).toEqual(at7);

    // From the stored summaries, and under a plan whose history is cut, from the records.
    for (const token of [undefined, api.account('pro_api', { historyDays: 100 })]) {
      expect(await warned('/stats/orb/screen', token)).toEqual(said('1 symbol is', 'orb_minutes', 'SPY'));
      expect(await warned('/stats/orb/screen?orb_minutes=15', token)).toEqual(
        said('2 symbols are', 'orb_minutes=15', 'HOURLY, SPY'),
      );
      expect(await warned('/stats/orb/screen?orb_minutes=15&asset_class=equity', token)).toEqual([]);
      expect(await warned('/stats/trend/screen', token)).toEqual([]);
    }
  });

  it('name symbols of multi_top without a session in the range, and the timeframe that they had to be of', async () => {
    const warned = async (query: string) =>
      (await api.get(`/stats/fvg/multi_top?${query}`)).body.metadata.warnings as string[];
    const outside = '1 symbol is without a session from 2025-04-14 to 2025-04-16: MSFT';
    const range = 'start_date=2025-04-14&end_date=2025-04-16';
    expect(await warned(`symbols=AAPL,MSFT&${range}`)).toEqual([outside]);
    expect(await warned(`symbols=AAPL,NEWSY&${range}`)).toEqual([outside.replace('MSFT', 'NEWSY')]);
    expect(await warned('symbols=NEWSY')).toEqual(['1 symbol is without a session: NEWSY']);
    expect(await warned(`symbols=AAPL&${range}`)).toEqual([]);
    expect(await warned(`symbols=AAPL,HOURLY&${range}`)).toContain(
      'timeframe=2H was chosen: the default, 15m, does not fit the bars of all symbols',
    );
    expect((await warned(`symbols=AAPL,HOURLY&timeframe=2H&${range}`)).join()).not.toContain('chosen');
  });

  it('give the picks of a date to every plan, also to one without dates of its own', async () => {
    const free = api.account('free', { directApi: true });
    const { status, body } = await api.get('/stats/orb/top-picks?date=2025-03-12', { token: free });
    expect([status, body.time_window, body.start_date]).toEqual([200, 'custom', '2025-03-12']);
  });

  it('have no dates, and no limit of history, where none of the symbols has a session', async () => {
    const { status, body, headers } = await api.get('/stats/fvg/multi_top?symbols=NEWSY');
    expect([status, body.start_date, body.end_date, body.count]).toEqual([200, null, null, 0]);
    expect(body.metadata).toMatchObject({ effective_start: null, effective_end: null, history_limited: false });
    expect(headers.get('x-history-limited')).toBeNull();
    const clipped = await api.get('/stats/fvg/multi_top?symbols=NEWSY', {
      token: api.account('free', { directApi: true }),
    });
    expect(clipped.body.metadata).toMatchObject({ effective_start: null, history_limited: false });
  });

  it('find the smallest timeframe that fits all symbols of multi_top', async () => {
    const of = async (symbols: string) => (await api.get(`/stats/fvg/multi_top?symbols=${symbols}`)).body.timeframe;
    expect(await of('AAPL,MSFT')).toBe('15m');
    expect(await of('AAPL,HOURLY')).toBe('2H');
    expect(await of('AAPL,SPY')).toBe('1D');
  });

  it('take rows of multi_top of the timeframe that fits all symbols now', async () => {
    const changing = await apiOfTest(data);
    const shown = async () => {
      const { body } = await changing.get(
        '/stats/fvg/multi_top?symbols=AAPL,MSFT&start_date=2025-03-03&end_date=2025-04-04',
      );
      const timeframes = new Set(body.data.map(({ timeframe }: { timeframe: string }) => timeframe));
      return { asked: body.timeframe, rows: [...timeframes] };
    };
    expect(await shown()).toEqual({ asked: '15m', rows: ['15m'] });
    const { bars } = data.find(({ meta }) => meta.symbol === 'SPY')!;
    changing.answers.put(symbolData(bars, 'MSFT', 'equity', 1440));
    changing.changed(['MSFT']);
    expect(await shown()).toEqual({ asked: '1D', rows: ['1D'] });
  });

  it('take symbols of multi_top in any order and spelling, each once', async () => {
    const one = await api.get('/stats/fvg/multi_top?symbols=aapl,%20btc/usd,AAPL');
    const other = await api.get('/stats/fvg/multi_top?symbols=BTCUSD,AAPL');
    expect(one.text).toBe(other.text);
    expect(one.body.symbol).toBeUndefined();
  });
});

describe('200: screens', () => {
  it('rank symbols by any figure of their summaries', async () => {
    const symbols = ['AAPL', 'BTCUSD', 'HOURLY', 'MSFT', 'SPY'];
    const of = async (symbol: string) => (await api.get(`/stats/pdhlb/summary?symbol=${symbol}&time_window=6M`)).body;
    const summaries = await Promise.all(symbols.map(of));
    const { status, body } = await api.get(
      '/stats/pdhlb/screen?sort_by=weekday_breakdown.Monday.high_break_rate_pct&time_window=6M&order=asc&min_sample_size=5',
    );
    expect(status).toBe(200);
    const expected = summaries
      .filter((summary) => summary.sample_size >= 5)
      .map((summary) => ({
        symbol: summary.symbol,
        value: summary.weekday_breakdown.Monday.high_break_rate_pct,
        ...summary.confidence['weekday_breakdown.Monday.high_break_rate_pct'],
        sample_size: summary.sample_size,
        as_of: summary.metadata.effective_end,
      }))
      .filter(({ value }) => value !== null)
      .sort((a, b) => a.value - b.value || (a.symbol < b.symbol ? -1 : 1));
    expect(expected.length).toBeGreaterThan(2);
    expect(body.data.map(({ rank, asset_class, ...row }: Record<string, unknown>) => row)).toEqual(expected);
    expect(body.data.map((row: { rank: number }) => row.rank)).toEqual(expected.map((_, i) => i + 1));
    expect(body.as_of).toBe(
      expected
        .map((row) => row.as_of)
        .sort()
        .at(-1),
    );
  });

  it('keep to an asset class, and to the first few', async () => {
    const { body } = await api.get('/stats/trend/screen?asset_class=etf&limit=1');
    // By sample_size, which rests on no cases.
    expect(body.data).toMatchObject([{ rank: 1, asset_class: 'etf', n: null, low: null, high: null }]);
  });

  it('take paths with or without a leading summary.', async () => {
    const short = await api.get('/stats/fvg/screen?sort_by=overall.closure_rate_full_pct');
    const long = await api.get('/stats/fvg/screen?sort_by=summary.overall.closure_rate_full_pct');
    expect(short.status).toBe(200);
    expect(short.text).toBe(long.text);
  });
});
