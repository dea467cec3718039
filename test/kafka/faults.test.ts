/** Faults between the log and the store, on a real broker: nothing is lost by any, nothing counts twice. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BatchConsumer } from '../../ingest/kafka/batch-consumer.ts';
import { logEventOf } from '../../ingest/kafka/records.ts';
import { INGEST_GROUP, topicSpecs } from '../../ingest/kafka/topics.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { systemClock } from '../../lib/clock.ts';
import { type BreakPoint, Broken, failingKafka } from '../support/failing-kafka.ts';
import { ingestOn, type Sender, SMALL_BATCHES, senderOn, type TestIngest, testLogger } from '../support/ingest.ts';
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
        for (const at of [1, 3]) {
          await service.stop();
          const point: BreakPoint = { call, at, when };
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
      await store.writer.command(
        `INSERT INTO market.ingest_ledger (* EXCEPT high) SELECT topic, partition, 0, 1000000, 0, 0, 0, '', now64(3)
         FROM (SELECT DISTINCT topic, partition FROM market.ingest_ledger WHERE topic != 'dead-letters')`,
      );
      await restart();
      await sender.landed();
      expect((await compare(prefix, sent)).missing.length).toBeGreaterThan(50);
      await store.writer.command(
        'ALTER TABLE market.ingest_ledger DELETE WHERE last_offset = 1000000 SETTINGS mutations_sync = 2',
      );
    });
  });

  test.runIf(kafka.process)(
    'the broker is stopped and started under load, and killed',
    async () => {
      for (const [round, signal] of (['SIGTERM', 'SIGKILL'] as const).entries()) {
        const prefix = unused(`BROKER${round}`);
        const sent = streamOf({ seed: 300 + round, prefix, events: 8_000 });
        const sending = sender.send(sent);
        await new Promise((resolve) => setTimeout(resolve, 700));
        await kafka.process!.stop(signal);
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        await kafka.process!.start();
        await sending;
        // Of what ingest failed says more than that nothing lands.
        const failed = service.failed.then((error) => Promise.reject(error));
        await Promise.race([sender.landed(), failed]);
        expect(await compare(prefix, sent)).toEqual(NOTHING);
      }
    },
    300_000,
  );

  describe('a topic that is deleted and recreated', () => {
    async function recreateTopic(): Promise<void> {
      await admin.deleteTopics({ topics: [kafka.named('bars')] });
      await until(async () => !(await admin.listTopics()).includes(kafka.named('bars')));
      await sender.admin.create(topicSpecs(kafka.config.partitions).filter(({ topic }) => topic === 'bars'));
    }
    let admin: ReturnType<InstanceType<typeof kafkajs.Kafka>['admin']>;
    beforeAll(async () => {
      admin = new kafkajs.Kafka({ brokers: [...kafka.config.brokers], logLevel: 0 }).admin();
      await admin.connect();
    });
    afterAll(() => admin.disconnect());

    // More than was committed of the old one, or less: an offset of the old log is inside the new one, or beyond it.
    test.each([
      ['while ingest is stopped, with fewer events', 'stopped', 300],
      ['while ingest is stopped, with more events', 'stopped', 10_000],
      ['while ingest runs, with fewer events', 'running', 300],
      ['while ingest runs, with more events', 'running', 10_000],
    ] as const)(
      '%s',
      async (_, state, events) => {
        const prefix = unused(`NEW${state[0].toUpperCase()}${events}`);
        await service.stop();
        await restart();
        const old = streamOf({ seed: 400 + events, prefix: `OLD${prefix}`, events: 4_000 });
        await sender.send(old);
        await sender.landed();
        if (state === 'stopped') await service.stop();
        await recreateTopic();
        const sent = streamOf({ seed: 500 + events, prefix, events });
        await sender.send(sent);
        if (state === 'stopped') await restart();
        else void service.failed.then(() => service.stop()).then(() => restart());
        await sender.landed();
        await untilEqual(() => compare(prefix, sent));
        expect(await compare(prefix, sent)).toEqual(NOTHING);
        expect(await compare(`OLD${prefix}`, old)).toEqual(NOTHING);
      },
      180_000,
    );

    // No fetch of ingest meets an error: where it continues is an offset of the new log as well.
    test('while ingest sleeps, and filled beyond where ingest stood before it wakes', async () => {
      const prefix = unused('SLEPT');
      const old = streamOf({ seed: 410, prefix: `OLD${prefix}`, events: 300, badShare: 0 });
      await sender.send(old);
      await sender.landed();
      const stream = { seed: 510, prefix, events: 3_000, badShare: 0.2 };
      const folder = mkdtempSync(join(tmpdir(), 'market-stats-refill-'));
      const program = join(import.meta.dirname, '..', 'support', 'refill.ts');
      const args = ['--import', 'tsx', program, folder, JSON.stringify(kafka.config), JSON.stringify(stream)];
      const child = spawn(process.execPath, args, { stdio: 'inherit' });
      await until(() => existsSync(join(folder, 'ready')));
      asleepUntil(() => false, 600);
      writeFileSync(join(folder, 'go'), '');
      asleepUntil(() => existsSync(join(folder, 'done')), 90_000);
      child.kill();
      rmSync(folder, { recursive: true });
      void service.failed.then(() => service.stop()).then(() => restart());
      const sent = streamOf(stream).filter(({ topic }) => topic === 'bars');
      await sender.landed();
      await untilEqual(() => compare(prefix, sent));
      expect(await compare(prefix, sent)).toEqual(NOTHING);
      expect(await compare(`OLD${prefix}`, old)).toEqual(NOTHING);
    }, 360_000);
  });

  test('an offset of the old log, committed late to the one recreated, skips nothing of it', async () => {
    const prefix = unused('LATE');
    const { Kafka } = kafkajs;
    const admin = new Kafka({ brokers: [...kafka.config.brokers], logLevel: 0 }).admin();
    await admin.connect();
    const old = streamOf({ seed: 600, prefix: `OLD${prefix}`, events: 3_000 });
    await sender.send(old);
    await sender.landed();
    await service.stop();
    const committed = (await sender.admin.committed(INGEST_GROUP, ['bars'])).filter(({ offset }) => offset !== null);
    expect(committed.length).toBeGreaterThan(1);
    await admin.deleteTopics({ topics: [kafka.named('bars')] });
    await until(async () => !(await admin.listTopics()).includes(kafka.named('bars')));
    await admin.disconnect();
    await sender.admin.create(topicSpecs(kafka.config.partitions).filter(({ topic }) => topic === 'bars'));
    const sent = streamOf({ seed: 601, prefix, symbols: 12, events: 12_000 });
    await sender.send(sent);
    // What a member does that was committing while the topic went.
    const late = kafka.open(testLogger).consumer({ group: INGEST_GROUP });
    const joined = new Promise<void>((resolve) => {
      const events = { fetched() {}, revoked() {}, crashed() {} };
      void late.run(['bars'], {
        ...events,
        async positions() {
          resolve();
          return [];
        },
      });
    });
    await joined;
    const commits = committed.map(({ offset, ...rest }) => ({ ...rest, offset: offset! }));
    expect(await late.commit(late.generation, commits)).toBe(true);
    await late.close();
    await restart();
    await sender.landed();
    expect(await compare(prefix, sent)).toEqual(NOTHING);
    expect(await compare(`OLD${prefix}`, old)).toEqual(NOTHING);
  }, 240_000);

  async function untilEqual(look: () => Promise<{ missing: string[]; surplus: string[] }>): Promise<void> {
    await until(async () => {
      const { missing, surplus } = await look();
      return missing.length + surplus.length === 0;
    });
  }
});

/** Blocks the whole process, as one that is stopped or starved. */
function asleepUntil(condition: () => boolean, timeoutMs: number): void {
  const end = Date.now() + timeoutMs;
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (!condition() && Date.now() < end) Atomics.wait(nothing, 0, 0, 20);
}
