/** Tokens, plans, limits and refusals, as clients and operators meet them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { type Answer, type Client, GENEROUS, newClient, request } from './support/api.ts';
import { csv, dailyTimes, sessionTimes, walk, write } from './support/market.ts';

const folder = temporaryFolder();
const DAY_MS = 86_400_000;
const HISTORY_DAYS = 3 * 365;
let service: Service;
let client: Client;

beforeAll(async () => {
  ensureBuilt();
  service = await startService(`${folder.path}/data`);
  const bars = `${folder.path}/bars.csv`;
  const daily = `${folder.path}/daily.csv`;
  write(bars, csv(walk('ABC', 'equity', sessionTimes('2024-07-01', 5, 5), 5)));
  write(daily, csv(walk('DAY', 'equity', dailyTimes(HISTORY_DAYS), 9)));
  expect((await service.cli('import', 'bars', bars, daily)).code).toBe(0);
  client = await newClient(service, 'pro_api', GENEROUS);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const isoDay = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const detailOf = ({ status, body }: Answer) => ({ status, ...body.detail });
const limitsOf = async (who: Client) => (await who.get('/me/usage')).body.rate_limits;

describe('401', () => {
  it.each([
    ['no token', {}, 'missing_token'],
    ['another scheme', { authorization: 'Basic abc' }, 'missing_token'],
    ['an unknown token', { authorization: 'Bearer nobodys' }, 'invalid_token'],
  ])('%s', async (_, headers: Record<string, string>, error) => {
    for (const path of ['/stats/gap?symbol=ABC', '/symbols', '/me/usage', '/stats/gap/top?x=y']) {
      const answer = await request(`${service.url}${path}`, { headers });
      expect(detailOf(answer)).toEqual({ status: 401, error, message: expect.any(String) });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('a token is refused soon after its revocation, in the middle of its use', async () => {
    const who = await newClient(service);
    expect((await who.get('/symbols')).status).toBe(200);
    const revoked = await service.cli('--json', 'tokens', 'revoke', '--token-id', who.tokenId);
    expect(revoked.json).toMatchObject({ token_id: who.tokenId, revoked: true });
    await until(async () => (await who.get('/symbols')).status === 401);
    expect(detailOf(await who.get('/symbols'))).toMatchObject({ status: 401, error: 'invalid_token' });
    const { tokens } = await service.operation('tokens.list', { account: who.accountId });
    const shown = { token_id: who.tokenId, created_at: expect.any(String), last_used_at: expect.anything() };
    expect(tokens).toEqual([{ ...shown, last_used_at: tokens[0].last_used_at, revoked: true }]);
    expect(JSON.stringify(tokens)).not.toContain(who.token);
  });
});

describe('403', () => {
  it('a plan of the web console has no direct API, but reads its usage', async () => {
    for (const plan of ['free', 'pro_web']) {
      const who = await newClient(service, plan);
      // Before anything is wrong with the request, and before limits.
      for (const path of ['/stats/gap?symbol=ABC', '/stats/gap', '/stats/gap?symbol=NOPE']) {
        expect(detailOf(await who.get(path))).toMatchObject({ status: 403, error: 'direct_api_not_enabled' });
      }
      const usage = await who.get('/me/usage');
      expect(usage.status).toBe(200);
      expect(usage.body.account).toMatchObject({ id: who.accountId, plan, direct_api: false });
      expect(usage.body.rate_limits).toMatchObject({ minute: { used: 0 }, day: { used: 0 } });
    }
  });

  it('names the feature that the plan lacks, after 422 and before 404, and does not charge for it', async () => {
    const who = await newClient(service, 'free', { directApi: true, ...GENEROUS });
    for (const [query, feature] of [
      ['start_date=2024-07-01', 'custom_dates'],
      ['end_date=2024-07-01', 'custom_dates'],
      ['date=2024-07-01', 'custom_dates'],
      ['start_time=14:00', 'custom_times'],
      ['end_time=14:00', 'custom_times'],
      ['fill_cutoff=14:00', 'custom_times'],
    ]) {
      const answer = await who.get(`/stats/gap?symbol=ABC&${query}`);
      expect(detailOf(answer)).toMatchObject({ status: 403, error: 'plan_upgrade_required', feature });
    }
    expect((await who.get('/stats/gap?symbol=NOPE&date=2024-07-01')).status).toBe(403);
    expect((await limitsOf(who)).day.used).toBe(0);
    expect((await who.get('/stats/gap?symbol=ABC&date=2024-07-01&top_m=1')).status).toBe(422);
    expect((await who.get('/stats/orb?symbol=ABC&date=2024-07-01&orb_minutes=7')).status).toBe(422);
    expect((await who.get('/stats/gap?symbol=NOPE')).status).toBe(404);
    expect((await limitsOf(who)).day.used).toBe(3);
  });

  it('what is open to all is open', async () => {
    const who = await newClient(service, 'free', { directApi: true, ...GENEROUS });
    for (const path of [
      '/stats/gap?symbol=ABC&time_window=5Y&session=exchange&weekday=Monday',
      '/stats/orb?symbol=ABC&include_extended_hours=true&orb_minutes=10&time_window=24M',
      '/stats/orb/top-picks?date=2024-07-01',
    ]) {
      expect((await who.get(path)).status).toBe(200);
    }
    const set = { account: who.accountId, customDates: true, customTimes: true };
    expect(await service.operation('accounts.set-limits', set)).toMatchObject({ custom_dates: true, plan: 'free' });
    await until(async () => (await who.get('/stats/gap?symbol=ABC&date=2024-07-01&end_time=15:00')).status === 200);
  });
});

describe('history', () => {
  it('a plan of 365 days sees no older record, and the answer says so', async () => {
    const who = await newClient(service, 'free', { directApi: true, ...GENEROUS });
    const earliest = isoDay(365);
    for (const path of [
      '/stats/trend?symbol=DAY&time_window=5Y',
      '/stats/pdhlb?symbol=DAY&time_window=24M&limit=5000&order=asc',
    ]) {
      const { body, headers } = await who.get(path);
      expect(body.metadata).toMatchObject({ history_limited: true, effective_start: earliest });
      expect(body.metadata.requested_start < earliest).toBe(true);
      expect(body.start_date).toBe(earliest);
      expect(headers.get('x-history-limited')).toBe('true');
      expect(body.count).toBeGreaterThan(200);
      for (const row of body.data) expect(row.date >= earliest).toBe(true);
      // What a figure was computed from may be before it; a price or date from there is not shown.
      const [first, second] = body.data;
      expect(first.return_pct ?? second.prev_close).not.toBeNull();
      expect(first.prev_close ?? null).toBeNull();
    }
    const all = (await client.get('/stats/trend?symbol=DAY&time_window=5Y')).body;
    expect(all.metadata.history_limited).toBe(false);
    const summary = (await who.get('/stats/trend/summary?symbol=DAY&time_window=5Y')).body;
    const seen = all.data.filter((row: { date: string; complete: boolean }) => row.date >= earliest && row.complete);
    expect(summary.total_days).toBe(seen.length);
    const short = await who.get('/stats/trend?symbol=DAY&time_window=1M');
    expect(short.body.metadata.history_limited).toBe(false);
    expect(short.headers.get('x-history-limited')).toBeNull();
  });

  it('neither tops, rankings nor pages reach beyond it', async () => {
    const who = await newClient(service, 'free', { directApi: true, ...GENEROUS });
    const earliest = isoDay(365);
    const top = (await who.get('/stats/trend/top?symbol=DAY&time_window=5Y&limit=1000')).body;
    expect(top.count).toBeGreaterThan(0);
    for (const row of top.data) expect(row.date >= earliest).toBe(true);
    const pages = [(await who.get('/stats/trend?symbol=DAY&time_window=5Y&limit=200')).body];
    while (pages.at(-1).metadata.next_cursor) {
      const { next_cursor: cursor } = pages.at(-1).metadata;
      pages.push((await who.get(`/stats/trend?symbol=DAY&time_window=5Y&limit=200&cursor=${cursor}`)).body);
    }
    const dates = pages.flatMap(({ data }) => data.map((row: { date: string }) => row.date));
    expect(dates[0] >= earliest).toBe(true);
    expect(new Set(dates).size).toBe(dates.length);
    const whole = (await who.get('/stats/trend?symbol=DAY&time_window=5Y')).body;
    expect(dates).toEqual(whole.data.map((row: { date: string }) => row.date));
    // Data that ended before the history: nothing to see, and no failure.
    const gone = await who.get('/stats/gap/summary?symbol=ABC&time_window=5Y');
    expect(gone).toMatchObject({ status: 200, body: { total_days: 0, total_gaps: 0, fill_rate: null } });
  });
});

describe('429', () => {
  it('the minute: reported with window, limit and when to come back; neither it nor 401, 403, usage is charged', async () => {
    const who = await newClient(service, 'pro_api', { perMinute: 3, perDay: 100 });
    const paths = ['/stats/gap?symbol=ABC', '/stats/gap?symbol=NOPE', '/stats/gap'];
    const answers = [];
    for (const path of paths) answers.push(await who.get(path));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 422]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0']);
    expect(answers[0].headers.get('x-ratelimit-limit')).toBe('3');
    expect(answers[0].headers.get('x-ratelimit-limit-day')).toBe('100');
    expect(answers[2].headers.get('x-ratelimit-remaining-day')).toBe('97');
    for (const path of ['/stats/gap?symbol=ABC', '/stats/gap']) {
      const refused = await who.get(path);
      const refusal = { status: 429, error: 'rate_limit_exceeded', limit: 3, window: 'minute' };
      expect(detailOf(refused)).toEqual({ ...refusal, message: expect.stringContaining('3') });
      const after = Number(refused.headers.get('retry-after'));
      expect(after).toBeGreaterThanOrEqual(1);
      expect(after).toBeLessThanOrEqual(60);
    }
    const usage = await limitsOf(who);
    expect(usage.minute).toMatchObject({
      limit: 3,
      used: 3,
      remaining: 0,
      reset_at: expect.stringContaining('+00:00'),
    });
    expect(usage.day).toMatchObject({ limit: 100, used: 3, remaining: 97 });
  });

  it('the day: reported as such, reset at midnight UTC, and counted across a change of limits', async () => {
    const who = await newClient(service, 'pro_api', { perMinute: 50, perDay: 2 });
    expect((await who.get('/bars?symbol=ABC&limit=1')).status).toBe(200);
    expect((await who.get('/stats/gap?symbol=ABC')).status).toBe(200);
    const refused = await who.get('/bars?symbol=ABC&limit=1');
    expect(detailOf(refused)).toMatchObject({ status: 429, error: 'rate_limit_exceeded', limit: 2, window: 'day' });
    const { day } = await limitsOf(who);
    expect(day).toMatchObject({ used: 2, remaining: 0, reset_at: `${isoDay(-1)}T00:00:00+00:00` });
    await service.operation('accounts.set-limits', { account: who.accountId, perDay: 4 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await who.get('/bars?symbol=ABC&limit=1')).headers.get('x-ratelimit-remaining-day')).toBe('1');
  });
});

describe('other refusals', () => {
  it('404 for paths that are not there, 405 with Allow for other methods', async () => {
    expect(detailOf(await client.get('/stats/nothing'))).toMatchObject({ status: 404, error: 'not_found' });
    const headers = { authorization: `Bearer ${client.token}` };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await request(`${service.url}/stats/gap?symbol=ABC`, { method, headers });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toContain('GET');
    }
  });

  it('422 tells all that is wrong, in the words of a FastAPI service', async () => {
    const query = 'start_date=2024-02-30&end_time=25:00&include_extended_hours=perhaps&time_window=custom&nosuch=1';
    const { status, body } = await client.get(`/stats/orb?${query}&orb_minutes=0&orb_reentry_candles=x`);
    expect(status).toBe(422);
    const found = body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type]);
    expect(Object.fromEntries(found)).toEqual({
      'query.symbol': 'missing',
      'query.start_date': 'date_from_datetime_parsing',
      'query.end_time': 'time_parsing',
      'query.include_extended_hours': 'bool_parsing',
      'query.time_window': 'literal_error',
      'query.nosuch': 'extra_forbidden',
      'query.orb_minutes': 'greater_than_equal',
      'query.orb_reentry_candles': 'int_parsing',
    });
    for (const problem of body.detail) expect(Object.keys(problem).sort()).toEqual(['loc', 'msg', 'type']);
  });

  it('a parameter of a sister endpoint is taken without effect, and named in the warnings', async () => {
    const plain = (await client.get('/stats/gap?symbol=ABC')).body;
    const { status, body } = await client.get('/stats/gap?symbol=ABC&top_n=3');
    expect(status).toBe(200);
    expect(body.data).toEqual(plain.data);
    expect(body.metadata.warnings.join()).toContain('top_n');
  });
});
