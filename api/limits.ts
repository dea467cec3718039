/**
 * How many requests an account may send. One rule, in memory and in Redis: a request counts in a window of a minute, which
 * begins with its first request, and in the UTC day. It passes where neither is used up and is then charged to both; a
 * refused request is charged to neither.
 *
 * While Redis is unavailable each process limits by itself, the day's count continuing from the last known; a broken connection
 * costs one short wait, then it is left alone for a second.
 */
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { oneFlight } from '../lib/async.ts';
import type { Clock } from '../lib/clock.ts';
import { entries } from '../lib/collections.ts';
import { dayOfMs, isoDate, MS_PER_DAY } from '../lib/days.ts';
import type { Logger } from '../lib/logger.ts';
import { counter, gauge } from '../lib/metrics.ts';
import type { Reader } from '../sql/reader.ts';
import { defineTable } from '../sql/table.ts';
import type { Writer } from '../sql/writer.ts';

export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window opens again, epoch ms. */
  readonly resetMs: number;
}

/**
 * What a request counts in: `charged` in the plan's minute and day; `preview` (counts alone) in a minute of its own and
 * the plan's day; `free` in a minute of its own, and `usage` in another, so that `/me/usage` is answered while any other
 * is used up.
 */
export type Bucket = 'charged' | 'preview' | 'free' | 'usage';

/** Requests a minute; `charged`: as the plan says. */
const PER_MINUTE: Readonly<Record<Exclude<Bucket, 'charged'>, number>> = { preview: 60, free: 120, usage: 120 };

export interface RateLimitStatus {
  readonly bucket: Bucket;
  /** The window that refused the request; null: it may pass. */
  readonly limited: 'minute' | 'day' | null;
  /** Of the bucket. */
  readonly minute: WindowState;
  /** Of the plan, whether or not the bucket counts in it. */
  readonly day: WindowState;
  /** The shared counters are away: this process counts by itself. */
  readonly fallback: boolean;
}

export interface Limited {
  readonly id: string;
  readonly perMinute: number;
  readonly perDay: number;
}

/** What was used before the request. */
interface Used {
  readonly minute: number;
  readonly resetMs: number;
  readonly day: number;
}

const WINDOW_MS = 60_000;

/** @param maxWindows those that are known; beyond it the one used longest ago is forgotten */
export function memoryWindows(durationMs = WINDOW_MS, maxWindows = 100_000) {
  const windows = new LRUCache<string, { used: number; readonly resetMs: number }>(entries(maxWindows));
  /** The window of a key; to be set where it is charged. */
  return (key: string) => {
    const nowMs = Date.now();
    const known = windows.get(key);
    const window = known && known.resetMs > nowMs ? known : { used: 0, resetMs: nowMs + durationMs };
    const charge = () => {
      window.used++;
      if (window !== known) windows.set(key, window);
    };
    return { window, charge };
  };
}

/** Where the day's counts outlive the process. */
export interface UsageLog {
  /** Requests of the account on that day, 0 where nothing is recorded. */
  read(accountId: string, day: number): Promise<number>;
  write(counts: readonly { accountId: string; day: number; requests: number }[]): Promise<void>;
}

export const usageTable = defineTable('market_accounts.usage_daily', (c) => ({
  accountId: c.text('account_id'),
  /** UTC date, days since the epoch. */
  day: c.day('day'),
  ...c.numbers('requests', 'version'),
}));

/** The highest count of a day wins, so the count is its own version. */
export function storedUsage(reader: Reader, writer: Writer): UsageLog {
  return {
    async read(accountId, day) {
      const rows = await reader.query<{ requests: number }>(
        `SELECT max(requests) AS requests FROM market_accounts.usage_daily
         WHERE account_id = {accountId:String} AND day = toDate({day:UInt32})`,
        { accountId, day },
        { timeoutMs: 5_000 },
      );
      return rows[0]?.requests ?? 0;
    },
    write: (counts) =>
      usageTable.insert(
        writer,
        counts.map((count) => ({ ...count, version: count.requests })),
      ),
  };
}

interface Count {
  readonly day: number;
  used: number;
  written: number;
}

/** The day's counts by account; as many entries as accounts were active today. */
class DayCounts {
  readonly #log: UsageLog | undefined;
  readonly #counts = new Map<string, Count>();
  readonly #flight = oneFlight<Count>();

  constructor(log: UsageLog | undefined) {
    this.#log = log;
  }

  of(accountId: string, day: number): Count | Promise<Count> {
    const known = this.#counts.get(accountId);
    if (known?.day === day) return known;
    return this.#flight(`${accountId} ${day}`, () => this.#load(accountId, day));
  }

  async #load(accountId: string, day: number): Promise<Count> {
    const used = (await this.#log?.read(accountId, day)) ?? 0;
    const count = { day, used, written: used };
    this.#counts.set(accountId, count);
    return count;
  }

