import { afterAll, expect, test } from 'vitest';
import { KernelError } from '../../compute/evaluation/evaluation.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import { Quarantine } from '../../compute/materialize/work.ts';
import { fixedClock, systemClock } from '../../lib/clock.ts';
import { startApi } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { dataOf, day } from '../../test/support/hand-bars.ts';
import { testLogger } from '../../test/support/ingest.ts';
import { logIn } from '../../test/support/login.ts';
import { FEW_STATISTICS, projectionOfFile, putBars } from '../../test/support/projection.ts';
import { createOperations, type OperationsOptions } from '../operations.ts';
import { coverageOf, symbolStatus } from './status.ts';

const parts = await projectionOfFile(FEW_STATISTICS);
const service = new ProjectionService({
  ...parts,
  logger: testLogger,
  onUpdated() {},
  onFatal(error) {
    throw error;
  },
});
afterAll(async () => {
  await service?.stop();
});

const DATA = dataOf([
  day('2024-07-01 13:30', [
    [10, 12, 9, 11],
    [11, 12, 10, 11],
  ]),
  day('2024-07-02 13:30', [[11, 12, 9, 10]]),
]);

test('days are behind until their records are made', {
  timeout: 20_000,
}, async () => {
  expect(await service.behindDays()).toBe(0);
  await putBars(parts.store, DATA, DATA.bars);
  expect(await service.behindDays()).toBe(2);
  await parts.projector.project('TEST');
  expect(await service.behindDays()).toBe(0);
});

test('a status that says that nothing is behind tells all of it', { timeout: 30_000 }, async () => {
  const later = dataOf([day('2024-07-03 13:30', [[10, 12, 9, 11]])]);
  const { status } = createOperations({
    ...parts,
    projection: service,
    clock: systemClock,
    landing: {},
    log: {
      async eventsBehind() {
        // What comes between two questions to the store.
        await putBars(parts.store, later, later.bars);
        await parts.projector.project('TEST');
        return 0;
      },
    },
  } as unknown as OperationsOptions);
  const context = { progress() {}, notice() {} };
  expect(await status({}, context)).toMatchObject({
    symbols: [{ symbol: 'TEST', bars: 4, sessions: 3 }],
    behind: { events: 0, days: 0 },
  });
});

test('a symbol whose computation fails is listed with what failed', { timeout: 20_000 }, async () => {
  const { status } = createOperations({
    ...parts,
    projection: service,
    clock: systemClock,
    landing: {},
    log: null,
  } as unknown as OperationsOptions);
  const context = { progress() {}, notice() {} };
  expect(await status({}, context)).toMatchObject({ quarantined: [] });
  const quarantine = new Quarantine({ store: parts.store, clock: fixedClock(Date.UTC(2025, 0, 2, 3, 4, 5)) });
  await quarantine.add('TEST', new KernelError('gap', new TypeError('no such session')));
  const listed = { symbol: 'TEST', statistic: 'gap', message: 'no such session', since: '2025-01-02T03:04:05+00:00' };
  expect(await status({}, context)).toMatchObject({ quarantined: [listed] });
  await quarantine.lift('TEST');
  expect(await status({}, context)).toMatchObject({ quarantined: [] });
});

/** Consecutive bars of 30 minutes, all alike. */
const halfHours = (start: string, count: number) => day(start, Array(count).fill([10, 12, 9, 11]), 30);

