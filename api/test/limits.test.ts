import { beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { startApi } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';

const api = await apiOfFile(apiData().slice(0, 1), { nowMs: Date.UTC(2025, 5, 10, 12) });

describe('429', () => {
  it('names the limit and the window, and says when to come back', async () => {
    const token = api.account('pro_api', { perMinute: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await api.get('/stats/gap?symbol=AAPL', { token })).status);
    expect(statuses).toEqual([200, 200, 429]);
    const reply = await api.get('/stats/gap?symbol=AAPL', { token });
    expect(reply.body.detail).toEqual({
      error: 'rate_limit_exceeded',
      message: 'The limit of 2 requests per minute is reached',
      limit: 2,
      window: 'minute',
    });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('does not answer /me/usage, which is not counted', async () => {
    const token = api.account('pro_api', { perMinute: 2 });
    for (let i = 0; i < 5; i++) await api.get('/stats/gap?symbol=AAPL', { token });
    for (let i = 0; i < 5; i++) {
      const { status, body } = await api.get('/me/usage', { token });
      expect(status).toBe(200);
      expect(body.rate_limits).toMatchObject({
        minute: { limit: 2, used: 2, remaining: 0, reset_at: expect.stringMatching(/^\d{4}-.*T.*\+00:00$/) },
        day: { limit: 50_000, used: 2, remaining: 49_998, reset_at: '2025-06-11T00:00:00+00:00' },
      });
    }
  });
});

describe('headers of limits', () => {
  it('are on every answer to a known account', async () => {
    const token = api.account('pro_api');
    for (const path of ['/stats/gap?symbol=AAPL', '/stats/gap', '/stats/gap?symbol=NOPE', '/me/usage', '/symbols']) {
      const { headers } = await api.get(path, { token });
      for (const name of ['Limit', 'Remaining', 'Reset', 'Limit-Day', 'Remaining-Day', 'Reset-Day']) {
        expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
      }
    }
  });

  it('count 304 as well', async () => {
    const token = api.account('pro_api');
    const { headers } = await api.get('/stats/gap?symbol=AAPL', { token });
    const again = await api.get('/stats/gap?symbol=AAPL', {
      token,
      headers: { 'if-none-match': headers.get('etag')! },
    });
    expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([304, '298']);
  });
});

describe("the plan's history", () => {
  beforeAll(() => api.clock.set(Date.UTC(2025, 2, 20, 12)));

  it('gives two plans different answers to one URL, each its own from memory', async () => {
    const short = api.account('free', { directApi: true, historyDays: 12 });
    const full = api.account('pro_api');
    for (let i = 0; i < 2; i++) {
      const [a, b] = [
        await api.get('/stats/gap/summary?symbol=AAPL', { token: short }),
        await api.get('/stats/gap/summary?symbol=AAPL', { token: full }),
      ];
      expect(a.body.metadata.history_limited).toBe(true);
      expect(b.body.metadata.history_limited).toBe(false);
      expect(a.body.total_days).toBeLessThan(b.body.total_days);
    }
  });

  it('moves with the UTC date', async () => {
    const token = api.account('free', { directApi: true, historyDays: 10 });
    const start = async () => (await api.get('/stats/gap?symbol=AAPL', { token })).body.metadata.effective_start;
    expect(await start()).toBe('2025-03-10');
    api.clock.advance(86_400_000);
    expect(await start()).toBe('2025-03-11');
  });
});

describe('the log', () => {
  it('has what was refused by account and what was slow by route, in sums, and no token', async () => {
    const written: string[] = [];
    const stream = { write: (line: string) => void written.push(line) };
    const own = await startApi(apiData().slice(0, 1), {
      nowMs: Date.UTC(2025, 5, 10, 12),
      config: { slowMs: 0 },
      deps: { logger: createLogger({ name: 'test', level: 'info', stream }) },
    });
    const token = own.account('pro_api', { perMinute: 3 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => own.get('/stats/gap?symbol=AAPL', { token })));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(17);
    await own.close();
    const lines = written.map((line) => JSON.parse(line));
    const sums = (message: RegExp) => {
      const found = lines.filter(({ msg }) => message.test(msg));
      // The first at once, the rest at the end: in between ten seconds would have to pass.
      expect(found.length).toBeLessThanOrEqual(2);
      const all: Record<string, number> = {};
      for (const { counts } of found)
        for (const [kind, n] of Object.entries(counts)) all[kind] = (all[kind] ?? 0) + Number(n);
      return all;
    };
    expect(Object.values(sums(/\(429\)$/))).toEqual([17]);
    expect(sums(/^answers took longer than 0 ms$/)['/stats/gap']).toBeGreaterThanOrEqual(3);
    expect(written.join('')).not.toContain(token);
  });
});
