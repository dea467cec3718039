import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';

const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

// npm gives a signal to its shell; a shell that is still there keeps it to itself, and the program would stay behind.
describe('programs in the foreground take the place of the shell that npm starts', () => {
  it.each(['start', 'ingest', 'compute', 'api', 'kafka:dev', 'clickhouse:dev'])('%s', (name) => {
    expect(scripts[name]).toMatch(/^exec /);
  });
});
