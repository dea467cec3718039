/**
 * Every worked query of docs/analysts.md is run on the slice of the demo market that it speaks of, and must print what
 * follows it. `DOCS_WRITE=1` rewrites the answers: read them before they are committed. The event studies have their own events.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, describe, expect, it } from 'vitest';
import { projectFile } from '../lib/paths.ts';
import { blocksOf, readPage } from './docs/pages.ts';
import { openDemoSlice } from './support/demo-slice.ts';
import { temporaryFolder } from './support/programs.ts';

const PAGE = 'docs/analysts.md';
const [worked] = readPage(PAGE).split('\n## Event studies');
const queries = blocksOf(PAGE, worked).filter(({ language }) => language === 'sql');
const slice = await openDemoSlice('2025-02-03', '2025-04-01');
afterAll(() => slice?.close());

describe('the worked queries for analysts', () => {
  it('are ten and more, each with an answer', () => {
    expect(queries.length).toBeGreaterThanOrEqual(10);
    expect(queries.filter(({ output }) => output === null)).toEqual([]);
  });

  it.each(queries.map((query) => [query.line, query] as const))('of line %i', async (_, { text, output }) => {
    const printed = await slice.sql(text);
    if (process.env['DOCS_WRITE']) {
      const block = (shown: string) => `${text}\`\`\`\n\n\`\`\`text\n${shown}\`\`\``;
      const page = readFileSync(projectFile(PAGE), 'utf8');
      writeFileSync(
        projectFile(PAGE),
        page.replace(block(output?.text ?? ''), () => block(printed)),
      );
    } else expect(printed).toBe(output?.text);
  });
});

it('an exported table has the rows of the query, with words, dates and times as such', async () => {
  const folder = temporaryFolder();
  try {
    const path = `${folder.path}/gaps.parquet`;
    await slice.export('v_stat_gap', path);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
    const counted = await slice.sql('SELECT count() AS n FROM v_stat_gap');
    expect(counted).toBe(`n\n${rows.length}\n`);
    const [{ symbol, session, date, weekday, open, filled }] = rows;
    const day = (date as Date).toISOString().slice(0, 10);
    const one = `symbol = '${symbol}' AND session = '${session}' AND date = '${day}'`;
    const printed = await slice.sql(`SELECT weekday, open, filled FROM v_stat_gap WHERE ${one}`);
    expect(printed.split('\n')[1].split(/ +/)).toEqual([weekday, String(open), String(filled)]);
    await expect(slice.export('v_stat_gap', path)).rejects.toThrow('already exists');
    await expect(slice.export('v_stat_gap', `${path}2`, 'NOPE')).rejects.toThrow('v_stat_gap has no row of NOPE');
    await expect(slice.export('accounts', `${path}2`)).rejects.toThrow('there is no accounts in the database market');
  } finally {
    folder.remove();
  }
});