  async write(today: number): Promise<void> {
    const changed = [...this.#counts].filter(([, count]) => count.used !== count.written);
    if (changed.length > 0 && this.#log) {
      const rows = changed.map(([accountId, { day, used }]) => ({ accountId, day, requests: used }));
      await this.#log.write(rows);
      rows.forEach(({ requests }, i) => {
        changed[i][1].written = requests;
      });
    }
    for (const [accountId, { day, used, written }] of this.#counts) {
      if (day < today && (used === written || !this.#log)) this.#counts.delete(accountId);
    }
  }
}

/**
 * The rule in Redis. KEYS: the window, the day. ARGV: 1 to charge; the window's limit and milliseconds; the day's limit,
 * -1 where the request does not count in it; seconds that its counter lives; what this process has seen of the day already,
 * so that a Redis that lost its memory does not grant the day again.
 */
const COUNT = `
local minute = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
local day = math.max(tonumber(redis.call('GET', KEYS[2]) or '0'), tonumber(ARGV[6]))
local of_day = ARGV[4] ~= '-1'
if ARGV[1] == '1' and minute < tonumber(ARGV[2]) and not (of_day and day >= tonumber(ARGV[4])) then
  if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
  if of_day then redis.call('SET', KEYS[2], day + 1, 'EX', ARGV[5]) end
end
return {minute, left, day}`;

type Scripted = Redis & { countRequest(...args: (string | number)[]): Promise<[number, number, number]> };

/** Longer than a day, so that a counter outlives its day and no clock skew loses it. */
const EXPIRY_S = 2 * 86_400;
const WRITE_EVERY_MS = 5_000;
const ASK_TIMEOUT_MS = 500;
const LOOK_MS = 25;
const LEAVE_ALONE_MS = 1_000;

const fallbacks = counter(
  'api_limiter_fallback_total',
  'Requests limited by this process alone, Redis being unavailable',
);
const away = gauge('api_limiter_redis_away', '1 while Redis does not answer and this process limits by itself');

export type Limiter = ReturnType<typeof createLimiter>;

/**
 * @param options.redis where limits hold across processes. It should be opened with `enableOfflineQueue: false`, so that it
 * refuses at once while it is broken, and stays its owner's to close
 */
export function createLimiter(options: {
  clock: Clock;
  logger: Logger;
  log?: UsageLog;
  redis?: Redis;
  /** For tests. */
  windowMs?: number;
  askTimeoutMs?: number;
}) {
  const { clock, logger, log, windowMs = WINDOW_MS, askTimeoutMs = ASK_TIMEOUT_MS } = options;
  const redis = options.redis as Scripted | undefined;
  redis?.defineCommand('countRequest', { numberOfKeys: 2, lua: COUNT });
  const days = new DayCounts(log);
  const windowOf = memoryWindows(windowMs);
  let leaveAloneUntilMs = 0;
  let isAway = false;
  const write = () =>
    days
      .write(dayOfMs(clock.nowMs()))
      .catch((error) => logger.warn({ err: error }, 'the counts of the day could not be written'));
  const timer = setInterval(write, WRITE_EVERY_MS);
  timer.unref();

  async function count(account: Limited, bucket: Bucket, charge: boolean): Promise<RateLimitStatus> {
    const today = dayOfMs(clock.nowMs());
    const known = days.of(account.id, today);
    const seen = known instanceof Promise ? await known : known;
    const ofDay = bucket === 'charged' || bucket === 'preview';
    const perMinute = bucket === 'charged' ? account.perMinute : PER_MINUTE[bucket];
    // A changed limit opens a new window, so that it holds from the next request on.
    const key = bucket === 'charged' ? `${account.id}:${perMinute}` : `${account.id}:${bucket}:${perMinute}`;
    const limitedBy = (used: Used) =>
      ofDay && used.day >= account.perDay ? 'day' : used.minute >= perMinute ? 'minute' : null;

    const shared = redis && (await orNull(() => inRedis(redis)));
    if (redis && !shared) fallbacks.inc();
    const used = shared ?? alone();
    const limited = limitedBy(used);
    const more = charge && limited === null ? 1 : 0;
    if (shared) seen.used = Math.max(seen.used, used.day + (ofDay ? more : 0));
    const state = (limit: number, used: number, resetMs: number) => {
      return { limit, remaining: Math.max(0, limit - used), resetMs };
    };
    return {
      bucket,
      limited,
      minute: state(perMinute, used.minute + more, used.resetMs),
      day: state(account.perDay, used.day + (ofDay ? more : 0), (today + 1) * MS_PER_DAY),
      fallback: redis !== undefined && !shared,
    };

    function alone(): Used {
      const { window, charge: chargeWindow } = windowOf(key);
      const used = { minute: window.used, resetMs: window.resetMs, day: seen.used };
      if (charge && limitedBy(used) === null) {
        chargeWindow();
        if (ofDay) seen.used++;
      }
      return used;
    }

    async function inRedis(shared: Scripted): Promise<Used> {
      const keys = [`market-stats:window:${key}`, `market-stats:day:${isoDate(today)}:${account.id}`];
      const perDay = ofDay ? account.perDay : -1;
      const asked = [charge ? 1 : 0, perMinute, windowMs, perDay, EXPIRY_S, seen.used];
      const [minute, leftMs, day] = await shared.countRequest(...keys, ...asked);
      return { minute, resetMs: Date.now() + (leftMs < 0 ? windowMs : leftMs), day };
    }
  }

  /** Null while Redis is unavailable. */
  async function orNull(ask: () => Promise<Used>): Promise<Used | null> {
    if (performance.now() < leaveAloneUntilMs) return null;
    try {
      const used = await inTime(ask(), askTimeoutMs);
      if (isAway) {
        isAway = false;
        away.set(0);
        logger.info('Redis answers again: limits are shared');
      }
      return used;
    } catch (error) {
      leaveAloneUntilMs = performance.now() + LEAVE_ALONE_MS;
      if (!isAway) {
        isAway = true;
        away.set(1);
        logger.error({ err: error }, 'Redis is unavailable: limits apply to each process separately');
      }
      return null;
    }
  }

  return {
    /** Charges one request, or says which window refuses it. */
    take: (account: Limited, bucket: Bucket = 'charged') => count(account, bucket, true),
    /** What `take` would find, without charging; `limited` where a window is used up. */
    peek: (account: Limited, bucket: Bucket = 'charged') => count(account, bucket, false),
    async close() {
      clearInterval(timer);
      await write();
    },
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
