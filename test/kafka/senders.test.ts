import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { type OpsServer, startOpsServer } from '../../operations/ops-port/ops-server.ts';
import { pushRoute } from '../../operations/ops-port/push-route.ts';
import { ingestOn, type Sender, senderOn, type TestIngest } from '../support/ingest.ts';
import { type CabledKafka, startCabledKafka } from '../support/kafka.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const TOKEN = 'a token of the operator';
const ANSWER_MS = 5_000;
const kafka = (await startCabledKafka(3_000)) as CabledKafka;

describe.runIf(kafka)('while the broker is unavailable', () => {
  let store: TestStore;
  let sender: Sender;
  let service: TestIngest;
  let server: OpsServer;

  beforeAll(async () => {
    store = await openTestStore();
    service = await ingestOn(kafka, store);
    sender = await senderOn(kafka);
    const pushed = await service.log.pushTarget();
    server = await startOpsServer({
      host: '127.0.0.1',
      port: 0,
      token: TOKEN,
      operations: () => ({}),
      notReady: () => [],
      push: pushRoute(() => pushed, silentLogger),
      logger: silentLogger,
    });
  });
  afterAll(async () => {
    await kafka?.cable.restore();
    await server?.close();
    await service?.stop();
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });

  const bar = (symbol: string, minute: number, close: number) => ({
    symbol,
    asset_class: 'crypto',
    interval: '1m',
    ts: Date.UTC(2024, 0, 2, 0, minute),
    open: 10,
    high: 20,
    low: 9,
    close,
    volume: minute,
  });
  async function push(rows: readonly object[]) {
    const beganMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${server.port}/events/bars`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(rows),
    });
    const body = (await response.json()) as Record<string, unknown>;
    return {
      ...response,
      status: response.status,
      after: response.headers.get('retry-after'),
      body,
      ms: performance.now() - beganMs,
    };
  }
  const closes = async (symbol: string) =>
    (
      await store.reader.query<{ close: number }>(
        'SELECT close FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY ts',
        { symbol },
      )
    ).map(({ close }) => close);

  test('a push is answered 503 with Retry-After after its bound of five seconds, not after the minute of the client, also when it is sent again', async () => {
    const symbol = 'HANG';
    expect(await push([bar(symbol, 0, 10)])).toMatchObject({ status: 202, body: { landed: 1 } });
    await kafka.cable.hang();
    const rows = [bar(symbol, 1, 11), bar(symbol, 2, 12)];
    for (const sent of [rows, rows, [{ ...rows[0], close: 99 }], [...rows, bar(symbol, 3, 13)]]) {
      const { status, after, ms } = await push(sent);
      expect([status, after]).toEqual([503, '5']);
      // Without its bound it would take a minute; a busy machine takes its own time on top.
      expect(ms).toBeLessThan(2 * ANSWER_MS);
    }
    await kafka.cable.restore();
    // As the sender does it: again, until it is taken.
    await until(async () => (await push([bar(symbol, 1, 15), ...rows.slice(1)])).status === 202);
    await sender.landed();
    const landed = await closes(symbol);
    expect(landed.slice(0, 3)).toEqual([10, 15, 12]);
    expect((await push([bar(symbol, 1, 15)])).body).toMatchObject({ landed: 0, duplicates: 1 });
  }, 240_000);
});
