import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, startApi, type TestApi, UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { until } from '../../test/support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(apiData());
});
afterAll(() => api.close());

const problems = (reply: Reply) =>
  reply.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [...loc, type].join(' '));

describe('401', () => {
  it('without a token: missing_token', async () => {
    const reply = await api.get('/stats/gap?symbol=AAPL', { token: null });
    expect(reply.status).toBe(401);
    expect(reply.body.detail.error).toBe('missing_token');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(reply.headers.get('x-ratelimit-limit')).toBeNull();
  });

  it('with an unknown, empty or oversized one: invalid_token', async () => {
    for (const token of ['nobody', '', 'x'.repeat(5000)]) {
      const reply = await api.get('/symbols', { token });
      expect([reply.status, reply.body.detail.error]).toEqual([401, 'invalid_token']);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('with another scheme: missing_token', async () => {
    const reply = await api.get('/me/usage', { token: null, headers: { authorization: 'Basic dXNlcjpwYXNz' } });
    expect([reply.status, reply.body.detail.error]).toEqual([401, 'missing_token']);
  });

  it('comes before everything else: bad parameters and unknown symbols are not reported', async () => {
    expect((await api.get('/stats/gap?limit=x', { token: null })).status).toBe(401);
    expect((await api.get('/stats/gap?symbol=NOPE', { token: 'nobody' })).status).toBe(401);
  });

  it('after the token was revoked, also for answers that are in memory', async () => {
    const token = api.account('pro_api', UNLIMITED);
    expect((await api.get('/stats/gap?symbol=AAPL', { token })).status).toBe(200);
    api.revoke(token);
    await until(async () => (await api.get('/stats/gap?symbol=AAPL', { token })).status === 401);
  });

  it('is not needed for the index, the reference and the probes', async () => {
    for (const path of [
      '/stats',
      '/openapi.json',
      '/docs',
      '/stats/orb/doc',
      '/stats/news/doc',
      '/healthz',
      '/readyz',
    ]) {
      expect([path, (await api.get(path, { token: null })).status]).toEqual([path, 200]);
    }
  });

  it('takes the scheme in any case', async () => {
    const token = api.account('pro_api');
    const reply = await api.get('/me/usage', { token: null, headers: { authorization: `bEaReR ${token}` } });
    expect(reply.status).toBe(200);
  });
});

describe('403: direct API', () => {
  it('answers tokens of web-only accounts, and says where they stand', async () => {
    const token = api.account('pro_web');
    const reply = await api.get('/stats/gap?symbol=AAPL', { token });
    expect([reply.status, reply.body.detail.error]).toEqual([403, 'direct_api_not_enabled']);
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('60');
  });

  it('comes before bad parameters, and is not charged', async () => {
    const token = api.account('free');
    for (let i = 0; i < 15; i++) expect((await api.get('/stats/gap?x=1', { token })).status).toBe(403);
  });

  it('does not keep them from /me/usage', async () => {
    const token = api.account('free');
    const { status, body } = await api.get('/me/usage', { token });
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ plan: 'free', direct_api: false, history_days: 365, features: [] });
  });

  it('does not answer accounts that have it enabled', async () => {
    const token = api.account('pro_web', { directApi: true });
    expect((await api.get('/stats/gap?symbol=AAPL', { token })).status).toBe(200);
  });
});

describe('403: features', () => {
  const lacking: readonly (readonly [string, string])[] = [
    ['/stats/gap?symbol=AAPL&start_date=2025-03-10', 'custom_dates'],
    ['/stats/gap/summary?symbol=AAPL&end_date=2025-03-10', 'custom_dates'],
    ['/stats/orb?symbol=AAPL&date=2025-03-10', 'custom_dates'],
    ['/stats/fvg/top?symbol=AAPL&start_time=14:00', 'custom_times'],
    ['/stats/orb/top?end_time=19:00', 'custom_times'],
    ['/stats/gap?symbol=AAPL&fill_cutoff=16:30', 'custom_times'],
  ];

  it('names the feature that a parameter needs and the plan lacks', async () => {
    const token = api.account('free', { directApi: true, ...UNLIMITED });
    for (const [path, feature] of lacking) {
      const { status, body } = await api.get(path, { token });
      expect([path, status]).toEqual([path, 403]);
      expect(body.detail).toMatchObject({ error: 'plan_upgrade_required', feature });
    }
  });

  it('is not charged', async () => {
    const token = api.account('free', { directApi: true });
    for (let i = 0; i < 15; i++) {
      const reply = await api.get('/stats/gap?symbol=AAPL&start_date=2025-03-10', { token });
      expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).toEqual([403, '10']);
    }
  });

  it('comes after what is wrong with the request, which is charged, and before 404', async () => {
    const token = api.account('free', { directApi: true });
    expect((await api.get('/stats/gap?symbol=AAPL&start_date=never', { token })).status).toBe(422);
    expect((await api.get('/stats/orb?symbol=BTCUSD&orb_minutes=7&date=2025-03-10', { token })).status).toBe(422);
    const reply = await api.get('/stats/gap?symbol=NOPE&start_date=2025-03-10', { token });
    expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).toEqual([403, '8']);
  });

  it('comes after 429', async () => {
    const token = api.account('free', { directApi: true, perMinute: 1 });
    await api.get('/stats/gap?symbol=AAPL', { token });
    expect((await api.get('/stats/gap?symbol=AAPL&start_date=2025-03-10', { token })).status).toBe(429);
  });

  it('leaves windows, sessions and the rest open to every plan', async () => {
    const token = api.account('free', { directApi: true, ...UNLIMITED });
    for (const query of ['time_window=5Y', 'session=exchange', 'include_extended_hours=true', 'weekday=monday']) {
      expect((await api.get(`/stats/gap?symbol=AAPL&${query}`, { token })).status).toBe(200);
    }
  });
});

