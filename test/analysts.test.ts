/**
 * Every query of docs/analysts.md is run on the slice of the demo market that it speaks of, and must print what stands
 * below it. `DOCS_WRITE=1` rewrites the answers: read them before they are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFile } from '../lib/paths.ts';
import { type DemoSlice, openDemoSlice } from './support/demo-slice.ts';

const DOCUMENT = projectFile('docs', 'analysts.md');
const QUESTION = /### (\d+\. .+)\n[^#]*?```sql\n([^`]*?)```\n\n```text\n([^`]*?)```/g;

const text = readFileSync(DOCUMENT, 'utf8');
const questions = [...text.matchAll(QUESTION)].map(([, title, query, answer]) => ({ title, query, answer }));

let slice: DemoSlice;
beforeAll(async () => {
  slice = await openDemoSlice('2025-02-03', '2025-04-01');
}, 600_000);
afterAll(() => slice?.close());

describe('the worked queries for analysts', () => {
  it('are ten, each with an answer', () => {
    expect(questions.map(({ title }) => Number(title.split('.')[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it.each(questions.map(({ title, query, answer }) => [title, query, answer] as const))(
    '%s',
    async (_, query, answer) => {
      const printed = await slice.sql(query);
      if (process.env['DOCS_WRITE']) {
        const block = (shown: string) => `${query}\`\`\`\n\n\`\`\`text\n${shown}\`\`\``;
        const now = readFileSync(DOCUMENT, 'utf8');
        writeFileSync(
          DOCUMENT,
          now.replace(block(answer), () => block(printed)),
        );
        return;
      }
      expect(printed).toBe(answer);
    },
  );
});
