/** One Kafka broker on loopback, as a child process. */
import { freePort, type KafkaNode, newClusterId, QUICK_JVM, startNode } from './node.ts';

export { freePort };

export interface BrokerOptions {
  /** Clients' port; 0: any free one. */
  readonly port: number;
  /** The address that clients get instead, as where they come through a proxy. */
  readonly advertisedPort?: number;
  /** Kept between starts. */
  readonly dataDir: string;
  readonly version?: string;
  /** Where the broker's own log goes. */
  readonly output?: 'ignore' | 'inherit';
  /** In place of the broker's own, or beside them. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** It lives for a test. */
  readonly isBrief?: boolean;
}

export interface Broker extends KafkaNode {
  readonly brokers: string;
}

const HEAP_MB = 512;

export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const port = options.port || (await freePort());
  const controllerPort = await freePort();
  const node = await startNode({
    ...options,
    id: 1,
    port,
    controllerPort,
    voters: `1@127.0.0.1:${controllerPort}`,
    clusterId: newClusterId(),
    heapMb: HEAP_MB,
    ...(options.isBrief ? { jvm: QUICK_JVM } : {}),
    settings: {
      'offsets.topic.replication.factor': 1,
      'transaction.state.log.replication.factor': 1,
      'transaction.state.log.min.isr': 1,
      'advertised.listeners': `PLAINTEXT://127.0.0.1:${options.advertisedPort ?? port}`,
      ...options.settings,
    },
  });
  return { ...node, brokers: `127.0.0.1:${port}` };
}
