import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { PATCHED_VERSION, patchKafkajs, refuseOtherVersion } from './patches.ts';

const require = createRequire(import.meta.url);

test('another version of the package is refused, by name', () => {
  expect(() => refuseOtherVersion('2.2.5')).toThrow(/kafkajs is 2\.2\.5.*2\.2\.4/);
  expect(require('kafkajs/package.json').version).toBe(PATCHED_VERSION);
});

/** Frame, correlation id, no error, and `apis` times Metadata in version 6. */
function apiVersions(correlationId: number, apis: number): Buffer {
  const body = Buffer.alloc(10 + 6 * apis);
  body.writeInt32BE(correlationId, 0);
  body.writeInt32BE(apis, 6);
  for (let at = 0; at < apis; at++) body.writeUIntBE(0x00_03_00_00_00_06, 10 + 6 * at, 6);
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length);
  return Buffer.concat([size, body]);
}

/** A connection of the package to a server that is given what it sends, and how many connections it had. */
async function withConnection(
  serve: (socket: Socket, data: Buffer, connections: number) => void,
  use: (connection: Connection) => Promise<void>,
  requestTimeout = 5_000,
): Promise<void> {
  patchKafkajs();
  let connections = 0;
  const server = createServer((socket) => {
    const number = ++connections;
    socket.on('error', () => {});
    socket.on('data', (data) => serve(socket, data, number));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const connection = new (require('kafkajs/src/network/connection'))({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    logger: { ...silent, namespace: () => silent },
    socketFactory: require('kafkajs/src/network/socketFactory')(),
    requestTimeout,
    connectionTimeout: 5_000,
  });
  try {
    await connection.connect();
    await use(connection);
  } finally {
    await connection.disconnect();
    server.close();
  }
}

interface Connection {
  connect(): Promise<unknown>;
  send(protocol: object): Promise<{ apiVersions: unknown[] }>;
  disconnect(): Promise<unknown>;
}

const API_VERSIONS = {
  request: require('kafkajs/src/protocol/requests/apiVersions/v0/request')(),
  response: require('kafkajs/src/protocol/requests/apiVersions/v0/response'),
};
const APIS = 500;
const answerTo = (data: Buffer) => apiVersions(data.readInt32BE(8), APIS);

// A broker that is killed while it answers: what came of the answer must not be before the first answer of its
// successor, from which every later one would be read at the wrong place.
test.each([3, 4, 40, 1_000])('after %i bytes of a response the next connection begins with a response', (bytes) =>
  withConnection(
    (socket, data, connections) => {
      if (connections > 1) socket.write(answerTo(data));
      else socket.end(answerTo(data).subarray(0, bytes));
    },
    async (connection) => {
      await expect(connection.send(API_VERSIONS)).rejects.toThrow('Closed connection');
      for (let call = 0; call < 3; call++) {
        await connection.connect();
        expect((await connection.send(API_VERSIONS)).apiVersions).toHaveLength(APIS);
      }
    },
  ),
);

test('a connection that does not answer is closed, and what asks next shares a new one', () => {
  let dialled = 0;
  let ended = 0;
  return withConnection(
    (socket, data, connections) => {
      if (connections > dialled) socket.on('close', () => ended++);
      dialled = Math.max(dialled, connections);
      // Several requests may come in one piece.
      for (let at = 0; connections > 1 && at < data.length; at += 4 + data.readInt32BE(at)) {
        socket.write(answerTo(data.subarray(at)));
      }
    },
    async (connection) => {
      const errors = await Promise.allSettled([1, 2, 3].map(() => connection.send(API_VERSIONS)));
      const names = errors.map((one) => (one as PromiseRejectedResult).reason.name);
      // One learns that it was late, those behind it that their connection is gone; a retry resolves either.
      expect(names[0]).toBe('KafkaJSRequestTimeoutError');
      for (const name of names) expect(name).toMatch(/^KafkaJS(RequestTimeout|ConnectionClosed)Error$/);
      while (ended === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const asked = [1, 2, 3].map(async () => {
        await connection.connect();
        return connection.send(API_VERSIONS);
      });
      for (const { apiVersions } of await Promise.all(asked)) expect(apiVersions).toHaveLength(APIS);
      expect([dialled, ended]).toEqual([2, 1]);
    },
    200,
  );
});

/** Answers as a broker that is alone, and closes the connection of a client that asks it for a group's coordinator. */
function stopping(port: () => number) {
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
  const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255]);
  const host = Buffer.from('127.0.0.1');
  const versions = [10, 3, 18].map((api) => Buffer.concat([int16(api), int16(0), int16(0)]));
  const answers: Record<number, () => Buffer[]> = {
    3: () => [int32(1), int32(1), int16(host.length), host, int32(port()), int32(0)],
    18: () => [int16(0), int32(versions.length), ...versions],
  };
  return (socket: Socket, data: Buffer) => {
    const parts = answers[data.readInt16BE(4)]?.();
    if (!parts) return socket.end();
    const body = Buffer.concat([data.subarray(8, 12), ...parts]);
    return socket.write(Buffer.concat([int32(body.length), body]));
  };
}

test('a coordinator that cannot be asked for is no failure for good', async () => {
  patchKafkajs();
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (data.readInt16BE(4) === 10) asked++;
      stopping(() => (server.address() as AddressInfo).port)(socket, data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const silent = { debug() {}, info() {}, warn() {}, error() {}, namespace: () => silent };
  const cluster = new (require('kafkajs/src/cluster'))({
    brokers: [`127.0.0.1:${port}`],
    logger: silent,
    socketFactory: require('kafkajs/src/network/socketFactory')(),
    connectionTimeout: 5_000,
    metadataMaxAge: 10_000,
    retry: { retries: 0 },
  });
  try {
    await cluster.connect();
    await cluster.refreshMetadata();
    const found = cluster.findGroupCoordinator({ groupId: 'any' });
    await expect(found).rejects.toMatchObject({ name: 'KafkaJSGroupCoordinatorNotFound', retriable: true });
    expect(asked).toBe(1);
  } finally {
    await cluster.disconnect();
    server.close();
  }
});
