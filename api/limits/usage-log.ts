/** The day's counts in the store. */
import type { Reader } from '../../sql/reader.ts';
import { usageTable } from '../../sql/tables/accounts.ts';
import type { Writer } from '../../sql/writer.ts';
import type { UsageLog } from './memory.ts';

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
    async write(counts) {
      const rows = counts.map((count) => usageTable.toRow({ ...count, version: count.requests }));
      await writer.insertRows(usageTable.name, usageTable.columns, rows);
    },
  };
}
