/** Unauthenticated clients that use up a server: counts connections, calls of the listener and states. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../test/support/until.ts';
import { createBoundedServer, type HttpBounds, MAX_PIPELINED } from './http-bounds.ts';

const BODY = Buffer.alloc(32 * 2 ** 20, 'x');
const GET = 'GET /small HTTP/1.1\r\nHost: x\r\n\r\n';

interface Served {
  readonly server: Server;
  /** Requests that reached the listener, in order. */
  readonly heard: { req: IncomingMessage; res: ServerResponse }[];
}

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

/** Starts a server that answers `/large` with 32 MB, `/small` with a word and `/never` not at all. */
async function serve(bounds: Partial<HttpBounds> = {}): Promise<Served> {
  const heard: Served['heard'] = [];
  const defaults = { headersTimeoutMs: 5_000, requestTimeoutMs: 5_000, silenceTimeoutMs: 10_000, keepAliveMs: 10_000 };
  const server = createBoundedServer({ ...defaults, ...bounds }, (req, res) => {
    heard.push({ req, res });
    if (req.url === '/large') res.end(BODY);
    if (req.url === '/small') res.end('small');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toClose.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, heard };
}

interface Client {
  readonly socket: Socket;
  readonly said: () => string;
  readonly closed: Promise<void>;
}

/** Connects a client that never ends its side; with `reads: false` it leaves every byte unread. */
async function client({ server }: Served, { reads = true } = {}): Promise<Client> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  toClose.push(() => socket.destroy());
  let said = '';
  const closed = new Promise<void>((resolve) => {
    socket.once('end', resolve);
    socket.once('close', () => resolve());
  });
  socket.on('error', () => {});
  if (reads)
    socket.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return { socket, said: () => said, closed };
}

const connections = ({ server }: Served) =>
  new Promise<number>((resolve, reject) => server.getConnections((error, n) => (error ? reject(error) : resolve(n))));

const statuses = (said: string) => [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('connections that take time', () => {
  it('and never read their answer are cut, all of them', async () => {
    const served = await serve({ silenceTimeoutMs: 300 });
    for (let i = 0; i < 20; i++) {
      const { socket } = await client(served, { reads: false });
      socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    }
    await until(() => served.heard.length === 20);
    await until(async () => (await connections(served)) === 0);
  });

  it('but read, however slowly, get all of it', async () => {
    const served = await serve({ silenceTimeoutMs: 400 });
    const { socket } = await client(served, { reads: false });
    let bytes = 0;
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    // The whole read lasts longer than the allowed silence.
    while (bytes < BODY.length) {
      const chunk = socket.read() as Buffer | null;
      bytes += chunk?.length ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(socket.destroyed).toBe(false);
  });

  it.each([
    ['send nothing', ''],
    ['do not end a request line', 'GET /small'],
    ['do not end their headers', 'GET /small HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ])('and %s get 408 and are cut, though they trickle on and never close', async (_, head) => {
    const served = await serve({ headersTimeoutMs: 200 });
    const slow = await client(served);
    slow.socket.write(head);
    const trickle = setInterval(() => head !== '' && slow.socket.writable && slow.socket.write('a'), 20);
    toClose.push(() => clearInterval(trickle));
    await slow.closed;
    await until(async () => (await connections(served)) === 0);
    expect(statuses(slow.said())).toEqual([408]);
    expect(served.heard).toEqual([]);
  });

  it('and do not end their body are cut', async () => {
    const served = await serve({ headersTimeoutMs: 200, requestTimeoutMs: 300 });
    const slow = await client(served);
    slow.socket.write('POST /never HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
    const trickle = setInterval(() => slow.socket.writable && slow.socket.write('a'), 20);
    toClose.push(() => clearInterval(trickle));
    await until(() => served.heard.length === 1);
    await until(async () => (await connections(served)) === 0);
  });

  it('and are idle after an answer are cut', async () => {
    const served = await serve({ keepAliveMs: 100 });
    const idle = await client(served);
    idle.socket.write(GET);
    await idle.closed;
    await until(async () => (await connections(served)) === 0);
    expect(statuses(idle.said())).toEqual([200]);
  });

  it('and send what is no HTTP get 400 and are cut, though they never close', async () => {
    const served = await serve();
    const odd = await client(served);
    odd.socket.write('NOTHING LIKE IT\r\n\r\n');
    await until(async () => (await connections(served)) === 0 && odd.said() !== '');
    expect(statuses(odd.said())).toEqual([400]);
    expect(odd.said()).toMatch(/X-Request-Id: \S+/);
  });
});

describe('one connection', () => {
  it('has so many requests waiting for their answers; the rest are refused in their turn', async () => {
    const served = await serve();
    const eager = await client(served);
    eager.socket.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    await until(() => served.heard.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(served.heard).toHaveLength(MAX_PIPELINED);
    for (const { res } of served.heard) res.end('done');
    await eager.closed;
    const answered = statuses(eager.said());
    expect(answered.slice(0, MAX_PIPELINED)).toEqual(Array(MAX_PIPELINED).fill(200));
    expect(new Set(answered.slice(MAX_PIPELINED))).toEqual(new Set([503]));
  });

  it('may pipeline a few, again and again', async () => {
    const served = await serve();
    const eager = await client(served);
    for (let round = 1; round <= 50; round++) {
      eager.socket.write(GET.repeat(MAX_PIPELINED));
      await until(() => statuses(eager.said()).length === round * MAX_PIPELINED);
    }
    expect(new Set(statuses(eager.said()))).toEqual(new Set([200]));
  });
});
