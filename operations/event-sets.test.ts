/**
 * Earnings, the crypto calendar and macro events by files of each format: what lands is what is in the file, dry
 * runs write nothing, rejected rows are dead letters. Expected rows are written by hand.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { Landing } from '../ingest/landing/landing.ts';
import { systemClock } from '../lib/clock.ts';
import { folderOfFile, storeOfFile } from '../test/support/of-file.ts';
import { pushTo } from '../test/support/push.ts';
import { importOperations } from './commands/imports.ts';
import { operationsOf } from './handlers.ts';
import type { Operation } from './operation.ts';

const store = await storeOfFile();
let landing: Landing;
let operations: Record<string, Operation>;
const folder = folderOfFile();
const notices: string[] = [];
beforeEach(async () => {
  for (const table of ['events_earnings', 'events_crypto', 'events_macro', 'dead_letters', 'bars', 'symbols']) {
    await store.writer.command(`TRUNCATE TABLE market.${table}`);
  }
  landing = await Landing.open({ store });
  notices.length = 0;
  operations = operationsOf(
    importOperations({
      store,
      clock: systemClock,
      push: pushTo(landing),
    }),
  );
});

const context = { progress() {}, notice: (text: string) => void notices.push(text) };
let files = 0;
function write(content: string | Buffer): string {
  const path = join(folder, `file${files++}`);
  writeFileSync(path, content);
  return path;
}
type Answer = Record<string, unknown> & { import_id: string };
const run = async (kind: string, content: string | Buffer, rest: object = {}) =>
  (await operations['import']({ kind, files: [write(content)], ...rest }, context)) as Answer;
const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    (answer) => expect.unreachable(`no error, but ${JSON.stringify(answer)}`),
    (error) => error,
  );

type Row = Record<string, unknown>;
const earnings = () =>
  store.reader.query<Row>(
    'SELECT * EXCEPT (rank, source, ingested_at) FROM market.v_events_earnings ORDER BY symbol, id',
  );
const macro = () =>
  store.reader.query<Row>('SELECT * EXCEPT (rank, source, ingested_at) FROM market.v_events_macro ORDER BY id');
const crypto = () =>
  store.reader.query<Row>(
    'SELECT * EXCEPT (rank, source, ingested_at) FROM market.v_events_crypto ORDER BY symbol, id',
  );

const CPI = {
  id: 'cpi-5',
  event_timestamp: '2025-05-13 12:30:00.000',
  country: 'US',
  name: 'CPI y/y',
  actual: 2.3,
  forecast: 2.4,
  previous: 2.4,
  surprise_sign: -1,
  unit: '%',
  importance: 'high',
};
const surprise = expect.closeTo(-0.1, 12);
const MACRO_HEADER = 'id,event_timestamp,country,name,actual,forecast,previous,unit,importance\n';
const MACRO_ROW = 'cpi-5,2025-05-13T12:30:00Z,US,CPI y/y,2.3,2.4,2.4,%,high\n';

describe('macro events', () => {
  test.each([
    ['CSV', MACRO_HEADER + MACRO_ROW],
    ['CSV, gzip', gzipSync(MACRO_HEADER + MACRO_ROW)],
    [
      'a calendar on the clock of New York, with units behind its figures',
      'ID;Date;Time;Country;Event;Actual;Consensus;Previous;Impact\ncpi-5;2025-05-13;08:30;US;CPI y/y;2.3%;2.4%;2.4%;high\n',
    ],
    [
      'NDJSON',
      '{"id":"cpi-5","event_timestamp":1747139400000,"country":"US","name":"CPI y/y","actual":2.3,"forecast":2.4,"previous":2.4,"unit":"%","importance":"high"}\n',
    ],
    [
      'JSON with its rows inside',
      '{"economicCalendar":[{"id":"cpi-5","time":"2025-05-13 12:30:00Z","country":"US","event":"CPI y/y","actual":2.3,"estimate":2.4,"prev":2.4,"unit":"%","impact":"high"}]}',
    ],
  ])('by %s', { timeout: 20_000 }, async (_, content) => {
    const reading = { tz: 'America/New_York' };
    expect(await run('macro', content, reading)).toMatchObject({ landed: 1, duplicates: 0, dead_letters: {} });
    expect(await macro()).toEqual([{ ...CPI, surprise }]);
    expect(await run('macro', content, reading)).toMatchObject({ landed: 0, duplicates: 1, dead_letters: {} });
  });

  test('multiples behind figures are figures, in their own decimals', async () => {
    const text = 'id,date,country,event,actual,forecast,previous\nj,2025-06-06T12:30:00Z,US,Payrolls,139K,1.1M,-\n';
    expect(await run('macro', text)).toMatchObject({ landed: 1 });
    expect(await macro()).toMatchObject([{ actual: 139_000, forecast: 1_100_000, previous: null, unit: null }]);
  });

  test('a release ahead of us, then its figure, then a lower revision that comes late, then its deletion', async () => {
    const at = Date.now() + 90 * 86_400_000;
    const event = { id: 'next', event_timestamp: at, country: 'US', name: 'CPI y/y', forecast: 2.5 };
    const line = (change: object) => `${JSON.stringify({ ...event, ...change })}\n`;
    expect(await run('macro', line({ revision: 1 }))).toMatchObject({ landed: 1 });
    expect(await macro()).toMatchObject([{ actual: null, surprise: null, surprise_sign: null }]);
    expect(await run('macro', line({ revision: 3, actual: 2.5 }))).toMatchObject({ landed: 1 });
    expect(await run('macro', line({ revision: 2, actual: 9 }))).toMatchObject({ landed: 0, duplicates: 1 });
    expect(await macro()).toMatchObject([{ actual: 2.5, surprise: 0, surprise_sign: 0 }]);
    expect(await run('macro', '{"id":"next","revision":4,"deleted":true}\n')).toMatchObject({ landed: 1 });
    expect(await macro()).toEqual([]);
  });

  test('a file without ids: the same event is the same row, and it is said', async () => {
    const text = (actual: string) =>
      `date,country,event,actual\n2025-05-13T12:30:00Z,US,CPI y/y,${actual}\n2025-05-14,US,PPI,1\n`;
    await run('macro', text('2.3'));
    expect(notices).toEqual([
      expect.stringContaining('1 of 2 rows have no time of day: they are stored at 00:00 UTC'),
      expect.stringContaining('no column for id: made of country, name and time'),
    ]);
    expect(await run('macro', text('2.4'))).toMatchObject({ landed: 1, duplicates: 1 });
    expect((await macro()).map(({ actual }) => actual).sort()).toEqual([1, 2.4]);
  });

  test('a file without a country, or with times of no zone, is refused before anything of it lands', async () => {
    expect((await failure(run('macro', 'id,date,event\na,2025-05-13,CPI\n'))).message).toContain(
      'no column for country (map it, or give --default country=US)',
    );
    const local = 'id,date,country,event\na,2025-05-13 08:30,US,CPI\n';
    expect((await failure(run('macro', local))).message).toContain('--tz');
  });
});

describe('earnings', () => {
  const ROW = {
    symbol: 'AAPL',
    id: 'a1',
    event_timestamp: '2025-05-01 20:30:00.000',
    fiscal_period: '2025Q2',
    title: null,
    eps_actual: 1.65,
    eps_expected: 1.5,
    eps_surprise: expect.closeTo(0.15, 12),
    eps_surprise_sign: 1,
    revenue_actual: 95_400_000_000,
    revenue_expected: 94_500_000_000,
    revenue_surprise: 900_000_000,
  };
  test.each([
    [
      'CSV by the names of the contract',
      'id,symbol,event_timestamp,eps_actual,eps_expected,revenue_actual,revenue_expected,fiscal_period\na1,AAPL,2025-05-01T20:30:00Z,1.65,1.5,95400000000,94500000000,2025Q2\n',
    ],
    [
      "CSV by a vendor's, on the clock of New York",
      'id,Symbol,Earnings Date,EPS Estimate,Reported EPS,Revenue Estimate,Revenue,Period\na1,aapl,2025-05-01 16:30,$1.50,$1.65,94.5B,95.4B,2025Q2\n',
    ],
    [
      'JSON whose figures are texts',
      '{"symbol":"AAPL","quarterlyEarnings":[{"id":"a1","reportedDate":"2025-05-01 16:30","reportedEPS":"1.65","estimatedEPS":"1.5","revenue":"95400000000","revenueEstimate":"94500000000","period":"2025Q2"}]}',
    ],
  ])('by %s', { timeout: 20_000 }, async (_, content) => {
    const reading = { tz: 'America/New_York' };
    expect(await run('earnings', content, reading)).toMatchObject({ landed: 1, dead_letters: {} });
    expect(await earnings()).toEqual([ROW]);
  });

  test('a symbol that is registered as crypto, or not at all, is taken as it is written', async () => {
    await landing.registry.set('BTCUSD', { assetClass: 'crypto' });
    const text = 'id,symbol,date\n1,BTCUSD,2025-05-01T20:30:00Z\n2,BRK/B,2025-05-01T20:30:00Z\n';
    expect(await run('earnings', text)).toMatchObject({ landed: 2, dead_letters: {} });
    expect((await earnings()).map(({ symbol }) => symbol)).toEqual(['BRK/B', 'BTCUSD']);
  });

  test('without ids the fiscal period tells them apart, so that a report that moves is the same', async () => {
    const text = (date: string, eps = '') => `symbol,date,epsEstimate,eps,period\nAAPL,${date},1.5,${eps},2025Q2\n`;
    expect(await run('earnings', text('2025-05-01T20:30:00Z'))).toMatchObject({ landed: 1 });
    expect(await run('earnings', text('2025-05-02T20:30:00Z', '1.65'))).toMatchObject({ landed: 1 });
    expect(await earnings()).toMatchObject([{ event_timestamp: '2025-05-02 20:30:00.000', eps_actual: 1.65 }]);
  });
});

describe('the crypto calendar', () => {
  test('by CSV; pairs lose their slash', async () => {
    const text =
      'id,coin,date,type,event,link\n7,BTC/USD,2028-04-20T00:00:00Z,halving,Fifth halving,https://x.test/7\n';
    expect(await run('crypto', text)).toMatchObject({ landed: 1, dead_letters: {} });
    expect(await crypto()).toEqual([
      {
        symbol: 'BTCUSD',
        id: '7',
        event_timestamp: '2028-04-20 00:00:00.000',
        category: 'halving',
        title: 'Fifth halving',
        url: 'https://x.test/7',
      },
    ]);
    expect(await run('crypto', text)).toMatchObject({ landed: 0, duplicates: 1 });
  });
});
