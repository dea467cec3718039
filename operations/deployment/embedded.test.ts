import { expect, it } from 'vitest';
import { ImportRecords } from '../../ingest/files/imports.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { openEmbedded } from './embedded.ts';

const dataDir = folderOfFile();

const open = () =>
  openEmbedded({
    store: { dataDir, server: null },
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
    { id: killed, state: 'failed', ended_at: null, message: expect.stringContaining(`imports undo ${killed}`) },
  ]);
  expect((await show(done)).imports).toEqual([before]);
  await second.close();
});
