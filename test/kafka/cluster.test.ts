/** Three brokers: what one broker alone never shows. */
import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Admin, type Producer, partitionKey } from '../../ingest/kafka/port.ts';
import { testLogger } from '../support/ingest.ts';
import { startKafkaCluster, type TestCluster } from '../support/kafka.ts';
import { type LogReader, readLog } from '../support/log-reader.ts';
import { until } from '../support/until.ts';

const kafka = (await startKafkaCluster()) as TestCluster;

/** The package's own connection to a broker, for faults at a certain request. */
const require = createRequire(import.meta.url);
const Broker = require('kafkajs/src/broker');
const { createErrorFromCode, errorCodes } = require('kafkajs/src/protocol/error');
const errorOf = (type: string) =>
  createErrorFromCode(errorCodes.find((one: { type: string }) => one.type === type).code);
interface Request {
  readonly groupId: string;
}

let names = 0;
const unused = (what: string) => `${what}.${names++}`;

describe.runIf(kafka)('on three brokers', () => {
  let admin: Admin;
  let producer: Producer;

  beforeAll(async () => {
    admin = await kafka.open(testLogger).admin();
    producer = await kafka.open(testLogger).producer();
  });
  afterAll(async () => {
    await producer?.close();
    await admin?.close();
    await kafka?.close();
  });

  async function newTopic(partitions: number): Promise<string> {
    const topic = unused('topic');
    await admin.create([{ topic, partitions, settings: {} }]);
    return topic;
  }
  const send = (topic: string, from: number, to: number) =>
    producer.send(
      topic,
      Array.from({ length: to - from }, (_, i) => ({ key: `k${from + i}`, value: String(from + i) })),
    );
  const valuesOf = ({ records }: LogReader) => new Set(records.map(({ value }) => Number(value)));

  test('the ends of many topics, asked for at once on a connection that has not seen them all', async () => {
    const topics = await Promise.all(Array.from({ length: 7 }, () => newTopic(12)));
    const partitions = topics.flatMap((topic) => Array.from({ length: 12 }, (_, partition) => `${topic}/${partition}`));
    for (let round = 0; round < 20; round++) {
      const fresh = await kafka.open(testLogger).admin();
      await fresh.describe(topics, ['retention.ms']);
      const [first, second, ends] = await Promise.all([
        fresh.committed('nobody', topics.slice(0, 6)),
        fresh.committed('none', topics.slice(6)),
        Promise.all(topics.map((topic) => fresh.ends(topic))),
      ]);
      expect([...first, ...second].map(partitionKey).sort()).toEqual([...partitions].sort());
      expect(ends.flat().map(partitionKey).sort()).toEqual([...partitions].sort());
      await fresh.close();
    }
  });

  // As it goes where a coordinator moves: the old one knows the group no more, the new one has its state to read first,
  // and then finds every member in its place.
  test('a coordinator that is still loading when its members ask to join again', async () => {
    const topic = await newTopic(4);
    const group = unused('loading');
    const reader = await readLog(kafka.open(testLogger), group, [topic]);
    await until(() => reader.consumer.joined);
    const { generation } = reader.consumer;
    const { heartbeat, joinGroup } = Broker.prototype;
    const refused: string[] = [];
    const refusing = (name: string, original: (request: Request) => Promise<unknown>, type: string, times: number) =>
      async function (this: unknown, request: Request) {
        if (request.groupId !== group || refused.filter((one) => one === name).length >= times) {
          return original.call(this, request);
        }
        refused.push(name);
        throw errorOf(type);
      };
    Broker.prototype.heartbeat = refusing('heartbeat', heartbeat, 'NOT_COORDINATOR_FOR_GROUP', 1);
    Broker.prototype.joinGroup = refusing('join', joinGroup, 'GROUP_LOAD_IN_PROGRESS', 2);
    try {
      await until(() => reader.consumer.generation > generation);
      await send(topic, 0, 100);
      await until(() => reader.consumer.joined && valuesOf(reader).size === 100, {
        seen: () => ({ joined: reader.consumer.joined, read: valuesOf(reader).size, refused }),
        timeoutMs: 60_000,
      });
      expect(refused).toEqual(['heartbeat', 'join', 'join']);
    } finally {
      Object.assign(Broker.prototype, { heartbeat, joinGroup });
      await reader.close();
    }
  });

  test('a send whose partitions change their leader half-way is whole once it is acknowledged', async () => {
    const topic = await newTopic(6);
    await send(topic, 0, 100);
    const { produce } = Broker.prototype;
    let stopped: number | undefined;
    const others = new Set<number>();
    Broker.prototype.produce = async function (this: { nodeId: number }, request: unknown) {
      const id = Number(this.nodeId);
      if (stopped === undefined) {
        stopped = id;
        await kafka.cluster.stop(id);
      }
      const answer = await produce.call(this, request);
      if (id !== stopped) others.add(id);
      return answer;
    };
    try {
      await send(topic, 100, 400);
      expect(others.size).toBe(2);
    } finally {
      Object.assign(Broker.prototype, { produce });
      await kafka.cluster.start(stopped!);
    }
    const reader = await readLog(kafka.open(testLogger), unused('whole'), [topic]);
    await until(() => valuesOf(reader).size === 400, { seen: () => valuesOf(reader).size, timeoutMs: 60_000 });
    await reader.close();
  });

  test('partitions that are added to a topic are read without a restart', async () => {
    const topic = await newTopic(2);
    const reader = await readLog(kafka.open(testLogger), unused('growing'), [topic]);
    await send(topic, 0, 50);
    await until(() => valuesOf(reader).size === 50);
    const foreign = new kafkajs.Kafka({ brokers: [...kafka.config.brokers], logLevel: 0 }).admin();
    await foreign.connect();
    await foreign.createPartitions({ topicPartitions: [{ topic, count: 8 }] });
    await foreign.disconnect();
    const fresh = await kafka.open(testLogger).producer();
    await fresh.send(
      topic,
      Array.from({ length: 200 }, (_, i) => ({ key: `k${i}`, value: String(50 + i) })),
    );
    await fresh.close();
    await until(() => valuesOf(reader).size === 250, { seen: () => valuesOf(reader).size, timeoutMs: 60_000 });
    expect(new Set(reader.records.map(({ partition }) => partition)).size).toBeGreaterThan(2);
    await reader.close();
  }, 240_000);
});
