import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFile } from '../lib/paths.ts';
import { folderOfFile } from '../test/support/of-file.ts';

const folder = folderOfFile();

/** Runs a write in a process whose files are limited to 64 KiB, so that it fails as on a full disk. */
function writtenOf1Mb(path: string): string {
  const code = `import { writeNewFile } from ${JSON.stringify(projectFile('cli/new-file.ts'))};
    await writeNewFile(${JSON.stringify(path)}, (append) => append(Buffer.alloc(1_000_000))).catch(({ code }) => console.log(code));`;
  const args = ['-c', 'ulimit -f 64 && exec "$@"', 'bash', process.execPath, '--import', 'tsx'];
  const { stdout, stderr } = spawnSync('bash', [...args, '--input-type=module', '--eval', code], {
    cwd: projectFile(),
    encoding: 'utf8',
  });
  return stdout.trim() || stderr;
}

it('a file that cannot be written to its end is removed; one that was there before stays', { timeout: 30_000 }, () => {
  const path = join(folder, 'part.parquet');
  expect(writtenOf1Mb(path)).toBe('EFBIG');
  expect(existsSync(path)).toBe(false);
  writeFileSync(path, 'of somebody else');
  expect(writtenOf1Mb(path)).toBe('EEXIST');
  expect(readFileSync(path, 'utf8')).toBe('of somebody else');
});
