/** When records came to a partition, also such as a transaction that is open hides from readers. The package's admin reads no records. */
import type { Kafka as Client } from 'kafkajs';
import { type Position, partitionKey } from '../port.ts';
import type { decodeFetch } from './fetch-response.ts';

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
