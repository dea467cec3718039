/**
 * The notice that a symbol's statistics changed: compute tells the caches of every API process through Redis. It is a
 * hint: who misses one compares with the store after a while.
 */
import type { Redis } from 'ioredis';
import type { Logger } from '../lib/logger.ts';
import { counter } from '../lib/metrics.ts';

const CHANNEL = 'market-stats:stats.updated';

const sent = counter('stats_updated_sent_total', 'Notices of changed statistics, by whether Redis took them', [
  'taken',
]);
const heard = counter('stats_updated_heard_total', 'Notices of changed statistics received');

/** `null`: anything may have changed. */
export type UpdatedSymbols = readonly string[] | null;

/** Never fails: a notice that does not get through is counted. */
export function publishUpdated(redis: Redis, symbols: readonly string[]): Promise<void> {
  return redis.publish(CHANNEL, JSON.stringify(symbols)).then(
    () => sent.inc({ taken: 'yes' }),
    () => sent.inc({ taken: 'no' }),
  );
}

/** A connection that is only listened to says nothing of being broken: it is asked. */
const ASK_EVERY_MS = 10_000;

/**
 * Calls the listener with every notice; with `null` each time the connection was made, since what was reported before is
 * not known. The connection is this listener's alone, and its owner's to close.
 */
export function listenForUpdates(
  redis: Redis,
  logger: Logger,
  listener: (symbols: UpdatedSymbols) => void,
  askEveryMs = ASK_EVERY_MS,
): void {
  const subscribe = () => {
    redis.subscribe(CHANNEL).then(
      () => listener(null),
      (error) => logger.warn({ err: error }, 'the notices of changed statistics cannot be received'),
    );
  };
  redis.on('ready', subscribe);
  if (redis.status === 'ready') subscribe();
  // Without an answer the connection is given up (see redis.ts), and the next one tells of it.
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
