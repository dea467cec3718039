import kafkajs, { type Kafka as Client, type Producer as ClientProducer } from 'kafkajs';
import type { Acknowledged, OutgoingRecord, Producer } from '../port.ts';

const ALL_REPLICAS = -1;

/**
 * One send at a time, always: the package gives the numbers of a send that failed to the next one, and a broker that
 * had taken the first would drop the second as its repetition. After a failure the producer is made anew for the same
 * reason.
 */
export async function createProducer(client: Client): Promise<Producer> {
  let current: ClientProducer | null = await open(client);
  let turn: Promise<unknown> = Promise.resolve();

  async function sendNow(topic: string, records: readonly OutgoingRecord[]): Promise<Acknowledged[]> {
    current ??= await open(client);
    try {
      const answers = await current.send({
        topic,
        acks: ALL_REPLICAS,
        compression: kafkajs.CompressionTypes.GZIP,
        messages: records.map(({ key, value, headers }) => ({ key, value, headers: headers && { ...headers } })),
      });
      return answers.map(({ partition, baseOffset }) => ({ topic, partition, firstOffset: BigInt(baseOffset ?? -1) }));
    } catch (error) {
      const broken = current;
      current = null;
      await broken.disconnect().catch(() => {});
      throw error;
    }
  }

  return {
    send(topic, records, signal) {
      if (records.length === 0) return Promise.resolve([]);
      signal?.throwIfAborted();
      const sent = turn.then(() => {
        signal?.throwIfAborted();
        return sendNow(topic, records);
      });
      turn = sent.catch(() => {});
      return signal ? orAborted(sent, signal) : sent;
    },
    async close() {
      const closing = current;
      current = null;
      await closing?.disconnect();
    },
  };
}

async function open(client: Client): Promise<ClientProducer> {
  const producer = client.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    // An idempotent producer may not give up half-way; the caller's signal ends its wait.
    retry: { initialRetryTime: 100, maxRetryTime: 5_000, factor: 0.2, multiplier: 2, retries: Number.MAX_SAFE_INTEGER },
  });
  await producer.connect();
  return producer;
}

function orAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
