/**
 * From a vendor through the log into the store and out of the API: `ingest` runs the collector, `compute` makes the records,
 * `api` serves them; all of them are killed at random moments while the vendor fails, and others take over. In the end
 * the store has what the vendor has, and the figures that are served are those of the vendor's candles.
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
import { ensureBuilt } from '../e2e/support/program.ts';
import { startClickHouse, type TestClickHouse } from '../support/clickhouse.ts';
import { startKafka } from '../support/kafka.ts';
import { type Env, type Program, runCli, startProgram } from '../support/programs.ts';
import { seeded } from '../support/stream.ts';
import { serveBinance } from '../support/vendors/binance.ts';
import { minutes, storedBars } from '../support/vendors/rig.ts';
import { VendorMarket, type VendorServer } from '../support/vendors/server.ts';

const kafka = (await startKafka())!;
const DAYS = 6;
const KILLS = 2;
const PATIENCE_MS = 200_000;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6));

interface DayServed {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

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
  const programs = new Map<string, Program>();

  beforeAll(async () => {
    ensureBuilt();
    clickhouse = await startClickHouse();
    env = { ...clickhouse.env, KAFKA_BROKERS: kafka.brokers, KAFKA_PARTITIONS: '4' };
    store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    candles = minutes(today - (DAYS - 1) * 86_400_000, DAYS * 1440 + 60, seed);
    market.put('ETH/USDT', candles);
    vendor = await serveBinance(market);
  });
  afterAll(async () => {
    for (const program of programs.values()) await program.kill('SIGKILL');
    await vendor?.close();
    await store?.close();
    await clickhouse?.close();
    await kafka?.close();
  });

  const start = (name: 'ingest' | 'compute' | 'api') => {
    const program = startProgram(`built:programs/${name}`, env);
    programs.set(name, program);
    return program;
  };
  /** The whole days, as the API serves them: open, high, low and close by date. */
  async function served(token: string): Promise<Record<string, number[]> | null> {
    const url = /api serves at (http\S+);/.exec(programs.get('api')?.said() ?? '')?.[1];
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/stats/trend?symbol=ETHUSDT&limit=100`, { headers });
    if (response.status !== 200) return null;
    const { data } = (await response.json()) as { data: DayServed[] };
    return Object.fromEntries(data.map(({ date, open, high, low, close }) => [date, [open, high, low, close]]));
  }
  /** The same from the vendor's candles. */
  function days(): Record<string, number[]> {
    const byDate = new Map<string, Candle[]>();
    for (const candle of candles) {
      const date = new Date(candle.startMs).toISOString().slice(0, 10);
      byDate.set(date, [...(byDate.get(date) ?? []), candle]);
    }
    return Object.fromEntries(
      [...byDate].map(([date, all]) => {
        const [highs, lows] = [all.map(({ high }) => high), all.map(({ low }) => low)];
        return [date, [all[0].open, Math.max(...highs), Math.min(...lows), all[all.length - 1].close]];
      }),
    );
  }

  it('lands and serves everything once, though all are killed at random moments and the vendor fails', async () => {
    const random = seeded(seed);
    let program = start('ingest');
    await program.ready();
    start('compute');
    await start('api').ready();
    const { id: account } = (await runCli(env, 'accounts', 'create', '--name', 'me', '--plan', 'pro_api')).json;
    const { token } = (await runCli(env, 'tokens', 'issue', '--account', account)).json;
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
      const other = i % 2 === 0 ? 'compute' : 'api';
      await programs.get(other)?.kill('SIGKILL');
      program = start('ingest');
      await Promise.all([program.ready(), start(other).ready()]);
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
    const { [new Date(Date.now()).toISOString().slice(0, 10)]: _today, ...ended } = days();
    for (const untilMs = Date.now() + PATIENCE_MS; ; ) {
      const found = (await served(token)) ?? {};
      const whole = Object.fromEntries(Object.keys(ended).map((date) => [date, found[date]]));
      if (JSON.stringify(whole) === JSON.stringify(ended)) break;
      if (Date.now() > untilMs) expect(whole).toEqual(ended);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    // One process alone has it.
    expect((await state.owner(id))?.owner).toContain(` ${program.child.pid} `);
  }, 600_000);
});
