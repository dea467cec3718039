/** The process of one Kafka node in KRaft mode on loopback, broker and controller at once. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { classPath, KAFKA_VERSION, kafkaJars } from './jars.ts';

const run = promisify(execFile);

export interface NodeOptions {
  readonly id: number;
  /** Clients' port. */
  readonly port: number;
  readonly controllerPort: number;
  /** Of every node: `id@host:port`. */
  readonly voters: string;
  readonly clusterId: string;
  /** Kept between starts. */
  readonly dataDir: string;
  readonly version?: string;
  /** Where the node's own log goes. */
  readonly output?: 'ignore' | 'inherit';
  readonly heapMb: number;
  readonly jvm?: readonly string[];
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

export interface KafkaNode {
  readonly port: number;
  readonly pid: number;
  /** Resolves with the exit code once the process is gone. */
  readonly exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 30_000;
/** For what lives a minute or two: ready sooner and with half of the work, at the cost of speed later. */
export const QUICK_JVM = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'] as const;

/** The first of six bits: without it the first character is none of `-` and `_`, the last two of the alphabet. */
const FIRST_BIT_OFF = 0x7f;

/** 22 characters of base64url. One that begins with `-` would be read as an option by Kafka's own tools. */
export function newClusterId(bytes: Buffer = randomBytes(16)): string {
  return Buffer.from([bytes[0] & FIRST_BIT_OFF, ...bytes.subarray(1)]).toString('base64url');
}

/** Resolves once clients can connect; formats the storage where it is new. */
export async function startNode(options: NodeOptions): Promise<KafkaNode> {
  const jars = kafkaJars(options.version ?? KAFKA_VERSION);
  const properties = writeProperties(options);
  const java = (main: string, ...args: string[]) => [
    '-cp',
    classPath(jars),
    `-Xmx${options.heapMb}m`,
    ...(options.jvm ?? []),
    main,
    ...args,
  ];
  if (!existsSync(join(options.dataDir, 'log', 'meta.properties'))) {
    const format = java('kafka.tools.StorageTool', 'format', '-t', options.clusterId, '-c', properties);
    await run('java', format).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`Kafka's storage could not be formatted: ${error.stdout}${error.stderr}`);
    });
  }
  const child = spawn('java', java('kafka.Kafka', properties), {
    stdio: ['ignore', options.output ?? 'ignore', options.output ?? 'ignore'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await untilListening(options.port, child);
  return {
    port: options.port,
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
