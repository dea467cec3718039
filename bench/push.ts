/** Bars over the ops port of a service on this machine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PushedBar {
  readonly symbol: string;
  readonly assetClass: 'equity' | 'crypto';
  /** Start, epoch ms. */
  readonly atMs: number;
  readonly price: number;
}

/** Resolves once they are durable. */
export async function pushBars(dataDir: string, bars: readonly PushedBar[]): Promise<void> {
  const { port, token } = JSON.parse(readFileSync(join(dataDir, 'ops.json'), 'utf8')) as {
    port: number;
    token: string;
  };
  const reply = await fetch(`http://127.0.0.1:${port}/events/bars`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(
      bars.map(({ symbol, assetClass, atMs, price }) => ({
        symbol,
        asset_class: assetClass,
        interval: '1m',
        ts: new Date(atMs).toISOString(),
        volume: 1,
        open: price,
        high: price,
        low: price,
        close: price,
      })),
    ),
  });
  const text = await reply.text();
  if (reply.status !== 202) throw new Error(`a push was answered ${reply.status}: ${text}`);
}
