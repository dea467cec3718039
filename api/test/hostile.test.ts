/** Clients that mean harm, or behave as if they did: what they cost is counted, in bytes, probes and sockets. */
import { request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type Reply, type TestApi, UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfTest } from '../../test/support/api-of-file.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const MB = 2 ** 20;

/** Bytes of the heap in use, what can be collected left out. */
async function heapBytes(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** How much more of the heap is in use after `times` calls, one after another; the first few are not counted. */
async function retained(times: number, call: (i: number) => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 20; i++) await call(i);
  const before = await heapBytes();
  for (let i = 20; i < times + 20; i++) await call(i);
  return (await heapBytes()) - before;
}

const aapl = () => apiData().slice(0, 1);
/** A query of 8 KB with a thousand names that no endpoint knows, another one for each number. */
const junk = (i: number) =>
  Array.from({ length: 1_000 }, (_, n) => `p${i}_${n}`)
    .join('&')
    .slice(0, 8_000);
const types = (reply: Reply) => reply.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc, type]);

describe('queries that are refused', () => {
  it.each([
    ['422', UNLIMITED],
    ['429', { perMinute: 1 }],
  ])('with %s leave nothing behind', { timeout: 20_000 }, async (status, limits) => {
    const api = await apiOfTest(aapl());
    const token = api.account('pro_api', limits);
    if (status === '429') await api.get('/stats/gap?symbol=AAPL', { token });
    const statuses = new Set<number>();
    const bytes = await retained(200, async (i) => {
      statuses.add((await api.get(`/stats/gap?symbol=AAPL&${junk(i)}`, { token })).status);
    });
    expect([...statuses]).toEqual([Number(status)]);
    expect(bytes).toBeLessThan(8 * MB);
  });

  it('for unknown symbols leave nothing behind', { timeout: 90_000 }, async () => {
    const api = await apiOfTest(aapl());
    const bytes = await retained(2_000, (i) => api.get(`/stats/gap?symbol=NONE${i}&weekday=Monday,Tuesday`));
    expect(bytes).toBeLessThan(4 * MB);
  });

  it('are not read at all beyond a number of parameters: one problem is reported, and charged', async () => {
    const api = await apiOfTest(aapl());
    const token = api.account('pro_api');
    for (const [i, path] of ['/stats/gap', '/symbols'].entries()) {
      const reply = await api.get(`${path}?${junk(i)}`, { token });
      expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).toEqual([422, i === 1 ? '119' : '299']);
      expect(types(reply)).toEqual([[['query'], 'too_long']]);
      expect(reply.text.length).toBeLessThan(300);
    }
  });

  it('takes fifty symbols whatever is percent-encoded in them', async () => {
    const api = await apiOfTest(aapl());
    const symbols = Array.from({ length: 50 }, (_, i) => `ABCDEFGHIJKLMNOPQRSTUVWX-:/-${1000 + i}`);
    const reply = await api.get(`/stats/fvg/multi_top?symbols=${encodeURIComponent(symbols.join(','))}`);
    expect([reply.status, reply.body.detail.error]).toEqual([404, 'symbol_not_found']);
  });

  it('are charged where the URL is too long, the token being known', async () => {
    const api = await apiOfTest(aapl());
    const token = api.account('pro_api', { perMinute: 3 });
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await api.get(`/bars?${'x'.repeat(9_000)}`, { token })).status);
    expect(statuses).toEqual([414, 414, 414, 429, 429]);
    expect((await api.get(`/stats?${'x'.repeat(9_000)}`, { token: null })).status).toBe(414);
  });
});

describe('queries that are answered', () => {
  it('are remembered within bounds, however many different ones come', { timeout: 120_000 }, async () => {
    const config = { requestsBytes: MB, cacheBytes: MB, partsBytes: MB };
    const api = await apiOfTest(aapl(), { config });
    const bytes = await retained(1_500, (i) => api.get(`/stats/gap?symbol=AAPL&limit=${1 + i}`));
    expect(bytes).toBeLessThan(6 * MB);
  });
});

