/** Limits of one process: windows and the day's counts in memory, the counts written down every few seconds. */
import type { Clock } from '../../lib/clock.ts';
import { dayOfMs, MS_PER_DAY } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Writer } from '../../sql/writer.ts';
import { usageTable } from '../account-tables.ts';
import {
  type Bucket,
  isOfDay,
  type Limited,
  type Limiter,
  minuteOf,
  type RateLimitStatus,
  type WindowState,
} from './limiter.ts';
import { memoryWindow } from './minute.ts';

/** Where the day's counts outlive the process. */
export interface UsageLog {
  /** Requests of the account on that day, 0 where nothing is noted. */
  read(accountId: string, day: number): Promise<number>;
  write(counts: readonly { accountId: string; day: number; requests: number }[]): Promise<void>;
}

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
  day: number;
  used: number;
  written: number;
}

export function dayState(limit: number, used: number, nowMs: number): WindowState {
  return { limit, remaining: Math.max(0, limit - used), resetMs: (dayOfMs(nowMs) + 1) * MS_PER_DAY };
}

const WRITE_EVERY_MS = 5_000;

/** The day's counts by account; as many entries as accounts were active today. */
export class DayCounts {
  readonly #log: UsageLog | undefined;
  readonly #counts = new Map<string, Count>();
  readonly #loading = new Map<string, Promise<Count>>();

  constructor(log: UsageLog | undefined) {
    this.#log = log;
  }

  known(accountId: string, day: number): Count | undefined {
    const count = this.#counts.get(accountId);
    return count?.day === day ? count : undefined;
  }

  async of(accountId: string, day: number): Promise<Count> {
    const known = this.known(accountId, day);
    if (known) return known;
    const name = `${accountId} ${day}`;
    let loading = this.#loading.get(name);
    if (!loading) {
      loading = this.#load(accountId, day).finally(() => this.#loading.delete(name));
      this.#loading.set(name, loading);
    }
    return loading;
  }

  async #load(accountId: string, day: number): Promise<Count> {
    const used = (await this.#log?.read(accountId, day)) ?? 0;
    const count = { day, used, written: used };
    this.#counts.set(accountId, count);
    return count;
  }

  /** Raises the count to what others have seen. */
  async atLeast(accountId: string, day: number, used: number): Promise<void> {
    const count = await this.of(accountId, day);
    if (used > count.used) count.used = used;
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

export function createMemoryLimiter(options: {
  clock: Clock;
  logger: Logger;
  log?: UsageLog;
  /** For tests. */
  windowMs?: number;
  maxWindows?: number;
}): Limiter & { readonly counts: DayCounts } {
  const { clock, logger, log, windowMs, maxWindows } = options;
  const counts = new DayCounts(log);
  const minute = memoryWindow(windowMs, maxWindows);
  const write = () =>
    counts
      .write(dayOfMs(clock.nowMs()))
      .catch((error) => logger.warn({ err: error }, 'the counts of the day could not be written'));
  const timer = setInterval(write, WRITE_EVERY_MS);
  timer.unref();

  return {
    counts,
    async take(account: Limited, bucket: Bucket = 'charged'): Promise<RateLimitStatus> {
      const now = clock.nowMs();
      const day = dayOfMs(now);
      const count = counts.known(account.id, day) ?? (await counts.of(account.id, day));
      const ofDay = isOfDay(bucket);
      const status = { bucket, fallback: false };
      if (ofDay && count.used >= account.perDay) {
        const rateLimit = await minute.peek(...minuteOf(account, bucket));
        return { ...status, limited: 'day', minute: rateLimit, day: dayState(account.perDay, count.used, now) };
      }
      // Counted before the wait, so that requests at one moment cannot all see the last free place.
      if (ofDay) count.used++;
      const { passed, ...window } = await minute.take(...minuteOf(account, bucket));
      if (ofDay && !passed) count.used--;
      const limited = passed ? null : 'minute';
      return { ...status, limited, minute: window, day: dayState(account.perDay, count.used, now) };
    },
    async peek(account: Limited, bucket: Bucket = 'charged'): Promise<RateLimitStatus> {
      const now = clock.nowMs();
      const count = await counts.of(account.id, dayOfMs(now));
      const rateLimit = await minute.peek(...minuteOf(account, bucket));
      const usedUp = isOfDay(bucket) && count.used >= account.perDay;
      const limited = usedUp ? 'day' : rateLimit.remaining === 0 ? 'minute' : null;
      return { bucket, limited, minute: rateLimit, day: dayState(account.perDay, count.used, now), fallback: false };
    },
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
