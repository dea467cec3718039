/** The port over kafkajs. Nothing outside this folder imports that package. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import kafkajs, { type SASLOptions } from 'kafkajs';
import type { Logger } from '../../../lib/logger.ts';
import type { KafkaConfig } from '../../../lib/variables.ts';
import type { Kafka } from '../port.ts';
import { createAdmin } from './admin.ts';
import { boundBatches } from './codecs.ts';
import { createConsumer } from './consumer.ts';
import { isAway, patchKafkajs } from './patches.ts';
import { createProducer } from './producer.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Said everywhere: what the package takes by default depends on the environment. About a minute in all. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 5_000, factor: 0.2, multiplier: 2, retries: 15 } as const;

/** `program`: a part of the client's name. After `requestTimeoutMs` without an answer a connection is closed. */
export function openKafka(
  config: KafkaConfig,
  logger: Logger,
  program: string,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
): Kafka {
  patchKafkajs();
  boundBatches(config.maxBatchBytes);
  const client = new kafkajs.Kafka({
    clientId: `market-stats-${program}-${hostname()}-${process.pid}`,
    brokers: [...config.brokers],
    ssl: tlsOf(config),
    sasl: saslOf(config),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: requestTimeoutMs,
    retry: RETRY,
    logLevel: kafkajs.logLevel.WARN,
    logCreator:
      () =>
      ({ log, level, namespace }) => {
        const { message, error, groupId, topic } = log;
        // Logs each failed attempt; the caller reports the final outcome. What a right refuses has one attempt, and a failure
        // that names the right.
        const refused = /^Not authorized to access /.test(error ?? message);
        const write = refused ? logger.debug : level <= kafkajs.logLevel.ERROR ? logger.warn : logger.info;
        write.call(logger, { kafka: namespace, error, groupId, topic }, message);
      },
  });
  const { prefix = '', sessionTimeoutMs } = config;
  return {
    producer: () => createProducer(client, prefix),
    consumer: (options) => createConsumer(client, prefix, { ...options, sessionTimeoutMs }, logger),
    admin: () => createAdmin(client, prefix),
    isAway,
  };
}

function tlsOf({ ssl, certificates = {} }: KafkaConfig) {
  const { ca, cert, key } = certificates;
  if (!ssl || (!ca && !cert)) return ssl;
  return { ...(ca && { ca: [ca] }), ...(cert && { cert, key: key?.reveal() }) };
}

function saslOf({ sasl }: KafkaConfig): SASLOptions | undefined {
  if (!sasl) return undefined;
  if (sasl.mechanism === 'oauthbearer') {
    const { mechanism, tokenFile } = sasl;
    return { mechanism, oauthBearerProvider: async () => ({ value: await bearerToken(tokenFile) }) };
  }
  return { mechanism: sasl.mechanism, username: sasl.username, password: sasl.password.reveal() } as SASLOptions;
}

/** Reads the token of OAUTHBEARER, at each authentication. @throws with what is wrong and never the token; the client tries again */
async function bearerToken(file: string): Promise<string> {
  const token = (await readFile(file, 'utf8')).trim();
  if (token === '') throw new Error(`KAFKA_OAUTH_TOKEN_FILE: ${file} is empty`);
  return token;
}
