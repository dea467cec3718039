import { describe, expect, it } from 'vitest';
import { type Reply, UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { until } from '../../test/support/until.ts';

const api = await apiOfFile(apiData());

const accounts = {
  free: api.account('free'),
  freeDirect: api.account('free', { directApi: true, ...UNLIMITED }),
  web: api.account('pro_web'),
  webDirect: api.account('pro_web', { directApi: true }),
  pro: api.account('pro_api', UNLIMITED),
};
const GAP = '/stats/gap?symbol=AAPL';
const ARROW = 'application/vnd.apache.arrow.stream';
const problems = (reply: Reply) =>
  reply.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [...loc, type].join(' '));

type Options = NonNullable<Parameters<typeof api.get>[1]>;
/** Status; what is asked, and how; `detail.error`, and what else is in `detail`. */
const REFUSED: readonly (readonly [number, string, Options, string, object?])[] = [
  [401, GAP, { token: null }, 'missing_token'],
  [401, '/me/usage', { token: null, headers: { authorization: 'Basic dXNlcjpwYXNz' } }, 'missing_token'],
  [401, '/stats/gap?limit=x', { token: null }, 'missing_token'],
  [401, '/symbols', { token: '' }, 'invalid_token'],
  [401, '/symbols', { token: 'x'.repeat(5000) }, 'invalid_token'],
  [401, '/stats/gap?symbol=NOPE', { token: 'nobody' }, 'invalid_token'],
  [403, GAP, { token: accounts.web }, 'direct_api_not_enabled'],
  [403, '/stats/gap?x=1', { token: accounts.free }, 'direct_api_not_enabled'],
  ...[
    [`${GAP}&start_date=2025-03-10`, 'custom_dates'],
    ['/stats/gap/summary?symbol=AAPL&end_date=2025-03-10', 'custom_dates'],
    ['/stats/orb?symbol=AAPL&date=2025-03-10', 'custom_dates'],
    ['/stats/gap?symbol=NOPE&start_date=2025-03-10', 'custom_dates'],
    ['/stats/fvg/top?symbol=AAPL&start_time=14:00', 'custom_times'],
    ['/stats/orb/top?end_time=19:00', 'custom_times'],
    [`${GAP}&fill_cutoff=16:30`, 'custom_times'],
  ].map(
    ([path, feature]) => [403, path, { token: accounts.freeDirect }, 'plan_upgrade_required', { feature }] as const,
  ),
  [404, '/stats/gap?symbol=nope', {}, 'symbol_not_found', { message: expect.stringContaining('NOPE') }],
  [
    404,
    '/stats/fvg/multi_top?symbols=AAPL,GONE,MSFT',
    {},
    'symbol_not_found',
    { message: expect.stringContaining('GONE') },
  ],
  ...[null, 'nobody', undefined].flatMap((token) =>
    ['/nope', '/stats/orb/nope', '/stats/constructor', '/stats/__proto__', '/console'].map(
      (path) => [404, path, { token }, 'not_found'] as const,
    ),
  ),
  ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => [405, GAP, { method }, 'method_not_allowed'] as const),
  [406, '/stats/gap/summary?symbol=AAPL', { headers: { accept: ARROW } }, 'not_acceptable'],
  [406, '/stats/gap/summary?symbol=AAPL', { headers: { accept: `${ARROW}, */*;q=0.1` } }, 'not_acceptable'],
  [414, `${GAP}&x=${'y'.repeat(9_000)}`, {}, 'uri_too_long'],
];

for (const [status, path, options, error, more = {}] of REFUSED) {
  it(`${status} ${path.slice(0, 80)} ${JSON.stringify(options).slice(0, 80)}: ${error}`, async () => {
    const reply = await api.get(path, options);
    expect([reply.status, reply.body.detail]).toEqual([status, expect.objectContaining({ error, ...more })]);
    expect(reply.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    if (status === 401) expect(reply.headers.get('x-ratelimit-limit')).toBeNull();
    if (status === 405) expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
}

it.each<[string, Options]>([
  ...['/stats', '/openapi.json', '/docs', '/stats/orb/doc', '/stats/news/doc', '/healthz', '/readyz'].map(
    (path): [string, Options] => [path, { token: null }],
  ),
  ['/me/usage', { token: null, headers: { authorization: `bEaReR ${accounts.pro}` } }],
  ['/me/usage', { token: accounts.free }],
  [GAP, { token: accounts.webDirect }],
  ...['time_window=5Y', 'session=exchange', 'include_extended_hours=true', 'weekday=monday'].map(
    (query): [string, Options] => [`${GAP}&${query}`, { token: accounts.freeDirect }],
  ),
  ['/stats/gap/summary?symbol=AAPL', { headers: { accept: 'text/html,*/*;q=0.8' } }],
])('200 %s %j', async (path, options) => {
  expect((await api.get(path, options)).status).toBe(200);
});

describe('order and charge', () => {
  const left = ({ status, headers }: Reply) => [status, headers.get('x-ratelimit-remaining')];

  it('401 after the token was revoked, also for answers that are in memory', async () => {
    const token = api.account('pro_api', UNLIMITED);
    expect((await api.get(GAP, { token })).status).toBe(200);
    api.revoke(token);
    await until(async () => (await api.get(GAP, { token })).status === 401);
  });

  it('403 for direct access is not charged, 403 for a feature, 404 and 422 are; 429 and 422 come before a feature', async () => {
    const web = api.account('pro_web');
    for (let i = 0; i < 15; i++) expect(left(await api.get(GAP, { token: web }))).toEqual([403, '60']);
    const free = api.account('free', { directApi: true });
    const dated = `${GAP}&start_date=2025-03-10`;
    expect(left(await api.get(dated, { token: free }))).toEqual([403, '9']);
    expect(left(await api.get(`${GAP}&start_date=never`, { token: free }))).toEqual([422, '8']);
    const coarse = '/stats/orb?symbol=BTCUSD&orb_minutes=7&date=2025-03-10';
    expect(left(await api.get(coarse, { token: free }))).toEqual([422, '7']);
    expect(left(await api.get('/stats/gap?symbol=NOPE&start_date=2025-03-10', { token: free }))).toEqual([403, '6']);
    const pro = api.account('pro_api');
    expect(left(await api.get('/stats/gap?symbol=NOPE', { token: pro }))).toEqual([404, '299']);
    expect(left(await api.get('/nope', { token: pro }))).toEqual([404, '298']);
    for (const remaining of ['297', '296', '295']) {
      expect(left(await api.get('/stats/gap', { token: pro }))).toEqual([422, remaining]);
    }
    const one = api.account('free', { directApi: true, perMinute: 1 });
    await api.get(GAP, { token: one });
    expect((await api.get(dated, { token: one })).status).toBe(429);
  });

  it('405 says which methods there are, and is not the answer to OPTIONS and HEAD', async () => {
    expect((await api.get('/console/login')).headers.get('allow')).toBe('OPTIONS, POST');
    const options = await api.get('/stats/orb/top', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const [head, get] = [await api.get(GAP, { method: 'HEAD' }), await api.get(GAP)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-length']) expect(head.headers.get(name)).toBe(get.headers.get(name));
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
    ['/symbols?x=1', 'query x extra_forbidden'],
  ];

  it.each(cases)('%s: %s', async (path, problem) => {
    const reply = await api.get(path);
    expect([reply.status, problems(reply)]).toEqual([422, [problem]]);
  });

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
