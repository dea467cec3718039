import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { type TestApi, UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { flat, market, type Row } from '../../test/support/market-rows.ts';

const api = await apiOfFile([...apiData(), hand()]);
/** Their data end at other times: side by side, all but the newest would be stale. */
const others: Record<string, TestApi> = {
  OPEN: await apiOfFile([inProgress()]),
  HALF: await apiOfFile([halfDay()]),
};

/** Ten days of two bars. */
function hand() {
  // Mon 3 to Fri 14 June 2024. Open 100; closes below; volume 1 a bar.
  const closes = [101, 102, 99, 103, 98, 104, 97, 105, 96, 106];
  const days = ['03', '04', '05', '06', '07', '10', '11', '12', '13', '14'];
  const rows: Row[] = days.flatMap((day, i): Row[] => [
    flat(`2024-06-${day} 13:30`, 100),
    flat(`2024-06-${day} 19:55`, closes[i]),
  ]);
  const { bars } = market(rows, 'etf', 5);
  return symbolData(bars, 'HAND', 'etf', 5);
}

/** A Monday, and a Tuesday that has come to 14:00 UTC. */
function inProgress() {
  const rows: Row[] = [
    ['2024-06-03 13:30', 100, 101, 99, 100],
    ['2024-06-03 19:55', 100, 101, 99, 100],
    ['2024-06-04 13:30', 102, 103, 102, 103],
    ['2024-06-04 13:55', 103, 104, 103, 104],
  ];
  return symbolData(market(rows, 'equity', 5).bars, 'OPEN', 'equity', 5);
}

/** The exchange closed at 13:00 on Friday, 28 November 2025, 18:00 UTC: until then there are bars, and none after it. */
function halfDay() {
  const rows: Row[] = [
    ['2025-11-26 14:30', 100, 101, 99, 100],
    ['2025-11-26 20:55', 100, 101, 99, 100],
    ['2025-11-28 14:30', 102, 103, 102, 103],
    ['2025-11-28 17:55', 103, 104, 103, 104],
  ];
  return symbolData(market(rows, 'equity', 5).bars, 'HALF', 'equity', 5);
}

const url = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params)}`;
const query = (params: Record<string, string>, options?: Parameters<TestApi['get']>[1]) =>
  (others[params['symbol']] ?? api).get(url('/query', { symbol: 'HAND', ...params }), options);
const asked = (when: string, outcome: string, more: Record<string, string> = {}) =>
  query({ ...more, when, ...Object.fromEntries([['then', outcome]]) });

describe('a question worked by hand', () => {
  it('tells cases from the rest', async () => {
    // Close over open, by day: + + - + - + - + - +. After a day that closed above its open (prev.odc... session 1 has none):
    // days 2, 3, 5, 7, 9 follow an up day; of these day 2 is up. Days 4, 6, 8, 10 follow a down day: all up. Before day 1 nobody knows.
    const { status, body } = await asked('prev.odc.session_direction=green', 'odc.session_direction=green');
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      symbol: 'HAND',
      when: 'prev.odc.session_direction=green',
      sessions: 10,
      cases: 5,
      hits: 1,
      rate_pct: 20,
      unknown: { among: 0, when: 1, early: 0 },
      population: 10,
      base: { cases: 9, hits: 5, rate_pct: 55.5556 },
      rest: { cases: 4, hits: 4, rate_pct: 100 },
      by_year: [{ year: 2024, cases: 5, hits: 1, rate_pct: 20 }],
      last_30: { cases: 5, hits: 1, rate_pct: 20 },
      look_ahead: false,
      count: 5,
    });
    expect(body.unknown['then']).toBe(0);
    expect(body.difference_pct.value).toBe(-80);
    // 1 of 5 against 4 of 4: tables of C(9,5) = 126; k = 1 has C(5,1) C(4,4) = 5, and only k = 5 is rarer, with 1: 6 / 126.
    expect(body.p_value).toBe(0.047619);
    expect(body.data[0]).toEqual({
      date: '2024-06-13',
      values: { 'prev.odc.session_direction': 'green', 'odc.session_direction': 'red' },
      outcome: false,
    });
  });

  it('has the distribution of a number', async () => {
    // Close to close on Thursdays: 103/99 - 1 = 4.0404 %, 96/105 - 1 = -8.5714 %.
    const { body } = await asked('session.weekday=thursday', 'session.return_pct');
    expect(body).toMatchObject({
      cases: 2,
      mean: -2.2655,
      median: -2.2655,
      median_confidence: { low: null, high: null },
    });
    expect(body.std).toBe(8.9179); // 12.6118 / sqrt 2
    expect(body.quantiles.p5).toBe(-7.9408); // -8.5714 + 0.05 * 12.6118
    expect(body.data.map(({ outcome }: { outcome: number }) => outcome)).toEqual([-8.5714, 4.0404]);
    // The first session has no return.
    const { body: all } = await asked('', 'session.return_pct');
    expect([all.cases, all.unknown['then'], all.rest.cases, all.p_value]).toEqual([9, 1, 0, null]);
  });

  it('sees of the week what earlier sessions tell', async () => {
    // Mondays close at 101 and 104: green; known from Tuesday on.
    const { body } = await asked('owc.candle_direction=green', 'session.volume');
    expect([body.cases, body.unknown.when, body.rest.cases]).toEqual([8, 2, 0]);
    const { body: never } = await asked('owc.session_direction=green', 'session.volume');
    expect([never.cases, never.unknown.when]).toEqual([0, 10]);
    expect(never.warnings.join()).toContain('owc.session_direction is known at the end of the week');
  });
});

describe('look-ahead', () => {
  it.each([
    ['orb.continuation=true', 'orb.first_direction=up'],
    ['session.close>1', 'session.range_pct'],
    ['gap.filled=true', 'orb.first_direction=up'],
    ['orb.or_bars>0', 'gap.direction=up'],
    ['prev.exists(fvg;filled=true)=true', 'session.volume'],
    ['exists(bos[timeframe=1D])=true', 'session.volume'],
    ['prev.exists(bos[timeframe=1W])=true', 'session.volume'],
  ])('is refused: %s before %s', async (when, outcome) => {
    const { status, body } = await asked(when, outcome);
    expect([status, body.detail.map(({ type }: { type: string }) => type)]).toEqual([422, ['look_ahead']]);
    expect(body.detail[0].loc).toEqual(['query', 'when']);
    for (const text of [when, outcome]) expect(body.detail[0].msg).toContain(text.replace(/[=>].*$/, '').split('[')[0]);
    expect((await asked(when, outcome, { allow_look_ahead: 'true' })).status).toBe(200);
  });

  it('is seen where the feed of the symbol makes it one', async () => {
    // 15m candles of a daily feed become daily ones.
    const when = 'exists(bos)=true';
    expect((await asked(when, 'session.volume', { symbol: 'AAPL' })).status).toBe(200);
    const { status, body } = await asked(when, 'session.volume', { symbol: 'SPY' });
    expect([status, body.detail[0].type]).toEqual([422, 'look_ahead']);
  });

  it('is warned of where prices are compared', async () => {
    const warned = async (more: Record<string, string>) =>
      (await asked('session.open>5', 'session.volume', more)).body.warnings.join().includes('absolute price');
    expect([await warned({}), await warned({ adjustment: 'raw' })]).toEqual([true, false]);
  });
});

describe('the state now', () => {
  it('is known with an early close for a range that reaches beyond it: the session is over', async () => {
    const when = 'ib[ib_minutes=240].ib_high>0;ib[ib_minutes=210].ib_high>0';
    const { body } = await asked(when, 'session.volume', { symbol: 'HALF', session: 'exchange' });
    expect(body.now).toMatchObject({ date: '2025-12-01', session: 'next', as_of: '2025-11-28T18:00:00+00:00' });
    const last = `prev.ib[ib_minutes=240].ib_high=104;prev.ib[ib_minutes=210].ib_high=104`;
    const after = await asked(last, 'session.volume', { symbol: 'HALF', session: 'exchange' });
    expect(after.body.now.conditions).toMatchObject([
      { state: true, value: 104, known_at: null },
      { state: true, value: 104, known_at: null },
    ]);
  });

  it('is that of the session in progress', async () => {
    const when = [
      'gap.direction=up',
      'orb.or_high>103',
      'orb[orb_minutes=60].or_high>0',
      'orb.first_direction=up',
      'pdhlb.retest_high=true',
      'prev.session.open=100',
      'session.weekday=Tuesday',
      'exists(fvg)=false',
    ].join(';');
    const { body } = await asked(when, 'session.volume', { symbol: 'OPEN', end_date: '2024-06-03' });
    expect(body.now).toMatchObject({ date: '2024-06-04', session: 'in_progress', as_of: '2024-06-04T14:00:00+00:00' });
    const states = body.now.conditions.map(({ state, known_at }: { state: unknown; known_at: unknown }) => [
      state,
      known_at,
    ]);
    expect(states).toEqual([
      [true, null],
      [false, null],
      ['pending', '2024-06-04T14:30:00+00:00'],
      [true, null],
      ['pending', '2024-06-04T20:00:00+00:00'],
      [true, null],
      [true, null],
      // Monday's last candle ends at 101, the one of 13:45 begins at 103: a gap is there for good.
      [false, null],
    ]);
    expect(body.now.matches).toBe(false);
  });

  it('is known once the observation has ended', async () => {
    const when = 'gap[fill_cutoff=13:45].filled=false;gap[fill_cutoff=15:00].filled=false;gap.filled=false';
    const { body } = await asked(when, 'session.volume', { symbol: 'OPEN', end_date: '2024-06-03' });
    const states = body.now.conditions.map(({ state, known_at }: { state: unknown; known_at: unknown }) => [
      state,
      known_at,
    ]);
    expect(states).toEqual([
      [true, null],
      ['pending', '2024-06-04T15:00:00+00:00'],
      ['pending', '2024-06-04T20:00:00+00:00'],
    ]);
  });

  it('is, between sessions, what is known of the next one', async () => {
    const when =
      'session.weekday=Monday;pdhlb.prev_high=106;gap.direction=up;prev.session.close=106;session.early_close=false';
    const { body } = await asked(when, 'session.volume');
    expect(body.now).toMatchObject({ date: '2024-06-17', session: 'next', matches: 'pending' });
    expect(body.now.conditions.map(({ state }: { state: unknown }) => state)).toEqual([
      true,
      true,
      'pending',
      true,
      true,
    ]);
    const { body: other } = await asked('session.weekday=Tuesday', 'session.volume');
    expect(other.now.matches).toBe(false);
  });
});

describe('/query', () => {
  it('tells everything that is wrong at once, with its place', async () => {
    const { status, body } = await asked('gap.directon=up', 'orb.first_direction', { limit: '0', adjustment: 'half' });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc[1], type])).toEqual([
      ['adjustment', 'literal_error'],
      ['limit', 'greater_than_equal'],
      ['when', 'value_error'],
      ['then', 'value_error'],
    ]);
    expect(body.detail[2].ctx).toMatchObject({ position: 4, did_you_mean: 'direction' });
    // Three names in the sentence, by edits: 1, 6 and 6; all in what is for programs.
    expect(body.detail[2].msg).toBe(
      "At 4: 'directon' is no field of gap; expected a field of gap such as direction, date, prev_low, all in /stats/gap/doc; did you mean 'direction'?",
    );
    expect(body.detail[2].ctx.expected).toContain('prev_close, open, gap_size, gap_pct,');
    expect((await query({ when: 'gap.direction=up' })).body.detail).toMatchObject([
      { loc: ['query', 'then'], type: 'missing' },
    ]);
    expect((await asked('', 'owc.candle_direction=green')).body.detail).toMatchObject([{ loc: ['query', 'then'] }]);
  });

  it('takes a question of 4,096 characters, percent-encoded, and no longer one', async () => {
    const { status } = await asked(`owc.week="${';'.repeat(4_000)}"`, 'session.volume');
    expect(status).toBe(200);
    const { body } = await asked('x'.repeat(4_097), 'session.volume');
    expect(body.detail[0]).toMatchObject({ type: 'too_long', ctx: { position: 4_096 } });
  });

  it('refuses parameters that do not fit the feed', async () => {
    const { status, body } = await asked('orb[orb_minutes=7].or_bars>0', 'session.volume', { symbol: 'AAPL' });
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'when']]);
    expect(body.detail[0].msg).toContain('whole multiple');
    expect((await asked('', 'orb.first_direction=up', { symbol: 'SPY' })).body.detail[0].loc).toEqual([
      'query',
      'then',
    ]);
  });

  it('pages its cases, every page with the figures of the whole range', async () => {
    const first = await asked('', 'session.volume', { limit: '4' });
    expect(first.body).toMatchObject({ cases: 10, count: 4, metadata: { total: 10 } });
    const second = await asked('', 'session.volume', { limit: '6', cursor: first.body.metadata.next_cursor });
    expect(second.body).toMatchObject({ cases: 10, count: 6, metadata: { next_cursor: null } });
    const dates = [...first.body.data, ...second.body.data].map(({ date }: { date: string }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    // The Python client sends what it was given, an empty text, too.
    const empty = await asked('', 'session.volume', { limit: '4', among: '' });
    expect(empty.body.metadata.next_cursor).toBe(first.body.metadata.next_cursor);
    const other = await asked('session.open=100', 'session.volume', { cursor: first.body.metadata.next_cursor });
    expect(other.body.detail).toMatchObject([{ loc: ['query', 'cursor'] }]);
  });

  it('comes as CSV and Arrow, the cases as rows', async () => {
    const csv = await asked('session.weekday=Monday', 'session.return_pct>0', { format: 'csv' });
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'date,session.weekday,session.return_pct,outcome',
      '2024-06-10,Monday,6.1224,true',
    ]);
    const response = await fetch(
      api.url + url('/query', { symbol: 'HAND', format: 'arrow', ...Object.fromEntries([['then', 'session.volume']]) }),
      { headers: { authorization: `Bearer ${api.account('pro_api', UNLIMITED)}` } },
    );
    const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
    expect([table.numRows, table.schema.fields.map(({ name }) => name)]).toEqual([
      10,
      ['date', 'session.volume', 'outcome'],
    ]);
  });

  it('is counted, and needs the features that its parameters need', async () => {
    const free = api.account('free', { directApi: true });
    const path = (params: Record<string, string>) =>
      url('/query', { symbol: 'AAPL', ...Object.fromEntries([['then', 'session.volume']]), ...params });
    expect((await api.get(path({}), { token: free })).headers.get('x-ratelimit-remaining')).toBe('9');
    const dated = await api.get(path({ start_date: '2025-01-01' }), { token: free });
    expect([dated.status, dated.body.detail.feature]).toEqual([403, 'custom_dates']);
    const cut = await api.get(path({ when: 'gap[fill_cutoff=15:00].filled=true' }), { token: free });
    expect([cut.status, cut.body.detail.feature]).toEqual([403, 'custom_times']);
    expect((await api.get(path({}), { token: null })).status).toBe(401);
    expect((await api.get(path({ symbol: 'NOPE' }))).status).toBe(404);
  });

  it('looks no further back than the plan', async () => {
    // The clock says 10 June 2025: forty days reach back to 1 May.
    const token = api.account('pro_api', { ...UNLIMITED, historyDays: 40 });
    const path = url('/query', {
      symbol: 'AAPL',
      when: 'prev2.session.exists=true',
      ...Object.fromEntries([['then', 'session.volume']]),
    });
    const { body, headers } = await api.get(path, { token });
    expect(headers.get('x-history-limited')).toBe('true');
    expect(body.metadata).toMatchObject({ history_limited: true, effective_start: '2025-05-01' });
    expect(body.cases).toBe(body.sessions - 2);
    // The session before the first one is none of the plan's: its prices are null.
    const levels = url('/query', { symbol: 'AAPL', ...Object.fromEntries([['then', 'pdhlb.prev_high']]) });
    const { body: clipped } = await api.get(levels, { token });
    expect([clipped.unknown['then'], clipped.cases]).toEqual([1, body.sessions - 1]);
  });

  it('answers a symbol that is known from news alone', async () => {
    const { status, body } = await asked('', 'session.volume', { symbol: 'NEWSY' });
    expect([status, body.sessions, body.mean]).toEqual([200, 0, null]);
  });
});

describe('/query/scan', () => {
  const scan = (params: Record<string, string>, options?: Parameters<TestApi['get']>[1]) =>
    api.get(url('/query/scan', { min_cases: '1', end_date: '2025-05-02', time_window: '24M', ...params }), options);
  const volume = Object.fromEntries([['then', 'session.range_pct']]);

  it('gives the figures that /query gives, of each symbol', async () => {
    const { body } = await scan({ when: 'session.weekday:Monday|Friday', ...volume, sort_by: 'outcome', limit: '50' });
    expect(body.data.length).toBeGreaterThan(3);
    for (const row of body.data) {
      const params = { symbol: row.symbol, when: 'session.weekday:Monday|Friday', ...volume, end_date: '2025-05-02' };
      const { body: one } = await api.get(url('/query', { ...params, time_window: '24M' }));
      expect([row.cases, row.mean, row.rest_mean, row.difference_low, row.p_value]).toEqual([
        one.cases, one.mean, one.rest.mean, one.difference.low, one.p_value,
      ]); // biome-ignore format: one line
    }
    const means = body.data.map(({ mean }: { mean: number }) => mean);
    expect(means).toEqual([...means].sort((a, b) => b - a));
    expect(body.data.map(({ rank }: { rank: number }) => rank)).toEqual(means.map((_: number, i: number) => i + 1));
  });

  it('says of the symbols it shows what /query says of each', async () => {
    const when = 'session.open>0.01;owc.session_direction!=red';
    const params = { ...volume, when: 'session.open>0.01', symbols: 'AAPL,MSFT' };
    const { body } = await scan(params);
    const { symbols, ...rest } = params;
    const { body: one } = await api.get(
      url('/query', { ...rest, symbol: 'AAPL', end_date: '2025-05-02', time_window: '24M' }),
    );
    const [price, ...others] = one.warnings.filter((text: string) => !text.startsWith('fewer than'));
    expect(price).toContain('absolute price');
    expect(others[0]).toContain('coverage is shorter than asked');
    expect(body.data.map(({ symbol }: { symbol: string }) => symbol).sort()).toEqual(['AAPL', 'MSFT']);
    expect(body.warnings[0]).toBe(price);
    for (const text of others) {
      expect(body.warnings.filter((one: string) => /AAPL.*: /.test(one) && one.endsWith(text))).toHaveLength(1);
    }
    expect((await scan({ ...volume, when })).body.warnings.join()).toContain('is known at the end of the week');
    const { body: raw } = await scan({ ...volume, when: 'session.open>0.01', adjustment: 'raw' });
    expect(raw.warnings.join()).not.toContain('absolute price');
  });

  it('leaves out symbols with few cases, and counts those that a parameter does not fit', async () => {
    const { body } = await scan({ ...volume, when: 'orb[orb_minutes=5].or_bars>=0', min_cases: '20', limit: '100' });
    // Daily, hourly, 15m and news-only symbols do not take 5 minutes.
    expect(body.skipped).toBe(4);
    expect(body.data.every(({ cases }: { cases: number }) => cases >= 20)).toBe(true);
    expect(body.ranked).toBe(body.data.length);
  });

  it('keeps the symbols whose conditions hold now, or may', async () => {
    const { body } = await scan({ ...volume, when: 'session.weekday=Monday', matching: 'now', limit: '100' });
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data.every(({ matches }: { matches: string }) => matches !== 'false')).toBe(true);
    const { body: none } = await scan({ ...volume, when: 'session.weekday=Tuesday;session.month=1', matching: 'now' });
    expect(none.data).toEqual([]);
  });

  it('takes a list or a class, and comes as CSV', async () => {
    const { body } = await scan({ ...volume, symbols: 'AAPL,MSFT' });
    expect(body.data.map(({ symbol }: { symbol: string }) => symbol).sort()).toEqual(['AAPL', 'MSFT']);
    expect((await scan({ ...volume, asset_class: 'crypto' })).body.data).toHaveLength(1);
    expect((await scan({ ...volume, symbols: 'AAPL,NOPE' })).status).toBe(404);
    expect((await scan({ ...volume, format: 'csv' })).text).toMatch(/^rank,symbol,asset_class,cases,mean,/);
  });
});

describe('/bars', () => {
  const bars = (params: Record<string, string>, options?: Parameters<TestApi['get']>[1]) =>
    api.get(url('/bars', { symbol: 'HAND', ...params }), options);

  it('gives the bars of a date, by default of the latest session', async () => {
    const { body } = await bars({ date: '2024-06-05' });
    expect(body.data).toEqual([
      { ts: '2024-06-05T13:30:00+00:00', date: '2024-06-05', open: 100, high: 100, low: 100, close: 100, volume: 1 },
      { ts: '2024-06-05T19:55:00+00:00', date: '2024-06-05', open: 99, high: 99, low: 99, close: 99, volume: 1 },
    ]);
    expect(body).toMatchObject({ symbol: 'HAND', timeframe: '5m', count: 2 });
    expect(body.metadata.adjustment).toMatchObject({ requested: 'splits', applied: 'none' });
    expect((await bars({})).body.start_date).toBe('2024-06-14');
    expect((await bars({ end_date: '2024-06-04' })).body.count).toBe(2);
  });

  it('makes candles of a range, finished ones', async () => {
    const { body } = await bars({ start_date: '2024-06-03', end_date: '2024-06-14', timeframe: '1W' });
    expect(body.data).toEqual([
      { ts: '2024-06-03T13:30:00+00:00', date: '2024-06-03', open: 100, high: 103, low: 98, close: 98, volume: 10 },
    ]); // the second week is not over
    const { body: days } = await bars({ start_date: '2024-06-03', timeframe: '1D' });
    expect(days.data.map(({ close }: { close: number }) => close)).toEqual([
      101, 102, 99, 103, 98, 104, 97, 105, 96, 106,
    ]);
  });

  it('is open to every plan by date, and clipped', async () => {
    const token = api.account('free', { directApi: true, historyDays: 45 });
    const allowed = await api.get(url('/bars', { symbol: 'AAPL', date: '2025-05-02' }), { token });
    expect([allowed.status, allowed.body.count > 0]).toEqual([200, true]);
    const old = await api.get(url('/bars', { symbol: 'AAPL', date: '2025-03-05' }), { token });
    expect([old.status, old.body.count, old.headers.get('x-history-limited')]).toEqual([200, 0, 'true']);
    expect(old.body.metadata.warning_codes).toEqual(['before_history']);
    expect((await api.get(url('/bars', { symbol: 'AAPL', start_date: '2025-05-01' }), { token })).status).toBe(403);
  });

  it('says by code why rows are missing: outside the plan, before the data, after them, without a session', async () => {
    const codes = async (params: Record<string, string>) => {
      const { count, metadata } = (await bars(params)).body;
      return [count > 0, metadata.warnings.length, metadata.warning_codes];
    };
    expect(await codes({ start_date: '2024-05-01', end_date: '2024-05-10' })).toEqual([false, 1, ['coverage_shorter']]);
    expect(await codes({ start_date: '2024-05-01', end_date: '2024-06-05' })).toEqual([true, 1, ['coverage_shorter']]);
    expect(await codes({ start_date: '2024-07-01', end_date: '2024-07-05' })).toEqual([false, 1, ['after_data']]);
    expect(await codes({ date: '2024-07-01' })).toEqual([false, 1, ['after_data']]);
    expect(await codes({ date: '2024-06-08' })).toEqual([false, 1, ['weekend']]);
    expect(await codes({ start_date: '2024-06-03', end_date: '2024-06-05' })).toEqual([true, 0, []]);
  });

  it('refuses a timeframe that does not fit', async () => {
    const { status, body } = await bars({ timeframe: '3m' });
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'timeframe']]);
    expect((await bars({ timeframe: '7m' })).status).toBe(422);
    expect((await bars({ adjustment: 'none' })).body.detail[0].loc).toEqual(['query', 'adjustment']);
  });
});
