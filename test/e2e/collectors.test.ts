/**
 * A collector from the command line to what is served, with a vendor on this machine: added in one line, killed at random
 * moments while the vendor fails, and in the end compared with what the vendor has, bar by bar.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Candle } from '../../ingest/collectors/contract.ts';
import { systemClock } from '../../lib/clock.ts';
import { numbers } from '../model/numbers.ts';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { runs } from '../support/property-seed.ts';
import { propertySeed } from '../support/random-market.ts';
import { until } from '../support/until.ts';
import { serveBinance } from '../support/vendors/binance.ts';
import { minutes } from '../support/vendors/rig.ts';
import { VendorMarket, type VendorServer } from '../support/vendors/server.ts';
import { newClient } from './support/api.ts';

const MINUTE_MS = 60_000;
const DAYS = 8;
const KILLS = runs(1);
/** Starts of the service on a busy machine are most of it. */
const KILLED_MS = 600_000;
const seed = propertySeed();
const PATIENCE = { timeoutMs: 150_000, pollMs: 500 };
const folder = temporaryFolder();
const dataDir = `${folder.path}/data`;
const market = new VendorMarket(systemClock);
let vendor: VendorServer;
let service: Service;
let candles: Candle[];

beforeAll(async () => {
  ensureBuilt();
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const first = today - (DAYS - 1) * 86_400_000;
  candles = minutes(first, DAYS * 1440 + 60, seed);
  // A pause of the exchange: no trades, no candles.
  candles = candles.filter((_, i) => i < 2000 || i >= 2090);
  market.put('BTC/USDT', candles);
  vendor = await serveBinance(market);
  service = await startService(dataDir);
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  await vendor?.close();
  folder.remove();
});

const closed = () => candles.filter(({ startMs }) => startMs + MINUTE_MS <= Date.now() - 2_000);
const stored = async (): Promise<Candle[]> => {
  const query = `SELECT toUInt32(ts), open, high, low, close, volume FROM market.bars FINAL WHERE symbol = 'BTCUSDT' ORDER BY ts`;
  const { rows } = await service.operation('sql', { query });
  return rows.map(([s, open, high, low, close, volume]: number[]) => ({
    startMs: s * 1000,
    open,
    high,
    low,
    close,
    volume,
  }));
};
const countBars = async (): Promise<number> => {
  const query = "SELECT count() FROM market.bars FINAL WHERE symbol = 'BTCUSDT'";
  return (await service.operation('sql', { query })).rows[0][0];
};
const status = async () => (await service.operation('collectors.status', {})).symbols;

const add = (...more: string[]) =>
  service.cli(
    '--json',
    'collectors',
    'add',
    'crypto',
    '--exchange',
    'binance',
    '--symbols',
    'BTC/USDT',
    '--backfill',
    `${DAYS - 1}d`,
    '--url',
    vendor.url,
    ...more,
  );

it(
  'killed at random moments while the vendor fails: every bar once, none wrong, no hole left, and served',
  async () => {
    const random = numbers(seed);
    const added = await add('--schedule', '*/2 * * * * *');
    expect(added.code).toBe(0);
    expect(added.json).toMatchObject({ id: 'crypto-binance', state: 'running' });
    for (let i = 0; i < KILLS; i++) {
      market.faults.push({ kind: 'cut' }, { kind: 'status', status: 502 });
      await new Promise((resolve) => setTimeout(resolve, 500 + random() * 4_000));
      await service.stop('SIGKILL');
      service = await startService(dataDir);
    }
    const there = closed().length;
    await until(async () => (await countBars()) >= there, PATIENCE);
    // A failure that was still to come is over, too.
    await until(async () => {
      const [{ holes, last_error: error }] = await status();
      return holes === 0 && error === null;
    }, PATIENCE);
    const bars = await stored();
    // Minutes may have ended since.
    expect(bars.length).toBeGreaterThanOrEqual(there);
    expect(bars).toEqual(candles.slice(0, bars.length));
    const [row] = (await service.cli('--json', 'collectors', 'status')).json.symbols;
    expect(row).toMatchObject({
      collector: 'crypto-binance',
      state: 'running',
      symbol: 'BTCUSDT',
      holes: 0,
      last_error: null,
    });
    expect(row.lag_s).toBeLessThan(180);
    expect(Date.parse(row.next_run)).toBeGreaterThan(Date.now() - 10_000);
    expect((await service.cli('--json', 'dlq', 'list')).json.dead_letters).toEqual([]);

    const { get } = await newClient(service);
    await until(async () => (await get('/stats/trend?symbol=BTCUSDT')).status === 200, PATIENCE);
    const { body } = await get('/symbols');
    expect(body.data).toMatchObject([{ symbol: 'BTCUSDT', asset_class: 'crypto', base_interval: '1m' }]);
  },
  KILLED_MS,
);

it('stopped and started it continues; removed it is gone and its bars stay', async () => {
  expect((await service.cli('--json', 'collectors', 'stop', 'crypto-binance')).json).toMatchObject({
    state: 'stopped',
  });
  const asked = market.requests.length;
  await service.cli('collectors', 'start', 'crypto-binance');
  await until(async () => market.requests.length > asked + 1, PATIENCE);
  const bars = await countBars();
  expect((await service.cli('--json', 'collectors', 'remove', 'crypto-binance')).json).toMatchObject({
    state: 'removed',
  });
  expect((await service.cli('--json', 'collectors', 'list')).json).toEqual({ collectors: [] });
  expect(await countBars()).toBeGreaterThanOrEqual(bars);
});
