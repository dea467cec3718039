import { expect, it } from 'vitest';
import { ImportRecords } from '../../ingest/files/imports.ts';
import { claimFeed } from '../../ingest/landing/feed.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { openStore } from '../../sql/connect.ts';
import { migrate } from '../../sql/migrate.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { SILENT } from '../operation.ts';
import { openInstallation } from './installation.ts';

const dataDir = folderOfFile();
const folderOfLog = folderOfFile();

async function open(folder = dataDir) {
  const config = {
    store: { dataDir: folder, server: null },
    kafka: null,
    redis: {},
    ingest: { dlqMaxRatio: 0.5, dlqMaxRun: 1_000, dlqAccept: false, maxClockSkewMs: 60_000 },
  };
  const store = await openStore(config.store);
  const common = { store, config, name: 'test', clock: systemClock, logger: silentLogger };
  try {
    const installation = await openInstallation({
      ...common,
      onFatal: (error) => {
        throw error;
      },
    });
    return { ...installation, close: () => installation.close().then(() => store.close()) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

it('an import that was killed has failed from the next start on, and others stay as they were', {
  timeout: 30_000,
}, async () => {
  const first = await open();
  const records = new ImportRecords(first.store);
  const killed = await records.begin('bars', ['killed.csv'], {});
  const done = await records.begin('bars', ['done.csv'], {});
  await records.update(done, { state: 'done', landed: 3 });
  const before = await records.show(done);
  await first.close();

  const second = await open();
  const { imports } = (await second.operations['imports.list']({}, SILENT)) as { imports: { id: string }[] };
  const show = (id: string) => imports.find((one) => one.id === id);
  const message = expect.stringContaining('`symbols drop`');
  expect(show(killed)).toMatchObject({ id: killed, state: 'failed', ended_at: null, message });
  expect(show(done)).toEqual(before);
  await second.close();
});

it('a data directory that a log feeds is refused', { timeout: 30_000 }, async () => {
  const store = await openStore({ dataDir: folderOfLog, server: null });
  await migrate(store);
  await claimFeed(store, 'log');
  await store.close();
  await expect(open(folderOfLog)).rejects.toThrow(/KAFKA_BROKERS: is not set, but a log has fed this store/);
});
