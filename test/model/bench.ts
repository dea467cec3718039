/** A store that the sequences and plots are played on, one after another. */

import { roomGroups } from '../../compute/engine/tables/migrations.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { Store } from '../../sql/connect.ts';
import { openTestStore } from '../support/store.ts';

export interface Bench {
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  close(): Promise<void>;
}

/** Of each kind one: sessions alone, variants, records that stay open, news. */
const STATISTICS = ['gap', 'orb', 'fvg', 'news'];

export async function openBench(): Promise<Bench> {
  const statistics = (await loadStatistics()).filter(({ name }) => STATISTICS.includes(name));
  const store = await openTestStore({ rooms: roomGroups(statistics) });
  return { store, statistics, close: () => store.close() };
}

/** All that is stored goes, also which builds have worked on it: each sequence begins with an empty store. */
export async function emptyStore({ store }: Bench): Promise<void> {
  const tables = await store.reader.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = 'market' AND engine LIKE '%MergeTree'
       AND total_rows > 0`,
  );
  for (const { name } of tables) await store.writer.command(`TRUNCATE TABLE market.${name}`);
}
