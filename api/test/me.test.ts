import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../lib/clock.ts';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { logIn as logInAt } from '../../test/support/login.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { savedQueriesTable, storedLists } from '../me.ts';

const store = await storeOfFile();
const lists = storedLists(store, fixedClock(Date.UTC(2025, 5, 10, 12)));
const api = await apiOfFile(apiData(), { deps: { lists } });

const logIn = (token: string) => logInAt(api.url, token);
const view = (cookie: string, path: string) => api.get(path, { token: null, headers: { cookie } });

async function send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const reply = await fetch(api.url + path, { method, headers, body: text });
  const answer = await reply.text();
  return { status: reply.status, headers: reply.headers, body: answer === '' ? null : JSON.parse(answer) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the watchlist', () => {
  it('is empty at first, and then what was put, for the session and for the token of the account', async () => {
    const token = api.account('pro_api', UNLIMITED);
    const session = await logIn(token);
    expect((await view(session.cookie, '/me/watchlist')).body).toEqual({ symbols: [], updated_at: null });
    const put = await send('PUT', '/me/watchlist', session.signed, { symbols: ['msft', 'BTC/USD', 'LATER', 'MSFT'] });
    const stored = { symbols: ['MSFT', 'BTCUSD', 'LATER'], updated_at: '2025-06-10T12:00:00+00:00' };
    expect([put.status, put.body]).toEqual([200, stored]);
    expect((await api.get('/me/watchlist', { token })).body).toEqual(stored);
    expect((await send('PUT', '/me/watchlist', bearer(token), { symbols: [] })).body.symbols).toEqual([]);
    expect((await view(session.cookie, '/me/watchlist')).body.symbols).toEqual([]);
    expect((await api.get('/me/watchlist', { token: api.account('pro_api') })).body.symbols).toEqual([]);
  });

  it('is refused with the field that is wrong', async () => {
    const headers = bearer(api.account('pro_api', UNLIMITED));
    const refused = async (body: unknown) => {
      const reply = await send('PUT', '/me/watchlist', headers, body);
      return [reply.status, ...reply.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc, type])];
    };
    expect(await refused({})).toEqual([422, [['body', 'symbols'], 'missing']]);
    expect(await refused({ symbols: 'AAPL' })).toEqual([422, [['body', 'symbols'], 'value_error']]);
    expect(await refused({ symbols: ['AAPL', 'A B', 7] })).toEqual([
      422,
      [['body', 'symbols', 1], 'value_error'],
      [['body', 'symbols', 2], 'value_error'],
    ]);
    expect(await refused({ symbols: Array(201).fill('A') })).toEqual([422, [['body', 'symbols'], 'too_long']]);
    expect(await refused({ symbols: [], more: 1 })).toEqual([422, [['body', 'more'], 'extra_forbidden']]);
    for (const text of ['{', '[]', 'null', '7']) expect(await refused(text)).toEqual([422, [['body'], 'value_error']]);
    expect((await send('PUT', '/me/watchlist', headers, 'x'.repeat(70_000))).status).toBe(413);
  });
});

