/** The migration files of the rooms: `table.sql`, then `table.002.sql` and so on. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../lib/paths.ts';
import type { Store } from '../../../sql/connect.ts';
import { type MigrationGroup, migrate } from '../../../sql/migrate.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import { admitDefinitions, definitionsOf } from './definitions.ts';

export function roomFolder(statistic: Statistic): string {
  return join(projectRoot(), 'compute', 'statistics', statistic.name);
}

export function roomFiles(statistic: Statistic): { name: string; text: string }[] {
  const folder = roomFolder(statistic);
  return readdirSync(folder)
    .filter((name) => /^table(\.\d{3})?\.sql$/.test(name))
    .sort((a, b) => (a.length === b.length ? (a < b ? -1 : 1) : a.length - b.length))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** The rooms' files as the migration takes them: one group a statistic. */
export function roomGroups(statistics: readonly Statistic[]): MigrationGroup[] {
  return statistics.map((statistic) => ({
    name: statistic.name,
    files: roomFiles(statistic).map(({ name, text }, index) => ({
      name: `${String(index + 1).padStart(3, '0')}_${name}`,
      sql: text,
    })),
  }));
}

/** Brings the store's tables up to this build, or refuses a store that a newer one has written. */
export async function prepareTables(store: Store, statistics: readonly Statistic[]): Promise<void> {
  await migrate(store, { rooms: roomGroups(statistics) });
  await admitDefinitions(store, definitionsOf(statistics));
}
