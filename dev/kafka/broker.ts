/** One Kafka broker in KRaft mode on loopback, as a child process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { classPath, KAFKA_VERSION, kafkaJars } from './jars.ts';

export interface BrokerOptions {
  /** Clients' port; 0: any free one. */
  readonly port: number;
  /** Kept between starts. */
  readonly dataDir: string;
  readonly version?: string;
  /** Where the broker's own log goes. */
  readonly output?: 'ignore' | 'inherit';
}

export interface Broker {
  readonly port: number;
  readonly brokers: string;
  readonly pid: number;
  /** Resolves with the exit code once the process is gone. */
  readonly exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const HEAP = '-Xmx512m';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const jars = kafkaJars(options.version ?? KAFKA_VERSION);
  const port = options.port || (await freePort());
  const controllerPort = await freePort();
  const properties = writeProperties(options.dataDir, port, controllerPort);
  const java = (main: string, ...args: string[]) => ['-cp', classPath(jars), HEAP, main, ...args];
  if (!existsSync(join(options.dataDir, 'log', 'meta.properties'))) {
    const id = randomBytes(16).toString('base64url');
    const format = spawnSync('java', java('kafka.tools.StorageTool', 'format', '-t', id, '-c', properties), {
      encoding: 'utf8',
    });
    if (format.status !== 0)
      throw new Error(`Kafka's storage could not be formatted: ${format.stdout}${format.stderr}`);
  }
  const child = spawn('java', java('kafka.Kafka', properties), {
    stdio: ['ignore', options.output ?? 'ignore', options.output ?? 'ignore'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await untilListening(port, child);
  return {
    port,
    brokers: `127.0.0.1:${port}`,
    pid: child.pid!,
    exited,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

function writeProperties(dataDir: string, port: number, controllerPort: number): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'server.properties');
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': join(dataDir, 'log'),
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': false,
    'log.retention.ms': -1,
  };
  writeFileSync(
    path,
    `${Object.entries(properties)
      .map(([key, value]) => `${key}=${value}`)
      .join('\n')}\n`,
  );
  return path;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`Kafka ended with code ${child.exitCode} before it listened on ${port}`);
    if (await connects(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
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
