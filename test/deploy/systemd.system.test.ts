/** The units of deploy/systemd, by systemd's own check; no machine of the tests runs under systemd. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { folderOfFile } from '../support/of-file.ts';

const folder = folderOfFile();

const { bin } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { bin: Record<string, string> };

function verify(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, text);
  return new Promise((resolve) => {
    execFile('systemd-analyze', ['verify', '--man=no', path], (error, stdout, stderr) =>
      resolve(error?.code === 'ENOENT' ? 'systemd-analyze is not on the path (npm run test:setup)' : stdout + stderr),
    );
  });
}

const unit = (name: string) => readFileSync(projectFile('deploy', 'systemd', name), 'utf8');

it.each([
  { file: 'market-stats.service', program: 'serve', as: 'market-stats.service' },
  ...['ingest', 'compute', 'api'].map((program) => ({
    file: 'market-stats@.service',
    program,
    as: `market-stats@${program}.service`,
  })),
])('$as is valid and starts a command of the package', async ({ file, program, as }) => {
  expect(await verify(as, unit(file))).toBe('');
  const command = /^ExecStart=\/usr\/bin\/env (\S+)$/m.exec(unit(file))![1].replace('%i', program);
  expect(Object.keys(bin)).toContain(command);
});

it('a setting that does not exist is found', async () => {
  expect(
    await verify('broken.service', unit('market-stats.service').replace('Restart=always', 'Restrt=always')),
  ).toMatch(/Restrt/);
});
