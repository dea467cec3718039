import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MarketStats, type MarketStatsOptions } from './client.ts';
import { ApiError } from './error.ts';

type Reply = (response: ServerResponse, url: string) => void;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Starts a server that sends these replies in order, and the last one from then on. */
async function serve(replies: readonly Reply[], options: Partial<MarketStatsOptions> = {}) {
  const requests: { url: string; at: number; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    requests.push({ url, at: performance.now(), authorization: request.headers.authorization });
    replies[Math.min(requests.length, replies.length) - 1](response, url);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { market: new MarketStats({ baseUrl, token: 't', ...options }), requests, baseUrl };
}

const reply =
  (status: number, body: object | string, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const limited = (retryAfter: string) =>
  reply(429, { detail: { error: 'rate_limit_exceeded', message: 'The limit' } }, { 'Retry-After': retryAfter });
const away = reply(503, { detail: { error: 'unavailable', message: 'away' } }, { 'X-Request-Id': 'r1' });
const good = reply(200, { ok: true });
const hangUp: Reply = (response) => void response.destroy();

describe('a request', () => {
  it('carries the token and the values', async () => {
    const { market, requests } = await serve([good]);
    await market.get('/query', { symbol: 'A+B', then: 'x=1;y<2', when: undefined });
    expect(requests[0]).toMatchObject({ url: '/query?symbol=A%2BB&then=x%3D1%3By%3C2', authorization: 'Bearer t' });
  });

  it('keeps the path of baseUrl', async () => {
    const { requests, baseUrl } = await serve([good]);
    await new MarketStats({ baseUrl: `${baseUrl}/market/` }).get('/symbols');
    expect(requests[0]).toMatchObject({ url: '/market/symbols', authorization: undefined });
  });

  it.each(['ftp://host', 'host:3000', 'http://me@host', 'http://host?token=1', ''])(
    'with baseUrl %s is refused',
    (baseUrl) => {
      expect(() => new MarketStats({ baseUrl })).toThrow(TypeError);
    },
  );

  it('follows no redirect', async () => {
    const { market, requests } = await serve([reply(302, '', { Location: '/elsewhere' })]);
    await expect(market.get('/symbols')).rejects.toThrow(
      "redirected to /elsewhere: use the API's own address as baseUrl",
    );
    expect(requests).toHaveLength(1);
  });
});

describe('a request is repeated', () => {
  it.each([429, 503])('after %i, when Retry-After says', async (status) => {
    const { market, requests } = await serve([reply(status, '{}', { 'Retry-After': '1' }), good]);
    expect(await market.get('/symbols')).toEqual({ ok: true });
    expect(requests[1].at - requests[0].at).toBeGreaterThan(990);
  });

  it('after 503 without Retry-After, with growing waits', async () => {
    const { market, requests } = await serve([away, away, good]);
    await market.get('/symbols');
    expect(requests[1].at - requests[0].at).toBeGreaterThan(240);
    expect(requests[2].at - requests[1].at).toBeGreaterThan(490);
  });

  it('after a lost connection', async () => {
    const { market, requests } = await serve([hangUp, good]);
    await market.get('/symbols');
    expect(requests).toHaveLength(2);
  });

  it('not if the wait is too long', async () => {
    const { market, requests } = await serve([limited('3600')]);
    const error = await market.get('/symbols').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, error: 'rate_limit_exceeded', retryAfterMs: 3_600_000 });
    expect(requests).toHaveLength(1);
  });

  it('not beyond the sum of the waits', async () => {
    const { market, requests } = await serve([limited('1')], { maxWaitMs: 1_500 });
    await expect(market.get('/symbols')).rejects.toThrow('The limit');
    expect(requests).toHaveLength(2);
  });

  it('not beyond the number of retries', async () => {
    const { market, requests } = await serve([away], { retries: 1 });
    await expect(market.get('/symbols')).rejects.toThrow('away (request r1)');
    expect(requests).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 422, 500, 502])('not after %i', async (status) => {
    const { market, requests } = await serve([reply(status, '<html>')]);
    const error = await market.get('/symbols').catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'ApiError', status, detail: '<html>', error: null });
    expect(requests).toHaveLength(1);
  });
});

describe('a request fails', () => {
  it('if there is no answer in time', async () => {
    const { market, requests } = await serve([() => {}], { timeoutMs: 50 });
    await expect(market.get('/symbols')).rejects.toThrow(/no answer from .*\/symbols: .*timeout/);
    expect(requests).toHaveLength(1);
  });

  it('with the reason of its signal, while it is sent and while it waits', async () => {
    const reason = new Error('enough');
    for (const pending of [() => {}, limited('30')]) {
      const { market, requests } = await serve([pending]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 50);
      await expect(market.get('/symbols', {}, { signal: controller.signal })).rejects.toBe(reason);
      expect(requests).toHaveLength(1);
    }
  });

  it('with the address and the reason if no server listens', async () => {
    const { baseUrl } = await serve([good]);
    for (const stop of stops.splice(0)) stop();
    const market = new MarketStats({ baseUrl, retries: 0 });
    await expect(market.get('/symbols')).rejects.toThrow(
      /no answer from http:\/\/127.0.0.1:\d+\/symbols: .*ECONNREFUSED/,
    );
  });

  it('if a page names itself as the next', async () => {
    const { market } = await serve([reply(200, { data: [1], metadata: { next_cursor: 'x' } })]);
    const pages = market.pages('/stats/gap', { symbol: 'A' });
    await pages.next();
    await pages.next();
    await expect(pages.next()).rejects.toThrow('that page itself');
  });
});
