/** One landing of a topic in a process of its own, with the embedded engine in it: ours, or the engine's own. */
import { openKafka } from '../ingest/kafka/kafkajs/client.ts';
import { systemClock } from '../lib/clock.ts';
import { silentLogger } from '../lib/logger.ts';
import { startIngest } from '../operations/deployment/ingest.ts';
import { openStore } from '../sql/connect.ts';
import { migrate } from '../sql/migrate.ts';
import { startKafkaEngine } from './peers/kafka-engine.ts';

export interface Landing {
  readonly who: 'ours' | 'engine';
  readonly dataDir: string;
  readonly brokers: string;
  readonly partitions: number;
  readonly rows: number;
}

export interface Landed {
  /** From the moment that it begins to follow the log until all rows can be asked for. */
  readonly ms: number;
  readonly cpuMs: number;
}

const POLL_MS = 20;

interface Follower {
  rows(): Promise<number>;
  stop(): Promise<void>;
}

async function measured(wanted: number, begin: () => Promise<Follower>): Promise<Landed> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const follower = await begin();
  while ((await follower.rows()) < wanted) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const { user, system } = process.cpuUsage(cpu);
  const landed = { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
  await follower.stop();
  return landed;
}

async function ours({ dataDir, brokers, partitions, rows }: Landing): Promise<Landed> {
  const store = await openStore({ dataDir, server: null });
  await migrate(store);
  const kafka = openKafka({ brokers: brokers.split(','), partitions, ssl: false, sasl: null }, silentLogger, 'bench');
  return measured(rows, async () => {
    const { stop } = await startIngest({
      kafka,
      store,
      config: { dlqMaxRatio: 0.5, dlqMaxRun: 1000, dlqAccept: false, maxClockSkewMs: 60_000 },
      partitions,
      clock: systemClock,
      logger: silentLogger,
      onFailed: (error) => {
        throw error;
      },
    });
    const query = 'SELECT count() AS n FROM market.bars';
    return { stop, rows: async () => (await store.reader.query<{ n: number }>(query))[0].n };
  });
}

async function engine({ dataDir, brokers, rows }: Landing): Promise<Landed> {
  return measured(rows, async () => {
    const peer = await startKafkaEngine(dataDir, brokers, `peer-${process.pid}`);
    return { rows: peer.rows, stop: async () => {} };
  });
}

// The caller ends this process: the engine may wait for its own Kafka table when it is left by itself.
process.once('message', async (message) => {
  const landing = message as Landing;
  process.send?.(await (landing.who === 'ours' ? ours : engine)(landing));
});
