import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type Kafka as Client, type Admin as ClientAdmin } from 'kafkajs';
import { inTurn, retry } from '../../../lib/async.ts';
import { type Admin, type Position, partitionKey, type TopicSpec } from '../port.ts';
import type { decodeFetch } from './fetch-response.ts';
import { isAway } from './patches.ts';
import { type Needs, namingRight } from './rights.ts';

const require = createRequire(import.meta.url);

const MAX_REPLICAS = 3;
const NEW_TOPIC_TIMEOUT_MS = 30_000;
const NEW_TOPIC_POLL_MS = 100;
const READ_UNCOMMITTED = 0;
const METADATA_MAX_AGE_MS = 60_000;

/** About a minute and a half. */
const PATIENCE = { attempts: 25, firstDelayMs: 100, maxDelayMs: 5_000, isTransient: isAway } as const;

/**
 * Every call waits for a broker that is unavailable for a moment: the package does so with some of them only. One call at a
 * time, and of one topic: the package has one list of topics for all of them, and where two are looked up at once, one
 * fails or has no partitions.
 *
 * @param prefix before the names of topics and groups in the log
 */
export async function createAdmin(client: Client, prefix: string): Promise<Admin> {
  const admin = client.admin();
  await admin.connect();
  const inOrder = inTurn();
  const patiently = <T>(call: () => Promise<T>, needs: Needs = {}): Promise<T> =>
    inOrder(() => retry(call, PATIENCE)).catch((error) => {
      throw namingRight(error, needs);
    });
  const inLog = (name: string) => prefix + name;
  const describing = (topic: string): Needs => ({ TOPIC: ['Describe', `the topic ${inLog(topic)}`] });
  const onGroup = (right: string, group: string): Needs => ({ GROUP: [right, `the group ${inLog(group)}`] });
  let cluster: Promise<Cluster> | null = null;
  const closeCluster = async () => {
    const last = cluster;
    cluster = null;
    await last?.then((one) => one.disconnect()).catch(() => {});
  };
  return {
    async topics() {
      const names = await patiently(() => admin.listTopics());
      return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    },
    async describe(topics, settings) {
      if (topics.length === 0) return [];
      const names = topics.map(inLog);
      const resources = names.map((name) => {
        return { type: kafkajs.ConfigResourceTypes.TOPIC, name, configNames: [...settings] };
      });
      const all = `the topics ${names.join(', ')}`;
      const metadata = await patiently(() => admin.fetchTopicMetadata({ topics: names }), { TOPIC: ['Describe', all] });
      const describe = () => admin.describeConfigs({ includeSynonyms: false, resources });
      const found = await patiently(describe, { TOPIC: ['DescribeConfigs', all] });
      return metadata.topics.map(({ name, partitions }) => {
        const entries = found.resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
        const values = Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
        return { topic: name.slice(prefix.length), partitions: partitions.length, settings: values };
      });
    },
    create: (specs) => createTopics(client, prefix, specs),
    async ends(topic, readable = false) {
      const fetch = () => admin.fetchTopicOffsets(inLog(topic));
      const offsets = await patiently(() => (readable ? fetch() : withHighWatermarks(fetch)), describing(topic));
      return offsets.map(({ partition, low, high }) => ({ topic, partition, start: BigInt(low), end: BigInt(high) }));
    },
    async offsetsAt(topic, timeMs) {
      const fetch = () => admin.fetchTopicOffsetsByTimestamp(inLog(topic), timeMs);
      const offsets = await patiently(fetch, describing(topic));
      return offsets.map(({ partition, offset }) => ({ topic, partition, offset: BigInt(offset) }));
    },
    async committed(group, topics) {
      const ofTopic = async (topic: string) => {
        const asked = { groupId: inLog(group), topics: [inLog(topic)] };
        const needs = { ...describing(topic), ...onGroup('Describe', group) };
        const [{ partitions }] = await patiently(() => admin.fetchOffsets(asked), needs);
        return partitions.map(({ partition, offset }) => {
          const position = BigInt(offset);
          return { topic, partition, offset: position < 0n ? null : position };
        });
      };
      return (await Promise.all(topics.map(ofTopic))).flat();
    },
    arrivals: (positions) =>
      inOrder(async () => {
        cluster ??= connectCluster(client);
        try {
          return await arrivalsOf(await cluster, prefix, positions);
        } catch (error) {
          // Leaders move, brokers go: the next one begins with new connections.
          await closeCluster();
          throw error;
        }
      }),
    async members(group) {
      const describe = () => admin.describeGroups([inLog(group)]);
      const { groups } = await patiently(describe, onGroup('Describe', group));
      return groups[0]?.members.length ?? 0;
    },
    async deleteGroup(group) {
      await patiently(() => admin.deleteGroups([inLog(group)]), onGroup('Delete', group));
    },
    async close() {
      await closeCluster();
      await admin.disconnect();
    },
  };
}