test('holes and lag are counted against the calendar of the exchange', async () => {
  // Thanksgiving is no hole; Monday is one.
  const halves = dataOf(
    [
      halfHours('2024-11-27 13:00', 1),
      halfHours('2024-11-27 14:30', 10),
      halfHours('2024-11-29 14:30', 8),
      halfHours('2024-12-03 14:30', 2),
    ],
    { intervalMin: 30 },
  );
  // Christmas is no hole, the 27th is one.
  const dates = ['2024-12-24', '2024-12-26', '2024-12-30'];
  const daily = dataOf(
    dates.map((date) => day(`${date} 00:00`, [[10, 12, 9, 11]], 1440)),
    { intervalMin: 1440 },
  );
  const hours = dataOf(
    [day('2024-01-01 00:00', [[10, 12, 9, 11]], 60), day('2024-01-03 00:00', [[10, 12, 9, 11]], 60)],
    {
      assetClass: 'crypto',
      intervalMin: 60,
    },
  );
  for (const [symbol, data] of Object.entries({ HALVES: halves, DAILY: daily, HOURS: hours }))
    await putBars(parts.store, { meta: { ...data.meta, symbol } }, data.bars);
  const at = async (time: string, symbol: string) =>
    (await symbolStatus(parts.store.reader, Date.parse(time), symbol))[0];

  const open = await at('2024-12-03T16:00:30Z', 'HALVES');
  // From 15:30 on.
  expect(open).toMatchObject({ holes: 1, lag_s: 30 * 60 + 30 });
  // Until 21:00 that day, and three days of 390 minutes; Saturday adds nothing.
  expect((await at('2024-12-07T18:00:00Z', 'HALVES')).lag_s).toBe((330 + 3 * 390) * 60);
  expect((await at('2024-12-08T23:00:00Z', 'HALVES')).lag_s).toBe((330 + 3 * 390) * 60);
  expect((await at('2024-12-03T15:10:00Z', 'HALVES')).lag_s).toBe(0);

  // The bar of Monday the 30th is over at 20:00 New York; the next opening is on the 31st at 14:30 UTC.
  const overNight = await at('2024-12-31T14:00:00Z', 'DAILY');
  expect(overNight).toMatchObject({ holes: 1, lag_s: 0 });
  expect((await at('2024-12-31T14:40:00Z', 'DAILY')).lag_s).toBe(600);

  const crypto = await at('2024-01-03T02:00:00Z', 'HOURS');
  expect(crypto).toMatchObject({ holes: 1, lag_s: 3600 });
});

test('/operator/status says what the command line says, and the coverage by month, to operators alone', async () => {
  const { status } = createOperations({
    ...parts,
    projection: service,
    clock: fixedClock(Date.UTC(2025, 0, 2)),
    landing: {},
    log: null,
  } as unknown as OperationsOptions);
  const statusNow = async () => JSON.parse(JSON.stringify(await status({}, { progress() {}, notice() {} })));
  const { reader, writer } = parts.store;
  const deadLetter = [
    'id',
    'received_at',
    'topic',
    'partition',
    'offset',
    'key',
    'reason',
    'message',
    'payload',
    'version',
  ];
  const row = (id: string, reason: string) => [id, '2025-01-01 00:00:00.000', 'bars', 0, 0, '', reason, 'm', 'p', 1];
  const rows = [row('a', 'invalid_json'), row('b', 'invalid_json'), row('c', 'in_future')];
  await writer.insertRows('market.dead_letters', deadLetter, rows);
  const api = await startApi(apiData().slice(0, 1), {
    deps: {
      operatorStatus: { status: statusNow, coverage: (after, limit) => coverageOf(reader, after, limit) },
    },
  });
  try {
    const refused = await api.get('/operator/status', { token: api.account('pro_api') });
    expect([refused.status, refused.body.detail.error]).toEqual([403, 'operator_only']);
    const cookie = async (operator: boolean) => ({
      cookie: await logIn(api.url, api.account('free', {}, operator)),
    });
    expect((await api.get('/operator/status', { token: null, headers: await cookie(false) })).status).toBe(403);
    const whole = await api.get('/operator/status', { token: null, headers: await cookie(true) });
    expect([whole.status, whole.headers.get('x-ratelimit-limit')]).toEqual([200, '120']);
    const { coverage, ...rest } = whole.body;
    expect(rest).toEqual(await statusNow());
    expect(rest).toMatchObject({ dead_letters: 3, dead_letters_by_reason: { invalid_json: 2, in_future: 1 } });
    expect(rest).toMatchObject({ imports: [], collectors: [], behind: { events: 0 } });
    // Three sessions of one to two bars, all in one month.
    const months = [{ month: '2024-07', sessions: 3, bars: 4 }];
    expect(coverage.symbols).toContainEqual({ symbol: 'TEST', months });
    const pages = [];
    let cursor = '';
    do {
      const { body } = await api.get(`/operator/status?limit=1${cursor && `&cursor=${cursor}`}`);
      pages.push(...body.coverage.symbols);
      cursor = body.coverage.next_cursor ?? '';
    } while (cursor !== '');
    expect(pages).toEqual(coverage.symbols);
    const bad = await api.get('/operator/status?cursor=AAAA&limit=0');
    expect(bad.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['limit']);
    expect((await api.get('/operator/status?cursor=AAAA')).status).toBe(422);
  } finally {
    await api.close();
  }
});
