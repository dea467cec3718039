/**
 * `npm run tables`: writes each statistic's `table.sql` and the comments of its views, `table.002.sql`, from its fields.
 * What is out in the world is changed by a further numbered file, never by these: the migration refuses a file whose
 * text has changed. So a statistic with further files keeps its first ones as they are.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile, projectRoot } from '../../../lib/paths.ts';
import { loadStatistics } from '../../statistics/registry.ts';
import { roomFiles } from './migrations.ts';
import { CURRENT_RECORDS, recordsSql, SESSIONS_TABLE, tableSql, viewCommentsSql, viewsSql } from './schema.ts';

const head = (source: string) => `-- Made from ${source} by \`npm run tables\`; a test holds the two together.\n\n`;
const DAYS = 'compute/statistics/days.ts';

/** Files of the base migrations that are made here, by path below the project. */
export function sessionsMigrations(): readonly (readonly [path: string, text: string])[] {
  const table = recordsSql(SESSIONS_TABLE);
  const comments = viewCommentsSql(table, `${SESSIONS_TABLE.title}: ${CURRENT_RECORDS}`);
  return [
    ['sql/migrations/004_sessions.sql', `${head(DAYS)}${table}\n`],
    ['sql/migrations/010_view_comments.sql', `${head(DAYS)}${comments}\n`],
  ];
}

/** What the files of the rooms are made of that have no others yet. */
export async function roomMigrations(): Promise<{ name: string; file: string; text: string }[]> {
  const statistics = (await loadStatistics()).filter((statistic) => roomFiles(statistic).length < 3);
  return statistics.flatMap((statistic) => {
    const { name } = statistic;
    return [
      { name, file: 'table.sql', text: `${head('fields.ts')}${tableSql(statistic)}\n` },
      { name, file: 'table.002.sql', text: `${head('fields.ts')}${viewsSql(statistic)}\n` },
    ];
  });
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, file, text } of await roomMigrations()) {
    writeFileSync(join(projectRoot(), 'compute', 'statistics', name, file), text);
  }
  for (const [path, text] of sessionsMigrations()) writeFileSync(projectFile(...path.split('/')), text);
}
