/**
 * Limits that hold across processes: koa-ratelimit's window and a counter a UTC day, both in Redis. While Redis is
 * away each process limits by itself, the day's count continuing from the last known; a broken connection costs one
 * short wait, then it is left alone for a second.
 */
import type { Redis } from 'ioredis';
import type { Clock } from '../../lib/clock.ts';
import { dayOfMs, isoDate } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import { counter, gauge } from '../../lib/metrics.ts';
import { type Bucket, isOfDay, type Limited, type Limiter, minuteOf, type RateLimitStatus } from './limiter.ts';
import { createMemoryLimiter, dayState, type UsageLog } from './memory.ts';
import { redisWindow } from './minute.ts';

/**
 * One request more of the day unless the limit is reached. The count is never below ARGV[1], what this process has
 * seen already: a Redis that lost its memory does not grant the day again. Answers {1 taken | 0 refused, count}.
 */
const TAKE_DAY = `
local used = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), tonumber(ARGV[1]))
local taken = 0
if used < tonumber(ARGV[2]) then
  used = used + 1
  taken = 1
end
redis.call('SET', KEYS[1], used, 'EX', ARGV[3])
return {taken, used}`;

/** Longer than a day, so that a counter outlives its day and no clock skew loses it. */
const EXPIRY_S = 2 * 86_400;
const ASK_TIMEOUT_MS = 500;
const LOOK_MS = 25;
const LEAVE_ALONE_MS = 1_000;

const fallbacks = counter(
  'api_limiter_fallback_total',
  'Requests limited by this process alone, Redis being unavailable',
);
const away = gauge('api_limiter_redis_away', '1 while Redis does not answer and this process limits by itself');

type Scripted = Redis & {
  takeDay(key: string, floor: number, limit: number, expiryS: number): Promise<[number, number]>;
};

/**
 * The connection should be made with `enableOfflineQueue: false`, so that it refuses at once while it is broken.
 * It stays its owner's to close.
 */
export function createRedisLimiter(options: {
  redis: Redis;
  clock: Clock;
  logger: Logger;
  log?: UsageLog;
  windowMs?: number;
  askTimeoutMs?: number;
}): Limiter {
  const { clock, logger, log, windowMs, askTimeoutMs = ASK_TIMEOUT_MS } = options;
  const redis = options.redis as Scripted;
  redis.defineCommand('takeDay', { numberOfKeys: 1, lua: TAKE_DAY });
  const minute = redisWindow(redis, windowMs);
  const alone = createMemoryLimiter({ clock, logger, log, windowMs });
  let leaveAloneUntilMs = 0;
  let isAway = false;

  const dayKey = (id: string, day: number) => `market-stats:day:${isoDate(day)}:${id}`;

  async function shared(
    ask: () => Promise<RateLimitStatus>,
    instead: () => Promise<RateLimitStatus>,
  ): Promise<RateLimitStatus> {
    if (performance.now() >= leaveAloneUntilMs) {
      try {
        const rateLimit = await inTime(ask(), askTimeoutMs);
        if (isAway) {
          isAway = false;
          away.set(0);
          logger.info('Redis answers again: limits are shared');
        }
        return rateLimit;
      } catch (error) {
        leaveAloneUntilMs = performance.now() + LEAVE_ALONE_MS;
        if (!isAway) {
          isAway = true;
          away.set(1);
          logger.error({ err: error }, 'Redis is unavailable: this process limits by itself');
        }
      }
    }
    fallbacks.inc();
    return { ...(await instead()), fallback: true };
  }

  async function take(account: Limited, bucket: Bucket): Promise<RateLimitStatus> {
    const now = clock.nowMs();
    const day = dayOfMs(now);
    const seen = (await alone.counts.of(account.id, day)).used;
    // Of a day known to be used up the minute is not charged.
    if (isOfDay(bucket) && seen >= account.perDay) return peek(account, bucket);
    const { passed, ...window } = await minute.take(...minuteOf(account, bucket));
    if (!passed) return { ...(await peek(account, bucket)), limited: 'minute', minute: window };
    if (!isOfDay(bucket)) return { ...(await peek(account, bucket)), limited: null, minute: window };
    const [taken, used] = await redis.takeDay(dayKey(account.id, day), seen, account.perDay, EXPIRY_S);
    await alone.counts.atLeast(account.id, day, used);
    const limited = taken === 1 ? null : 'day';
    return { bucket, limited, minute: window, day: dayState(account.perDay, used, now), fallback: false };
  }

  async function peek(account: Limited, bucket: Bucket): Promise<RateLimitStatus> {
    const now = clock.nowMs();
    const day = dayOfMs(now);
    const [text, window] = await Promise.all([
      redis.get(dayKey(account.id, day)),
      minute.peek(...minuteOf(account, bucket)),
    ]);
    const used = Math.max(Number(text ?? 0), (await alone.counts.of(account.id, day)).used);
    const limited = isOfDay(bucket) && used >= account.perDay ? 'day' : window.remaining === 0 ? 'minute' : null;
    return { bucket, limited, minute: window, day: dayState(account.perDay, used, now), fallback: false };
  }

  return {
    take: (account, bucket = 'charged') =>
      shared(
        () => take(account, bucket),
        () => alone.take(account, bucket),
      ),
    peek: (account, bucket = 'charged') =>
      shared(
        () => peek(account, bucket),
        () => alone.peek(account, bucket),
      ),
    close: () => alone.close(),
  };
}

/**
 * Time in which this process did not get to run is not the other side's: without that, a moment of much work would
 * look like a Redis that is unavailable, and open the limits.
 */
function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let waitedMs = 0;
    let sinceMs = performance.now();
    const look = () => {
      const nowMs = performance.now();
      waitedMs += Math.min(nowMs - sinceMs, 2 * LOOK_MS);
      sinceMs = nowMs;
      if (waitedMs < timeoutMs) timer = setTimeout(look, LOOK_MS);
      // Once more around: an answer may lie there unread.
      else setImmediate(() => reject(new Error(`no answer within ${timeoutMs} ms`)));
    };
    timer = setTimeout(look, LOOK_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
