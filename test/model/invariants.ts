/** What holds at every moment, settled or not. */
import { expect } from 'vitest';
import { recordsTable, SESSIONS_TABLE, summaryTableName } from '../../compute/engine/tables/schema.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { Store } from '../../sql/connect.ts';

/** The count of landed rows, the lowest part of every version. */
const LANDED_BITS = 44;

export async function expectInvariants({ reader }: Store, statistics: readonly Statistic[]): Promise<void> {
  const tables = [SESSIONS_TABLE.name, ...statistics.flatMap((one) => [recordsTable(one).name, summaryTableName(one)])];
  const ahead = await reader.query(
    `SELECT name, CAST(t.symbol, 'String') AS symbol, t.version AS version, l.landed AS landed
     FROM (${tables.map((name) => `SELECT '${name}' AS name, symbol, max(bitAnd(version, bitShiftLeft(toUInt64(1), ${LANDED_BITS}) - 1)) AS version FROM ${name} FINAL GROUP BY symbol`).join(' UNION ALL ')}) AS t
     LEFT JOIN (SELECT symbol, sum(rows) AS landed FROM market.day_log GROUP BY symbol) AS l ON l.symbol = t.symbol
     WHERE t.version > l.landed`,
  );
  expect(ahead, 'rows whose version is above their symbol’s').toEqual([]);
}
