/**
 * What is sent while the broker is unavailable: a push gets a 503 within five seconds and never counts as landed, a dropped
 * file waits where it is. Once the broker is back both land, each row as it was sent last.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FolderWorker, folderKind } from '../../ingest/collectors/folder.ts';
import { CollectorStore } from '../../ingest/collectors/store.ts';
import { systemClock, systemTimers } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { importDropped, importOperations } from '../../operations/commands/imports.ts';
import { operationsOf } from '../../operations/handlers.ts';
import { type OpsServer, startOpsServer } from '../../operations/ops-port/ops-server.ts';
import { pushRoute } from '../../operations/ops-port/push-route.ts';
import { ingestOn, type Sender, senderOn, type TestIngest } from '../support/ingest.ts';
import { type CabledKafka, startCabledKafka } from '../support/kafka.ts';
import { pushTo } from '../support/push.ts';
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

  test.each([
    ['CUT', () => kafka.cable.cut()],
    ['HANG', () => kafka.cable.hang()],
  ])(
    'a push is answered 503 with Retry-After after its bound of five seconds, not after the minute of the client, also when it is sent again (%s)',
    async (symbol, fail) => {
      expect(await push([bar(symbol, 0, 10)])).toMatchObject({ status: 202, body: { landed: 1 } });
      await fail();
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
    },
    240_000,
  );

  test('a dropped file waits, and lands once the broker is back', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'market-stats-waiting-'));
    const client = kafka.open();
    const operations = operationsOf(
      importOperations({
        store,
        clock: systemClock,
        // As a command does it: the log is opened first.
        async push(use) {
          await (await client.admin()).close();
          return pushTo(await service.log.collectorTarget())(use);
        },
      }),
    );
    const state = new CollectorStore(store, systemClock);
    const { options } = folderKind.prepare({ dir, assetClass: 'crypto', symbol: 'DROP' });
    const worker = new FolderWorker({
      id: 'folder',
      options: folderKind.folder(options),
      store: state,
      clock: systemClock,
      logger: silentLogger,
      timers: systemTimers,
      nextTickMs: () => null,
      importFile: (...file) => importDropped(operations, ...file),
    });
    const rows = [0, 1, 2].map((minute) => `2024-01-02T00:0${minute}:00Z,10,20,9,1${minute},${minute}`);
    writeFileSync(join(dir, 'a.csv'), ['ts,open,high,low,close,volume', ...rows].join('\n'));
    const at = Date.now() / 1000 - 60;
    utimesSync(join(dir, 'a.csv'), at, at);
    await kafka.cable.cut();
    const error = async () => (await state.progress('folder'))[0]?.error ?? '';
    worker.start();
    const looking = setInterval(() => worker.tick(), 100);
    try {
      await until(async () => (await error()) !== '', { timeoutMs: 150_000, pollMs: 200 });
      expect(await error()).toMatch(/^a\.csv was not imported; it is retried: /);
      expect([existsSync(join(dir, 'a.csv')), existsSync(join(dir, 'failed'))]).toEqual([true, false]);
      await kafka.cable.restore();
      await until(() => existsSync(join(dir, 'done', 'a.csv')));
    } finally {
      clearInterval(looking);
      await kafka.cable.restore();
      await worker.stop();
    }
    expect(JSON.parse(readFileSync(join(dir, 'done', 'a.csv.report.json'), 'utf8'))).toMatchObject({ landed: 3 });
    await sender.landed();
    expect(await closes('DROP')).toEqual([10, 11, 12]);
    expect(await error()).toBe('');
    rmSync(dir, { recursive: true });
  }, 600_000);
});