describe('404', () => {
  it('names a symbol that nothing is stored about', async () => {
    const { status, body } = await api.get('/stats/gap?symbol=nope');
    expect([status, body.detail.error]).toEqual([404, 'symbol_not_found']);
    expect(body.detail.message).toContain('NOPE');
  });

  it('names the unknown one of several', async () => {
    const { status, body } = await api.get('/stats/fvg/multi_top?symbols=AAPL,GONE,MSFT');
    expect([status, body.detail.error]).toEqual([404, 'symbol_not_found']);
    expect(body.detail.message).toContain('GONE');
  });

  it('answers unknown paths, with or without a token', async () => {
    for (const token of [null, 'nobody', undefined]) {
      for (const path of ['/nope', '/stats/orb/nope', '/stats/constructor', '/stats/__proto__', '/console']) {
        const { status, body } = await api.get(path, { token });
        expect([path, status, body.detail.error]).toEqual([path, 404, 'not_found']);
      }
    }
  });

  it('is charged', async () => {
    const token = api.account('pro_api');
    await api.get('/stats/gap?symbol=NOPE', { token });
    expect((await api.get('/nope', { token })).headers.get('x-ratelimit-remaining')).toBe('298');
  });
});

describe('405', () => {
  it('says which methods there are', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await api.get('/stats/gap?symbol=AAPL', { method });
      expect([method, reply.status]).toEqual([method, 405]);
      expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(reply.body.detail.error).toBe('method_not_allowed');
    }
    expect((await api.get('/console/login')).headers.get('allow')).toBe('OPTIONS, POST');
  });

  it('does not answer OPTIONS and HEAD', async () => {
    const options = await api.get('/stats/orb/top', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const [head, get] = [
      await api.get('/stats/gap?symbol=AAPL', { method: 'HEAD' }),
      await api.get('/stats/gap?symbol=AAPL'),
    ];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  });
});

