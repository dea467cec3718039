/**
 * The bars of a benchmark as a table of an embedded engine of their own, for straightforward SQL to be measured against:
 * sorted by time, one part, no versions to merge away. `peer.regular` cuts the regular hours of New York,
 * `peer.sessions` makes a row a date of them, with the date before: what every statistic of sessions begins with.
 */
import { rmSync } from 'node:fs';
import { type BarColumns, PRICE_COLUMNS } from '../../compute/market/bars.ts';
import type { NewsColumns } from '../../compute/market/symbol-data.ts';
import { openStore } from '../../sql/connect.ts';
import { encodeBlock } from '../../sql/formats/native-write.ts';
import { temporaryFolder } from '../harness.ts';

const TABLES = [
  'CREATE DATABASE peer',
  `CREATE TABLE peer.bars (ts DateTime('UTC'), open Float64, high Float64, low Float64, close Float64, volume Float64)
   ENGINE = MergeTree ORDER BY ts`,
  `CREATE TABLE peer.news (ts DateTime64(3, 'UTC'), impact Float64) ENGINE = MergeTree ORDER BY ts`,
];

/** `peer.regular` and `peer.sessions` over a table or subquery with the columns of bars. */
export const peerViews = (source: string): readonly string[] => [
  `CREATE OR REPLACE VIEW peer.regular AS
   SELECT ts, toDate(ts, 'America/New_York') AS date,
     toHour(ts, 'America/New_York') * 60 + toMinute(ts, 'America/New_York') AS minute, open, high, low, close, volume
   FROM ${source} WHERE minute >= 570 AND minute < 960`,
  `CREATE OR REPLACE VIEW peer.sessions AS
   WITH days AS (
     SELECT date, min(minute) AS minute, argMin(open, ts) AS open, max(high) AS high, min(low) AS low,
       argMax(close, ts) AS close, sum(volume) AS volume
     FROM peer.regular GROUP BY date
   )
   SELECT *, lagInFrame(date) OVER before AS prev_date, lagInFrame(high) OVER before AS prev_high,
     lagInFrame(low) OVER before AS prev_low, lagInFrame(close) OVER before AS prev_close
   FROM days WINDOW before AS (ORDER BY date ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`,
];

export type SqlPeer = Awaited<ReturnType<typeof openSqlPeer>>;

export async function openSqlPeer(bars: BarColumns, news: NewsColumns) {
  const dataDir = temporaryFolder();
  const { reader, writer, close } = await openStore({ dataDir, server: null });
  for (const sql of [...TABLES, ...peerViews('peer.bars')]) await writer.command(sql);
  const seconds = Uint32Array.from(bars.minute, (minute) => minute * 60);
  const prices = PRICE_COLUMNS.map((name) => ({ name, type: 'Float64', values: bars[name] }));
  const block = encodeBlock(bars.length, [{ name: 'ts', type: 'UInt32', values: seconds }, ...prices]);
  await writer.insertBlocks('peer.bars', ['ts', ...PRICE_COLUMNS], [block]);
  const rows = Array.from(news.timeMs, (timeMs, i) => [(timeMs / 1000).toFixed(3), news.impact[i]]);
  await writer.insertRows('peer.news', ['ts', 'impact'], rows);
  for (const table of ['peer.bars', 'peer.news']) await writer.command(`OPTIMIZE TABLE ${table} FINAL`);
  return {
    /** The one row of a statement, run in one thread. */
    row: async (sql: string) => (await reader.query<Record<string, number>>(`${sql}\nSETTINGS max_threads = 1`))[0],
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