/** With a connection of its own: one that has looked at a topic before fails while that topic is not there. */
async function createTopics(client: Client, prefix: string, specs: readonly TopicSpec[]): Promise<void> {
  if (specs.length === 0) return;
  const topics = specs.map(({ topic }) => prefix + topic);
  const admin = client.admin();
  await admin.connect();
  try {
    const { brokers } = await admin.describeCluster();
    const replicationFactor = Math.min(MAX_REPLICAS, brokers.length);
    // Where there are three copies, an acknowledged record is in two of them.
    const durability = replicationFactor === MAX_REPLICAS ? { 'min.insync.replicas': '2' } : {};
    for (const { topic, partitions, settings } of specs) {
      const configEntries = Object.entries({ ...durability, ...settings }).map(([name, value]) => ({ name, value }));
      const wanted = { topic: prefix + topic, numPartitions: partitions, replicationFactor, configEntries };
      await admin.createTopics({ waitForLeaders: false, topics: [wanted] });
    }
    await untilLed(admin, topics);
  } catch (error) {
    // A topic that may not be described is not listed, either, and looks as if it were missing.
    const right = 'Describe, or where it does not exist Create,';
    throw namingRight(error, { TOPIC: [right, `one of the topics ${topics.join(', ')}`] });
  } finally {
    await admin.disconnect();
  }
}

/** A new topic is known to all brokers a little later than it is made. */
async function untilLed(admin: ClientAdmin, topics: string[]): Promise<void> {
  const deadline = Date.now() + NEW_TOPIC_TIMEOUT_MS;
  for (;;) {
    try {
      const metadata = await admin.fetchTopicMetadata({ topics });
      if (metadata.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) return;
    } catch (error) {
      if (!(error as { retriable?: boolean }).retriable || Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error(`new topics have no leader after ${NEW_TOPIC_TIMEOUT_MS} ms`);
    await sleep(NEW_TOPIC_POLL_MS);
  }
}

/** The package's own: its admin reads no records. */
interface Cluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>;
  refreshMetadataIfNecessary(): Promise<void>;
  findLeaderForPartitions(topic: string, partitions: readonly number[]): Record<string, number[]>;
  findBroker(options: { nodeId: string }): Promise<{ fetch(request: object): ReturnType<typeof decodeFetch> }>;
}

async function connectCluster(client: Client): Promise<Cluster> {
  const symbols = Object.getOwnPropertySymbols(client);
  const create = symbols.find(({ description }) => description === 'private:Kafka:createCluster')!;
  const options = { metadataMaxAge: METADATA_MAX_AGE_MS, allowAutoTopicCreation: false };
  const cluster = (client as unknown as Record<symbol, (options: object) => Cluster>)[create](options);
  await cluster.connect();
  return cluster;
}

/** When records came to a partition, also such as a transaction that is open hides from readers. */
async function arrivalsOf(cluster: Cluster, prefix: string, positions: readonly Position[]) {
  await cluster.addMultipleTargetTopics([...new Set(positions.map(({ topic }) => prefix + topic))]);
  await cluster.refreshMetadataIfNecessary();
  const times = new Map<string, number>();
  for (const { topic: name, partition, offset } of positions) {
    const topic = prefix + name;
    const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]));
    if (nodeId === undefined) continue;
    const broker = await cluster.findBroker({ nodeId });
    // One byte: the broker answers one batch at least, however large.
    const wanted = { partition, fetchOffset: String(offset), maxBytes: 1 };
    const { responses } = await broker.fetch({
      replicaId: -1,
      isolationLevel: READ_UNCOMMITTED,
      maxWaitTime: 0,
      maxBytes: 1,
      topics: [{ topic, partitions: [wanted] }],
    });
    const records = responses[0]?.partitions[0]?.messages ?? [];
    const record = records.find((one) => !one.isControlRecord && BigInt(one.offset) >= offset);
    const timeMs = Number(record?.timestamp ?? -1);
    if (timeMs >= 0) times.set(partitionKey({ topic: name, partition }), timeMs);
  }
  return times;
}

const asking = new AsyncLocalStorage<true>();
let patched = false;

/** Within `task` ends are high watermarks; the package asks for last stable offsets, which open transactions hold. */
function withHighWatermarks<T>(task: () => Promise<T>): Promise<T> {
  // The package looks its encoders up at each request.
  for (const version of patched ? [] : [2, 3]) {
    const path = require.resolve(`kafkajs/src/protocol/requests/listOffsets/v${version}/request`);
    const encode = require(path);
    require.cache[path]!.exports = (request: object) =>
      encode(asking.getStore() ? { ...request, isolationLevel: READ_UNCOMMITTED } : request);
  }
  patched = true;
  return asking.run(true, task);
}
