/** A store that is unavailable, hangs, is slow, or loses what is sent to it silently: a batch lands once, and in time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../lib/config.ts';
import { silentLogger } from '../../lib/logger.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { testClickHouse } from '../../test/support/clickhouse.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { type Cable, cableTo } from '../../test/support/proxy.ts';
import { until } from '../../test/support/until.ts';
import type { LogEvent } from './events.ts';
import { Landing } from './landing.ts';

const NOON = Date.UTC(2025, 5, 5, 12);
const EVENTS = 50;
/** What a server may take for a read; for rows it has a third of it, and is considered unavailable 1.5 s later. */
const TIMEOUT_MS = 1_500;

const direct = await storeOfFile({ backend: 'server' });
let store: Store;
let cable: Cable;
let retries = 0;
let lostBefore = 0;
let nextOffset = 0;

beforeAll(async () => {
  const { env } = await testClickHouse();
  const { hostname, port } = new URL(env['CLICKHOUSE_URL']);
  cable = await cableTo({ host: hostname, port: Number(port) });
  const throughCable = { ...env, CLICKHOUSE_URL: `http://127.0.0.1:${cable.port}` };
  const { store: config } = parseConfig({ store: storeConfigSchema }, throughCable);
  store = await openStore({ ...config, server: { ...config.server!, timeoutMs: TIMEOUT_MS } });
}, 240_000);
afterAll(async () => {
  await store?.close();
  await cable?.close();
});

function batch(symbol: string): LogEvent[] {
  return Array.from({ length: EVENTS }, (_, minute) => {
    const prices = { open: 1, high: 1, low: 1, close: 1, volume: minute };
    const value = {
      symbol,
      asset_class: 'etf',
      interval: '1m',
      ts: Date.UTC(2025, 5, 4, 14) + minute * 60_000,
      ...prices,
    };
    const place = { topic: 'bars', partition: 3, offset: nextOffset++, timestampMs: NOON, key: symbol } as const;
    return { ...place, value: JSON.stringify(value) };
  });
}

async function openLanding(): Promise<Landing> {
  const retry = { attempts: 1_000, firstDelayMs: 20, maxDelayMs: 100 };
  const logger = Object.assign(Object.create(silentLogger), { warn: () => retries++ });
  return Landing.open({ store, retry, logger });
}

async function expectLanded(symbol: string): Promise<void> {
  const [{ rows, volume }] = await direct.reader.query<{ rows: number; volume: number }>(
    'SELECT count() AS rows, sum(volume) AS volume FROM market.bars FINAL WHERE symbol = {symbol:String}',
    { symbol },
  );
  expect({ rows, volume }).toEqual({ rows: EVENTS, volume: (EVENTS * (EVENTS - 1)) / 2 });
}

describe.each([
  ['away', () => cable.cut(), () => retries > 2],
  ['a black hole', () => cable.hang(), () => cable.lost > lostBefore + 2],
  ['taking statements, of which no answer arrives', () => cable.hang('answers'), () => cable.lost > lostBefore + 2],
  ['hanging', () => cable.hold(), () => cable.held > 2],
] as const)('a store that is %s', (name, fail, seen) => {
  test('is tried again until it answers, and the batch lands once', async () => {
    retries = 0;
    lostBefore = cable.lost;
    const symbol = name
      .toUpperCase()
      .replaceAll(/[^A-Z]/g, '')
      .slice(0, 12);
    const landing = await openLanding();
    await fail();
    const landed = landing.land(batch(symbol));
    landed.catch(() => {});
    await until(seen);
    await cable.restore();
    expect(await landed).toMatchObject({ landed: EVENTS, deadLetters: {} });
    await expectLanded(symbol);
    // The next one finds connections that work.
    expect(await landing.land(batch(`${symbol}2`))).toMatchObject({ landed: EVENTS });
  }, 120_000);
});

test('a store that is slow is waited for: no statement is sent twice', async () => {
  retries = 0;
  const landing = await openLanding();
  cable.slow(60);
  expect(await landing.land(batch('SLOW'))).toMatchObject({ landed: EVENTS, deadLetters: {} });
  await cable.restore();
  expect(retries).toBe(0);
  await expectLanded('SLOW');
});

test('a statement that may take long is not cut off at the time that rows have', async () => {
  const sleep = 'SELECT sleepEachRow(1) FROM numbers(3) FORMAT Null';
  await expect(store.writer.command(sleep)).resolves.toBeUndefined();
  await expect(store.reader.query('SELECT sleepEachRow(1) FROM numbers(3)')).rejects.toMatchObject({
    kind: 'transient',
  });
}, 20_000);
