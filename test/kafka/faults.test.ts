/** Faults between the log and the store, on a real broker: nothing is lost by any, nothing counts twice. */

import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BatchConsumer } from '../../ingest/kafka/batch-consumer.ts';
import { logEventOf } from '../../ingest/kafka/records.ts';
import { INGEST_GROUP, topicSpecs } from '../../ingest/kafka/topics.ts';
import { DEFAULT_RETRY } from '../../ingest/landing/insert.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { systemClock } from '../../lib/clock.ts';
import { Log } from '../../operations/commands/log.ts';
import { type BreakPoint, Broken, failingKafka } from '../support/failing-kafka.ts';
import {
  ingestOn,
  LIMITS,
  type Sender,
  SMALL_BATCHES,
  senderOn,
  type TestIngest,
  testLogger,
} from '../support/ingest.ts';
import { startKafka, type TestKafka } from '../support/kafka.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { differences, expectedOf, foundIn, type SentRecord, streamOf } from '../support/stream.ts';
import { until } from '../support/until.ts';

const kafka = (await startKafka())!;
const NOTHING = { missing: [], surplus: [] };
const BOUNDS = { bounds: SMALL_BATCHES };

let names = 0;
/** Symbols that nobody has sent yet, also not an earlier attempt of the same test. */
const unused = (what: string) => `${what}N${names++}X`;

