/** Kafka on loopback as child processes, from its published jars: one broker, or a cluster of three. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectFile } from '../../lib/paths.ts';
import { stoppable } from '../child.ts';

export const KAFKA_VERSION = '4.1.0';
const MAVEN_TIMEOUT_MS = 600_000;
const START_TIMEOUT_MS = 90_000;
/** Options of short-lived brokers: they start sooner with half of the work, but run slower later. */
const QUICK_JVM = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

export function missingForKafka(): string | null {
  const missing = ['java', 'mvn'].find((tool) => spawnSync(tool, ['-version'], { stdio: 'ignore' }).status !== 0);
  return missing === undefined ? null : `${missing} is not on this machine`;
}

/** Returns the class path of a Kafka version's jars, fetched once into the project's cache. @throws with Maven's own message */
export function kafkaClassPath(version = KAFKA_VERSION): string {
  const folder = projectFile('.cache', `kafka-${version}`);
  const classPath = join(folder, '*');
  if (existsSync(folder)) return classPath;
  const missing = missingForKafka();
  if (missing) throw new Error(`a local Kafka needs Java 17 and Maven: ${missing}`);
  // The jars are fetched aside and moved into place, so that concurrent or broken fetches leave no incomplete folder.
  const aside = `${folder}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${aside}`, `-Dkafka.version=${version}`];
  const maven = spawnSync('mvn', ['-q', '-B', ...goal, '-f', projectFile('dev', 'kafka', 'pom.xml')], {
    encoding: 'utf8',
    timeout: MAVEN_TIMEOUT_MS,
  });
  if (maven.status !== 0) {
    rmSync(aside, { recursive: true, force: true });
    throw new Error(`Maven could not fetch Kafka ${version}: ${maven.stdout}${maven.stderr}`.trim());
  }
  try {
    renameSync(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  return classPath;
}

interface CommonOptions {
  /** Folder that is kept between starts. */
  readonly dataDir: string;
  readonly version?: string;
  readonly output?: 'ignore' | 'inherit';
  /** Settings that replace or extend Kafka's defaults. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

interface NodeOptions extends CommonOptions {
  readonly id: number;
  /** Clients' port. */
  readonly port: number;
  readonly controllerPort: number;
  /** Address of every node: `id@host:port`. */
  readonly voters: string;
  readonly clusterId: string;
  readonly heapMb: number;
  readonly jvm: readonly string[];
}

/** Mask that clears the first of six bits, so that the first character is neither `-` nor `_`, the last two of the alphabet. */
const FIRST_BIT_OFF = 0x7f;

/** Returns 22 characters of base64url; Kafka's own tools would read a leading `-` as an option. */
export function newClusterId(bytes: Buffer = randomBytes(16)): string {
  return Buffer.from([bytes[0] & FIRST_BIT_OFF, ...bytes.subarray(1)]).toString('base64url');
}

/** Starts a node in KRaft mode, broker and controller at once, and waits for its port; formats new storage first. */
async function startNode(options: NodeOptions) {
  const { port, dataDir, output = 'ignore' } = options;
  const properties = writeProperties(options);
  const jvm = ['-cp', kafkaClassPath(options.version), `-Xmx${options.heapMb}m`, ...options.jvm];
  if (!existsSync(join(dataDir, 'log', 'meta.properties'))) {
    const format = [...jvm, 'kafka.tools.StorageTool', 'format', '-t', options.clusterId, '-c', properties];
    await promisify(execFile)('java', format).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`Kafka's storage could not be formatted: ${error.stdout}${error.stderr}`);
    });
  }
  const child = spawn('java', [...jvm, 'kafka.Kafka', properties], { stdio: ['ignore', output, output] });
  const program = stoppable(child);
  await untilListening(port, child);
  return { ...program, port };
}

function writeProperties({ id, dataDir, port, controllerPort, voters, settings }: NodeOptions): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'server.properties');
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.voters': voters,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': join(dataDir, 'log'),
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': false,
    'log.retention.ms': -1,
    ...settings,
  };
  const lines = Object.entries(properties).map(([key, value]) => `${key}=${value}\n`);
  writeFileSync(path, lines.join(''));
  return path;
}

