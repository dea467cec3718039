/** The recipe for a backup in docs/operations.md: stop, copy `DATA_DIR`, start. The copy answers as the original did. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { newClient } from './support/api.ts';
import { sessionTimes, walk } from './support/market.ts';

const folder = temporaryFolder();
const [dataDir, copy] = ['data', 'copy'].map((name) => join(folder.path, name));
let service: Service;

beforeAll(async () => {
  ensureBuilt();
  service = await startService(dataDir);
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  folder.remove();
});

async function push(set: string, rows: readonly object[], dir: string): Promise<unknown> {
  const { host, port, token } = JSON.parse(readFileSync(join(dir, 'ops.json'), 'utf8'));
  const response = await fetch(`http://${host}:${port}/events/${set}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  return response.json();
}

const bars = walk('AAA', 'equity', sessionTimes('2025-06-02', 12), 1).map((bar) => ({
  ...bar,
  interval: '1m',
  revision: 1,
}));
const PATHS = [
  '/symbols',
  '/stats/gap?symbol=AAA&time_window=5Y',
  '/stats/trend/summary?symbol=AAA&time_window=MAX',
  '/query?symbol=AAA&then=session.return_pct&time_window=5Y',
];

it('a copy of the stopped service has its rows, accounts and answers', { timeout: 480_000 }, async () => {
  const { symbol, ts } = bars[100];
  expect(await push('bars', bars, dataDir)).toMatchObject({ landed: bars.length });
  expect(await push('bars', [{ symbol, ts, interval: '1m', deleted: true, revision: 5 }], dataDir)).toMatchObject({
    landed: 1,
  });
  expect(await push('bars', [{ ...bars[0], high: 1 }], dataDir)).toMatchObject({ landed: 0, rejected: 1 });
  await until(async () => (await service.operation('status', {})).behind.days === 0);
  const { token } = await newClient(service);
  const answers = () =>
    Promise.all(
      PATHS.map(async (path) => {
        const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
        return [path, response.status, await response.text()];
      }),
    );
  const before = await answers();
  expect(before.map(([, status]) => status)).toEqual(PATHS.map(() => 200));
  const letters = await service.operation('dlq.list', {});
  expect(letters.dead_letters).toHaveLength(1);
  await service.stop();

  cpSync(dataDir, copy, { recursive: true });
  rmSync(dataDir, { recursive: true });
  service = await startService(copy);
  expect(await answers()).toEqual(before);
  expect(await service.operation('dlq.list', {})).toEqual(letters);
  expect((await service.operation('status', {})).behind).toEqual({ events: 0, days: 0 });
  // The deletion was copied, too: an older revision does not bring the bar back.
  await push('bars', [{ ...bars[100], revision: 3 }], copy);
  expect(await answers()).toEqual(before);
});
