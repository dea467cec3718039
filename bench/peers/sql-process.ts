/**
 * The SQL peer as a process of its own, so that the engine's memory and threads are none of the kernels': given the
 * years of bars, it sends `ready`; given a statement, its row and the processor time that it took.
 */

import { costOf } from '../harness.ts';
import { stockBars, stockNews } from '../market.ts';
import { openSqlPeer, type SqlPeer } from './sql.ts';

let peer: SqlPeer;

process.on('message', async (asked: { years: number } | { sql: string }) => {
  if ('years' in asked) {
    peer = await openSqlPeer(stockBars(asked.years), stockNews(asked.years));
    process.send?.('ready');
    return;
  }
  let row: Record<string, number> = {};
  const { cpu } = await costOf(async () => {
    row = await peer.row(asked.sql);
  });
  process.send?.({ row, cpu });
});
process.once('disconnect', async () => {
  await peer?.close();
  process.exit(0);
});
