import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { folderOfFile, storeOfFile } from '../../test/support/of-file.ts';
import { openOperations } from '../../test/support/operations.ts';

const folder = folderOfFile();
const store = await storeOfFile();

it('a pair is found with its slash and in any case, as by the other commands', async () => {
  const opened = await openOperations(store, []);
  try {
    const bar = { symbol: 'BTC/USD', asset_class: 'crypto', interval: '1m', ts: Date.UTC(2025, 5, 4, 14), volume: 1 };
    const value = JSON.stringify({ ...bar, open: 1, high: 1, low: 1, close: 1 });
    await opened.landing.landEvents('bars', [{ key: 'BTCUSD', value, source: 'test' }]);
    const path = join(folder, 'pair.parquet');
    await opened.run('export', { table: 'bars', path, symbol: 'btc/usd' });
    expect(statSync(path).size).toBeGreaterThan(0);
    const other = { table: 'bars', path: join(folder, 'other.parquet') };
    await expect(opened.run('export', { ...other, symbol: 'eth/usd' })).rejects.toThrow('bars has no row of ETHUSD');
    await expect(opened.run('export', { ...other, symbol: '$' })).rejects.toThrow('"$" is not a symbol');
  } finally {
    await opened.stop();
  }
});

/** In a process that may write files of up to 64 KiB: what follows is refused as on a full disk. */
function writtenOf1Mb(path: string): string {
  const code = `import { writeNewFile } from ${JSON.stringify(projectFile('operations/commands/export.ts'))};
    await writeNewFile(${JSON.stringify(path)}, Buffer.alloc(1_000_000)).catch(({ code }) => console.log(code));`;
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
