/** Events over HTTP, landed in a real store: what is answered, and what is stored by then. */
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { PushedEvent } from '../../ingest/landing/events.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { emptyResult, PUSH_ROWS_MAX, pushEvents } from '../../ingest/landing/push.ts';
import { silentLogger } from '../../lib/logger.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { startOpsServer } from './ops-server.ts';
import { PUSH_BYTES_MAX, pushRoute } from './push-route.ts';

const TOKEN = 'a token of the operator';
const store = await storeOfFile();
let landing: Landing | null = null;

landing = await Landing.open({ store });
const server = await startOpsServer({
  host: '127.0.0.1',
  port: 0,
  token: TOKEN,
  operations: () => ({}),
  push: pushRoute(() => landing, silentLogger),
  notReady: () => [],
  logger: silentLogger,
});
afterAll(async () => {
  await server.close();
});

async function push(set: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}/events/${set}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into it
  const answer: any = await response.json();
  return { status: response.status, headers: response.headers, body: answer };
}

const bar = (symbol: string, minute: number, close = 10) => ({
  symbol,
  asset_class: 'crypto',
  interval: '1m',
  ts: Date.UTC(2024, 0, 2, 0, minute),
  open: 10,
  high: 12,
  low: 9,
  close,
  volume: minute,
});
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const closes = async (symbol: string) =>
  (
    await store.reader.query<{ close: number }>(
      'SELECT close FROM market.bars FINAL WHERE symbol = {symbol:String} AND is_deleted = 0 ORDER BY ts',
      { symbol },
    )
  ).map(({ close }) => close);

describe('202', () => {
  it('an array, lines, and either packed with gzip land the same rows', async () => {
    const rows = (symbol: string) => [0, 1, 2].map((minute) => bar(symbol, minute, 10 + minute / 4));
    const bodies = {
      ARRAY: push('bars', JSON.stringify(rows('ARRAY'))),
      LINES: push('bars', `${lines(rows('LINES'))}\n`, { 'content-type': 'application/x-ndjson' }),
      ONE: push('bars', `\r\n${lines(rows('ONE')).replaceAll('\n', '\r\n\r\n')}`),
      PACKED: push('bars', gzipSync(JSON.stringify(rows('PACKED'))), { 'content-encoding': 'gzip' }),
    };
    for (const [symbol, answer] of Object.entries(bodies)) {
      const { status, body } = await answer;
      expect({ status, body }).toEqual({
        status: 202,
        body: { landed: 3, duplicates: 0, rejected: 0, rejections: [] },
      });
      expect(await closes(symbol)).toEqual([10, 10.25, 10.5]);
    }
  });

  it('tells row by row what was rejected, keeps it as a dead letter, and lands the others', async () => {
    const bad = [
      lines([bar('ROWS', 0)]),
      lines([{ ...bar('ROWS', 1), high: 1 }]),
      '{"symbol":',
      '',
      lines([{ ...bar('ROWS', 2), close: '10' }]),
      lines([bar('ROWS', 3)]),
    ].join('\n');
    const { status, body } = await push('bars', bad);
    expect(status).toBe(202);
    expect(body).toMatchObject({ landed: 2, duplicates: 0, rejected: 3 });
    expect(body.rejections).toEqual([
      { row: 2, field: 'low', reason: 'ohlc_inconsistent', message: expect.stringContaining('high 1') },
      { row: 3, field: null, reason: 'invalid_json', message: expect.any(String) },
      { row: 5, field: 'close', reason: 'invalid_price', message: expect.stringContaining('not text') },
    ]);
    expect(await closes('ROWS')).toEqual([10, 10]);
    const deadLetters = await store.reader.query(
      "SELECT position, reason FROM market.dead_letters FINAL WHERE source = 'push' AND payload LIKE '%ROWS%' ORDER BY position",
    );
    expect(deadLetters).toMatchObject([{ position: 'row 2' }, { position: 'row 5' }]);
  });

  it('lists at most a hundred rejections, and counts all', async () => {
    const rows = Array.from({ length: 150 }, (_, i) => ({ ...bar('MANY', i), volume: -1 }));
    const { body } = await push('bars', lines([bar('MANY', 151), ...rows]));
    expect(body).toMatchObject({ landed: 1, rejected: 150 });
    expect(body.rejections).toHaveLength(100);
  });

  it('every set lands in its own table', async () => {
    const at = '2024-01-02T13:30:00Z';
    const news = { asset_class: 'equity', title: 'up', direction: 'positive', impact_score: 0.5 };
    const sets = {
      news: { table: 'events_sentiment', row: { id: 'n1', symbol: 'AAPL', event_timestamp: at, ...news } },
      earnings: { table: 'events_earnings', row: { id: 'e1', symbol: 'AAPL', event_timestamp: at, eps_actual: 1.5 } },
      crypto: {
        table: 'events_crypto',
        row: { id: 'c1', symbol: 'BTC/USD', event_timestamp: at, category: 'fork', title: 'a fork' },
      },
      macro: { table: 'events_macro', row: { id: 'm1', event_timestamp: at, country: 'US', name: 'CPI', actual: 3.1 } },
    };
    for (const [set, { table, row }] of Object.entries(sets)) {
      expect((await push(set, lines([row]))).body).toMatchObject({ landed: 1, rejected: 0 });
      expect((await push(set, lines([row]))).body).toMatchObject({ landed: 0, duplicates: 1 });
      expect(await store.reader.query(`SELECT id, source FROM market.${table} FINAL`)).toEqual([
        { id: row.id, source: 'push' },
      ]);
    }
  });
});

