import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertCall, alertCallsTable, callId, versionOf } from '../../compute/alerts/store.ts';
import { startApi, type TestApi, UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { openTestStore, type TestStore } from '../../test/support/store.ts';
import { until } from '../../test/support/until.ts';
import { storedAlerts } from '../alerts.ts';
import { storedLists } from '../me.ts';

const MADE_ON = '2025-03-10';
const QUESTION =
  '/query?symbol=MSFT&session=exchange&when=prevclose.direction=up&then=session.return_pct>0&time_window=12M&limit=5';

let store: TestStore;
let api: TestApi;
let isAway = false;
const clock = { nowMs: () => api.clock.nowMs() };
beforeAll(async () => {
  store = await openTestStore();
  const stored = storedAlerts(store, clock);
  const recorded: typeof stored.recorded = (ms) => (isAway ? Promise.reject(new Error('away')) : stored.recorded(ms));
  api = await startApi(apiData(), {
    nowMs: Date.parse(`${MADE_ON}T12:00:00Z`),
    accountPrefix: 'acc_alerts',
    deps: {
      lists: storedLists(store, clock),
      alerts: { stored: { ...stored, recorded }, allowPrivate: false },
    },
  });
});
afterAll(async () => {
  await api?.close();
  await store?.close();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
type Body = any;

async function send(
  method: string,
  path: string,
  token: string,
  body?: unknown,
): Promise<{ status: number; body: Body }> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(api.url + path, { method, headers, body: JSON.stringify(body) });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
}

const get = async (path: string, token: string): Promise<Body> => (await api.get(path, { token })).body;

/** An account with a saved query, and its token. */
async function account(question = QUESTION, overrides = {}): Promise<{ token: string; id: string }> {
  const token = api.account('pro_api', { ...UNLIMITED, ...overrides });
  await send('PUT', '/me/queries/up', token, { name: 'Up', question });
  return { token, id: (await get('/me/usage', token)).account.id };
}

const asked = { query_id: 'up', symbols: ['aapl', 'MSFT'], webhook_url: 'https://example.com/alerts' };
const made = async (token: string, more = {}): Promise<Body> =>
  (await send('POST', '/me/alerts', token, { ...asked, ...more })).body;

const call = (accountId: string, alertId: string, symbol: string, date: string): AlertCall => {
  const sessionDay = Date.parse(date) / 86_400_000;
  const data = { as_of: `${date}T14:31:00+00:00`, conditions: [] };
  const row = {
    sessionDay,
    accountId,
    alertId,
    symbol,
    id: callId(alertId, symbol, sessionDay),
    body: JSON.stringify({ type: 'alert.called', data }),
    recordedAtMs: clock.nowMs(),
    state: 'pending' as const,
    attempts: 0,
    nextAttemptAtMs: null,
    endedAtMs: null,
    error: '',
  };
  return { ...row, version: versionOf(row) };
};

async function openStream(token: string, { signal }: AbortController, headers = {}): Promise<{ text: string }> {
  const reply = await fetch(`${api.url}/me/alerts/stream`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal,
  });
  const seen = { text: '' };
  void (async () => {
    for await (const part of reply.body!) seen.text += Buffer.from(part).toString();
  })().catch(() => {});
  return seen;
}

describe('/me/alerts', () => {
  it('makes an alert of a saved query, shows its secret once, pauses and deletes it', async () => {
    const { token } = await account();
    const { status, body } = await send('POST', '/me/alerts', token, asked);
    const alert = {
      id: expect.stringMatching(/^alt_[0-9a-f]{16}$/),
      name: 'Up',
      query_id: 'up',
      symbols: ['AAPL', 'MSFT'],
      question: 'when=prevclose.direction%3Dup&then=session.return_pct%3E0&session=exchange&time_window=12M',
      webhook_url: 'https://example.com/alerts',
      state: 'active',
      reason: null,
      created_at: `${MADE_ON}T12:00:00+00:00`,
    };
    expect([status, body]).toEqual([201, { ...alert, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) }]);
    expect(await get('/me/alerts', token)).toEqual({ count: 1, limit: 100, data: [alert] });
    const path = `/me/alerts/${body.id}`;
    expect(await get(path, token)).toEqual(alert);
    expect((await send('PUT', path, token, { paused: true })).body).toEqual({ ...alert, state: 'paused' });
    // The alert keeps its question.
    await send('PUT', '/me/queries/up', token, { name: 'Down', question: 'x' });
    expect((await send('PUT', path, token, { paused: false })).body).toEqual(alert);
    const other = await account();
    for (const [method, more] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/calls'],
      ['GET', '/figures'],
    ] as const)
      expect([method, more, (await send(method, path + more, other.token)).status]).toEqual([method, more, 404]);
    expect((await send('DELETE', path, token)).status).toBe(204);
    expect((await get('/me/alerts', token)).count).toBe(0);
    expect((await made(token, { query_id: 'other' })).detail[0].msg).toBe('No query is saved as other');
    expect((await made(other.token, { webhook_url: null })).secret).toBeNull();
  });

  it('replaces the secret: the one before is valid for another day', async () => {
    const { token } = await account();
    const { id, secret } = await made(token);
    const { status, body } = await send('POST', `/me/alerts/${id}/secret`, token);
    const expected = {
      id,
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      previous_valid_until: '2025-03-11T12:00:00+00:00',
    };
    expect([status, body]).toEqual([201, expected]);
    expect(body.secret).not.toBe(secret);
    const accountId = (await get('/me/usage', token)).account.id;
    const stored = (await storedAlerts(store, clock).list(accountId)).find((one) => one.id === id);
    expect(stored).toMatchObject({ secret: body.secret, previousSecret: secret, secretSinceMs: clock.nowMs() });
    const silent = await made(token, { webhook_url: null });
    expect((await send('POST', `/me/alerts/${silent.id}/secret`, token)).status).toBe(404);
    expect((await send('POST', `/me/alerts/${id}/secret`, (await account()).token)).status).toBe(404);
  });

  it('asks about the hours of the exchange where an address of the console says nothing else', async () => {
    const { token } = await account('/console/query?symbol=AAPL&when=gap.gap_pct%3E1&then=gap.filled%3Dtrue&among=');
    expect((await made(token)).question).toBe('among=&when=gap.gap_pct%3E1&then=gap.filled%3Dtrue&session=exchange');
  });

  it('refuses what cannot be evaluated, naming the field', async () => {
    const refused = async (question: string, more = {}) => {
      const { token } = await account(question);
      const { status, body } = await send('POST', '/me/alerts', token, { ...asked, ...more });
      return [status, ...body.detail.map(({ loc, msg }: Body) => [loc.join('.'), msg])];
    };
    const query = (text: string) => [422, ['body.query_id', expect.stringContaining(text)]];
    expect(await refused('my notes')).toEqual(query('then: Field required'));
    expect(await refused('?then=session.return_pct>0')).toEqual(query('it would call in every session'));
    expect(await refused('?when=gap.nothing=1&then=session.return_pct>0')).toEqual(query('when: At 4'));
    expect(await refused('?when=session.return_pct>1&then=session.return_pct>0')).toEqual(query('looks ahead'));
    expect(await refused('?when=NOPE@gap.direction=up&then=session.return_pct>0')).toEqual(
      query('nothing is stored about NOPE'),
    );
    const symbols = await refused(QUESTION, { symbols: ['AAPL', 'NEWSY', 'NOPE'] });
    expect(symbols).toEqual([
      422,
      ['body.symbols.1', 'no bars of NEWSY are stored'],
      ['body.symbols.2', 'no bars of NOPE are stored'],
    ]);
    expect(await refused(QUESTION, { symbols: [] })).toEqual([422, ['body.symbols', 'List should not be empty']]);
    const http = await refused(QUESTION, { webhook_url: 'http://example.com' });
    expect(http).toEqual([422, ['body.webhook_url', 'URL should begin with https://']]);
    // Daily bars have no opening range.
    const daily = await refused('?when=orb.first_direction=up&then=session.return_pct>0', { symbols: ['SPY'] });
    expect(daily).toEqual([422, ['body.symbols.0', expect.stringContaining('needs intraday bars')]]);
  });

  it('are none on the Free plan, and as many as the plan includes: the oldest call after a downgrade', async () => {
    const free = api.account('free', UNLIMITED);
    const cookie = (
      await fetch(`${api.url}/console/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: free }),
      })
    ).headers
      .get('set-cookie')!
      .split(';')[0];
    const session = { token: null, headers: { cookie } };
    const usage = await api.get('/me/usage', session);
    expect(usage.body.account.alerts).toBe(0);
    const headers = { cookie, 'x-csrf-token': usage.body.csrf_token, 'content-type': 'application/json' };
    const refused = await fetch(`${api.url}/me/alerts`, { method: 'POST', headers, body: JSON.stringify(asked) });
    expect([refused.status, ((await refused.json()) as Body).detail]).toMatchObject([
      403,
      { error: 'plan_upgrade_required', feature: 'alerts' },
    ]);
    const { token } = await account(QUESTION, { alerts: 2 });
    // At one moment: one place is left.
    await made(token);
    const both = await Promise.all([1, 2].map(() => send('POST', '/me/alerts', token, asked)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

describe('what an alert called', () => {
  it('has the outcome of its sessions, and figures since the alert was made beside before, as /query has them', async () => {
    const { token, id: accountId } = await account();
    const { id } = await made(token);
    const query = (symbol: string, more: string) =>
      get(
        `/query?symbol=${symbol}&session=exchange&when=prevclose.direction=up&then=session.return_pct>0&${more}`,
        token,
      );
    const since = await Promise.all(['AAPL', 'MSFT'].map((symbol) => query(symbol, `start_date=${MADE_ON}`)));
    const before = await Promise.all(
      ['AAPL', 'MSFT'].map((symbol) => query(symbol, 'time_window=12M&end_date=2025-03-09')),
    );
    expect(since.map(({ cases }) => cases).every((cases) => cases > 1)).toBe(true);
    const sum = (answers: Body[], name: string) => answers.reduce((total, one) => total + one[name], 0);
    const figures = await get(`/me/alerts/${id}/figures`, token);
    for (const [name, answers] of [
      ['since', since],
      ['before', before],
    ] as const) {
      const [cases, hits] = [sum(answers, 'cases'), sum(answers, 'hits')];
      expect(figures[name]).toMatchObject({ cases, hits });
      expect(figures[name].rate_pct).toBeCloseTo((hits / cases) * 100, 4);
      for (const [i, one] of answers.entries()) {
        const { cases, hits, rate_pct, confidence } = one;
        expect(figures.data[i][name]).toEqual({ cases, hits, rate_pct, confidence });
      }
    }
    expect([figures.since_date, figures.when, figures.warnings]).toEqual([MADE_ON, 'prevclose.direction=up', []]);

    const [first, second] = since[0].data;
    await alertCallsTable.insert(store.writer, [
      call(accountId, id, 'AAPL', first.date),
      call(accountId, id, 'AAPL', second.date),
      // A Saturday.
      call(accountId, id, 'MSFT', '2025-03-15'),
    ]);
    const { count, data } = await get(`/me/alerts/${id}/calls`, token);
    expect(count).toBe(3);
    const outcomes = new Map(data.map((row: Body) => [row.session_date, row.outcome]));
    expect([outcomes.get(first.date), outcomes.get(second.date), outcomes.get('2025-03-15')]).toEqual([
      first.outcome,
      second.outcome,
      null,
    ]);
    const pages: Body[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(`/me/alerts/${id}/calls?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`, token);
      pages.push(...page.data);
      cursor = page.metadata.next_cursor;
    }
    expect(pages).toEqual(data);
    const other = (await made(token)).id;
    const { next_cursor: foreign } = (await get(`/me/alerts/${id}/calls?limit=1`, token)).metadata;
    for (const cursor of [foreign, 'x'])
      expect((await get(`/me/alerts/${other}/calls?cursor=${cursor}`, token)).detail[0].loc).toEqual([
        'query',
        'cursor',
      ]);
    expect(data[0]).toMatchObject({ symbol: 'AAPL', state: 'pending', attempts: 0, error: null, ended_at: null });
  });

  it('has figures that look ahead only with the warning of /query', async () => {
    const question =
      '/query?symbol=MSFT&session=exchange&when=session.return_pct>1&then=session.return_pct>0&allow_look_ahead=true';
    const { token } = await account(question);
    const { id } = await made(token);
    const { warnings } = await get(`/me/alerts/${id}/figures`, token);
    expect(warnings).toEqual([expect.stringContaining('looks ahead of session.return_pct')]);
    expect((await get(question, token)).warnings).toEqual(expect.arrayContaining(warnings));
  });

  it('comes by the stream as it is recorded, and again after a break from the last id on', async () => {
    const { token, id: accountId } = await account();
    const { id } = await made(token);
    const stop = new AbortController();
    const stream = await openStream(token, stop);
    const [own, foreign] = [
      call(accountId, id, 'AAPL', '2025-03-03'),
      call('acc_other', 'alt_other', 'AAPL', '2025-03-03'),
    ];
    await alertCallsTable.insert(store.writer, [own, foreign]);
    await until(() => stream.text.includes('event: call'));
    expect(stream.text).toBe(
      `id: ${clock.nowMs()}-\n\nid: ${own.recordedAtMs}-${own.id}\nevent: call\ndata: ${own.body}\n\n`,
    );
    const again = await openStream(token, stop, { 'last-event-id': `${own.recordedAtMs}-${own.id}` });
    await until(() => again.text.includes(own.id));
    expect(again.text).not.toContain(foreign.id);
    stop.abort();
  });

  it('comes by the next stream where the one before was cut before its first call', async () => {
    const { token, id: accountId } = await account();
    const { id } = await made(token);
    const first = new AbortController();
    const cut = await openStream(token, first);
    await until(() => cut.text.endsWith('\n\n'));
    first.abort();
    const meanwhile = call(accountId, id, 'AAPL', '2025-03-03');
    await alertCallsTable.insert(store.writer, [meanwhile]);
    api.clock.advance(300_000);
    const stop = new AbortController();
    const next = await openStream(token, stop, { 'last-event-id': /^id: (.*)$/m.exec(cut.text)?.[1] ?? '' });
    await until(() => next.text.endsWith('\n\n'));
    expect(next.text).toContain(meanwhile.id);
    stop.abort();
  });

  it('comes by a stream that was open while this process did not reach the store, however long, and once', async () => {
    const { token, id: accountId } = await account();
    const { id } = await made(token);
    const stop = new AbortController();
    const stream = await openStream(token, stop);
    const before = call(accountId, id, 'AAPL', '2025-03-03');
    await alertCallsTable.insert(store.writer, [before]);
    await until(() => stream.text.includes(before.id));
    isAway = true;
    const meanwhile = call(accountId, id, 'MSFT', '2025-03-03');
    await alertCallsTable.insert(store.writer, [meanwhile]);
    api.clock.advance(300_000);
    isAway = false;
    const later = call(accountId, id, 'AAPL', '2025-03-04');
    await alertCallsTable.insert(store.writer, [later]);
    await until(() => stream.text.includes(later.id));
    const ids = [...stream.text.matchAll(/^id: \d+-(\S+)$/gm)].map(([, one]) => one);
    expect(ids).toEqual([before.id, meanwhile.id, later.id]);
    stop.abort();
  });
});
