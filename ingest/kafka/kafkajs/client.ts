/** The port over kafkajs. Nothing outside this folder imports that package. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import kafkajs, { type SASLOptions } from 'kafkajs';
import { z } from 'zod';
import type { Logger } from '../../../lib/logger.ts';
import type { KafkaConfig, TokenSource } from '../../../lib/variables.ts';
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
    const { mechanism, token } = sasl;
    return { mechanism, oauthBearerProvider: async () => ({ value: await bearerToken(token) }) };
  }
  return { mechanism: sasl.mechanism, username: sasl.username, password: sasl.password.reveal() } as SASLOptions;
}

const ANSWER_MS = 10_000;
const answer = z.object({ access_token: z.string().min(1) });

/** Of OAUTHBEARER, read or requested at each authentication. @throws with what is wrong and never the token or the secret; the client tries again */
async function bearerToken(source: TokenSource): Promise<string> {
  if ('file' in source) {
    const token = (await readFile(source.file, 'utf8')).trim();
    if (token === '') throw new Error(`KAFKA_OAUTH_TOKEN_FILE: ${source.file} is empty`);
    return token;
  }
  const { url, clientId, clientSecret, scope } = source;
  const encoded = [clientId, clientSecret.reveal()].map(encodeURIComponent).join(':');
  const reply = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      authorization: `Basic ${Buffer.from(encoded).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }),
  });
  if (!reply.ok) throw new Error(`KAFKA_OAUTH_URL answers ${reply.status}`);
  const parsed = answer.safeParse(await reply.json().catch(() => null));
  if (!parsed.success) throw new Error('KAFKA_OAUTH_URL answers no access_token');
  return parsed.data.access_token;
}
