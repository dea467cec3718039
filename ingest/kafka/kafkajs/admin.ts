import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type Kafka as Client, type Admin as ClientAdmin } from 'kafkajs';
import { inTurn, retry } from '../../../lib/async.ts';
import { type Admin, type Position, partitionKey, type TopicInfo, type TopicSpec } from '../port.ts';
import type { decodeFetch } from './fetch-response.ts';
import { isAway } from './patches.ts';

const MAX_REPLICAS = 3;
const NEW_TOPIC_TIMEOUT_MS = 30_000;
const NEW_TOPIC_POLL_MS = 100;

/** About a minute and a half. */
const PATIENCE = { attempts: 25, firstDelayMs: 100, maxDelayMs: 5_000, isTransient: isAway } as const;

/**
 * Every call waits for a broker that is unavailable for a moment: the package does so with some of them only. One call at a
 * time, and of one topic: the package has one list of topics for all of them, and where two are looked up at once, one
 * fails or has no partitions.
 */
export async function createAdmin(client: Client): Promise<Admin> {
  const admin = client.admin();
  await admin.connect();
  const arrivals = createArrivals(client);
  const inOrder = inTurn();
  const patiently = <T>(call: () => Promise<T>): Promise<T> => inOrder(() => retry(call, PATIENCE));
  return {
    topics: () => patiently(() => admin.listTopics()),
    describe: (topics, settings) => patiently(() => describe(admin, topics, settings)),
    create: (specs) => createTopics(client, specs),
    async ends(topic, readable = false) {
      const fetch = () => admin.fetchTopicOffsets(topic);
      const offsets = await patiently(() => (readable ? fetch() : withHighWatermarks(fetch)));
      return offsets.map(({ partition, low, high }) => ({ topic, partition, start: BigInt(low), end: BigInt(high) }));
    },
    async offsetsAt(topic, timeMs) {
      const offsets = await patiently(() => admin.fetchTopicOffsetsByTimestamp(topic, timeMs));
      return offsets.map(({ partition, offset }) => ({ topic, partition, offset: BigInt(offset) }));
    },
    async committed(group, topics) {
      const found = await Promise.all(
        topics.map((topic) => patiently(() => admin.fetchOffsets({ groupId: group, topics: [topic] }))),
      );
      return found.flat().flatMap(({ topic, partitions }) =>
        partitions.map(({ partition, offset, metadata }) => {
          const position = BigInt(offset);
          return { topic, partition, offset: position < 0n ? null : position, note: metadata ?? '' };
        }),
      );
    },
    arrivals: (positions) => inOrder(() => arrivals.of(positions)),
    async members(group) {
      const { groups } = await patiently(() => admin.describeGroups([group]));
      return groups[0]?.members.length ?? 0;
    },
    async deleteGroup(group) {
      await patiently(() => admin.deleteGroups([group]));
    },
    async close() {
      await arrivals.close();
      await admin.disconnect();
    },
  };
}

/** With a connection of its own: one that has looked at a topic before fails while that topic is not there. */
async function createTopics(client: Client, specs: readonly TopicSpec[]): Promise<void> {
  if (specs.length === 0) return;
  const admin = client.admin();
  await admin.connect();
  try {
    const { brokers } = await admin.describeCluster();
    const replicas = Math.min(MAX_REPLICAS, brokers.length);
    // Where there are three copies, an acknowledged record is in two of them.
    const durability = replicas === MAX_REPLICAS ? { 'min.insync.replicas': '2' } : {};
    for (const { topic, partitions, settings } of specs) {
      const configEntries = Object.entries({ ...durability, ...settings }).map(([name, value]) => ({ name, value }));
      const wish = { topic, numPartitions: partitions, replicationFactor: replicas, configEntries };
      await admin.createTopics({ waitForLeaders: false, topics: [wish] });
    }
    await untilLed(
      admin,
      specs.map(({ topic }) => topic),
    );
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

async function describe(
  admin: ClientAdmin,
  topics: readonly string[],
  settings: readonly string[],
): Promise<TopicInfo[]> {
  if (topics.length === 0) return [];
  const metadata = await admin.fetchTopicMetadata({ topics: [...topics] });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configNames: [...settings],
    })),
  });
  return metadata.topics.map(({ name, partitions }) => {
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    const values = Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
    return { topic: name, partitions: partitions.length, settings: values };
  });
}