describe('the elements of an array', () => {
  it('are taken apart as a parser of the whole does, whatever they are and however it is spaced', async () => {
    const spaced = fc
      .tuple(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 6 }), fc.constantFrom(undefined, 1, '\t'))
      .map(([values, indent]) => ({ values, text: JSON.stringify(values, null, indent) }));
    await fc.assert(
      fc.asyncProperty(spaced, async ({ values, text }) => {
        const seen: unknown[] = [];
        await pushEvents('bars', Buffer.from(`\ufeff ${text}\n`), {
          async landEvents(_, events) {
            for await (const group of events as AsyncIterable<PushedEvent | PushedEvent[]>)
              for (const event of [group].flat()) seen.push(String(event.value));
            return emptyResult();
          },
        });
        expect(seen.map((value) => JSON.parse(value as string))).toEqual(
          values.map((value) => JSON.parse(JSON.stringify(value))),
        );
      }),
    );
  });
});

describe('422', () => {
  it('an element that nests a hundred thousand arrays is one rejected row, and the others land', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { status, body } = await push('bars', `[${JSON.stringify(bar('DEEP', 0))},${deep},{"symbol": bad}]`);
    expect([status, body.landed]).toEqual([202, 1]);
    expect(body.rejections).toMatchObject([
      { row: 2, reason: 'schema' },
      { row: 3, reason: 'invalid_json' },
    ]);
    expect((await push('bars', `[${deep}]`)).status).toBe(422);
  });

  it('where every row was rejected', async () => {
    const { status, body } = await push('macro', '[{"id":"x"},{"id":7}]');
    expect(status).toBe(422);
    expect(body.rejections.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
      [1, 'event_timestamp'],
      [2, 'id'],
    ]);
  });
});

describe('refuses as a whole, and lands nothing', () => {
  it.each([
    ['an empty body', '', {}, 400, /empty/],
    ['blank lines alone', '\n \r\n', {}, 400, /empty/],
    ['an array that breaks off', '[{"symbol":"CUT"}', {}, 400, /JSON array/],
    ['an array that breaks off in a text', '[{"symbol":"CUT}]', {}, 400, /not closed/],
    ['an array with something after it', '[{"symbol":"CUT"}] {}', {}, 400, /continues/],
    ['an array with an empty element', '[{"symbol":"CUT"},,{}]', {}, 400, /element 2 .* is empty/],
    ['a body that is not gzip', '{}', { 'content-encoding': 'gzip' }, 400, /cannot be read/],
    ['another coding', '{}', { 'content-encoding': 'br' }, 415, /br is not read/],
    ['another type', '{}', { 'content-type': 'text/csv' }, 415, /text\/csv/],
  ])('%s', async (_, body, headers, status, error) => {
    const answer = await push('bars', body, headers as Record<string, string>);
    expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(error) } });
  });

  it('a body beyond the bound, said or packed', async () => {
    const packed = gzipSync(Buffer.alloc(PUSH_BYTES_MAX + 1, 0x20));
    expect(packed.length).toBeLessThan(100_000);
    expect((await push('bars', packed, { 'content-encoding': 'gzip' })).status).toBe(413);
    const said = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        const head = [
          'POST /events/bars HTTP/1.1',
          'host: x',
          `authorization: Bearer ${TOKEN}`,
          'content-type: application/json',
          `content-length: ${PUSH_BYTES_MAX + 1}`,
        ];
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
      });
      socket.once('data', (data) => {
        resolve(data.toString('latin1'));
        socket.destroy();
      });
      socket.once('error', reject);
    });
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['lines', '1\n'.repeat(PUSH_BYTES_MAX / 2)],
    ['elements', `[${'1,'.repeat(PUSH_BYTES_MAX / 2 - 2)}1]`],
  ])('a body of millions of %s, which packed has 32 KB', async (_, body) => {
    const before = process.memoryUsage().heapUsed;
    const answer = await push('bars', gzipSync(body), { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({ status: 413, body: { error: expect.stringContaining(`${PUSH_ROWS_MAX} rows`) } });
    // Kept as rows they would take gigabytes.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(500 * 2 ** 20);
  });

  it('senders that begin and do not go on keep nobody else from sending', async () => {
    const head = `POST /events/bars HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\n{`;
    const slow = await Promise.all(
      Array.from(
        { length: 8 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect({ port: server.port, host: '127.0.0.1' });
            socket.on('error', () => {});
            socket.once('connect', () => void socket.write(head, () => resolve(socket)));
          }),
      ),
    );
    // Behind them on the same port: they are being read by the time that it is answered.
    for (let i = 0; i < 3; i++) expect((await push('bars', '[]')).status).toBe(202);
    for (const socket of slow) socket.destroy();
    expect((await push('bars', '[]')).status).toBe(202);
  });

  it('another method, another set, another token', async () => {
    const url = `http://127.0.0.1:${server.port}/events`;
    const headers = { authorization: `Bearer ${TOKEN}` };
    const got = await fetch(`${url}/bars`, { headers });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${url}/trades`, { method: 'POST', headers, body: '[]' })).status).toBe(404);
    expect((await fetch(`${url}/constructor`, { method: 'POST', headers, body: '[]' })).status).toBe(404);
    expect((await push('bars', '[]', { authorization: 'Bearer another' })).status).toBe(401);
  });

  it('a service that is starting: 503, to be sent again', async () => {
    const ready = landing;
    landing = null;
    const { status, headers } = await push('bars', '[]');
    landing = ready;
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  });
});
