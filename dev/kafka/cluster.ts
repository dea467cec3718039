/** Three Kafka brokers on loopback: every record on each of them, acknowledged by two. */
import { join } from 'node:path';
import { freePort, type KafkaNode, type NodeOptions, newClusterId, QUICK_JVM, startNode } from './node.ts';

export interface ClusterOptions {
  readonly dataDir: string;
  readonly version?: string;
  readonly output?: 'ignore' | 'inherit';
  readonly settings?: NodeOptions['settings'];
}

export interface Cluster {
  /** Of all nodes, with commas between. */
  readonly brokers: string;
  /** From 1 to 3. */
  readonly ids: readonly number[];
  portOf(id: number): number;
  /** SIGTERM hands its leaderships over first; SIGKILL does not. */
  stop(id: number, signal?: NodeJS.Signals): Promise<void>;
  start(id: number): Promise<void>;
  /** SIGSTOP: its connections stay open, and nothing answers until it is thawed. */
  freeze(id: number): void;
  thaw(id: number): void;
  close(): Promise<void>;
}

const IDS = [1, 2, 3] as const;
const HEAP_MB = 256;
/** Few partitions of the broker's own topics: what a restart hands over is then quickly handed over. */
const SETTINGS = {
  'default.replication.factor': 3,
  'min.insync.replicas': 2,
  'offsets.topic.replication.factor': 3,
  'offsets.topic.num.partitions': 6,
  'transaction.state.log.replication.factor': 3,
  'transaction.state.log.min.isr': 2,
  'transaction.state.log.num.partitions': 3,
  'num.network.threads': 2,
  'num.io.threads': 2,
} as const;

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const ports = new Map<number, { port: number; controllerPort: number }>();
  for (const id of IDS) ports.set(id, { port: await freePort(), controllerPort: await freePort() });
  const voters = IDS.map((id) => `${id}@127.0.0.1:${ports.get(id)!.controllerPort}`).join();
  const clusterId = newClusterId();
  const nodes = new Map<number, KafkaNode>();

  async function start(id: number): Promise<void> {
    const { version, output } = options;
    const settings = { ...SETTINGS, ...options.settings };
    const dataDir = join(options.dataDir, String(id));
    nodes.set(
      id,
      await startNode({
        id,
        ...ports.get(id)!,
        voters,
        clusterId,
        dataDir,
        version,
        output,
        heapMb: HEAP_MB,
        jvm: QUICK_JVM,
        settings,
      }),
    );
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
    portOf: (id) => ports.get(id)!.port,
    stop: (id, signal) => nodes.get(id)!.stop(signal),
    start,
    freeze: (id) => void process.kill(nodes.get(id)!.pid, 'SIGSTOP'),
    thaw: (id) => void process.kill(nodes.get(id)!.pid, 'SIGCONT'),
    close,
  };
}
