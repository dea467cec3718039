import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MarketStats } from './client.ts';
import { ApiError, ConnectionError, RateLimitError, TimeoutError, UnavailableError } from './errors.ts';
import { Transport, type TransportOptions } from './transport.ts';

type Reply = (response: ServerResponse, url: string) => void;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server that gives these replies one after another, the last one again and again. */
async function serving(replies: readonly Reply[], options: Partial<TransportOptions> = {}) {
  const asked: { url: string; at: number; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push({ url, at: performance.now(), authorization: request.headers.authorization });
    replies[Math.min(asked.length, replies.length) - 1](response, url);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { transport: new Transport({ baseUrl, token: 't', ...options }), asked, baseUrl };
}

const answer =
  (status: number, body: object | string, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const limited = (retryAfter: string) =>
  answer(
    429,
    { detail: { error: 'rate_limit_exceeded', message: 'The limit', window: 'minute' } },
    { 'Retry-After': retryAfter },
  );
const away = answer(503, { detail: { error: 'unavailable', message: 'away' } }, { 'X-Request-Id': 'r1' });
const good = answer(200, { ok: true });
const text = (body: Uint8Array) => new TextDecoder().decode(body);

describe('a request', () => {
  it('carries the token, its values, and no others', async () => {
    const { transport, asked } = await serving([good]);
    await transport.get('/a', { symbol: 'A+B', when: 'x=1;y<2', nothing: undefined, none: null, many: ['A', 'B'] });
    expect(asked[0]).toMatchObject({
      url: '/a?symbol=A%2BB&when=x%3D1%3By%3C2&many=A%2CB',
      authorization: 'Bearer t',
    });
  });

  it('is not sent again where it may have been done already: a POST without an answer, or with a 503', async () => {
    const hangUp: Reply = (response) => void response.destroy();
    for (const reply of [hangUp, away]) {
      const { transport, asked } = await serving([reply, good]);
      await expect(transport.write('POST', '/me/alerts', {})).rejects.toThrow();
      expect(asked).toHaveLength(1);
    }
    const { transport, asked } = await serving([limited('0'), answer(201, { id: 'a' })]);
    expect(text((await transport.write('POST', '/me/alerts', {})).body)).toBe('{"id":"a"}');
    expect(asked).toHaveLength(2);
  });

  it('keeps the path of its base', async () => {
    const { asked, baseUrl } = await serving([good]);
    await new Transport({ baseUrl: `${baseUrl}/market/` }).get('/a', {});
    expect(asked[0]).toMatchObject({ url: '/market/a', authorization: undefined });
  });

  it.each(['ftp://host', 'host:3000', 'http://me@host', 'http://host?token=1', ''])(
    'refuses the base %s',
    (baseUrl) => {
      expect(() => new Transport({ baseUrl })).toThrow(TypeError);
    },
  );

  it('follows no redirect: the token stays', async () => {
    const { transport, asked } = await serving([answer(302, '', { Location: '/elsewhere' })]);
    const error = await transport.get('/a', {}).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toBe('redirected to /elsewhere: give the address where the API is as baseUrl');
    expect(asked).toHaveLength(1);
  });
});

it('an answer that is no JSON is none of the API', async () => {
  const { baseUrl } = await serving([answer(200, '<html>login</html>')]);
  const error = await new MarketStats({ baseUrl }).get('/symbols').catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.message).toBe(`${baseUrl}/symbols answered something else than JSON: is the API there?`);
});

it('rows of pages that never end are an error', async () => {
  const { baseUrl } = await serving([answer(200, { data: [1], metadata: { next_cursor: 'x' } })]);
  const rows = new MarketStats({ baseUrl }).rows('/stats/gap', { symbol: 'A' });
  await rows.next();
  await rows.next();
  await expect(rows.next()).rejects.toThrow('that page itself');
});

it('a path with small pages is asked for large ones where all rows are wanted', async () => {
  const { baseUrl, asked } = await serving([answer(200, { data: [], metadata: {} })]);
  const market = new MarketStats({ baseUrl });
  for await (const _ of market.rows('/stats/pdhlb', { symbol: 'A', limit: undefined }));
  for await (const _ of market.rows('/stats/pdhlb', { symbol: 'A', limit: 7 }));
  await market.get('/stats/pdhlb', { symbol: 'A' });
  expect(asked.map(({ url }) => new URL(url, baseUrl).searchParams.get('limit'))).toEqual(['5000', '7', null]);
});

describe('tries again', () => {
  it('after 429, when Retry-After says', async () => {
    const { transport, asked } = await serving([limited('1'), good]);
    expect(text((await transport.get('/a', {})).body)).toBe('{"ok":true}');
    expect(asked[1].at - asked[0].at).toBeGreaterThan(990);
  });

  it('after 503 without a word, later each time', async () => {
    const { transport, asked } = await serving([away, away, good]);
    await transport.get('/a', {});
    expect(asked[1].at - asked[0].at).toBeGreaterThan(240);
    expect(asked[2].at - asked[1].at).toBeGreaterThan(490);
  });

  it('after a connection that ended without an answer', async () => {
    const { transport, asked } = await serving([(response) => response.destroy(), good]);
    await transport.get('/a', {});
    expect(asked).toHaveLength(2);
  });

  it('not for longer than it may wait: a day quota is an error at once', async () => {
    const { transport, asked } = await serving([limited('3600')]);
    const error = await transport.get('/a', {}).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({
      status: 429,
      window: 'minute',
      retryAfterMs: 3_600_000,
      error: 'rate_limit_exceeded',
    });
    expect(asked).toHaveLength(1);
  });

  it('not for longer in all, over several waits', async () => {
    const { transport, asked } = await serving([limited('1')], { maxWaitMs: 1_500 });
    await expect(transport.get('/a', {})).rejects.toThrow(RateLimitError);
    expect(asked).toHaveLength(2);
  });

  it('not more often than it may', async () => {
    const { transport, asked } = await serving([away], { retries: 1 });
    const error = await transport.get('/a', {}).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toBe('away (request r1)');
    expect(asked).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 422, 500, 502])('not after %i', async (status) => {
    const { transport, asked } = await serving([answer(status, '<html>')]);
    const error = await transport.get('/a', {}).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, detail: '<html>', error: null });
    expect(asked).toHaveLength(1);
  });
});