const readAll = async (stream: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('headers', () => {
  it('beyond a hundred are refused with 431, and none of a hundred is dropped', async () => {
    const api = await apiOfTest(aapl());
    const authorization = `Bearer ${api.account('pro_api')}`;
    const ask = (count: number) =>
      new Promise<unknown[]>((resolve, reject) => {
        // Host and Connection come by themselves; the one that matters comes last.
        const others = Array.from({ length: count - 3 }, (_, i) => [`x-${i}`, 'v']);
        const headers = { ...Object.fromEntries(others), authorization };
        const sent = request(`${api.url}/stats/gap?symbol=AAPL`, { headers, agent: false }, async (reply) => {
          const text = await readAll(reply);
          resolve([reply.statusCode, JSON.parse(text).detail?.error]);
        });
        sent.on('error', reject).end();
      });
    expect(await ask(100)).toEqual([200, undefined]);
    for (const count of [101, 250, 900]) expect(await ask(count)).toEqual([431, 'headers_too_large']);
  });

  it('of many kinds leave nothing behind', async () => {
    const api = await apiOfTest(aapl());
    const bytes = await retained(420, (i) => {
      const long = `text/${i}-${'x'.repeat(6_000)}`;
      return api.get('/stats/pdhlb?symbol=AAPL', { headers: { accept: long, 'accept-encoding': long } });
    });
    expect(bytes).toBeLessThan(3 * MB);
  });
});

describe('one account', () => {
  /** Holds whatever is computed until `release`. */
  function hold(api: TestApi): () => void {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.answers.beforeView = () => held;
    return release;
  }
  const seen = async (api: TestApi, views: number) => {
    while (api.answers.views < views) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const config = { maxRunning: 4, maxWaiting: 8, maxRunningPerAccount: 2, maxWaitingPerAccount: 2, maxWaitMs: 60_000 };
  const path = (i: number) => `/stats/gap?symbol=AAPL&limit=${i}`;

  it('has its share of the places; another is served beside it, and the rest is refused at once', async () => {
    const api = await apiOfTest(aapl(), { config: { ...config, requestDeadlineMs: 60_000 } });
    const [greedy, other] = [api.account('pro_api', UNLIMITED), api.account('pro_api', UNLIMITED)];
    const release = hold(api);
    const asked = Array.from({ length: 30 }, (_, i) => api.get(path(i + 1), { token: greedy }));
    await seen(api, 2);
    const theirs = [api.get(path(101), { token: other }), api.get(path(102), { token: other })];
    // Beside the two of the first account: it has no more places, and none of the other's had to wait.
    await seen(api, 4);
    const refused = await Promise.race(asked);
    expect([refused.status, refused.body.detail.error]).toEqual([503, 'unavailable']);
    expect(api.answers.views).toBe(4);
    release();
    expect((await Promise.all(theirs)).map(({ status }) => status)).toEqual([200, 200]);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(26);
    expect((await api.get(path(1), { token: greedy })).status).toBe(200);
  });

  it('whose share is used up does not spoil the equal question of another', async () => {
    const api = await apiOfTest(aapl(), {
      config: { ...config, maxWaitingPerAccount: 1, maxWaitMs: 300, requestDeadlineMs: 60_000 },
    });
    const [greedy, other] = [api.account('pro_api', UNLIMITED), api.account('pro_api', UNLIMITED)];
    const release = hold(api);
    const asked = [1, 2].map((i) => api.get(path(i), { token: greedy }));
    await seen(api, 2);
    // The third waits for a place of its account, and the other one joins it.
    const waiting = api.get(path(3), { token: greedy });
    const joined = api.get(path(3), { token: other });
    expect((await waiting).status).toBe(503);
    await seen(api, 3);
    release();
    expect((await joined).status).toBe(200);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
