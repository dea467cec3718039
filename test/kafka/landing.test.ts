/** The log landed by ingest, on a real broker: everything once for a reader, whatever comes in between. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEAD_LETTER_TOPIC } from '../../ingest/contract/events.ts';
import { bufferedRecords } from '../../ingest/kafka/batch-consumer.ts';
import { SentTo } from '../../ingest/kafka/lag.ts';
import { LogImport } from '../../ingest/kafka/log-import.ts';
import type { Admin } from '../../ingest/kafka/port.ts';
import { DEFAULT_RETRY } from '../../ingest/landing/insert.ts';
import { Registry } from '../../ingest/landing/registry/registry.ts';
import { systemClock } from '../../lib/clock.ts';
import { heldWriter } from '../support/failing-writer.ts';
import { ingestOn, type Sender, SMALL_BATCHES, senderOn, type TestIngest } from '../support/ingest.ts';
import { kafkaOfRun, type TestKafka } from '../support/kafka.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { differences, expectedOf, foundIn, type SentRecord, streamOf } from '../support/stream.ts';

const kafka = (await kafkaOfRun())!;
const NOTHING = { missing: [], surplus: [] };

describe.runIf(kafka)('ingest', () => {
  let store: TestStore;
  let sender: Sender;
  let running: TestIngest[] = [];

  beforeAll(async () => {
    store = await openTestStore();
    await start();
    sender = await senderOn(kafka as TestKafka);
  });
  afterAll(async () => {
    await stopAll();
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });

  async function start(options: Parameters<typeof ingestOn>[2] = { bounds: SMALL_BATCHES }): Promise<TestIngest> {
    const service = await ingestOn(kafka, store, options);
    running.push(service);
    return service;
  }
  async function stop(service: TestIngest): Promise<void> {
    running = running.filter((one) => one !== service);
    await service.stop();
  }
  async function stopAll(): Promise<void> {
    for (const service of running) await stop(service);
  }
  const check = async (prefix: string, sent: readonly SentRecord[]) =>
    expect(differences(expectedOf(sent), await foundIn(store.reader, prefix))).toEqual(NOTHING);
  const rows = async (sql: string, params = {}) => store.reader.query<{ n: number }>(sql, params);

  test('corrections, deletions, repetitions, disorder and bad events end as the sources say', async () => {
    const sent = streamOf({ seed: 1, prefix: 'ALL', events: 6_000 });
    await sender.send(sent);
    await sender.landed();
    await check('ALL', sent);
    expect(Object.keys(expectedOf(sent).deadLetters)).toHaveLength(4);
    const [{ n }] = await rows(`SELECT count() AS n FROM market.bars FINAL WHERE symbol LIKE 'ALL%' AND source = ''`);
    expect(n).toBeGreaterThan(1_000);
  });

  test('a store that has lost what was committed is given it again', async () => {
    const sent = streamOf({ seed: 7, prefix: 'LOST', events: 3_000 });
    await sender.send(sent);
    await sender.landed();
    await stopAll();
    for (const table of ['bars', 'events_sentiment', 'ingest_ledger', 'symbols', 'day_log', 'dead_letters']) {
      await store.writer.command(`TRUNCATE TABLE market.${table}`);
    }
    await start();
    // The committed offsets follow what is stored, so that it is seen how much is behind.
    await sender.landed();
    await check('LOST', sent);
    await check('ALL', streamOf({ seed: 1, prefix: 'ALL', events: 6_000 }));
  }, 120_000);

  test('several side by side share the partitions; one that comes and one that goes in mid-batch lose nothing', async () => {
    const sent = streamOf({ seed: 3, prefix: 'REB', symbols: 12, events: 12_000 });
    const part = sent.length / 4;
    await sender.send(sent.slice(0, part));
    const second = await start();
    await sender.send(sent.slice(part, 2 * part));
    await sender.send(sent.slice(2 * part, 3 * part));
    await stop(running[0]);
    await sender.send(sent.slice(3 * part));
    await sender.landed();
    await check('REB', sent);
    expect(second.notReady()).toEqual([]);
  });

  test('memory is bounded: with a store that does not get on, fetching pauses and resumes later', async () => {
    await stopAll();
    const sent = streamOf({ seed: 4, prefix: 'MEM', events: 20_000, badShare: 0 });
    const { slow, release } = heldWriter(store);
    const service = await ingestOn(kafka, slow, { bounds: SMALL_BATCHES, fetchMaxBytes: 16_384 });
    running.push(service);
    await sender.send(sent);
    const buffered = async () => {
      const { values } = await bufferedRecords.get();
      return values.find(({ labels }) => labels.consumer === 'events')?.value ?? 0;
    };
    const settled: number[] = [];
    try {
      // Until it pauses: then nothing more comes in.
      while (settled.length < 2 || settled.at(-1) !== settled.at(-2) || settled.at(-1)! < SMALL_BATCHES.bufferRecords) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        settled.push(await buffered());
      }
      // On top of the bound comes what one fetch brought, and that is bounded, too.
      expect(settled.at(-1)).toBeLessThan(SMALL_BATCHES.bufferRecords + 8_000);
    } finally {
      release();
    }
    await sender.landed();
    await check('MEM', sent);
  });

  test('dead letters are in their topic, too, with the original as it came', async () => {
    const ends = await sender.admin.ends(DEAD_LETTER_TOPIC);
    const inTopic = ends.reduce((sum, { start: from, end }) => sum + Number(end - from), 0);
    const inTable = (await rows('SELECT count() AS n FROM market.dead_letters FINAL'))[0].n;
    // At least once: a dead letter that was sent again is the same row.
    expect(inTopic).toBeGreaterThanOrEqual(inTable);
    expect(inTable).toBeGreaterThan(100);
  });

  test('what is pushed or imported comes after what others have sent and has not landed, though it is stored already', async () => {
    const bar = (close: number) => {
      const ts = Date.UTC(2025, 5, 4, 13, 30);
      return JSON.stringify({
        symbol: 'LAST',
        asset_class: 'crypto',
        interval: '1m',
        ts,
        open: 2,
        high: 9,
        low: 1,
        close,
        volume: 1,
      });
    };
    const send = (close: number) => sender.producer.send('bars', [{ key: 'LAST', value: bar(close) }]);
    const closes = () => store.reader.query("SELECT close FROM market.bars FINAL WHERE symbol = 'LAST'");
    if (running.length === 0) await start();
    await send(3);
    await sender.landed();
    await stopAll();
    const { admin, producer } = sender;
    const registry = await Registry.open(store, { clock: systemClock });
    const target = (of: { admin?: Admin } = { admin }) =>
      new LogImport({
        ...of,
        ...{ store, registry, producer, clock: systemClock, retry: DEFAULT_RETRY, sent: new SentTo() },
        deadLetters: { write: async () => {} },
        landed: () => sender.landed(),
      });
    const after = async (of: { admin?: Admin }, close: number, importId?: string) => {
      const pushed = await target(of).landEvents('bars', [{ key: 'LAST', value: bar(close) }], { importId });
      expect(pushed).toMatchObject({ landed: 0, duplicates: 1 });
      const service = await start();
      await sender.landed();
      await stop(service);
      return closes();
    };
    // A collector that asks again for what it has does not undo what was said meanwhile.
    await send(4);
    expect(await after({}, 3)).toEqual([{ close: 4 }]);
    for (const importId of [undefined, '20250604-140000-0001']) {
      await send(3);
      expect(await after({ admin }, 4, importId)).toEqual([{ close: 4 }]);
      // Nothing is on its way: it is not written again.
      const end = async () => (await admin.ends('bars')).reduce((sum, one) => sum + one.end, 0n);
      const before = await end();
      expect(await after({ admin }, 4, importId)).toEqual([{ close: 4 }]);
      expect(await end()).toBe(before);
    }
  });
});
