/** Clients that take up a server without being anybody: counted in connections, calls of the listener and states. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../test/support/until.ts';
import { addressOf, MAX_MALFORMED, MAX_PIPELINED, type SocketBounds, SocketFence } from './socket-fence.ts';

const BODY = Buffer.alloc(32 * 2 ** 20, 'x');
const GET = 'GET /small HTTP/1.1\r\nHost: x\r\n\r\n';

interface Served {
  readonly server: Server;
  readonly fence: SocketFence;
  /** Requests that came to the listener, in order. */
  readonly heard: { req: IncomingMessage; res: ServerResponse }[];
  nowMs: number;
}

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

/** `/large` answers 32 MB, `/small` a word, `/never` nothing. */
async function serve(bounds: Partial<SocketBounds> = {}): Promise<Served> {
  const served: Partial<Served> & { heard: Served['heard']; nowMs: number } = { heard: [], nowMs: 0 };
  const defaults = { perAddress: 64, headersTimeoutMs: 5_000, requestTimeoutMs: 5_000 };
  const fence = new SocketFence(
    { ...defaults, silenceTimeoutMs: 10_000, keepAliveMs: 10_000, ...bounds },
    () => served.nowMs,
  );
  const server = createServer(
    fence.options,
    fence.within((req, res) => {
      served.heard.push({ req, res });
      if (req.url === '/large') res.end(BODY);
      if (req.url === '/small') res.end('small');
    }),
  );
  fence.guard(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toClose.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return Object.assign(served, { server, fence });
}

interface Client {
  readonly socket: Socket;
  readonly said: () => string;
  readonly closed: Promise<void>;
}

/** Never ends its own side; `reads: false` leaves every byte where it is. */
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
    // Counted when the socket closes, which the server may tell a moment earlier.
    await until(() => served.fence.addresses === 0);
  });

  it('but read, however slowly, get all of it', async () => {
    const served = await serve({ silenceTimeoutMs: 400 });
    const { socket } = await client(served, { reads: false });
    let bytes = 0;
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    // Longer in all than the silence that is allowed.
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

describe('one address', () => {
  it('has so many connections at a time, and more when some are closed', async () => {
    const served = await serve({ perAddress: 10 });
    const all: Client[] = [];
    for (let i = 0; i < 30; i++) all.push(await client(served));
    await Promise.all(all.slice(10).map(({ closed }) => closed));
    for (const { said } of all.slice(10)) expect(statuses(said()).filter((status) => status !== 503)).toEqual([]);
    expect(await connections(served)).toBe(10);
    for (const { socket } of all.slice(0, 10)) socket.write(GET);
    await until(() => all.slice(0, 10).every(({ said }) => said().endsWith('small')));
    for (const { socket } of all.slice(0, 5)) socket.destroy();
    await until(async () => (await connections(served)) === 5);
    const another = await client(served);
    another.socket.write(GET);
    await until(() => another.said().endsWith('small'));
  });

  it('has any number where the bound is 0', async () => {
    const served = await serve({ perAddress: 0 });
    const all: Client[] = [];
    for (let i = 0; i < 100; i++) all.push(await client(served));
    for (const { socket } of all) socket.write(GET);
    await until(() => all.every(({ said }) => said().endsWith('small')));
    expect(served.fence.addresses).toBe(0);
  });

  it('that sends malformed requests all the time is refused for the rest of a minute', async () => {
    const served = await serve();
    for (let i = 0; i <= MAX_MALFORMED; i++) {
      const odd = await client(served);
      odd.socket.write('?\r\n\r\n');
      await odd.closed;
      odd.socket.destroy();
    }
    const refused = await client(served);
    await refused.closed;
    refused.socket.destroy();
    served.nowMs = 60_001;
    await until(async () => (await connections(served)) === 0);
    const later = await client(served);
    later.socket.write(GET);
    await until(() => later.said().endsWith('small'));
    expect(statuses(later.said())).toEqual([200]);
    expect(served.heard).toHaveLength(1);
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

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, ''],
])('counts %s as %s', (remote, counted) => {
  expect(addressOf(remote)).toBe(counted);
});
