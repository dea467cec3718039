import kafkajs, { type Kafka as Client, type Producer as ClientProducer, type Message } from 'kafkajs';
import { inTurn, orAborted } from '../../../lib/async.ts';
import { getOrMake } from '../../../lib/collections.ts';
import type { Acknowledged, OutgoingRecord, Producer } from '../port.ts';
import { namingRight } from './rights.ts';

const ALL_REPLICAS = -1;
/** All who produce should choose among the same partitions soon after some are added. */
const METADATA_MAX_AGE_MS = 10_000;
/** An idempotent producer may not give up half-way; the caller's signal ends its wait. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 5_000, factor: 0.2, multiplier: 2 } as const;

const choose = kafkajs.Partitioners.DefaultPartitioner();

/**
 * A send to several brokers is acknowledged by the package where each broker that it knew at first has answered once:
 * where one fails and its partitions go to another that has answered already, they are never sent. So what no answer
 * names is sent again; and a record keeps the partition that was chosen first, as the broker takes what comes under the
 * same number again for a repetition.
 *
 * One send at a time, always: the package gives the numbers of a send that failed to the next one, and a broker that
 * had taken the first would drop the second as its repetition. After a failure the producer is recreated for the same
 * reason.
 *
 * @param prefix before the names of topics in the log
 */
export async function createProducer(client: Client, prefix: string): Promise<Producer> {
  const chosen = new WeakMap<Message, number>();
  const inOrder = inTurn();
  let current: ClientProducer | null = await open();

  async function open(): Promise<ClientProducer> {
    const producer = client.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      metadataMaxAge: METADATA_MAX_AGE_MS,
      createPartitioner: () => (args) => {
        const partition = chosen.get(args.message) ?? choose(args);
        chosen.set(args.message, partition);
        return partition;
      },
      retry: { ...RETRY, retries: Number.MAX_SAFE_INTEGER },
    });
    await producer.connect();
    return producer;
  }

  async function sendNow(topic: string, records: readonly OutgoingRecord[]): Promise<Acknowledged[]> {
    current ??= await open();
    const acknowledged: Acknowledged[] = [];
    const compression = kafkajs.CompressionTypes.GZIP;
    let messages: Message[] = records.map(({ headers, ...record }) => ({ ...record, headers: { ...headers } }));
    try {
      while (messages.length > 0) {
        const answers = await current.send({ topic: prefix + topic, acks: ALL_REPLICAS, compression, messages });
        for (const { partition, baseOffset } of answers) {
          acknowledged.push({ topic, partition, firstOffset: BigInt(baseOffset ?? -1) });
        }
        const answered = new Set(answers.map(({ partition }) => partition));
        messages = messages.filter((message) => !answered.has(chosen.get(message)!));
      }
      return acknowledged;
    } catch (error) {
      const broken = current;
      current = null;
      await broken.disconnect().catch(() => {});
      throw namingRight(error, {
        TOPIC: ['Write', `the topic ${prefix + topic}`],
        CLUSTER: ['IdempotentWrite', 'the cluster'],
      });
    }
  }

  return {
    send(topic, records, signal) {
      if (records.length === 0) return Promise.resolve([]);
      signal?.throwIfAborted();
      // While a broker is unavailable, a caller that gives up releases its records; only its place in the queue remains.
      let waiting: readonly OutgoingRecord[] = records;
      const leave = () => {
        waiting = [];
      };
      signal?.addEventListener('abort', leave, { once: true });
      const sent = inOrder(async () => {
        signal?.removeEventListener('abort', leave);
        signal?.throwIfAborted();
        return sendNow(topic, waiting);
      });
      return orAborted(sent, signal);
    },
    async close() {
      const closing = current;
      current = null;
      await closing?.disconnect();
    },
  };
}

/** By number of partitions. */
const described = new Map<number, { partitionId: number; leader: number }[]>();

export function partitionOf(key: string, partitions: number): number {
  const metadata = getOrMake(described, partitions, () =>
    Array.from({ length: partitions }, (_, partitionId) => ({ partitionId, leader: 0 })),
  );
  return choose({ topic: '', partitionMetadata: metadata as never, message: { key, value: null } });
}
