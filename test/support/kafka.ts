/**
 * A broker for tests: KAFKA_BROKERS, else Docker, else a local one from its published jars (Java, Maven; of version
 * KAFKA_VERSION where it is set). One serves a run, with topics and groups of its own for each file; who stops it, or
 * hangs it, starts another. Under CI=true none of these is a failure; elsewhere the suites skip and say so.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import kafkajs from 'kafkajs';
import {
  type Broker,
  type Cluster,
  freePort,
  missingForKafka,
  startBroker,
  startCluster,
} from '../../dev/kafka/kafka.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import type { Kafka } from '../../ingest/kafka/port.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { KafkaConfig } from '../../lib/variables.ts';
import { type Cable, cableTo } from './proxy.ts';
import { ofRun } from './run-servers.ts';

const run = promisify(execFile);

export interface TestKafka {
  readonly brokers: string;
  readonly config: KafkaConfig;
  /** Variables of a program that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** The name that clients other than ours know a topic or a group by. */
  named(name: string): string;
  /** A client of its own. */
  open(logger?: Logger, config?: KafkaConfig): Kafka;
  /** Only of a broker that is this test's own: stops it, or starts it again on its data. */
  readonly process: { stop(signal?: NodeJS.Signals): Promise<void>; start(): Promise<void> } | null;
  close(): Promise<void>;
}

export interface TestCluster extends TestKafka {
  readonly cluster: Cluster;
}

/** Says so where there is no Java; under CI=true that is a failure. */
function missing(): boolean {
  const what = missingForKafka();
  if (!what) return false;
  if (process.env['CI'] === 'true') throw new Error(`no Kafka of the test's own: ${what}`);
  console.warn(`no Kafka of the test's own: ${what}; the suites that need it are skipped`);
  return true;
}

/**
 * Three brokers of the test's own, from the published jars: what is shown on them is stops and starts of one of them,
 * which a broker that is given does not offer. Null where there is no Java; under CI=true that is a failure.
 */
export async function startKafkaCluster(): Promise<TestCluster | null> {
  if (missing()) return null;
  const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-kafka-'));
  const cluster = await startCluster({ dataDir, version: process.env['KAFKA_VERSION'] || undefined });
  const reached = reachedAt(cluster.brokers);
  return {
    ...reached,
    open: opener(reached.config),
    process: null,
    cluster,
    async close() {
      await cluster.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface CabledKafka extends TestKafka {
  /** All clients come through it, producers too. */
  readonly cable: Cable;
}

/** A broker of the test's own, whose requests go without an answer for at most `requestTimeoutMs`; null as above. */
export async function startCabledKafka(requestTimeoutMs: number): Promise<CabledKafka | null> {
  if (missing()) return null;
  const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-kafka-'));
  const port = await freePort();
  const cable = await cableTo({ host: '127.0.0.1', port });
  const version = process.env['KAFKA_VERSION'] || undefined;
  const broker = await startBroker({ port, advertisedPort: cable.port, dataDir, version, isBrief: true });
  const reached = reachedAt(`127.0.0.1:${cable.port}`);
  return {
    ...reached,
    open: (logger = silentLogger, own = reached.config) => openKafka(own, logger, 'test', requestTimeoutMs),
    process: null,
    cable,
    async close() {
      await cable.close();
      await broker.stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The broker of this run, with topics of the caller's own, which are missing at first; null where there is none. */
export async function kafkaOfRun(): Promise<TestKafka | null> {
  const brokers = process.env['KAFKA_BROKERS'] || (await ofRun('broker'));
  if (!brokers) return missingKafka();
  const reached = reachedAt(brokers, `${process.pid}-${Date.now()}.`);
  return {
    ...reached,
    open: opener(reached.config),
    process: null,
    async close() {
      const admin = new kafkajs.Kafka({ brokers: [...reached.config.brokers], logLevel: 0 }).admin();
      await admin.connect();
      const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(reached.named('')));
      await admin.deleteTopics({ topics });
      await admin.disconnect();
    },
  };
}

function missingKafka(): null {
  const message = `no Kafka: KAFKA_BROKERS is not set, there is no Docker, and ${missingForKafka()}`;
  if (process.env['CI'] === 'true') throw new Error(message);
  console.warn(`${message}; the suites that need it are skipped`);
  return null;
}

/** A broker of the caller's own, but for KAFKA_BROKERS. Topics are missing at first. */
export async function startKafka(): Promise<TestKafka | null> {
  if (process.env['KAFKA_BROKERS']) return kafkaOfRun();
  const docker = await inDocker();
  if (docker) return docker;
  return missingForKafka() ? missingKafka() : local();
}

/** Shorter than by default: a killed consumer's partitions go to the next one after it. */
const SESSION_TIMEOUT_MS = 6_000;
/** Of a program that a machine full of tests may leave without a turn for some seconds. */
const PROGRAM_SESSION_TIMEOUT_S = 8;
const PARTITIONS = 4;

const reachedAt = (brokers: string, prefix = ''): Pick<TestKafka, 'brokers' | 'config' | 'named' | 'env'> => ({
  brokers,
  config: {
    brokers: brokers.split(','),
    partitions: PARTITIONS,
    prefix,
    ssl: false,
    sasl: null,
    sessionTimeoutMs: SESSION_TIMEOUT_MS,
  },
  named: (name) => prefix + name,
  env: {
    KAFKA_BROKERS: brokers,
    ...(prefix && { KAFKA_PREFIX: prefix }),
    KAFKA_PARTITIONS: String(PARTITIONS),
    KAFKA_SESSION_TIMEOUT_S: String(PROGRAM_SESSION_TIMEOUT_S),
  },
});

const opener =
  (own: KafkaConfig) =>
  (logger: Logger = silentLogger, config = own) =>
    openKafka(config, logger, 'test');

async function inDocker(): Promise<TestKafka | null> {
  try {
    await run('docker', ['info'], { timeout: 10_000 });
  } catch {
    return null;
  }
  const { GenericContainer, Wait } = await import('testcontainers');
  const port = await freePort();
  const container = await new GenericContainer('apache/kafka:4.1.0')
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  const reached = reachedAt(`127.0.0.1:${port}`);
  return {
    ...reached,
    open: opener(reached.config),
    process: { stop: () => container.stop({ remove: false }).then(() => {}), start: () => container.restart() },
    close: async () => {
      await container.stop();
    },
  };
}

async function local(): Promise<TestKafka> {
  const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-kafka-'));
  const version = process.env['KAFKA_VERSION'] || undefined;
  let broker: Broker = await startBroker({ port: 0, dataDir, version, isBrief: true });
  const { brokers, port } = broker;
  const reached = reachedAt(brokers);
  return {
    ...reached,
    open: opener(reached.config),
    process: {
      stop: (signal) => broker.stop(signal),
      async start() {
        broker = await startBroker({ port, dataDir, version, isBrief: true });
      },
    },
    async close() {
      await broker.stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
