/** Stores of a benchmark in temporary folders: filled, asked, served, and what was written to them written again. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccounts, storedTokens } from '../api/accounts.ts';
import { createApp } from '../api/app.ts';
import { createAuthenticator } from '../api/authenticator.ts';
import { createLimiter } from '../api/limits.ts';
import { listen } from '../api/server.ts';
import type { Answers } from '../compute/answers/answers.ts';
import { StoreAnswers } from '../compute/answers/store-answers.ts';
import { createCaches } from '../compute/evaluation/bar-cache.ts';
import { prepareTables } from '../compute/evaluation/tables/derived.ts';
import { type ComputePool, createPool } from '../compute/evaluation/threads.ts';
import { Projector } from '../compute/materialize/projector.ts';
import { Summaries } from '../compute/materialize/summaries.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { silentLogger } from '../lib/logger.ts';
import { openStore, type Store } from '../sql/connect.ts';
import type { Writer } from '../sql/writer.ts';
import { cpuMs } from './harness.ts';
import { putBars, stock, stockBars } from './market.ts';

export interface BenchStore {
  readonly dataDir: string;
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly pool: ComputePool;
  readonly projector: Projector;
  readonly summaries: Summaries;
  /** A projector with a clock or a store of its own. */
  projectorWith(own: { clock?: Clock; store?: Store }): Projector;
  /** Answers with memory for so many bytes of records and bars; 0: everything from the store, each time. */
  answers(recordBytes: number, barBytes: number, followEveryMs?: number): StoreAnswers;
  close(options?: { keep: boolean }): Promise<void>;
}

const MAX_BARS = 10_000_000;
const DEADLINE_MS = 60_000;

export async function openBenchStore(): Promise<BenchStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-bench-'));
  process.once('exit', () => {
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  });
  let kept = false;
  const store = await openStore({ dataDir, server: null });
  const statistics = await loadStatistics();
  await prepareTables(store, statistics);
  const pool = createPool({ threads: 1 });
  const clock = systemClock;
  const projectorWith = (own: { clock?: Clock; store?: Store }) =>
    new Projector({ store, statistics, run: pool.projection, clock, ...own });
  return {
    dataDir,
    store,
    statistics,
    pool,
    projector: projectorWith({}),
    summaries: new Summaries({ store, statistics, run: pool.summaries, clock }),
    projectorWith,
    answers: (recordBytes, barBytes, followEveryMs) =>
      new StoreAnswers({
        store,
        statistics,
        pool,
        nowMs: () => clock.nowMs(),
        maxBarsPerRequest: MAX_BARS,
        caches: createCaches(store.reader, {
          recordBytes: Math.max(1, recordBytes),
          barBytes: Math.max(1, barBytes),
        }),
        deadlineMs: DEADLINE_MS,
        ...(followEveryMs === undefined ? {} : { followEveryMs }),
      }),
    async close({ keep } = { keep: false }) {
      kept = keep;
      await pool.close();
      await store.close();
      if (!keep) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The token of a new account without limits to speak of. */
export async function unlimitedToken(writer: Writer, name = 'bench'): Promise<string> {
  const accounts = createAccounts(writer, systemClock);
  const { id } = await accounts.createAccount({ name, plan: 'pro_api' });
  await accounts.setLimits(id, { perMinute: 1_000_000_000, perDay: 1_000_000_000 });
  return (await accounts.issueToken(id)).token;
}

/** A data directory with two years of one symbol, and a token for it. */
export async function filledInstallation(): Promise<{ dataDir: string; token: string; symbol: string }> {
  const { dataDir, store, projector, summaries, close } = await openBenchStore();
  const meta = stock('SERVED');
  await putBars(store, meta, stockBars(2));
  await projector.project(meta.symbol);
  await summaries.refresh(meta.symbol);
  const token = await unlimitedToken(store.writer);
  await close({ keep: true });
  return { dataDir, token, symbol: meta.symbol };
}

export interface BenchApi {
  /** The body of a 200. */
  get(path: string): Promise<string>;
  close(): Promise<void>;
}

/** The API in this process over given answers, listening: a GET goes through everything that a client's would. */
export async function startApi({ store, statistics }: BenchStore, answers: Answers): Promise<BenchApi> {
  const clock = systemClock;
  const logger = silentLogger;
  const token = await unlimitedToken(store.writer);
  const authenticator = createAuthenticator({
    source: storedTokens(store.reader, store.writer),
    clock,
    logger,
  });
  const limiter = createLimiter({ clock, logger });
  const sessionKey = randomBytes(32);
  const api = createApp({ answers, authenticator, limiter, statistics, logger, clock, sessionKey });
  const server = await listen(api, { host: '127.0.0.1', port: 0 });
  return {
    async get(path) {
      const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
      return body;
    },
    async close() {
      await server.close();
      api.close();
      await authenticator.close();
      await limiter.close();
    },
  };
}

const MAX_KEPT_BYTES = 500_000_000;

/** Inserts of a run, to be done again alone, as the floor of the run: of many symbols the first ones stand for all. */
export class RecordedInserts {
  readonly store: Store;
  #blocks: (() => Promise<void>)[] = [];
  #rows: (() => Promise<void>)[] = [];
  #bytes = 0;
  #keptBytes = 0;

  constructor(store: Store) {
    const { insertBlocks, insertRows } = store.writer;
    const record = (list: (() => Promise<void>)[], bytes: number, again: () => Promise<void>) => {
      this.#bytes += bytes;
      if (this.#keptBytes > MAX_KEPT_BYTES) return;
      this.#keptBytes += bytes;
      list.push(again);
    };
    const writer: Writer = {
      ...store.writer,
      insertBlocks: (...args) => {
        const bytes = args[2].reduce((sum, { length }) => sum + length, 0);
        record(this.#blocks, bytes, () => insertBlocks(...args));
        return insertBlocks(...args);
      },
      insertRows: (...args) => {
        record(this.#rows, 0, () => insertRows(...args));
        return insertRows(...args);
      },
    };
    this.store = { ...store, writer };
  }

  /** Those since this was last called, of blocks (records and summaries) and of rows (state). */
  taken() {
    const taken = { blocks: this.#blocks, rows: this.#rows };
    const share = this.#bytes === 0 ? 1 : this.#keptBytes / this.#bytes;
    [this.#blocks, this.#rows, this.#bytes, this.#keptBytes] = [[], [], 0, 0];
    /** Processor time of all of them, one after the other, ms. */
    const againMs = async () => {
      const ms = await cpuMs(async () => {
        for (const insert of [...taken.blocks, ...taken.rows]) await insert();
      });
      return ms / share;
    };
    return { ...taken, againMs };
  }
}
