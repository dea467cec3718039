/** A collector at work on a real store, its clock in the hands of the test. */
import { BarsWorker } from '../../../ingest/collectors/bars.ts';
import type { Candle, CandleSource, SeriesOptions } from '../../../ingest/collectors/contract.ts';
import { openCredentials } from '../../../ingest/collectors/credentials.ts';
import { kindOf } from '../../../ingest/collectors/kinds.ts';
import { CollectorStore } from '../../../ingest/collectors/store.ts';
import type { Landing } from '../../../ingest/landing/landing.ts';
import { type FixedClock, systemTimers, type Timers } from '../../../lib/clock.ts';
import { createLogger, type Logger } from '../../../lib/logger.ts';
import type { TestStore } from '../store.ts';
import type { Vendor } from './vendor.ts';

const NAP_MS = 10;

/** Sleeps are short: the caller reads the clock again after each. */
export const napping: Timers = {
  ...systemTimers,
  random: () => 0,
  sleep: (delayMs, signal) => systemTimers.sleep(Math.min(delayMs, NAP_MS), signal),
};

export interface Rig {
  readonly id: string;
  readonly series: SeriesOptions;
  readonly state: CollectorStore;
  readonly worker: BarsWorker;
  readonly source: CandleSource;
  readonly log: () => string;
  stop(): Promise<void>;
}

export interface RigOptions {
  readonly vendor: Vendor;
  readonly url: string;
  readonly store: TestStore;
  readonly landing: Landing;
  readonly clock: FixedClock;
  readonly id: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

export async function openRig({ vendor, url, store, landing, clock, id, options = {} }: RigOptions): Promise<Rig> {
  const kind = kindOf(vendor.kind);
  if (kind.form !== 'series') throw new Error(`${vendor.kind} has no bars of a vendor`);
  const given = { symbols: vendor.symbols[0], url, ...vendor.options, ...options };
  const prepared = kind.prepare(given, clock).options;
  const series = kind.series(prepared);
  let log = '';
  const logger: Logger = createLogger({
    name: 'test',
    level: 'trace',
    stream: {
      write(line: string) {
        log += line;
      },
    },
  });
  const credentials = openCredentials({ ...vendor.environment });
  const common = { clock, timers: napping, logger };
  const source = await kind.open(prepared, { credentials, ...common });
  const state = new CollectorStore(store, clock);
  const worker = new BarsWorker({
    id,
    options: series,
    openSource: async () => source,
    target: landing,
    store: state,
    ...common,
    nextTickMs: () => clock.nowMs() + 60_000,
  });
  worker.start();
  return { id, series, state, worker, source, log: () => log, stop: () => worker.stop() };
}

export async function countBars(store: TestStore, symbol: string): Promise<number> {
  const sql = 'SELECT count() AS n FROM market.bars FINAL WHERE symbol = {symbol:String}';
  const [{ n }] = await store.reader.query<{ n: number }>(sql, { symbol });
  return n;
}

export async function storedBars(store: TestStore, symbol: string): Promise<Candle[]> {
  const rows = await store.reader.query<Omit<Candle, 'startMs'> & { s: number }>(
    'SELECT toUInt32(ts) AS s, open, high, low, close, volume FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY ts',
    { symbol },
  );
  return rows.map(({ s, ...rest }) => ({ startMs: s * 1000, ...rest }));
}

/** A bar a minute, the same for the same seed; prices with an exact binary fraction. */
export function minutes(fromMs: number, count: number, seed = 1): Candle[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 64;
  };
  return Array.from({ length: count }, (_, i) => {
    const [open, close, up, down] = [random() / 8 + 50, random() / 8 + 50, random() / 8, random() / 8];
    const [low, high] = [Math.min(open, close) - down, Math.max(open, close) + up];
    return { startMs: fromMs + i * 60_000, open, high, low, close, volume: random() / 4 };
  });
}
