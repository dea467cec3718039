import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { prepareDirectory } from './data-directory.ts';
import { StoreError } from './errors.ts';

const root = mkdtempSync(join(tmpdir(), 'data-directory-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('makes all folders of the path', () => {
  const path = join(root, 'a', 'b', 'clickhouse');
  prepareDirectory(path);
  prepareDirectory(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

it('lets nobody else read what lies there', () => {
  const parent = join(root, 'private');
  const path = join(parent, 'clickhouse');
  const mode = (file: string) => statSync(file).mode & 0o777;
  prepareDirectory(path);
  expect([mode(parent), mode(path)]).toEqual([0o700, 0o700]);
  // As an earlier release left it; the directory above may be anybody's (`DATA_DIR=/tmp`) and stays as it is.
  for (const file of [parent, path]) chmodSync(file, 0o755);
  prepareDirectory(path);
  expect([mode(parent), mode(path)]).toEqual([0o755, 0o700]);
});

it.each([
  ['is a file', (file: string) => file],
  ['lies below a file', (file: string) => join(file, 'x')],
])('says so where the directory %s', (_, dataDir) => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const named = dataDir(file);
  expect(() => prepareDirectory(join(named, 'clickhouse'), named)).toThrow(
    new StoreError(`the data directory ${named} cannot be used: a part of the path is a file; set DATA_DIR`, {
      kind: 'fatal',
    }),
  );
});

it('comes back from where no folder can be made', () => {
  expect(() => prepareDirectory('/proc/market-stats/clickhouse')).toThrow(/cannot be used/);
});
