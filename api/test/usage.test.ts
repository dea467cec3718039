import { describe, expect, it } from 'vitest';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { logIn } from '../../test/support/login.ts';

const api = await apiOfFile(apiData());

const view = (cookie: string, path: string) => api.get(path, { token: null, headers: { cookie } });

describe('classes of requests', () => {
  const FREE = ['/symbols', '/symbols?search=A', '/symbols?limit=1'];
  const PREVIEW = '/query?symbol=AAPL&then=session.return_pct&preview=true';
  const CHARGED = [
    '/today?symbols=AAPL',
    '/bars?symbol=AAPL&date=2025-03-10',
    '/bars?symbol=AAPL&limit=1',
    '/query?symbol=AAPL&then=session.return_pct',
    '/query?symbol=AAPL&then=session.return_pct&preview=false',
    '/stats/gap/summary?symbol=AAPL',
  ];
  const limitsOf = async (token: string) => {
    const { minute, day, preview, free } = (await api.get('/me/usage', { token })).body.rate_limits;
    return [minute.used, day.used, preview.used, free.used];
  };

  it('have windows of their own, the same for a token and for a session of the console', async () => {
    for (const viaConsole of [false, true]) {
      const token = api.account('pro_api');
      const cookie = await logIn(api.url, token);
      const ask = (path: string) => (viaConsole ? view(cookie, path) : api.get(path, { token }));
      const shown = async (path: string) => {
        const { status, headers } = await ask(path);
        const named = ['bucket', 'limit', 'remaining', 'limit-day', 'remaining-day'];
        return [status, ...named.map((name) => headers.get(`x-ratelimit-${name}`))];
      };
      for (const [i, path] of FREE.entries()) {
        expect([path, ...(await shown(path))]).toEqual([path, 200, 'free', '120', String(119 - i), '50000', '50000']);
      }
      expect(await shown(PREVIEW)).toEqual([200, 'preview', '60', '59', '50000', '49999']);
      // Seen before, and known by its URL.
      expect(await shown(PREVIEW)).toEqual([200, 'preview', '60', '58', '50000', '49998']);
      for (const [i, path] of CHARGED.entries()) {
        const left = [String(299 - i), '50000', String(49_997 - i)];
        expect([path, ...(await shown(path))]).toEqual([path, 200, null, '300', ...left]);
      }
      expect(await limitsOf(token)).toEqual([CHARGED.length, CHARGED.length + 2, 2, FREE.length]);
    }
  });

  it('are refused each by its own window alone', { timeout: 30_000 }, async () => {
    const token = api.account('free');
    const cookie = await logIn(api.url, token);
    const statusOf = async (path: string) => (await view(cookie, path)).status;
    for (let i = 0; i < 120; i++) expect(await statusOf(FREE[i % 3])).toBe(200);
    for (let i = 0; i < 60; i++) expect(await statusOf(PREVIEW)).toBe(200);
    const [free, preview] = [await view(cookie, '/symbols'), await view(cookie, PREVIEW)];
    const refusal = { error: 'rate_limit_exceeded', window: 'minute' };
    expect([free.status, free.body.detail]).toMatchObject([429, { ...refusal, limit: 120, bucket: 'free' }]);
    expect([preview.status, preview.body.detail]).toMatchObject([429, { ...refusal, limit: 60, bucket: 'preview' }]);
    expect(Number(free.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // Neither the plan's minute nor what tells of the limits.
    for (let i = 0; i < 10; i++) expect(await statusOf(CHARGED[5])).toBe(200);
    expect(await statusOf(CHARGED[5])).toBe(429);
    expect(await limitsOf(token)).toEqual([10, 70, 60, 120]);
  });

  it('count previews in the day, and nothing that is free of charge', async () => {
    const token = api.account('pro_api', { perDay: 2 });
    for (let i = 0; i < 2; i++) expect((await api.get(PREVIEW, { token })).status).toBe(200);
    const refused = await api.get(PREVIEW, { token });
    expect([refused.status, refused.body.detail]).toMatchObject([429, { window: 'day', limit: 2 }]);
    expect((await api.get(CHARGED[0], { token })).status).toBe(429);
    expect((await api.get('/symbols', { token })).status).toBe(200);
  });
});
