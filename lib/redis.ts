/**
 * Connections to Redis that reconnect by themselves and fail at once while they are broken. A connection whose command
 * stays unanswered counts as broken, too, although it is still open: otherwise it would be kept for a quarter of an hour,
 * and callers would wait as long.
 */
import { Redis } from 'ioredis';
import type { Secret } from './config.ts';
import type { Logger } from './logger.ts';
import { counter } from './metrics.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 30_000;
/** Time limit of a command. Our scripts take less than a millisecond; a very busy machine may delay answers for seconds. */
const SILENCE_MS = 5_000;

/** Opens a connection. @param what purpose in the log @param silenceMs longest time without an answer to a command */
export function openRedis(url: Secret, what: string, logger: Logger, silenceMs = SILENCE_MS): Redis {
  const redis = new Redis(url.reveal(), {
    connectionName: `market-stats-${what}`,
    // Callers continue without an answer or retry themselves.
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

// --- the notice that a symbol's statistics changed, from compute to the caches of every API process. It is a hint: a
// process that misses one compares its cache with the store after a while.

const CHANNEL = 'market-stats:stats.updated';

const sent = counter('stats_updated_sent_total', 'Notices of changed statistics, by whether Redis took them', [
  'taken',
]);
const heard = counter('stats_updated_heard_total', 'Notices of changed statistics received');

/** Changed symbols; `null`: any symbol may have changed. */
export type UpdatedSymbols = readonly string[] | null;

/** Publishes a notice. Never rejects: failures are counted. */
export function publishUpdated(redis: Redis, symbols: readonly string[]): Promise<void> {
  return redis.publish(CHANNEL, JSON.stringify(symbols)).then(
    () => sent.inc({ taken: 'yes' }),
    () => sent.inc({ taken: 'no' }),
  );
}

/** Interval of pings, because a connection that only listens does not notice that it is broken. */
const ASK_EVERY_MS = 10_000;

/** Calls back for each notice, and with `null` after each connect, because notices may be missing. Callers close `redis`. */
export function listenForUpdates(
  redis: Redis,
  logger: Logger,
  listener: (symbols: UpdatedSymbols) => void,
  askEveryMs = ASK_EVERY_MS,
): void {
  const subscribe = () => {
    redis.subscribe(CHANNEL).then(
      () => listener(null),
      (error) => logger.warn({ err: error }, 'notices of changed statistics cannot be received'),
    );
  };
  redis.on('ready', subscribe);
  if (redis.status === 'ready') subscribe();
  // A ping without an answer ends the connection (see `openRedis`), and the next connect calls back.
  const asking = setInterval(() => redis.status === 'ready' && redis.ping().catch(() => {}), askEveryMs).unref();
  redis.on('end', () => clearInterval(asking));
  redis.on('message', (_, text) => {
    heard.inc();
    listener(read(text));
  });
}

function read(text: string): UpdatedSymbols {
  try {
    const symbols: unknown = JSON.parse(text);
    return Array.isArray(symbols) && symbols.every((symbol) => typeof symbol === 'string') ? symbols : null;
  } catch {
    return null;
  }
}