describe.runIf(kafka)('faults', () => {
  let store: TestStore;
  let sender: Sender;
  let service: TestIngest;

  beforeAll(async () => {
    store = await openTestStore();
    service = await ingestOn(kafka, store, BOUNDS);
    sender = await senderOn(kafka as TestKafka);
  });
  afterAll(async () => {
    await service?.stop();
    await sender?.close();
    await store?.close();
    await kafka?.close();
  });
  const compare = async (prefix: string, sent: readonly SentRecord[]) =>
    differences(expectedOf(sent), await foundIn(store.reader, prefix));
  const restart = async (options: Parameters<typeof ingestOn>[2] = BOUNDS) => {
    service = await ingestOn(kafka, store, options);
  };

  test('broken off at every send of dead letters and every commit, before and after it', async () => {
    let round = 0;
    for (const call of ['send', 'commit'] as const) {
      for (const when of ['before', 'after'] as const) {
        await service.stop();
        const point: BreakPoint = { call, at: 2, when };
        const failing = failingKafka(kafka.open(testLogger), point);
        await restart({ ...BOUNDS, port: failing.kafka, landingStopMs: 100 });
        const prefix = unused(`CUT${round}`);
        const sent = streamOf({ seed: 100 + round, prefix, events: 1_500, badShare: 0.05 });
        await sender.send(sent);
        if (call === 'send') expect(await service.failed).toBeInstanceOf(Broken);
        else await until(() => failing.dead);
        await service.stop();
        await restart();
        await sender.landed();
        expect({ point, ...(await compare(prefix, sent)) }).toEqual({ point, ...NOTHING });
        round++;
      }
    }
  }, 240_000);

  describe('a batch that is committed before it is written, and then lost', () => {
    /** Lands the stream with the guard off: the third batch is acknowledged, and the process dies before it is written. */
    async function landAndLose(sent: readonly SentRecord[]): Promise<void> {
      await service.stop();
      const landing = await Landing.open({ store });
      let failed: (error: Error) => void = () => {};
      const crashed = new Promise<Error>((resolve) => {
        failed = resolve;
      });
      let batches = 0;
      const topics = ['bars', 'events.sentiment'];
      const consumer = new BatchConsumer({
        name: 'early',
        consumer: kafka.open(testLogger).consumer({ group: INGEST_GROUP }),
        topics,
        positions: async (partitions) => {
          const committed = await sender.admin.committed(INGEST_GROUP, topics);
          return partitions.map(({ topic, partition }) => {
            const found = committed.find((one) => one.topic === topic && one.partition === partition);
            return { topic, partition, offset: found?.offset ?? 0n };
          });
        },
        async land(records) {
          if (++batches <= 2) await landing.land(records.map(logEventOf));
          else setTimeout(() => failed(new Broken('before the insert')), 200);
        },
        onFailed: failed,
        clock: systemClock,
        logger: testLogger,
        bounds: SMALL_BATCHES,
      });
      await consumer.start();
      await sender.send(sent);
      await crashed;
      await consumer.stop(1_000);
    }

    test('is read again at the next start: the ledger of the store ends before it', async () => {
      const prefix = unused('GUARD');
      const sent = streamOf({ seed: 201, prefix, events: 2_000, badShare: 0 });
      await landAndLose(sent);
      await restart();
      await sender.landed();
      expect(await compare(prefix, sent)).toEqual(NOTHING);
    });

    test('negative control: with a ledger that knows no better it is missing', async () => {
      const prefix = unused('EARLY');
      const sent = streamOf({ seed: 200, prefix, events: 2_000, badShare: 0 });
      await landAndLose(sent);
      for (const { topic, partition, end } of await sender.admin.ends('bars')) {
        if (end > 0n)
          await store.writer.command(
            `INSERT INTO market.ingest_ledger (* EXCEPT number)
             SELECT '${topic}', ${partition}, 0, ${end - 1n}, 0, 0, 0, 'control', now64(3)`,
          );
      }
      await restart();
      await sender.landed();
      expect((await compare(prefix, sent)).missing.length).toBeGreaterThan(0);
      await store.writer.command(
        "ALTER TABLE market.ingest_ledger DELETE WHERE token = 'control' SETTINGS mutations_sync = 2",
      );
    });
  });

  test.runIf(kafka.process)(
    'the broker is killed under load and started again',
    async () => {
      const prefix = unused('BROKER');
      const sent = streamOf({ seed: 300, prefix, events: 8_000 });
      const sending = sender.send(sent);
      await new Promise((resolve) => setTimeout(resolve, 700));
      await kafka.process!.stop('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await kafka.process!.start();
      await sending;
      // Of what ingest failed says more than that nothing lands.
      const failed = service.failed.then((error) => Promise.reject(error));
      await Promise.race([sender.landed(), failed]);
      expect(await compare(prefix, sent)).toEqual(NOTHING);
    },
    300_000,
  );

  test('a topic that is deleted and recreated stops ingest, until the log is landed as it is now', {
    timeout: 180_000,
  }, async () => {
    const prefix = unused('NEW');
    await service.stop();
    await restart();
    const old = streamOf({ seed: 400, prefix: `OLD${prefix}`, events: 4_000, badShare: 0 });
    await sender.send(old);
    await sender.landed();
    await service.stop();
    const admin = new kafkajs.Kafka({ brokers: [...kafka.config.brokers], logLevel: 0 }).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [kafka.named('bars')] });
    await until(async () => !(await admin.listTopics()).includes(kafka.named('bars')));
    await admin.disconnect();
    await sender.admin.create(topicSpecs(kafka.config.partitions).filter(({ topic }) => topic === 'bars'));
    const sent = streamOf({ seed: 500, prefix, events: 300, badShare: 0 });
    await sender.send(sent);
    await restart();
    const error = await service.failed;
    expect(error).toMatchObject({
      name: 'LogRecreatedError',
      message: expect.stringMatching(/^partition \d+ of bars ends at offset \d+, but .*`rebuild --from-log`/),
    });
    await service.stop();
    await rebuildFromLog();
    await restart();
    await sender.landed();
    expect(await compare(prefix, sent)).toEqual(NOTHING);
    expect(await compare(`OLD${prefix}`, old)).toEqual(NOTHING);
  });

  async function rebuildFromLog(): Promise<void> {
    const log = await Log.open({
      kafka: kafka.open(testLogger),
      partitions: kafka.config.partitions,
      store,
      bounds: { maxClockSkewMs: LIMITS.maxClockSkewMs },
      clock: systemClock,
      logger: testLogger,
      retry: DEFAULT_RETRY,
    });
    await log.rebuild(undefined);
    await log.close();
  }
});
