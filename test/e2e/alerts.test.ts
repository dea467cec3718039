/** An alert reaches its receiver whenever the service is killed between the bar that lands and the call that is delivered. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { type Client, GENEROUS, newClient } from './support/api.ts';
import { ndjson, write } from './support/market.ts';

const DAY_MS = 86_400_000;
const folder = temporaryFolder();
const dataDir = join(folder.path, 'data');
let service: Service;
let client: Client;
let receiver: Receiver;
let status: number | null = 503;

const start = async () => {
  service = await startService(dataDir, { ALERTS_ALLOW_PRIVATE: '1' });
};
beforeAll(async () => {
  ensureBuilt();
  receiver = await startReceiver(() => status);
  await start();
  client = await newClient(service, 'pro_api', GENEROUS);
}, 480_000);
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  folder.remove();
});

let files = 0;
/** Of a crypto symbol, whose session is the UTC day. Returns the import's id. */
async function land(symbol: string, startMs: number, prices: readonly number[]): Promise<string> {
  const bars = prices.map((price, i) => ({
    symbol,
    asset_class: 'crypto',
    ts: new Date(startMs + i * 3_600_000).toISOString(),
    volume: 1,
    open: price,
    high: price,
    low: price,
    close: price,
  }));
  const path = write(join(folder.path, `${++files}.ndjson`), ndjson(bars));
  const { code, stderr, json } = await service.cli('--json', 'import', 'bars', path, '--interval', '1h', '--force');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return json.import_id;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
async function send(method: string, path: string, body?: unknown): Promise<any> {
  const headers = { authorization: `Bearer ${client.token}` };
  return (await fetch(service.url + path, { method, headers, body: JSON.stringify(body) })).json();
}
const calls = async (id: string) => (await send('GET', `/me/alerts/${id}/calls`)).data;

it('is delivered by the next start, with the same id, and once more by no start', async () => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await land('ALERTUSD', midnight - 2 * DAY_MS, Array(48).fill(100));
  const question = '?when=prevclose.gap_pct>0.5&then=session.return_pct>0&include_extended_hours=true';
  await send('PUT', '/me/queries/gap', { name: 'Gap', question });
  const asked = { query_id: 'gap', symbols: ['ALERTUSD'], webhook_url: `${receiver.url}/alerts` };
  const { id } = await send('POST', '/me/alerts', asked);
  await land('ALERTUSD', midnight, [101]);
  await until(() => receiver.received.length > 0);
  await service.stop('SIGKILL');
  const [{ headers, body }] = receiver.received;
  expect(JSON.parse(body).data).toMatchObject({ alert_id: id, symbol: 'ALERTUSD' });

  // The attempt may have failed before its outcome was recorded, and after.
  const sofar = receiver.received.length;
  status = 200;
  await start();
  await until(() => receiver.received.length > sofar);
  await until(async () => (await calls(id))[0].state === 'delivered');
  for (const one of receiver.received)
    expect([one.headers['webhook-id'], one.body]).toEqual([headers['webhook-id'], body]);
  expect(await calls(id)).toMatchObject([{ id: headers['webhook-id'], symbol: 'ALERTUSD', error: null }]);

  // Delivered: neither a start nor a correction calls again.
  const [state] = await calls(id);
  await service.stop('SIGKILL');
  const delivered = receiver.received.length;
  await start();
  await land('ALERTUSD', midnight, [102]);
  expect(await calls(id)).toEqual([state]);
  expect(receiver.received).toHaveLength(delivered);
}, 240_000);
