/**
 * Limits requests per account: the minute by koa-ratelimit, the UTC day by a counter, both shared through Redis if there is
 * one. While Redis is unavailable each process limits by itself, and the day goes on from the last known count.
 */
import RedisLimiter from 'async-ratelimiter';
import type { Redis } from 'ioredis';
import type { Middleware as KoaMiddleware } from 'koa';
import ratelimit from 'koa-ratelimit';
import { inTime } from '../lib/async.ts';
import type { Clock } from '../lib/clock.ts';
import { getOrMake } from '../lib/collections.ts';
import { dayOfMs, isoDate, MS_PER_DAY } from '../lib/days.ts';
import type { Logger } from '../lib/logger.ts';
import { counter, gauge } from '../lib/metrics.ts';
import type { Context, Middleware, Who } from './context.ts';
import { createDayCounts, type UsageLog } from './day-counts.ts';
import { rateLimited } from './errors.ts';

/** Requests per minute to what is free of charge. */
export const FREE_PER_MINUTE = 120;
const WINDOW_MS = 60_000;
const NAMESPACE = 'market-stats:minute';
const HEADERS = { total: 'X-RateLimit-Limit', remaining: 'X-RateLimit-Remaining', reset: 'X-RateLimit-Reset' };
/** Longer than a day, so that a counter outlives its day whatever the clocks say. */
const EXPIRY_S = 2 * 86_400;
const WRITE_EVERY_MS = 5_000;
const REDIS_TIMEOUT_MS = 500;
const GRACE_MS = 100;
/** The Redis driver rounds the reset down to whole seconds. */
const REDIS_ROUNDING_S = 1;
/** After a failure Redis is left alone for so long. */
const PAUSE_MS = 1_000;

const fallbacks = counter(
  'api_limiter_fallback_total',
  'Requests limited by this process alone, Redis being unavailable',
);
const away = gauge('api_limiter_redis_away', '1 while Redis does not answer and this process limits by itself');

export type Charge = 'charged' | 'free';

