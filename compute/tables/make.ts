/**
 * `npm run tables`: writes each statistic's `table.sql` from its fields. A table that is out in the world is changed by
 * a further numbered file (`table.002.sql`), never by this one: the migration refuses a file whose text has changed. So
 * a room with further files keeps its first one as it is.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../lib/paths.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { roomFiles } from './migrations.ts';
import { recordsSql, SESSIONS_TABLE, tableSql } from './schema.ts';

const HEAD = '-- Made from fields.ts by `npm run tables`; a test holds the two together.\n\n';

export function sessionsMigration(): string {
  return `-- Made from compute/statistics/days.ts by \`npm run tables\`; a test holds the two together.\n\n${recordsSql(SESSIONS_TABLE)}\n`;
}

/** What `table.sql` is made of, for the rooms that have no further file yet. */
export async function roomMigrations(): Promise<{ name: string; text: string }[]> {
  const statistics = (await loadStatistics()).filter((statistic) => roomFiles(statistic).length < 2);
  return statistics.map((statistic) => ({ name: statistic.name, text: `${HEAD}${tableSql(statistic)}\n` }));
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, text } of await roomMigrations()) {
    writeFileSync(join(projectRoot(), 'compute', 'statistics', name, 'table.sql'), text);
  }
  writeFileSync(join(projectRoot(), 'sql', 'migrations', '004_sessions.sql'), sessionsMigration());
}