/** When records came to a partition, also such as a transaction that is open hides from readers. The package's admin reads no records. */
const READ_UNCOMMITTED = 0;
const METADATA_MAX_AGE_MS = 60_000;
/** The broker answers one batch at least, however large. */
const BATCH_BYTES = 1;

type Fetch = { replicaId: number; isolationLevel: number; maxWaitTime: number; maxBytes: number; topics: object[] };

interface Cluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>;
  refreshMetadataIfNecessary(): Promise<void>;
  findLeaderForPartitions(topic: string, partitions: readonly number[]): Record<string, number[]>;
  findBroker(options: { nodeId: string }): Promise<{ fetch(request: Fetch): ReturnType<typeof decodeFetch> }>;
}

export interface Arrivals {
  /** Epoch ms of the first record at or after each position, by partition; those that have none are left out. */
  of(positions: readonly Position[]): Promise<Map<string, number>>;
  close(): Promise<void>;
}

export function createArrivals(client: Client): Arrivals {
  let connected: Promise<Cluster> | null = null;

  async function connect(): Promise<Cluster> {
    const create = Object.getOwnPropertySymbols(client).find(
      ({ description }) => description === 'private:Kafka:createCluster',
    )!;
    const cluster = (client as unknown as Record<symbol, (options: object) => Cluster>)[create]({
      metadataMaxAge: METADATA_MAX_AGE_MS,
      allowAutoTopicCreation: false,
    });
    await cluster.connect();
    return cluster;
  }

  async function fetch(cluster: Cluster, { topic, partition, offset }: Position): Promise<number | null> {
    const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]));
    if (nodeId === undefined) return null;
    const broker = await cluster.findBroker({ nodeId });
    const wanted = { partition, fetchOffset: String(offset), maxBytes: BATCH_BYTES };
    const { responses } = await broker.fetch({
      ...{ replicaId: -1, isolationLevel: READ_UNCOMMITTED, maxWaitTime: 0, maxBytes: BATCH_BYTES },
      topics: [{ topic, partitions: [wanted] }],
    });
    const record = responses[0]?.partitions[0]?.messages.find(
      (one) => !one.isControlRecord && BigInt(one.offset) >= offset,
    );
    return record ? Number(record.timestamp) : null;
  }

  return {
    async of(positions) {
      connected ??= connect();
      try {
        const cluster = await connected;
        await cluster.addMultipleTargetTopics([...new Set(positions.map(({ topic }) => topic))]);
        await cluster.refreshMetadataIfNecessary();
        const times = new Map<string, number>();
        for (const position of positions) {
          const timeMs = await fetch(cluster, position);
          if (timeMs !== null && timeMs >= 0) times.set(partitionKey(position), timeMs);
        }
        return times;
      } catch (error) {
        // Leaders move, brokers go: the next one begins with new connections.
        const last = connected;
        connected = null;
        await last?.then((cluster) => cluster.disconnect()).catch(() => {});
        throw error;
      }
    },
    async close() {
      await connected?.then((cluster) => cluster.disconnect()).catch(() => {});
      connected = null;
    },
  };
}

/**
 * Where a log ends for who writes to it. The package's admin asks for the last stable offset, which an open transaction
 * of anybody holds back: what was acknowledged behind it would look as if it were not there. It has no option for this.
 */
const require = createRequire(import.meta.url);
const asking = new AsyncLocalStorage<true>();
let patched = false;

/** The package looks its encoders up at each request. */
function patch(): void {
  for (const version of [2, 3]) {
    const path = require.resolve(`kafkajs/src/protocol/requests/listOffsets/v${version}/request`);
    const encode = require(path);
    require.cache[path]!.exports = (request: object) =>
      encode(asking.getStore() ? { ...request, isolationLevel: READ_UNCOMMITTED } : request);
  }
  patched = true;
}

/** Within `task` the ends of partitions are their high watermarks. */
export function withHighWatermarks<T>(task: () => Promise<T>): Promise<T> {
  if (!patched) patch();
  return asking.run(true, task);
}
