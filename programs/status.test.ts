import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelError } from '../compute/engine/evaluation.ts';
import { runSummaries } from '../compute/engine/summary-job.ts';
import { Quarantine } from '../compute/materialize/quarantine.ts';
import { ProjectionService } from '../compute/materialize/service.ts';
import { Summaries } from '../compute/materialize/summaries.ts';
import { Registry } from '../ingest/registry.ts';
import { fixedClock, systemClock } from '../lib/clock.ts';
import { dataOf, day } from '../test/support/hand-bars.ts';
import { testLogger } from '../test/support/ingest.ts';
import { openProjection, putBars } from '../test/support/projection.ts';
import { createOperations, type OperationsOptions } from './operations.ts';

let parts: Awaited<ReturnType<typeof openProjection>>;
let summaries: Summaries;
let service: ProjectionService;

beforeAll(async () => {
  parts = await openProjection();
  summaries = new Summaries({ ...parts, run: async (job) => runSummaries(job), clock: systemClock });
  service = new ProjectionService({
    ...parts,
    summaries,
    logger: testLogger,
    onUpdated() {},
    onFatal(error) {
      throw error;
    },
  });
});
afterAll(async () => {
  await service?.stop();
  await parts?.close();
});

const DATA = dataOf([
  day('2024-07-01 13:30', [
    [10, 12, 9, 11],
    [11, 12, 10, 11],
  ]),
  day('2024-07-02 13:30', [[11, 12, 9, 10]]),
]);

test('days are behind until their records are made, and one more until the summaries follow', async () => {
  expect(await service.behindDays()).toBe(0);
  await putBars(parts.store, DATA, DATA.bars);
  expect(await service.behindDays()).toBe(2);
  await parts.projector.project('TEST');
  expect(await service.behindDays()).toBe(1);
  await summaries.refresh('TEST');
  expect(await service.behindDays()).toBe(0);
});

test('a status that says that nothing is behind tells all of it', async () => {
  const later = dataOf([day('2024-07-03 13:30', [[10, 12, 9, 11]])]);
  const { status } = createOperations({
    ...parts,
    projection: service,
    async eventsBehind() {
      // What comes between two questions to the store.
      await putBars(parts.store, later, later.bars);
      await parts.projector.project('TEST');
      await summaries.refresh('TEST');
      return 0;
    },
  } as Partial<OperationsOptions> as OperationsOptions);
  const context = { progress() {}, notice() {} };
  expect(await status({}, context)).toMatchObject({
    symbols: [{ symbol: 'TEST', bars: 4, sessions: 3 }],
    behind: { events: 0, days: 0 },
  });
});

test('a symbol whose computation fails is listed with what failed', async () => {
  const { status } = createOperations({
    ...parts,
    projection: service,
    eventsBehind: async () => 0,
  } as Partial<OperationsOptions> as OperationsOptions);
  const context = { progress() {}, notice() {} };
  expect(await status({}, context)).toMatchObject({ quarantined: [] });
  const quarantine = new Quarantine({ store: parts.store, clock: fixedClock(Date.UTC(2025, 0, 2, 3, 4, 5)) });
  await quarantine.add('TEST', new KernelError('gap', new TypeError('no such session')));
  const listed = { symbol: 'TEST', statistic: 'gap', message: 'no such session', since: '2025-01-02T03:04:05+00:00' };
  expect(await status({}, context)).toMatchObject({ quarantined: [listed] });
  await quarantine.lift('TEST');
  expect(await status({}, context)).toMatchObject({ quarantined: [] });
});

test('bars of a symbol that nobody has registered are reported', async () => {
  const { status } = createOperations({
    ...parts,
    projection: service,
    registry: await Registry.open(parts.store),
    eventsBehind: async () => 0,
  } as Partial<OperationsOptions> as OperationsOptions);
  const context = { progress() {}, notice() {} };
  expect(await status({}, context)).toMatchObject({ unregistered: [] });
  const deleted = { meta: { ...DATA.meta, symbol: 'NEVER' } };
  await putBars(parts.store, deleted, DATA.bars, { deleted: true });
  await putBars(parts.store, { meta: { ...DATA.meta, symbol: 'NOBODYS' } }, DATA.bars);
  for (const symbol of ['NEVER', 'NOBODYS']) {
    const columns = ['symbol', 'asset_class', 'interval_min', 'version', 'is_deleted'];
    await parts.store.writer.insertRows('market.symbols', columns, [[symbol, 'equity', 1, 2, 1]]);
  }
  expect(await status({}, context)).toMatchObject({ unregistered: ['NOBODYS'] });
  expect(await status({ symbol: 'NOBODYS' }, context)).toMatchObject({ symbols: [], unregistered: ['NOBODYS'] });
});
