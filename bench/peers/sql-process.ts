/**
 * The SQL peer as a process of its own, so that the engine's memory and threads are none of the kernels': given the
 * years of bars, it sends `ready`; given a statement, its row and the time it took.
 */

import { cpuMs } from '../harness.ts';
import { stockBars, stockNews } from '../market.ts';
import { openSqlPeer, type SqlPeer } from './sql.ts';

export type Asked = { readonly years: number } | { readonly sql: string };

export interface Answered {
  readonly row: Record<string, number>;
  readonly cpuMs: number;
}

let peer: SqlPeer;

process.on('message', async (message) => {
  const asked = message as Asked;
  if ('years' in asked) {
    peer = await openSqlPeer(stockBars(asked.years), stockNews(asked.years));
    process.send?.('ready');
    return;
  }
  let row: Record<string, number> = {};
  const took = await cpuMs(async () => {
    row = await peer.row(asked.sql);
  });
  process.send?.({ row, cpuMs: took } satisfies Answered);
});
process.once('disconnect', async () => {
  await peer?.close();
  process.exit(0);
});
