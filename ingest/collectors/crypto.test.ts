/** Candles of ccxt's stream: those that are over, once the next one shows, and the cut that ends it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock, systemTimers } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { until } from '../../test/support/until.ts';
import { type BinanceServer, serveBinance } from '../../test/support/vendors/binance.ts';
import { minutes } from '../../test/support/vendors/rig.ts';
import { VendorMarket } from '../../test/support/vendors/server.ts';
import type { Candle, CandleSource } from './contract.ts';
import { openCredentials } from './credentials.ts';
import { cryptoKind } from './crypto.ts';

const [a, b, c, d] = minutes(Date.UTC(2024, 0, 2), 4);
let server: BinanceServer;
let source: CandleSource;
let stop: AbortController;
let over: Promise<unknown>;
let came: Candle[];
let opened: number;

beforeEach(async () => {
  const market = new VendorMarket(systemClock);
  market.put('BTC/USDT', [a]);
  server = await serveBinance(market);
  const context = { clock: systemClock, timers: systemTimers, logger: silentLogger, credentials: openCredentials({}) };
  const given = { exchange: 'binance', symbols: 'BTC/USDT', url: server.url };
  source = await cryptoKind.open(cryptoKind.prepare(given, systemClock).options, context);
  [came, opened, stop] = [[], 0, new AbortController()];
  over = source.stream!({
    symbols: ['BTC/USDT'],
    onCandles: (_, candles) => came.push(...candles),
    onOpen: () => opened++,
    signal: stop.signal,
  }).then(
    () => null,
    (error: unknown) => error,
  );
  await until(() => server.subscribed().includes('btcusdt@kline_1m'));
});
afterEach(async () => {
  stop.abort();
  await over;
  await source.close?.();
  await server.close();
});

const first = (candle: Candle) => ({ ...candle, high: candle.open, low: candle.open, close: candle.open, volume: 0 });

it('a candle is over when the next one shows, as it was at its end', async () => {
  server.kline('BTC/USDT', first(a), false);
  await until(() => opened === 1);
  server.kline('BTC/USDT', a, true);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(came).toEqual([]);
  server.kline('BTC/USDT', first(b), false);
  await until(() => came.length === 1);
  server.kline('BTC/USDT', b, true);
  server.kline('BTC/USDT', c, true);
  server.kline('BTC/USDT', first(d), false);
  await until(() => came.length >= 3);
  expect(came).toEqual([a, b, c]);
  expect(opened).toBe(1);
});

it('a cut ends it with an error of the vendor; a stop ends it without', async () => {
  server.kline('BTC/USDT', first(a), false);
  await until(() => opened === 1);
  server.cut();
  expect(await over).toMatchObject({ name: 'VendorError', fault: 'away' });
  expect(came).toEqual([]);
});

it('stops at once when it is asked to', async () => {
  server.kline('BTC/USDT', first(a), false);
  await until(() => opened === 1);
  stop.abort();
  expect(await over).toBeNull();
});
