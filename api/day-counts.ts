/** Counts each account's requests of a UTC day, in memory and in `usage_daily`. */
import { oneFlight } from '../lib/async.ts';
import type { Reader } from '../sql/reader.ts';
import { defineTable } from '../sql/table.ts';
import type { Writer } from '../sql/writer.ts';

/** Stores the day's counts beyond the end of the process. */
export interface UsageLog {
  /** Requests of the account on that day, 0 if nothing is recorded. */
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
      const [row] = await reader.query<{ requests: number }>(
        `SELECT max(requests) AS requests FROM market_accounts.usage_daily
         WHERE account_id = {accountId:String} AND day = toDate({day:UInt32})`,
        { accountId, day },
        { timeoutMs: 5_000 },
      );
      return row?.requests ?? 0;
    },
    write: (counts) =>
      usageTable.insert(
        writer,
        counts.map((count) => ({ ...count, version: count.requests })),
      ),
  };
}

interface Count {
  readonly accountId: string;
  readonly day: number;
  used: number;
  written: number;
}

/** @param log undefined: the counts are in memory alone */
export function createDayCounts(log: UsageLog | undefined) {
  /** One entry per account that was active today. */
  const counts = new Map<string, Count>();
  const flight = oneFlight<Count>();

  async function load(accountId: string, day: number): Promise<Count> {
    const used = (await log?.read(accountId, day)) ?? 0;
    const count = { accountId, day, used, written: used };
    counts.set(accountId, count);
    return count;
  }

  return {
    /** Returns a promise if the day's count is not in memory yet. */
    of(accountId: string, day: number): Count | Promise<Count> {
      const known = counts.get(accountId);
      return known?.day === day ? known : flight(`${accountId} ${day}`, () => load(accountId, day));
    },
    /** Writes the counts that changed and forgets those of earlier days. */
    async write(today: number): Promise<void> {
      const changed = [...counts.values()].filter(({ used, written }) => used !== written);
      const rows = changed.map(({ accountId, day, used }) => ({ accountId, day, requests: used }));
      if (rows.length > 0) await log?.write(rows);
      for (const [i, count] of changed.entries()) count.written = rows[i].requests;
      for (const { accountId, day, used, written } of counts.values()) {
        if (day < today && used === written) counts.delete(accountId);
      }
    },
  };
}
