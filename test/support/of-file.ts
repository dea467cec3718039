/** What ends by itself with the tests of a file: made while tests are collected, closed or removed after the last of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openTestStore, type TestStore, type TestStoreOptions } from './store.ts';

/** An empty folder. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'market-stats-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function storeOfFile(options?: TestStoreOptions): Promise<TestStore> {
  const store = await openTestStore(options);
  afterAll(() => store.close());
  return store;
}
