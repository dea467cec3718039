import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { notDone, SILENT } from '../operation.ts';
import { requestOperation, resultOf } from './ops-client.ts';
import { startOpsServer } from './ops-server.ts';

const TOKEN = 'a token of the operator';

const OPTIONS = {
  host: '127.0.0.1',
  port: 0,
  token: TOKEN,
  notReady: () => [],
  logger: createLogger({ name: 'test', level: 'silent' }),
};
const server = await startOpsServer({
  ...OPTIONS,
  beatMs: 5,
  operations: () => ({
    echo: async (args) => args,
    import: async ({ files, ...rest }) => ({
      ...rest,
      read: (files as string[]).map((path) => `${path} ${readFileSync(path, 'latin1')}`),
    }),
    fail: async () => {
      throw notDone('the reason');
    },
    fetch: async (_, context) => {
      for (const part of ['ab', 'c']) await context.data?.(Buffer.from(part));
      return {};
    },
    slow: () => new Promise((resolve) => setTimeout(resolve, 100, { slow: true })),
  }),
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

describe('the client', () => {
  const folder = folderOfFile();
  const url = `http://127.0.0.1:${server.port}`;
  const run = async (name: string, args: Record<string, unknown>, files?: readonly string[], token = TOKEN) => {
    const response = await requestOperation({ url, token }, name, args, files);
    return response && resultOf(response, SILENT);
  };

  it('sends the bytes of files, and messages name each as the caller does', async () => {
    mkdirSync(join(folder, 'b"'));
    const paths = [join(folder, 'A.csv'), join(folder, 'b"', 'A.csv'), join(folder, 'empty')];
    const contents = ['a\nb', `\0${'x'.repeat(300_000)}\n`, ''];
    for (const [i, path] of paths.entries()) writeFileSync(path, contents[i]);
    const read = paths.map((path, i) => `${path} ${contents[i]}`);
    expect(await run('import', { kind: 'bars' }, paths)).toEqual({ kind: 'bars', read });
  });

  it('cannot name a file of the other machine', async () => {
    expect(await run('import', { files: [join(folder, 'A.csv')] })).toEqual({ read: [] });
  });

  it('reads an answer that is a file', async () => {
    const parts: Uint8Array[] = [];
    const response = await requestOperation({ url, token: TOKEN }, 'fetch', {});
    await resultOf(response!, { ...SILENT, data: async (bytes) => void parts.push(bytes) });
    expect(Buffer.concat(parts).toString()).toBe('abc');
  });

  it('fails with the message and the exit code of the operation', async () => {
    await expect(run('fail', {})).rejects.toMatchObject({ message: 'the reason', exitCode: 3 });
    await expect(run('echo', {}, undefined, 'another')).rejects.toThrow('answered 401');
  });

  it('answers null if nothing listens', async () => {
    const gone = await startOpsServer({ ...OPTIONS, operations: () => null });
    const address = { url: `http://127.0.0.1:${gone.port}`, token: TOKEN };
    await expect(requestOperation(address, 'echo', {})).rejects.toThrow(
      '503: {"error":"the program is starting or stopping',
    );
    await gone.close();
    expect(await requestOperation(address, 'echo', {})).toBe(null);
  });
});

it.each([
  ['that end early', ['--x', 'content-disposition: form-data; name="files"; filename="x.csv"', '', 'short']],
  ['without arguments', ['--x--', '']],
])('refuses files %s', async (_, lines) => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'multipart/form-data; boundary=x' };
  const body = lines.join('\r\n');
  const answer = await fetch(`http://127.0.0.1:${server.port}/operations/import`, { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('the request cannot be read')]);
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
  const bounded = await startOpsServer({ ...OPTIONS, operations: () => ({}), sockets: { headersTimeoutMs: 300 } });
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
