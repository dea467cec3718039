/** The TypeScript client as its users get it: packed, in a project of its own, by the commands of its page. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
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
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  await run('npm', ['pack', client, '--pack-destination', project], { cwd: projectFile() });
  await run('npm', ['install', '--offline', '--no-audit', './market-stats-client-0.1.0.tgz'], { cwd: project });
  service = await startService();
});
afterAll(async () => {
  await service.close();
});

it('its example compiles against its types and finds what it says', { timeout: 90_000 }, async () => {
  cpSync(join(client, 'examples', 'find-an-edge.ts'), join(project, 'find-an-edge.ts'));
  const options = [
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--skipLibCheck',
    'false',
    '--types',
    'node',
  ];
  const types = ['--typeRoots', projectFile('node_modules', '@types')];
  await run(process.execPath, [tsc, ...options, ...types, 'find-an-edge.ts'], { cwd: project });
  const { stdout } = await run(process.execPath, ['find-an-edge.js', service.url, 'DEMO-ACME', 'edge.html'], {
    cwd: project,
    env: { TOKEN: service.account('pro_api') },
  });
  expect(stdout).toMatch(/^DEMO-ACME, 2024-09-03 to \d{4}-\d\d-\d\d, 6 guesses:/);
  expect(stdout).toContain('chosen: ');
  expect(stdout).toContain('refused: session.close>0 tells the future');
  const page = readFileSync(join(project, 'edge.html'), 'utf8');
  expect(page.match(/<polyline/g)).toHaveLength(12);
  expect(page).not.toContain('NaN');
});