/** Range of ports below those of outgoing connections, which could take a port before the broker listens. */
const PORTS = [15_000, 32_000] as const;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
  }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`Kafka ended with code ${child.exitCode} before it listened on ${port}`);
    if (await connects(port)) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`Kafka did not listen on port ${port} within ${START_TIMEOUT_MS} ms`);
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

interface BrokerOptions extends CommonOptions {
  /** Clients' port; 0: any free one. */
  readonly port: number;
  /** Port that clients are told to connect to, such as a proxy's. */
  readonly advertisedPort?: number;
  readonly isBrief?: boolean;
}

export type Broker = Awaited<ReturnType<typeof startBroker>>;

export async function startBroker({ advertisedPort, isBrief, settings, ...options }: BrokerOptions) {
  const port = options.port || (await freePort());
  const controllerPort = await freePort();
  const node = await startNode({
    ...options,
    id: 1,
    port,
    controllerPort,
    voters: `1@127.0.0.1:${controllerPort}`,
    clusterId: newClusterId(),
    heapMb: 512,
    jvm: isBrief ? QUICK_JVM : [],
    settings: {
      'offsets.topic.replication.factor': 1,
      'transaction.state.log.replication.factor': 1,
      'transaction.state.log.min.isr': 1,
      'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertisedPort ?? port}`,
      ...settings,
    },
  });
  return { ...node, brokers: `127.0.0.1:${port}` };
}

const IDS: readonly number[] = [1, 2, 3];
/** Settings of a cluster: Kafka's own topics have few partitions, so that a restart hands them over quickly. */
const CLUSTER_SETTINGS = {
  'default.replication.factor': 3,
  'min.insync.replicas': 2,
  'offsets.topic.replication.factor': 3,
  'offsets.topic.num.partitions': 6,
  'transaction.state.log.replication.factor': 3,
  'transaction.state.log.min.isr': 2,
  'transaction.state.log.num.partitions': 3,
  'num.network.threads': 2,
  'num.io.threads': 2,
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts three brokers; each record is on all of them and acknowledged by two. */
export async function startCluster(options: CommonOptions) {
  const ports = new Map<number, { port: number; controllerPort: number }>();
  for (const id of IDS) ports.set(id, { port: await freePort(), controllerPort: await freePort() });
  const voters = IDS.map((id) => `${id}@127.0.0.1:${ports.get(id)!.controllerPort}`).join();
  const clusterId = newClusterId();
  const nodes = new Map<number, Awaited<ReturnType<typeof startNode>>>();

  async function start(id: number): Promise<void> {
    const node = await startNode({
      ...options,
      id,
      ...ports.get(id)!,
      voters,
      clusterId,
      heapMb: 256,
      jvm: QUICK_JVM,
      dataDir: join(options.dataDir, String(id)),
      settings: { ...CLUSTER_SETTINGS, ...options.settings },
    });
    nodes.set(id, node);
  }

  const close = async () => {
    await Promise.all([...nodes.values()].map((node) => node.stop('SIGKILL')));
  };
  const started = await Promise.allSettled(IDS.map(start));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  return {
    brokers: IDS.map((id) => `127.0.0.1:${ports.get(id)!.port}`).join(),
    ids: IDS,
    portOf: (id: number) => ports.get(id)!.port,
    /** Stops a broker; SIGTERM hands its leaderships over first, SIGKILL does not. */
    stop: (id: number, signal?: NodeJS.Signals) => nodes.get(id)!.stop(signal),
    start,
    /** Freezes a broker (SIGSTOP): its connections stay open, and it does not answer until it is thawed. */
    freeze: (id: number) => void process.kill(nodes.get(id)!.pid, 'SIGSTOP'),
    thaw: (id: number) => void process.kill(nodes.get(id)!.pid, 'SIGCONT'),
    close,
  };
}
