/**
 * The minute window: koa-ratelimit, driven without a request's context. As it comes it answers the request itself,
 * keeps every key for ever in memory, miscounts requests of one moment there, and gives resets as fractions and waits of zero seconds.
 */
import { createRequire } from 'node:module';
import type { Middleware } from 'koa';
import { DRAW_PER_MINUTE, type DrawStatus, type WindowState } from './limiter.ts';

export const MINUTE_MS = 60_000;

interface Entry {
  /** Epoch seconds, with a fraction. */
  reset: number;
  remaining: number;
  total: number;
}

/**
 * What koa-ratelimit is handed of an entry: it counts it down and reads it again after a wait, when others have
 * counted too. Its own reading stays as it was; the count goes to the entry kept.
 */
class Reading implements Entry {
  readonly reset: number;
  readonly total: number;
  readonly #kept: Entry;
  #remaining: number;

  constructor(kept: Entry) {
    this.#kept = kept;
    this.reset = kept.reset;
    this.total = kept.total;
    this.#remaining = kept.remaining;
  }

  get remaining(): number {
    return this.#remaining;
  }

  set remaining(value: number) {
    this.#remaining = value;
    this.#kept.remaining = value;
  }
}

/** The memory of koa-ratelimit, bounded: windows that are over go first, then the oldest. */
export class WindowMemory extends Map<string, Entry> {
  readonly #maxWindows: number;

  constructor(maxWindows = 100_000) {
    super();
    this.#maxWindows = maxWindows;
  }

  override get(key: string): Entry | undefined {
    const kept = super.get(key);
    return kept && new Reading(kept);
  }

  override set(key: string, entry: Entry): this {
    // Kept in the order the windows opened, so the first are the first to be over.
    this.delete(key);
    super.set(key, { ...entry });
    const now = Date.now() / 1000;
    for (const [oldest, { reset }] of this) {
      if (this.size <= this.#maxWindows && reset > now) break;
      this.delete(oldest);
    }
    return this;
  }
}

/** The part of ioredis that the window needs. */
export interface WindowRedis {
  zcount(key: string, from: number, to: string): Promise<number>;
  zrangebyscore(key: string, from: number, to: string, limit: 'LIMIT', offset: 0, count: 1): Promise<string[]>;
}

export type WindowDriver =
  | { readonly kind: 'memory'; readonly db: WindowMemory }
  | { readonly kind: 'redis'; readonly db: WindowRedis };

interface Asked {
  id: string;
  state: object;
  headers: Record<string, number>;
  set(headers: Record<string, number>): void;
}

type RateLimit = (options: object) => (asked: Asked, next: () => Promise<void>) => Promise<void>;
const rateLimit = createRequire(import.meta.url)('koa-ratelimit') as unknown as RateLimit & ((o: object) => Middleware);

const NAMES = { remaining: 'remaining', reset: 'reset', total: 'total' };
const NAMESPACE = 'market-stats:minute';

export class MinuteWindow {
  readonly #driver: WindowDriver;
  readonly #durationMs: number;
  /** One middleware a limit: there are as many as there are different limits. */
  readonly #byLimit = new Map<number, ReturnType<RateLimit>>();

  constructor(driver: WindowDriver, durationMs = MINUTE_MS) {
    this.#driver = driver;
    this.#durationMs = durationMs;
  }

  /** Charges one request; `passed` false where the window is used up (then nothing is charged). */
  async take(id: string, limit: number): Promise<WindowState & { passed: boolean }> {
    let passed = false;
    const asked: Asked = {
      id: key(id, limit),
      state: {},
      headers: {},
      set(headers) {
        // Also called with ('Retry-After', seconds), which is ours to say.
        if (typeof headers === 'object') this.headers = headers;
      },
    };
    await this.#middleware(limit)(asked, async () => {
      passed = true;
    });
    const { remaining, reset } = asked.headers;
    return { passed, limit, remaining, resetMs: Math.ceil(reset * 1000) };
  }

  async takeDraw(id: string): Promise<DrawStatus> {
    const { passed, ...minute } = await this.take(`${id}:draw`, DRAW_PER_MINUTE);
    return { limited: passed ? null : 'minute', minute, day: null, fallback: false };
  }

  async peekDraw(id: string): Promise<DrawStatus> {
    const minute = await this.peek(`${id}:draw`, DRAW_PER_MINUTE);
    return { limited: minute.remaining === 0 ? 'minute' : null, minute, day: null, fallback: false };
  }

  async peek(id: string, limit: number): Promise<WindowState> {
    const name = `${NAMESPACE}:${key(id, limit)}`;
    const now = Date.now();
    if (this.#driver.kind === 'memory') {
      const entry = this.#driver.db.get(name);
      if (!entry || entry.reset * 1000 <= now) return { limit, remaining: limit, resetMs: now + this.#durationMs };
      // It holds what was left before the latest request.
      return { limit, remaining: Math.max(0, entry.remaining - 1), resetMs: Math.ceil(entry.reset * 1000) };
    }
    const { db } = this.#driver;
    const since = now - this.#durationMs;
    const [used, [oldest]] = await Promise.all([
      db.zcount(name, since, '+inf'),
      db.zrangebyscore(name, since, '+inf', 'LIMIT', 0, 1),
    ]);
    const resetMs = Math.ceil((oldest === undefined ? now : Number(oldest)) + this.#durationMs);
    return { limit, remaining: Math.max(0, limit - used), resetMs };
  }

  #middleware(limit: number): ReturnType<RateLimit> {
    let middleware = this.#byLimit.get(limit);
    if (!middleware) {
      middleware = rateLimit({
        driver: this.#driver.kind,
        db: this.#driver.db,
        duration: this.#durationMs,
        max: limit,
        namespace: NAMESPACE,
        errorMessage: 'limited',
        headers: NAMES,
        id: (asked: Asked) => asked.id,
      });
      if (this.#byLimit.size > 1_000) this.#byLimit.clear();
      this.#byLimit.set(limit, middleware);
    }
    return middleware;
  }
}

/** A changed limit opens a new window, so that it holds from the next request on. */
const key = (id: string, limit: number) => `${id}:${limit}`;
