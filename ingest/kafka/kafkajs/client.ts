/** The port over kafkajs. Nothing outside this folder imports that package. */
import kafkajs, { type SASLOptions } from 'kafkajs';
import type { Logger } from '../../../lib/logger.ts';
import type { KafkaConfig } from '../../../lib/variables.ts';
import type { Kafka } from '../port.ts';
import { createAdmin } from './admin.ts';
import { isAway } from './away.ts';
import { registerCodecs } from './codecs.ts';
import { createConsumer } from './consumer.ts';
import { createProducer } from './producer.ts';

const CLIENT_ID = 'market-stats';
const CONNECTION_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Said everywhere: what the package takes by default depends on the environment. About a minute in all. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 5_000, factor: 0.2, multiplier: 2, retries: 15 } as const;

export function openKafka(config: KafkaConfig, logger: Logger): Kafka {
  registerCodecs();
  const client = new kafkajs.Kafka({
    clientId: CLIENT_ID,
    brokers: [...config.brokers],
    ssl: config.ssl,
    sasl: saslOf(config),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logLevel: kafkajs.logLevel.WARN,
    logCreator:
      () =>
      ({ log, level, namespace }) => {
        const { message, error, groupId, topic } = log;
        // Each failed try is told; what it comes to in the end is told by whoever waits for it.
        const write = level <= kafkajs.logLevel.ERROR ? logger.warn : logger.info;
        write.call(logger, { kafka: namespace, error, groupId, topic }, message);
      },
  });
  return {
    producer: () => createProducer(client),
    consumer: (options) => createConsumer(client, options, logger),
    admin: () => createAdmin(client),
    isAway,
  };
}

function saslOf({ sasl }: KafkaConfig): SASLOptions | undefined {
  if (!sasl) return undefined;
  return { mechanism: sasl.mechanism, username: sasl.username, password: sasl.password.reveal() } as SASLOptions;
}
