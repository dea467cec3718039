/** Stores of a benchmark in temporary folders: filled, queried and served; recorded inserts can be repeated. */

import { randomBytes } from 'node:crypto';
import { storedTokens } from '../api/accounts.ts';
import { createApp } from '../api/app.ts';
import { createAuthenticator } from '../api/authenticator.ts';
import { createRateLimits } from '../api/rate-limits.ts';
import { listen } from '../api/server.ts';
import type { Answers } from '../compute/answers/answers.ts';
import { StoreAnswers } from '../compute/answers/store-answers.ts';
import { createCaches } from '../compute/evaluation/bar-cache.ts';
import { prepareTables } from '../compute/evaluation/tables/derived.ts';
import { createPool } from '../compute/evaluation/threads.ts';
import { Projector } from '../compute/materialize/projector.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import { type Clock, systemClock as clock } from '../lib/clock.ts';
import { silentLogger as logger } from '../lib/logger.ts';
import { createAccounts } from '../operations/commands/accounts.ts';
import { openStore, type Store } from '../sql/connect.ts';
import type { Writer } from '../sql/writer.ts';
import { costOf, temporaryFolder } from './harness.ts';
import { putBars, stock, stockBars } from './market.ts';
import { get, type Installation } from './processes.ts';

const MAX_BARS = 10_000_000;
const DEADLINE_MS = 60_000;
/** Fails the benchmark: a round fails only if something is broken. */
const onFailure = (error: unknown) => {
  throw error;
};

export type BenchStore = Awaited<ReturnType<typeof openBenchStore>>;

export async function openBenchStore() {
  const dataDir = temporaryFolder();
  const store = await openStore({ dataDir, server: null });
  const statistics = await loadStatistics();
  await prepareTables(store, statistics);
  const pool = createPool({ threads: 1 });
  /** Creates a projector. @param own clock or store instead of the shared ones */
  const computing = (own: { clock?: Clock; store?: Store } = {}) =>
    new Projector({ store, statistics, run: pool.projection, summarize: pool.summaries, clock, ...own });
  const projector = computing();
  return {
    dataDir,
    store,
    statistics,
    projector,
    computing,
    /** Stores bars and everything computed from them. */
    async fill(symbol: string, bars = stockBars(2)): Promise<void> {
      await putBars(store, stock(symbol), bars);
      await projector.project(symbol);
    },
    /** Returns answers with caches of so many bytes for records and bars; 0: each read goes to the store. */
    answers: (recordBytes: number, barBytes: number, followEveryMs?: number) =>
      new StoreAnswers({
        store,
        statistics,
        pool,
        follow: followEveryMs === undefined ? undefined : { everyMs: followEveryMs, onFailure },
        nowMs: () => clock.nowMs(),
        maxBarsPerRequest: MAX_BARS,
        deadlineMs: DEADLINE_MS,
        caches: createCaches(store.reader, {
          recordBytes: Math.max(1, recordBytes),
          barBytes: Math.max(1, barBytes),
        }),
      }),
    async close() {
      await pool.close();
      await store.close();
    },
  };
}

/** Creates an account with practically no limits and returns its token. */
export async function unlimitedToken(writer: Writer, name = 'bench'): Promise<string> {
  const accounts = createAccounts(writer, clock);
  const { id } = await accounts.createAccount({ name, plan: 'pro_api' });
  await accounts.setLimits(id, { perMinute: 1_000_000_000, perDay: 1_000_000_000 });
  return (await accounts.issueToken(id)).token;
}

/** Creates an installation with two years of one symbol. */
export async function filledInstallation(): Promise<Installation> {
  const { dataDir, store, fill, close } = await openBenchStore();
  const symbol = 'SERVED';
  await fill(symbol);
  const token = await unlimitedToken(store.writer);
  await close();
  return { dataDir, token, symbol };
}

/** Starts the API in this process over the answers: a GET passes through everything that a client's does. */
export async function startApi({ store, statistics }: BenchStore, answers: Answers) {
  const token = await unlimitedToken(store.writer);
  const authenticator = createAuthenticator({ source: storedTokens(store.reader, store.writer), clock, logger });
  const limits = createRateLimits({ clock, logger });
  const sessionKey = randomBytes(32);
  const api = createApp({ answers, authenticator, limits, statistics, logger, clock, sessionKey });
  const server = await listen(api, { host: '127.0.0.1', port: 0 });
  return {
    get: (path: string) => get(server.url, path, token),
    async close() {
      await server.close();
      api.close();
      await authenticator.close();
      await limits.close();
    },
  };
}

const MAX_KEPT_BYTES = 500_000_000;

/** Records the inserts of a run and repeats them alone as its floor; the first symbols stand for all. */
export class RecordedInserts {
  readonly store: Store;
  #blocks: (() => Promise<void>)[] = [];
  #rows: (() => Promise<void>)[] = [];
  #bytes = 0;
  #keptBytes = 0;

  constructor(store: Store) {
    const { insertBlocks, insertRows } = store.writer;
    const record = (list: (() => Promise<void>)[], bytes: number, insert: () => Promise<void>) => {
      this.#bytes += bytes;
      if (this.#keptBytes <= MAX_KEPT_BYTES) {
        this.#keptBytes += bytes;
        list.push(insert);
      }
      return insert();
    };
    const writer: Writer = {
      ...store.writer,
      insertBlocks: (...args) => {
        const bytes = args[2].reduce((sum, { length }) => sum + length, 0);
        return record(this.#blocks, bytes, () => insertBlocks(...args));
      },
      insertRows: (...args) => record(this.#rows, 0, () => insertRows(...args)),
    };
    this.store = { ...store, writer };
  }

  /** Returns the inserts since the last call: blocks (records and summaries) and rows (state). */
  taken() {
    const taken = { blocks: this.#blocks, rows: this.#rows };
    const share = this.#bytes === 0 ? 1 : this.#keptBytes / this.#bytes;
    [this.#blocks, this.#rows, this.#bytes, this.#keptBytes] = [[], [], 0, 0];
    /** Returns the processor time of all of them in sequence, ms. */
    const againMs = async () => {
      const { cpu } = await costOf(async () => {
        for (const insert of [...taken.blocks, ...taken.rows]) await insert();
      });
      return cpu / share;
    };
    return { ...taken, againMs };
  }
}
