/**
 * The window of a minute: in Redis koa-ratelimit's limiter, a sliding window; in memory one that begins with its first
 * request (koa-ratelimit's own keeps every key for ever and miscounts requests of one moment).
 */
import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { WindowState } from './limiter.ts';

export const MINUTE_MS = 60_000;

/** A changed limit opens a new window, so that it holds from the next request on. */
export interface MinuteWindow {
  /** Charges one request; `passed` false where the window is used up (then nothing is charged). */
  take(id: string, limit: number): Promise<WindowState & { readonly passed: boolean }>;
  peek(id: string, limit: number): Promise<WindowState>;
}

/** @param maxWindows accounts whose windows are known; beyond it the one used longest ago is forgotten */
export function memoryWindow(durationMs = MINUTE_MS, maxWindows = 100_000): MinuteWindow {
  const windows = new LRUCache<string, { used: number; readonly resetMs: number }>({ max: maxWindows });
  const current = (id: string, limit: number) => {
    const nowMs = Date.now();
    const known = windows.get(`${id}:${limit}`);
    return known && known.resetMs > nowMs ? known : { used: 0, resetMs: nowMs + durationMs };
  };
  return {
    async take(id, limit) {
      const window = current(id, limit);
      const passed = window.used < limit;
      if (passed) window.used++;
      windows.set(`${id}:${limit}`, window);
      return { passed, limit, remaining: limit - window.used, resetMs: window.resetMs };
    },
    async peek(id, limit) {
      const { used, resetMs } = current(id, limit);
      return { limit, remaining: limit - used, resetMs };
    },
  };
}

type SharedLimiter = new (options: {
  db: Redis;
  duration: number;
  namespace: string;
}) => {
  /** `remaining`: before this request; `reset`: whole seconds, cut off. */
  get(asked: { id: string; max: number; peek: boolean }): Promise<{ remaining: number; reset: number }>;
};
const SharedLimiter: SharedLimiter = createRequire(import.meta.url)('koa-ratelimit/limiter/redis.js');

export function redisWindow(redis: Redis, durationMs = MINUTE_MS): MinuteWindow {
  const limiter = new SharedLimiter({ db: redis, duration: durationMs, namespace: 'market-stats:minute' });
  const look = async (id: string, limit: number, peek: boolean) => {
    const { remaining, reset } = await limiter.get({ id: `${id}:${limit}`, max: limit, peek });
    // The end of the second that was cut off: who comes back then is not too early.
    return { limit, remaining, resetMs: Math.min((reset + 1) * 1000, Date.now() + durationMs) };
  };
  return {
    async take(id, limit) {
      const window = await look(id, limit, false);
      return { ...window, passed: window.remaining > 0, remaining: Math.max(0, window.remaining - 1) };
    },
    peek: (id, limit) => look(id, limit, true),
  };
}
