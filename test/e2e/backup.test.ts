/**
 * A backup of a service that continues landing, restored into an empty directory: every kept row by its hash, and the
 * statistics, which are recreated, compared with those that were there.
 */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cli, ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { newClient } from './support/api.ts';
import { dailyTimesOf, sessionTimes, walk } from './support/market.ts';

const folder = temporaryFolder();
const dir = (name: string) => join(folder.path, name);
const SERVED = 'before 2025-06-02 sessions are 1d bars';
let service: Service;
let restored: Service;

beforeAll(async () => {
  ensureBuilt();
  service = await startService(dir('data'));
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  await restored?.stop('SIGKILL');
  folder.remove();
});

async function push(
  set: string,
  rows: readonly object[],
  dataDir = dir('data'),
): Promise<{ landed: number; rejected: number }> {
  const { host, port, token } = JSON.parse(readFileSync(join(dataDir, 'ops.json'), 'utf8'));
  const response = await fetch(`http://${host}:${port}/events/${set}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect([202, 422]).toContain(response.status);
  return (await response.json()) as { landed: number; rejected: number };
}

/** Count and hash of every table and view of records that an analyst sees, the books of the store aside. */
async function contents(of: Service): Promise<Record<string, unknown>> {
  const ask = async (query: string) => (await of.operation('sql', { query })).rows as unknown[][];
  const names = (await ask('SHOW TABLES FROM market')).map(([name]) => String(name));
  const found: Record<string, unknown> = {};
  for (const name of names.filter((one) =>
    /^(v_stat_|bars$|bars_|events_|dead_letters$|symbols$|imports$)/.test(one),
  )) {
    const columns = (await ask(`DESCRIBE TABLE market.${name}`)).map(([column]) => String(column));
    const own = columns.filter(
      (column) => !['version', 'state', 'computed_at'].includes(column) || !name.startsWith('v_stat_'),
    );
    const [row] = await ask(
      `SELECT count(), toString(sum(cityHash64(toString(tuple(${own.join(', ')}))))) FROM market.${name}`,
    );
    found[name] = row;
  }
  return found;
}

const bars = walk('AAA', 'equity', sessionTimes('2025-06-02', 12), 1).map((bar) => ({ ...bar, revision: 1 }));
const dailies = walk('AAA', 'equity', dailyTimesOf('2025-05-12', 15), 7).map((bar) => ({
  ...bar,
  interval: '1d',
  revision: 1,
}));
const quiet = dir('quiet');
const busy = dir('busy');
let before: Record<string, unknown>;
let token: string;
let acknowledged = 0;
let answered: unknown;

/** What the daily bars of before the minutes serve, as a client sees it. */
async function history({ url }: Service): Promise<unknown> {
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status, path).toBe(200);
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes
    return (await response.json()) as any;
  };
  const before = await get('/stats/trend?symbol=AAA&start_date=2025-05-12&end_date=2025-05-30');
  expect(before.count).toBe(dailies.length);
  expect(before.metadata).toMatchObject({ base_interval: '1d', warnings: [expect.stringContaining(SERVED)] });
  const across = await get('/stats/trend/summary?symbol=AAA&start_date=2025-05-12&end_date=2025-06-06');
  expect(across).toMatchObject({ total_days: dailies.length + 5, metadata: { base_interval: '1m' } });
  expect(across.metadata.warnings).toEqual([expect.stringContaining(SERVED)]);
  const top = await get('/stats/gap/top?symbol=AAA&start_date=2025-05-01&end_date=2025-05-30');
  expect(top.metadata.base_interval).toBe('1d');
  const orb = await get('/stats/orb?symbol=AAA&start_date=2025-05-12&end_date=2025-05-30');
  expect(orb).toMatchObject({ count: 0, metadata: { base_interval: '1m' } });
  expect(orb.metadata.warnings).toContainEqual(expect.stringContaining('1d bars from 2025-05-12 to before 2025-06-02'));
  const { data } = await get('/symbols');
  expect(data).toContainEqual(
    expect.objectContaining({ symbol: 'AAA', daily_from: '2025-05-12', base_interval: '1m' }),
  );
  const asked = await get('/query?symbol=AAA&then=session.return_pct&start_date=2025-05-12');
  expect(asked.metadata.base_interval).toBe('1m');
  expect(asked.metadata.warnings).toContainEqual(expect.stringContaining('questions read the base interval alone'));
  const screen = await get('/stats/trend/screen?sort_by=total_days&time_window=5Y');
  expect(screen.metadata.warnings).toContainEqual(expect.stringContaining(SERVED));
  expect(await get('/stats/trend/summary?symbol=AAA&time_window=5Y')).toMatchObject({
    total_days: screen.data.find(({ symbol }: { symbol: string }) => symbol === 'AAA').value,
  });
  return [before, across, top, orb];
}

it('is written while the service lands, and again when it rests', async () => {
  const minutes = walk('BTCUSD', 'crypto', sessionTimes('2025-06-02', 3), 2).map((bar) => ({ ...bar, revision: 1 }));
  expect((await push('bars', [...bars, ...minutes])).landed).toBe(bars.length + minutes.length);
  // Daily bars of before them.
  expect((await push('bars', dailies)).landed).toBe(dailies.length);
  const news = { symbol: 'AAA', asset_class: 'equity', event_timestamp: '2025-06-04T14:30:00Z', direction: 'positive' };
  await push('news', [{ ...news, id: 'n1', title: 'Tabs\tand\nlines, "quotes" and Ümlaute', impact_score: 0.5 }]);
  expect(await push('bars', [{ ...bars[0], high: 1 }])).toMatchObject({ landed: 0, rejected: 1 });
  const { symbol, ts } = bars[100];
  expect((await push('bars', [{ symbol, ts, deleted: true, revision: 5 }])).landed).toBe(1);
  ({ token } = await newClient(service));

  let goesOn = true;
  const landing = (async () => {
    const later = walk('AAA', 'equity', sessionTimes('2025-07-01', 10), 3);
    for (let at = 0; goesOn || at === 0; at = (at + 50) % later.length) {
      await push(
        'bars',
        later.slice(at, at + 50).map((bar) => ({ ...bar, revision: 1 })),
      );
    }
  })();
  const { code, stderr } = await service.cli('--json', 'backup', busy);
  goesOn = false;
  await landing;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

  acknowledged = bars.length - 1;
  const done = await service.cli('--json', 'backup', quiet);
  expect(done.json).toMatchObject({ path: quiet, tables: { 'market.dead_letters': 1, 'market.symbols': 2 } });
  await until(async () => (await service.operation('status', {})).behind.days === 0);
  before = await contents(service);
  expect(before['v_stat_gap']).toEqual([expect.any(Number), expect.any(String)]);
  expect(before['bars_daily']).toEqual([dailies.length, expect.any(String)]);
  answered = await history(service);
  // Hashes of tokens lie there.
  expect((statSync(quiet).mode & 0o077).toString(8)).toBe('0');
}, 240_000);

it('refuses a folder that is there, a store that is not empty, and one that is running', async () => {
  expect(await service.cli('backup', quiet)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('exists already'),
  });
  expect(await service.cli('restore', quiet)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('stop the running service'),
  });
  expect((await service.stop()).code).toBe(0);
  expect(await cli(dir('data'), 'restore', quiet)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('not empty'),
  });
  expect(await cli(dir('new'), 'restore', dir('nothing'))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is not a backup'),
  });
}, 120_000);

it('a file that has changed is found before anything is written', async () => {
  cpSync(quiet, dir('broken'), { recursive: true });
  const [file] = readdirSync(join(dir('broken'), 'market.bars'));
  const path = join(dir('broken'), 'market.bars', file);
  const content = readFileSync(path);
  content[content.length >> 1] ^= 1;
  writeFileSync(path, content);
  expect(await cli(dir('new'), 'restore', dir('broken'))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`market.bars/${file}`),
  });
}, 120_000);

it('restored into an empty directory it is the same: rows, tombstones, accounts, and statistics', async () => {
  const done = await cli(dir('new'), '--json', 'restore', quiet);
  expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' });
  restored = await startService(dir('new'));
  expect(await contents(restored)).toEqual(before);
  expect(await history(restored)).toEqual(answered);
  const answer = await fetch(`${restored.url}/stats/gap?symbol=AAA`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  // What was deleted stays so: an older revision does not bring it back.
  await push('bars', [{ ...bars[100], revision: 3 }], dir('new'));
  expect(await contents(restored)).toEqual(before);
  expect((await restored.operation('status', {})).behind).toEqual({ events: 0, days: 0 });
}, 240_000);

it('the one that was written meanwhile holds all that was acknowledged before it began', async () => {
  const done = await cli(dir('busy-new'), '--json', 'restore', busy);
  // It tells of rows beyond the ledger that was copied first.
  expect(done.code).toBe(0);
  const { json } = await cli(dir('busy-new'), '--json', 'status', '--symbol', 'AAA');
  expect(json.symbols[0].bars).toBeGreaterThanOrEqual(acknowledged);
  expect(json.behind).toEqual({ events: 0, days: 0 });
}, 240_000);