describe('406', () => {
  it('answers who takes nothing but Arrow where there is none', async () => {
    const arrow = 'application/vnd.apache.arrow.stream';
    const { status, body } = await api.get('/stats/gap/summary?symbol=AAPL', { headers: { accept: arrow } });
    expect([status, body.detail.error]).toEqual([406, 'not_acceptable']);
    const both = await api.get('/stats/gap/summary?symbol=AAPL', { headers: { accept: `${arrow}, */*;q=0.1` } });
    expect(both.status).toBe(406);
    const html = await api.get('/stats/gap/summary?symbol=AAPL', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(html.status).toBe(200);
  });
});

describe('414 and 431', () => {
  it('bound the request line and the headers', async () => {
    const long = await api.get(`/stats/gap?symbol=AAPL&x=${'y'.repeat(9_000)}`);
    expect([long.status, long.body.detail.error]).toEqual([414, 'uri_too_long']);
    const big = await api.get('/stats', { headers: { 'x-big': 'y'.repeat(20_000) } });
    expect([big.status, big.body.detail.error]).toEqual([431, 'headers_too_large']);
  });
});

describe('422', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['/stats/gap', 'query symbol missing'],
    ['/stats/gap?symbol=', 'query symbol value_error'],
    ['/stats/gap?symbol=%00', 'query symbol value_error'],
    ['/stats/gap?symbol=A%20B', 'query symbol value_error'],
    ["/stats/gap?symbol=AAPL'%20OR%201=1", 'query symbol value_error'],
    ['/stats/gap?symbol=-AAPL', 'query symbol value_error'],
    [`/stats/gap?symbol=${'A'.repeat(33)}`, 'query symbol value_error'],
    ['/stats/gap?symbol=AAPL&symbol=MSFT', 'query symbol value_error'],
    ['/stats/gap?symbol=AAPL&time_window=custom', 'query time_window literal_error'],
    ['/stats/gap?symbol=AAPL&time_window=2M', 'query time_window literal_error'],
    ['/stats/gap?symbol=AAPL&start_date=2025-02-29', 'query start_date date_from_datetime_parsing'],
    ['/stats/gap?symbol=AAPL&end_date=20250301', 'query end_date date_from_datetime_parsing'],
    ['/stats/gap?symbol=AAPL&start_date=2025-03-02&end_date=2025-03-01', 'query start_date value_error'],
    ['/stats/gap?symbol=AAPL&start_time=25:00', 'query start_time time_parsing'],
    ['/stats/gap?symbol=AAPL&start_time=24:00', 'query start_time time_parsing'],
    ['/stats/gap?symbol=AAPL&end_time=9:30', 'query end_time time_parsing'],
    ['/stats/gap?symbol=AAPL&include_extended_hours=maybe', 'query include_extended_hours bool_parsing'],
    ['/stats/gap?symbol=AAPL&session=london', 'query session literal_error'],
    ['/stats/gap?symbol=AAPL&weekday=funday', 'query weekday literal_error'],
    ['/stats/gap?symbol=AAPL&limit=0', 'query limit greater_than_equal'],
    ['/stats/gap?symbol=AAPL&limit=5001', 'query limit less_than_equal'],
    ['/stats/gap?symbol=AAPL&limit=1.5', 'query limit int_parsing'],
    ['/stats/gap?symbol=AAPL&limit=', 'query limit int_parsing'],
    ['/stats/gap?symbol=AAPL&cursor=bm9wZQ', 'query cursor value_error'],
    ['/stats/gap?symbol=AAPL&cursor=%00%ff', 'query cursor value_error'],
    ['/stats/gap/top?symbol=AAPL&top_n=1001', 'query top_n less_than_equal'],
    ['/stats/gap?symbol=AAPL&colour=red', 'query colour extra_forbidden'],
    ['/stats/gap?symbol=AAPL&__proto__=1', 'query __proto__ extra_forbidden'],
    ['/stats/gap?symbol=AAPL&format=xml', 'query format literal_error'],
    ['/stats/gap/summary?symbol=AAPL&format=arrow', 'query format literal_error'],
    ['/stats/orb?symbol=AAPL&orb_minutes=0', 'query orb_minutes greater_than_equal'],
    ['/stats/orb?symbol=AAPL&orb_minutes=241', 'query orb_minutes less_than_equal'],
    ['/stats/orb?symbol=AAPL&orb_minutes=7', 'query orb_minutes value_error'],
    ['/stats/orb?symbol=SPY', 'query orb_minutes value_error'],
    ['/stats/odc?symbol=SPY', 'query candle_minutes value_error'],
    ['/stats/intraday?symbol=SPY', 'query bucket_minutes value_error'],
    ['/stats/intraday?symbol=HOURLY', 'query bucket_minutes value_error'],
    ['/stats/fvg?symbol=BTCUSD&timeframe=5m', 'query timeframe value_error'],
    ['/stats/orb/top-picks', 'query date missing'],
    ['/stats/orb/top-picks?date=2025-03-12&min_breakout_size=x', 'query min_breakout_size float_parsing'],
    ['/stats/orb/top-picks?date=2025-03-12&min_breakout_size=-1', 'query min_breakout_size greater_than_equal'],
    ['/stats/fvg/multi_top', 'query symbols missing'],
    ['/stats/fvg/multi_top?symbols=,', 'query symbols value_error'],
    [`/stats/fvg/multi_top?symbols=${Array.from({ length: 51 }, (_, i) => `S${i}`)}`, 'query symbols too_long'],
    ['/stats/fvg/multi_top?symbols=AAPL,BTCUSD&timeframe=5m', 'query timeframe value_error'],
    ['/stats/news/reactions?symbol=AAPL&min_impact_score=2', 'query min_impact_score less_than_equal'],
    ['/stats/news/reactions?symbol=AAPL&event_source=rumours', 'query event_source literal_error'],
    ['/stats/news/reactions?symbol=AAPL&start_time=14:00', 'query start_time extra_forbidden'],
    ['/stats/news/reactions?symbol=AAPL&date=2025-03-12', 'query date extra_forbidden'],
    ['/stats/news/reactions/summary?symbol=AAPL&date=2025-03-12', 'query date extra_forbidden'],
    ['/stats/gap/screen?sort_by=nothing', 'query sort_by value_error'],
    ['/stats/gap/screen?sort_by=symbol', 'query sort_by value_error'],
    ['/stats/gap/screen?sort_by=weekday_breakdown.*.count', 'query sort_by value_error'],
    ['/stats/orb/screen?orb_minutes=7', 'query orb_minutes value_error'],
    // Kept for coarse feeds alone, whose default it is: a ranking by it would leave the others out.
    ['/stats/odc/screen?candle_minutes=120', 'query candle_minutes value_error'],
    ['/stats/intraday/screen?bucket_minutes=60', 'query bucket_minutes value_error'],
    ['/stats/orb/screen?orb_minutes=240', 'query orb_minutes value_error'],
    ['/stats/fvg/screen?timeframe=4H', 'query timeframe value_error'],
    ['/symbols?x=1', 'query x extra_forbidden'],
  ];

  for (const [path, problem] of cases) {
    it(`${problem}: ${path.slice(0, 80)}`, async () => {
      const reply = await api.get(path);
      expect(reply.status).toBe(422);
      expect(problems(reply)).toEqual([problem]);
    });
  }

  it('tells all problems at once, each with loc, msg and type alone', async () => {
    const reply = await api.get('/stats/orb/summary?start_date=x&orb_minutes=999&colour=red&end_time=1');
    expect(problems(reply).sort()).toEqual([
      'query colour extra_forbidden',
      'query end_time time_parsing',
      'query orb_minutes less_than_equal',
      'query start_date date_from_datetime_parsing',
      'query symbol missing',
    ]);
    for (const problem of reply.body.detail) expect(Object.keys(problem).sort()).toEqual(['loc', 'msg', 'type']);
    expect(reply.body.detail.find((one: { type: string }) => one.type === 'missing').msg).toBe('Field required');
  });

  it('is charged, again and again for the same request', async () => {
    const token = api.account('pro_api');
    for (let i = 1; i <= 3; i++) {
      const reply = await api.get('/stats/gap', { token });
      expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).toEqual([422, String(300 - i)]);
    }
  });

  it('refuses a cursor of another query, and takes it with another limit or format', async () => {
    const { body } = await api.get('/stats/pdhlb?symbol=AAPL&limit=3');
    const cursor = body.metadata.next_cursor;
    const other = await api.get(`/stats/pdhlb?symbol=MSFT&limit=3&cursor=${cursor}`);
    expect(problems(other)).toEqual(['query cursor value_error']);
    expect((await api.get(`/stats/pdhlb?symbol=AAPL&limit=9&cursor=${cursor}&format=csv`)).status).toBe(200);
  });

  it('refuses a cursor of another order, and takes it with its own spelled out', async () => {
    for (const [path, order, other] of [
      ['/stats/pdhlb', 'desc', 'asc'],
      ['/stats/orb', 'asc', 'desc'],
    ]) {
      const { body } = await api.get(`${path}?symbol=AAPL&limit=3`);
      const next = `${path}?symbol=AAPL&limit=3&cursor=${body.metadata.next_cursor}`;
      const refused = await api.get(`${next}&order=${other}`);
      expect(problems(refused)).toEqual(['query cursor value_error']);
      expect(refused.body.detail[0].msg).toContain('order');
      expect((await api.get(`${next}&order=${order}`)).text).toBe((await api.get(next)).text);
    }
    expect(problems(await api.get('/stats/orb?symbol=AAPL&order=newest'))).toEqual(['query order literal_error']);
  });

  it('refuses a cursor whose values are too many, too few or of another type, rather than begin again', async () => {
    const { body } = await api.get('/stats/pdhlb?symbol=AAPL&limit=3');
    const [mark, seen, ...values] = JSON.parse(Buffer.from(body.metadata.next_cursor, 'base64url').toString());
    for (const other of [[], [...values, 1], values.map(() => 'text'), [values]]) {
      const cursor = Buffer.from(JSON.stringify([mark, seen, ...other])).toString('base64url');
      const reply = await api.get(`/stats/pdhlb?symbol=AAPL&limit=3&cursor=${cursor}`);
      expect([other, reply.status]).toEqual([other, 422]);
      expect(problems(reply)).toEqual(['query cursor value_error']);
    }
  });
});