describe('saved queries', () => {
  it('are kept by the id that the client chose, replaced and deleted', async () => {
    const session = await logIn(api.account('free', UNLIMITED));
    const question = '?symbol=AAPL&when=gap.direction=up\t\\ 🙂';
    const put = await send('PUT', '/me/queries/gap-up_1', session.signed, { name: 'Gap up', question });
    const saved = { id: 'gap-up_1', name: 'Gap up', question, updated_at: '2025-06-10T12:00:00+00:00' };
    expect([put.status, put.body]).toEqual([200, saved]);
    expect((await view(session.cookie, '/me/queries')).body).toEqual({ count: 1, data: [saved] });
    await send('PUT', '/me/queries/gap-up_1', session.signed, { name: 'Up', question: '' });
    await send('PUT', '/me/queries/b', session.signed, { name: 'Another', question: 'x' });
    const { data } = (await view(session.cookie, '/me/queries')).body;
    expect(data.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['b', 'Another'],
      ['gap-up_1', 'Up'],
    ]);
    expect((await send('DELETE', '/me/queries/b', session.signed)).status).toBe(204);
    const gone = await send('DELETE', '/me/queries/b', session.signed);
    expect(gone.status).toBe(404);
    expect(JSON.stringify(gone.body)).toContain('No query is saved as b');
    // Saved again within the same millisecond, it is listed again.
    await send('PUT', '/me/queries/b', session.signed, { name: 'Back', question: 'x' });
    expect((await view(session.cookie, '/me/queries')).body.count).toBe(2);
  });

  it('are refused with the field that is wrong, and beyond 200', async () => {
    const token = api.account('pro_api', UNLIMITED);
    const refused = async (id: string, body: unknown) => {
      const reply = await send('PUT', `/me/queries/${id}`, bearer(token), body);
      return [reply.status, ...reply.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc, type])];
    };
    expect(await refused('a', { name: ' ', question: 'x'.repeat(8_193) })).toEqual([
      422,
      [['body', 'name'], 'value_error'],
      [['body', 'question'], 'too_long'],
    ]);
    expect(await refused('a.b', { name: 'n', question: 7 })).toEqual([
      422,
      [['path', 'id'], 'value_error'],
      [['body', 'question'], 'value_error'],
    ]);
    expect((await refused('x'.repeat(65), { name: 'n', question: '' }))[0]).toBe(422);
    const { id } = (await api.get('/me/usage', { token })).body.account;
    const rest = { accountId: id, name: 'n', question: '', updatedAtMs: 0, version: 1, deleted: false };
    const all = Array.from({ length: 199 }, (_, n) => ({ ...rest, id: `q${n}` }));
    await savedQueriesTable.insert(store.writer, all);
    // At one moment: one place is left.
    const both = await Promise.all(
      ['last', 'one-more'].map((name) =>
        send('PUT', `/me/queries/${name}`, bearer(token), { name: 'n', question: 'x'.repeat(8_192) }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await send('PUT', '/me/queries/q7', bearer(token), { name: 'again', question: '' })).status).toBe(200);
    expect((await api.get('/me/queries', { token })).body.count).toBe(200);
  });
});

describe('a write of a session', () => {
  it('carries its csrf token, a JSON body and no foreign origin; each other one is refused and changes nothing', async () => {
    const [session, other] = [await logIn(api.account('free', UNLIMITED)), await logIn(api.account('free', UNLIMITED))];
    const right = session.signed;
    const { 'x-csrf-token': _, ...without } = right;
    const host = new URL(api.url).host;
    const wrong = [
      without,
      { ...right, 'x-csrf-token': other.signed['x-csrf-token'] },
      { ...right, 'x-csrf-token': '' },
      { ...right, 'content-type': 'text/plain' },
      { ...right, origin: 'https://evil.example' },
      { ...right, origin: `http://${host}.evil.example` },
      { ...right, origin: 'null' },
    ];
    for (const headers of wrong) {
      const reply = await send('PUT', '/me/watchlist', headers, { symbols: ['AAPL'] });
      expect([headers, reply.status, reply.body.detail.error]).toEqual([headers, 403, 'csrf']);
    }
    expect((await send('DELETE', '/me/queries/x', without)).body.detail.error).toBe('csrf');
    expect((await view(session.cookie, '/me/watchlist')).body.symbols).toEqual([]);
    const own = { ...right, origin: `http://${host}` };
    expect((await send('PUT', '/me/watchlist', own, { symbols: ['AAPL'] })).status).toBe(200);
    expect((await send('PUT', '/me/watchlist', { 'content-type': 'application/json' }, {})).status).toBe(401);
  });

  it('is over with its session: after a logout neither cookie nor csrf token is good', async () => {
    const token = api.account('free', UNLIMITED);
    const session = await logIn(token);
    await fetch(`${api.url}/console/logout`, { method: 'POST', headers: session.signed });
    expect((await send('PUT', '/me/watchlist', session.signed, { symbols: [] })).status).toBe(401);
    const again = await logIn(token);
    expect(again.signed['x-csrf-token']).not.toBe(session.signed['x-csrf-token']);
    const mixed = { ...again.signed, 'x-csrf-token': session.signed['x-csrf-token'] };
    expect((await send('PUT', '/me/watchlist', mixed, { symbols: [] })).body.detail.error).toBe('csrf');
  });
});

describe('classes of requests', () => {
  const FREE = ['/symbols', '/me/watchlist', '/me/queries'];
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
      const { cookie } = await logIn(token);
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
    const { cookie } = await logIn(token);
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
