import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { folderOfFile } from '../../test/support/of-file.ts';

let api: TestApi;
const folder = folderOfFile();
const file = join(folder, 'openapi.json');
beforeAll(async () => {
  api = await startApi([]);
  writeFileSync(file, (await api.get('/openapi.json', { token: null })).text);
});
afterAll(async () => {
  await api?.close();
});

/** Its exit code and all that it wrote. */
function run(program: string, args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const child = spawn(projectFile('node_modules', '.bin', program), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

it('Redocly finds nothing to say about /openapi.json, its examples among it', async () => {
  const config = projectFile('api', 'reference', 'redocly.yaml');
  const { code, text } = await run('redocly', ['lint', file, '--config', config]);
  expect([code, text]).toEqual([0, expect.stringContaining('Your API description is valid')]);
  expect(text).not.toContain('You have');
}, 60_000);

it('Spectral finds nothing to say about /openapi.json', async () => {
  const rules = projectFile('api', 'reference', 'spectral.yaml');
  const { code, text } = await run('spectral', ['lint', file, '-r', rules, '--fail-severity', 'hint']);
  expect([code, text]).toEqual([0, expect.stringContaining('No results')]);
}, 90_000);
