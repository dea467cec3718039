/**
 * From a vendor through the log into the store: `ingest` runs the collector, is killed at random moments while the vendor
 * fails, and another takes over. In the end the store has what the vendor has.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candle } from '../../ingest/collectors/contract.ts';
import { kindOf } from '../../ingest/collectors/kinds.ts';
import { missingDaysOf } from '../../ingest/collectors/series.ts';
import { CollectorStore } from '../../ingest/collectors/state.ts';
import { systemClock } from '../../lib/clock.ts';
import { parseConfig } from '../../lib/config.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { startClickHouse, type TestClickHouse } from '../support/clickhouse.ts';
import { startKafka } from '../support/kafka.ts';
import { type Env, type Program, startProgram } from '../support/programs.ts';
import { seeded } from '../support/stream.ts';
import { serveBinance } from '../support/vendors/binance.ts';
import { minutes, storedBars } from '../support/vendors/rig.ts';
import { VendorMarket, type VendorServer } from '../support/vendors/server.ts';

const kafka = (await startKafka())!;
const DAYS = 6;
const KILLS = 2;
const PATIENCE_MS = 200_000;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6));

/** The claim of a process that was killed ends a minute after it. */
async function owned(state: CollectorStore, id: string, program: Program): Promise<void> {
  for (const endMs = Date.now() + 120_000; ; ) {
    if ((await state.owner(id))?.owner.includes(` ${program.child.pid} `)) return;
    if (Date.now() > endMs) throw new Error('nobody runs the collector');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe.runIf(kafka)('a collector with a log', () => {
  const market = new VendorMarket(systemClock);
  let clickhouse: TestClickHouse;
  let store: Store;
  let vendor: VendorServer;
  let env: Env;
  let candles: Candle[];
  const programs = new Set<Program>();

  beforeAll(async () => {
    clickhouse = await startClickHouse();
    env = { ...clickhouse.env, KAFKA_BROKERS: kafka.brokers, KAFKA_PARTITIONS: '4' };
    store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    candles = minutes(today - (DAYS - 1) * 86_400_000, DAYS * 1440 + 60, seed);
    market.put('ETH/USDT', candles);
    vendor = await serveBinance(market);
  });
  afterAll(async () => {
    for (const program of programs) await program.kill('SIGKILL');
    await vendor?.close();
    await store?.close();
    await clickhouse?.close();
    await kafka?.close();
  });

  const start = () => {
    const program = startProgram('programs/ingest', env);
    programs.add(program);
    return program;
  };

  it('lands everything once, though ingest is killed at random moments and the vendor fails', async () => {
    const random = seeded(seed);
    let program = start();
    await program.ready();
    const kind = kindOf('crypto');
    if (kind.form !== 'series') throw new Error('crypto has series');
    const given = {
      exchange: 'binance',
      symbols: 'ETH/USDT',
      backfill: `${DAYS - 1}d`,
      url: vendor.url,
      schedule: '*/2 * * * * *',
    };
    const { id, options } = kind.prepare(given, systemClock);
    const state = new CollectorStore(store, systemClock);
    await state.put({ id, kind: 'crypto', options, state: 'running', createdAtMs: Date.now() });
    for (let i = 0; i < KILLS; i++) {
      market.faults.push({ kind: 'cut' }, { kind: 'status', status: 502 });
      await owned(state, id, program);
      await new Promise((resolve) => setTimeout(resolve, 500 + random() * 4_000));
      await program.kill('SIGKILL');
      programs.delete(program);
      program = start();
      await program.ready();
    }
    const missing = () => missingDaysOf(state, id, 'ETHUSDT', kind.series(options), Date.now());
    const closed = () => candles.filter(({ startMs }) => startMs + 60_000 <= Date.now() - 2_000);
    const endMs = Date.now() + PATIENCE_MS;
    for (;;) {
      const bars = await storedBars(store as never, 'ETHUSDT');
      if (bars.length >= closed().length && (await missing()).length === 0) break;
      if (Date.now() > endMs)
        throw new Error(`${bars.length} of ${closed().length} bars, missing days ${await missing()} (SEED=${seed})`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const bars = await storedBars(store as never, 'ETHUSDT');
    const there = closed();
    expect(bars.slice(0, there.length - 1)).toEqual(there.slice(0, -1));
    const [{ n }] = await store.reader.query<{ n: number }>('SELECT count() AS n FROM market.dead_letters FINAL');
    expect(n).toBe(0);
    // One process alone has it.
    expect((await state.owner(id))?.owner).toContain(` ${program.child.pid} `);
  }, 600_000);
});