export interface WindowState {
  readonly limit: number;
  readonly used: number;
  /** The time when the window opens again, epoch ms. */
  readonly resetMs: number;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** @param options.redis opened with `enableOfflineQueue: false`, so that it fails at once while it is broken; the caller closes it */
export function createRateLimits(options: {
  clock: Clock;
  logger: Logger;
  log?: UsageLog;
  redis?: Redis;
  windowMs?: number;
  redisTimeoutMs?: number;
}) {
  const { clock, logger, log, redis, windowMs = WINDOW_MS, redisTimeoutMs = REDIS_TIMEOUT_MS } = options;
  /** The memory driver's windows by `namespace:id`; `reset` is in seconds since the epoch. */
  const windows = new Map<string, { remaining: number; reset: number }>();
  const byLimit = new Map<string, KoaMiddleware>();
  const days = createDayCounts(log);
  let pausedUntilMs = 0;
  let isAway = false;

  const write = () =>
    days
      .write(dayOfMs(clock.nowMs()))
      .catch((error) => logger.warn({ err: error }, 'the counts of the day could not be written'));
  const timer = setInterval(() => {
    void write();
    const nowS = Date.now() / 1000;
    for (const [key, { reset }] of windows) if (reset < nowS) windows.delete(key);
  }, WRITE_EVERY_MS);
  timer.unref();

  /** Returns what Redis answers, or null if there is none or it is unavailable. */
  async function inRedis<T>(ask: (redis: Redis) => Promise<T>): Promise<T | null> {
    if (!redis || performance.now() < pausedUntilMs) return null;
    try {
      const asked = ask(redis);
      // If this process was busy, the answer may have arrived and not been read yet.
      const answer = await inTime(asked, redisTimeoutMs).catch(() => inTime(asked, GRACE_MS));
      if (isAway) logger.info('Redis answers again: limits are shared');
      isAway = false;
      away.set(0);
      return answer;
    } catch (error) {
      pausedUntilMs = performance.now() + PAUSE_MS;
      if (!isAway) logger.error({ err: error }, 'Redis is unavailable: limits apply to each process separately');
      isAway = true;
      away.set(1);
      return null;
    }
  }

  function setFallback(ctx: Context): void {
    if (!redis) return;
    fallbacks.inc();
    ctx.set('X-RateLimit-Fallback', 'local');
  }

  const maxOf = ({ account }: Who, charge: Charge) => (charge === 'free' ? FREE_PER_MINUTE : account.figures.perMinute);
  // A changed limit has windows of its own, so it holds from the next request on.
  const idOf = (who: Who, charge: Charge) => `${who.account.id}:${charge}:${maxOf(who, charge)}`;

  const limiterOf = (driver: 'redis' | 'memory', charge: Charge, max: number) =>
    getOrMake(byLimit, `${driver} ${charge} ${max}`, () =>
      ratelimit({
        driver,
        db: driver === 'redis' ? redis! : windows,
        namespace: NAMESPACE,
        duration: windowMs,
        max,
        id: (ctx) => idOf(ctx.state.who, charge),
        headers: HEADERS,
      }),
    );

  /** Counts the request in the account's minute. @throws 429 */
  const minute =
    (charge: Charge): Middleware =>
    async (ctx, next) => {
      const max = maxOf(ctx.state.who, charge);
      const count = async (driver: 'redis' | 'memory') => {
        await limiterOf(driver, charge, max)(ctx, async () => {});
        return true;
      };
      const isShared = redis !== undefined && (await inRedis(() => count('redis')));
      if (!isShared) {
        setFallback(ctx);
        await count('memory');
      }
      const reset = Number(ctx.response.get(HEADERS.reset));
      const resetS = isShared ? reset + REDIS_ROUNDING_S : Math.ceil(reset);
      ctx.set(HEADERS.reset, String(resetS));
      if (ctx.status === 429) {
        ctx.state.limitedBy = 'minute';
        throw rateLimited('minute', max, Math.min(windowMs / 1000, resetS - Date.now() / 1000));
      }
      return next();
    };

  /** Requests of the account today, this one included if `charge`. */
  async function usedToday(ctx: Context, charge: boolean): Promise<number> {
    const { id, figures } = ctx.state.who.account;
    const today = dayOfMs(clock.nowMs());
    const count = await days.of(id, today);
    const before = count.used;
    const key = redis ? `market-stats:day:${isoDate(today)}:${id}` : '';
    const shared =
      redis === undefined
        ? null
        : await inRedis(async (redis) => {
            if (!charge) return Number((await redis.get(key)) ?? 0);
            const used = await redis.incr(key);
            if (used > 1) return used;
            await redis.expire(key, EXPIRY_S);
            // A Redis that lost its memory does not grant the day again.
            return before > 0 ? redis.incrby(key, before) : used;
          });
    if (shared === null) {
      setFallback(ctx);
      const used = charge ? count.used + 1 : count.used;
      // A refused request does not count.
      count.used = Math.min(used, Math.max(count.used, figures.perDay));
      return used;
    }
    if (charge && shared > figures.perDay) await inRedis((redis) => redis.decr(key));
    else count.used = Math.max(count.used, shared);
    return shared;
  }

  /** Sets the headers of the day. */
  function setDay(ctx: Context, usedInAll: number): WindowState {
    const limit = ctx.state.who.account.figures.perDay;
    const used = Math.min(usedInAll, limit);
    const resetMs = (dayOfMs(clock.nowMs()) + 1) * MS_PER_DAY;
    ctx.set('X-RateLimit-Limit-Day', String(limit));
    ctx.set('X-RateLimit-Remaining-Day', String(limit - used));
    ctx.set('X-RateLimit-Reset-Day', String(resetMs / 1000));
    return { limit, used, resetMs };
  }

  /** Counts the request in the account's UTC day; a free one is only shown the count. @throws 429 */
  const day =
    (charge: Charge): Middleware =>
    async (ctx, next) => {
      const used = await usedToday(ctx, charge === 'charged');
      const { limit, resetMs } = setDay(ctx, used);
      if (charge === 'charged' && used > limit) {
        ctx.state.limitedBy = 'day';
        throw rateLimited('day', limit, (resetMs - clock.nowMs()) / 1000);
      }
      return next();
    };

  async function minuteOf(who: Who): Promise<WindowState> {
    const limit = maxOf(who, 'charged');
    const id = idOf(who, 'charged');
    const shared = await inRedis((redis) =>
      new RedisLimiter({ db: redis, id, max: limit, duration: windowMs, namespace: NAMESPACE }).get({ peek: true }),
    );
    if (shared) return { limit, used: limit - shared.remaining, resetMs: (shared.reset + REDIS_ROUNDING_S) * 1000 };
    const window = windows.get(`${NAMESPACE}:${id}`);
    const isOpen = window === undefined || window.reset * 1000 < Date.now();
    // The memory driver's first request of a window leaves all of them remaining.
    return isOpen
      ? { limit, used: 0, resetMs: Date.now() + windowMs }
      : { limit, used: Math.min(limit, limit - window.remaining + 1), resetMs: Math.ceil(window.reset) * 1000 };
  }

  return {
    minute,
    day,
    /** The account's windows without counting, and their headers. */
    async show(ctx: Context): Promise<{ minute: WindowState; day: WindowState }> {
      const minute = await minuteOf(ctx.state.who);
      ctx.set(HEADERS.total, String(minute.limit));
      ctx.set(HEADERS.remaining, String(minute.limit - minute.used));
      ctx.set(HEADERS.reset, String(Math.ceil(minute.resetMs / 1000)));
      return { minute, day: setDay(ctx, await usedToday(ctx, false)) };
    },
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
