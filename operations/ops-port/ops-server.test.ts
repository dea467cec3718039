import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { startOpsServer } from './ops-server.ts';

const TOKEN = 'a token of the operator';

const server = await startOpsServer({
  host: '127.0.0.1',
  port: 0,
  token: TOKEN,
  beatMs: 5,
  operations: {
    echo: async (args) => args,
    slow: () => new Promise((resolve) => setTimeout(resolve, 100, { slow: true })),
  },
  notReady: () => [],
  logger: createLogger({ name: 'test', level: 'silent' }),
});
afterAll(() => server.close());

/** As it is, where `fetch` would tidy the path. */
function send(
  method: string,
  path: string,
  { token = TOKEN, body = '' } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request({ host: '127.0.0.1', port: server.port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end(body);
  });
}

it('performs an operation for the bearer of the token alone', async () => {
  expect(await send('POST', '/operations/echo', { body: '{"a":1}' })).toEqual({
    status: 200,
    text: '{"result":{"a":1}}\n',
  });
  expect((await send('POST', '/operations/echo', { token: 'another' })).status).toBe(401);
  expect((await send('GET', '/operations/echo')).status).toBe(405);
  expect((await send('POST', '/operations/echo', { body: '{' })).status).toBe(400);
});

it.each(['/operations/constructor', '/operations/__proto__', '/operations/toString', '/operations/', '//', '/?x'])(
  'answers 404 at %s',
  async (path) => {
    expect((await send('POST', path)).status).toBe(404);
  },
);

it.each(['/healthz', '/readyz', '/metrics', '/healthz?from=probe'])('%s is open', async (path) => {
  expect((await send('GET', path, { token: '' })).status).toBe(200);
});

it('is never silent for long while an operation runs', async () => {
  const { text } = await send('POST', '/operations/slow', { body: '{}' });
  expect(text).toMatch(/^\n+\{"result":\{"slow":true\}\}\n$/);
});

it('answers 408 to every connection that sends nothing, and ends it', async () => {
  const bounded = await startOpsServer({
    host: '127.0.0.1',
    port: 0,
    token: TOKEN,
    operations: {},
    notReady: () => [],
    logger: createLogger({ name: 'test', level: 'silent' }),
    sockets: { headersTimeoutMs: 300 },
  });
  let open = 0;
  const refused: string[] = [];
  const sockets = Array.from({ length: 100 }, () => {
    const socket = connect({ host: '127.0.0.1', port: bounded.port, allowHalfOpen: true });
    socket.on('error', () => {}).once('connect', () => open++);
    socket.setEncoding('utf8').on('data', (text: string) => refused.push(text.slice(9, 12)));
    return new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve())).then(() =>
      socket.destroy(),
    );
  });
  await Promise.all(sockets);
  expect(open).toBe(100);
  expect(refused.filter((status) => status === '408')).toHaveLength(100);
  await bounded.close();
});
