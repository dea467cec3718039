/**
 * Connections to Redis that come back by themselves and refuse at once while they are broken. One on which a question
 * stays without an answer is broken, too, though nobody closed it: without that, nobody would try another for a quarter
 * of an hour, and what was asked would wait as long.
 */
import { Redis } from 'ioredis';
import type { Secret } from './config.ts';
import type { Logger } from './logger.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 30_000;
/** Scripts of ours take less than a millisecond; a machine that is very busy may keep its answers for a second or two. */
const SILENCE_MS = 5_000;

/** `what` says in the log what the connection is for; `silenceMs`: how long it may leave a question without an answer. */
export function openRedis(url: Secret, what: string, logger: Logger, silenceMs = SILENCE_MS): Redis {
  const redis = new Redis(url.reveal(), {
    connectionName: `market-stats-${what}`,
    // Whoever asks has a way to continue without an answer, or asks again.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: silenceMs,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: (tries) =>
      Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2),
  });
  let reported = false;
  redis.on('error', (error) => {
    if (!reported) logger.error({ err: error, connection: what }, 'Redis is unavailable');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) logger.info({ connection: what }, 'Redis is available again');
    reported = false;
  });
  return redis;
}