describe('ends', () => {
  it('when there is no whole answer in time', async () => {
    const { transport, asked } = await serving([(response) => void response.writeHead(200).write('{')], {
      timeoutMs: 50,
    });
    await expect(transport.get('/a', {})).rejects.toThrow(TimeoutError);
    expect(asked).toHaveLength(1);
  });

  it('with the reason of its signal, while it asks and while it waits', async () => {
    const reason = new Error('enough');
    for (const reply of [() => {}, limited('30')]) {
      const { transport, asked } = await serving([reply]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 50);
      await expect(transport.get('/a', {}, { signal: controller.signal })).rejects.toBe(reason);
      expect(asked).toHaveLength(1);
    }
  });

  it('with the reason where nothing listens', async () => {
    const { baseUrl } = await serving([good]);
    for (const stop of stops.splice(0)) stop();
    const transport = new Transport({ baseUrl, retries: 0 });
    await expect(transport.get('/a', {})).rejects.toThrow(/no answer from http:\/\/127.0.0.1:\d+\/a: .*ECONNREFUSED/);
  });
});

describe('the stream of calls', () => {
  it('goes on after the last call that was handled', async () => {
    const timestamp = '2025-03-03T14:31:00.250Z';
    const { baseUrl } = await serving([
      (response) => {
        const since = response.req.headers['last-event-id'];
        response.end(`id: 1-\n\nid: 2-a\nevent: call\ndata: ${JSON.stringify({ since })}\n\n`);
      },
    ]);
    const market = new MarketStats({ baseUrl, token: 't' });
    const calls = [];
    for await (const call of market.alertStream({ since: new Date(timestamp) })) calls.push(call);
    expect(calls).toEqual([{ since: '1741012260250-' }]);
    for await (const call of market.alertStream()) calls.push(call);
    expect(calls[1]).toEqual({});
  });
});
