import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFile } from '../lib/paths.ts';

it('--version prints the version of the release and nothing else', { timeout: 20_000 }, () => {
  const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'));
  const args = ['--import', 'tsx', projectFile('cli', 'main.ts'), '--version'];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(`${version}\n`);
});
