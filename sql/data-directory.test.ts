import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
