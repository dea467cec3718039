/** Counts each account's requests of a UTC day, in memory and in `usage_daily`. */
import { oneFlight } from '../lib/async.ts';
import type { Reader } from '../sql/reader.ts';
import { defineTable } from '../sql/table.ts';
import type { Writer } from '../sql/writer.ts';

/** Where the day's counts outlive the process. */
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

/** One entry per account that was active today. */
export class DayCounts {
  readonly #log: UsageLog | undefined;
  readonly #counts = new Map<string, Count>();
  readonly #flight = oneFlight<Count>();

  constructor(log: UsageLog | undefined) {
    this.#log = log;
  }

  async of(accountId: string, day: number): Promise<Count> {
    const known = this.#counts.get(accountId);
    return known?.day === day ? known : this.#flight(`${accountId} ${day}`, () => this.#load(accountId, day));
  }

  async #load(accountId: string, day: number): Promise<Count> {
    const used = (await this.#log?.read(accountId, day)) ?? 0;
    const count = { day, used, written: used };
    this.#counts.set(accountId, count);
    return count;
  }

  /** Writes the counts that changed and forgets those of earlier days. */
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
