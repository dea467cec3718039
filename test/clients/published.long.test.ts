/** Packs the TypeScript client and uses it in a project of its own, by the commands of its README. */
import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import type { TestApi } from '../support/api.ts';
import { folderOfFile } from '../support/of-file.ts';
import { startService } from './service.ts';

const run = promisify(execFile);
const tsc = projectFile('node_modules', 'typescript', 'bin', 'tsc');
const client = projectFile('clients', 'typescript');
const project = folderOfFile();

let service: TestApi;
beforeAll(async () => {
  // Installed from the checkout, so that npm needs no registry.
  const dependencies = Object.fromEntries(
    ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => [name, `file:${projectFile('node_modules', name)}`]),
  );
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
  await run('npm', ['pack', client, '--pack-destination', project], { cwd: projectFile() });
  await run('npm', ['install', '--offline', '--no-audit', './market-stats-client-0.1.0.tgz'], { cwd: project });
  service = await startService();
});
afterAll(async () => {
  await service.close();
});

it('its example compiles against its types and prints both rates', { timeout: 90_000 }, async () => {
  cpSync(join(client, 'examples', 'first-hour.ts'), join(project, 'first-hour.ts'));
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
  const types = ['--typeRoots', projectFile('node_modules', '@types')];
  await run(process.execPath, [tsc, ...options, ...types, 'first-hour.ts'], { cwd: project });
  const { stdout } = await run(process.execPath, ['first-hour.js'], {
    cwd: project,
    env: { API: service.url, TOKEN: service.account('pro_api') },
  });
  expect(stdout.split('\n')).toEqual([
    'after a close in the upper fifth: 67.6056 % of 71 sessions',
    'after all other sessions: 63.4831 % of 178',
    expect.stringMatching(/^p value 0\.\d+$/),
    '48 sessions broke it',
    '',
  ]);
});
