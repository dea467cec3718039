/**
 * A broker for tests: KAFKA_BROKERS, else Docker, else a local one from its published jars (Java, Maven; of version
 * KAFKA_VERSION where it is set). Under CI=true none of these is a failure; elsewhere the suites skip and say so.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Broker, freePort, startBroker } from '../../dev/kafka/broker.ts';
import { type Cluster, startCluster } from '../../dev/kafka/cluster.ts';
import { missingForKafka } from '../../dev/kafka/jars.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import type { Kafka } from '../../ingest/kafka/port.ts';
import { topicSpecs } from '../../ingest/kafka/topics.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { KafkaConfig } from '../../lib/variables.ts';
import { type Cable, cableTo } from './proxy.ts';

const run = promisify(execFile);

export interface TestKafka {
  readonly brokers: string;
  readonly config: KafkaConfig;
  /** Variables of a program that uses it. */
  readonly env: Readonly<Record<string, string>>;
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

/** Topics of a broker that is not ours are deleted only where this one says that tests have made them. */
const MARK = 'made-by-market-stats-tests';

/** Null where none is to be had. Topics are missing at first. */
export async function startKafka(): Promise<TestKafka | null> {
  const given = process.env['KAFKA_BROKERS'];
  if (given) return onGiven(given);
  const docker = await inDocker();
  if (docker) return docker;
  const missing = missingForKafka();
  if (!missing) return local();
  const message = `no Kafka: KAFKA_BROKERS is not set, there is no Docker, and ${missing}`;
  if (process.env['CI'] === 'true') throw new Error(message);
  console.warn(`${message}; the suites that need it are skipped`);
  return null;
}

/** Shorter than by default: a killed consumer's partitions go to the next one after it. */
const SESSION_TIMEOUT_MS = 6_000;
/** Of a program that a machine full of tests may leave without a turn for some seconds. */
const PROGRAM_SESSION_TIMEOUT_S = 8;
const PARTITIONS = 4;

const configOf = (brokers: string): KafkaConfig => ({
  ...{ brokers: brokers.split(','), partitions: PARTITIONS, ssl: false, sasl: null },
  sessionTimeoutMs: SESSION_TIMEOUT_MS,
});

const reachedAt = (brokers: string): Pick<TestKafka, 'brokers' | 'config' | 'env'> => ({
  brokers,
  config: configOf(brokers),
  env: {
    KAFKA_BROKERS: brokers,
    KAFKA_PARTITIONS: String(PARTITIONS),
    KAFKA_SESSION_TIMEOUT_S: String(PROGRAM_SESSION_TIMEOUT_S),
  },
});

const opener =
  (own: KafkaConfig) =>
  (logger: Logger = silentLogger, config = own) =>
    openKafka(config, logger, 'test');

async function onGiven(brokers: string): Promise<TestKafka> {
  const config = configOf(brokers);
  const { Kafka } = (await import('kafkajs')).default;
  const admin = new Kafka({ brokers: [...config.brokers] }).admin();
  await admin.connect();
  const ours = topicSpecs(1).map(({ topic }) => topic);
  const there = await admin.listTopics();
  const topics = ours.filter((topic) => there.includes(topic));
  if (topics.length > 0 && !there.includes(MARK)) {
    throw new Error('the broker of KAFKA_BROKERS has topics of the project: give the tests a broker of their own');
  }
  if (!there.includes(MARK)) await admin.createTopics({ topics: [{ topic: MARK }] });
  await admin.deleteTopics({ topics });
  await admin.disconnect();
  return { ...reachedAt(brokers), open: opener(config), process: null, close: async () => {} };
}

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
