import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../sql/connect.ts';
import { type MigrateOptions, migrate } from '../../sql/migrate.ts';

export interface TestStore extends Store {
  readonly dataDir: string;
}

/**
 * A migrated store of its own on the embedded engine; `close()` removes it. One at a time in a process: the engine
 * serves one data directory.
 */
export async function openTestStore(options: MigrateOptions & { migrate?: boolean } = {}): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-'));
  const store = await openStore({ dataDir, server: null });
  if (options.migrate !== false) await migrate(store, options);
  return {
    ...store,
    dataDir,
    async close() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
