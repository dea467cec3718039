/** A store of its own in a temporary folder, with everything that fills it and asks it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreAnswers } from '../compute/answers/store-answers.ts';
import { createCaches } from '../compute/evaluation/stored-records.ts';
import { prepareTables } from '../compute/evaluation/tables/derived.ts';
import { type ComputePool, createPool } from '../compute/evaluation/threads.ts';
import { Projector } from '../compute/materialize/projector.ts';
import { Summaries } from '../compute/materialize/summaries.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { openStore, type Store } from '../sql/connect.ts';

export interface Workshop {
  readonly dataDir: string;
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly pool: ComputePool;
  readonly projector: Projector;
  readonly summaries: Summaries;
  /** A projector with a clock of its own. */
  projectorWith(clock: Clock): Projector;
  /** Answers with memory for so many bytes of records and bars; 0: everything from the store, each time. */
  answers(recordBytes: number, barBytes: number, followEveryMs?: number): StoreAnswers;
  close(options?: { keep: boolean }): Promise<void>;
}

const MAX_BARS = 10_000_000;
const DEADLINE_MS = 60_000;

export async function openWorkshop(): Promise<Workshop> {
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
  return {
    dataDir,
    store,
    statistics,
    pool,
    projector: new Projector({ store, statistics, run: pool.projection, clock }),
    summaries: new Summaries({ store, statistics, run: pool.summaries, clock }),
    projectorWith: (own) => new Projector({ store, statistics, run: pool.projection, clock: own }),
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
