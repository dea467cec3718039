import { expect, it } from 'vitest';
import { ImportRecords } from '../../ingest/files/imports.ts';
import { claimFeed } from '../../ingest/landing/feed.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { openStore } from '../../sql/connect.ts';
import { migrate } from '../../sql/migrate.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { openEmbedded } from './embedded.ts';

const dataDir = folderOfFile();
const folderOfLog = folderOfFile();

const open = (folder = dataDir) =>
  openEmbedded({
    store: { dataDir: folder, server: null },
    ingest: { dlqMaxRatio: 0.5, dlqMaxRun: 1_000, dlqAccept: false, maxClockSkewMs: 60_000 },
    service: { host: '127.0.0.1', port: 0, maxBarsPerRequest: 1_000, demo: false },
    clock: systemClock,
    logger: silentLogger,
    onFatal: (error) => {
      throw error;
    },
  } as Parameters<typeof openEmbedded>[0]);

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
  const show = async (id: string) =>
    (await second.operations['imports.show']({ id }, { progress() {}, notice() {} })) as { imports: unknown[] };
  expect((await show(killed)).imports).toMatchObject([
    { id: killed, state: 'failed', ended_at: null, message: expect.stringContaining('`symbols drop`') },
  ]);
  expect((await show(done)).imports).toEqual([before]);
  await second.close();
});

it('a data directory that a log feeds is refused', { timeout: 30_000 }, async () => {
  const store = await openStore({ dataDir: folderOfLog, server: null });
  await migrate(store);
  await claimFeed(store, 'log');
  await store.close();
  await expect(open(folderOfLog)).rejects.toThrow(/KAFKA_BROKERS: is not set, but a log has fed this store/);
});
