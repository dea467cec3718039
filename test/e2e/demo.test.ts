/** The first start with the demo market, as far as its first symbol. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { featuredQuery } from '../../demo/symbols.ts';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { request } from './support/api.ts';

const folder = temporaryFolder();
const dataDir = `${folder.path}/data`;
let service: Service;
let token: string;

const loginCode = () => /\/console#login=(\S+)\n/.exec(service.printed())?.[1];
const statusOf = async (path: string, headers: Record<string, string>) =>
  (await request(`${service.url}${path}`, { headers })).status;

beforeAll(async () => {
  ensureBuilt();
  service = await startService(dataDir, { DEMO: '1' });
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  folder.remove();
});

it('prints a line to paste and a link to the console, whose first page has its figures before the rest has landed', async () => {
  const printed = () => /curl -H "Authorization: Bearer \$\(cat (\S+)\)" '(http\S+)'\n/.exec(service.printed());
  await until(() => printed() !== null, { pollMs: 10 });
  const [, path, url] = printed()!;
  expect(url).toMatch(/&session=exchange$/);
  // The line works at once.
  const authorization = `Bearer ${readFileSync(path, 'utf8').trim()}`;
  expect(await statusOf(url.slice(service.url.length), { authorization })).toBe(200);
  await until(() => loginCode() !== undefined);
  expect(path).toBe(`${dataDir}/demo-token`);
  token = readFileSync(path, 'utf8').trim();
  expect(service.printed()).not.toContain(token);
  expect(statSync(`${dataDir}/demo-token`).mode & 0o777).toBe(0o600);

  // Once the link is there nothing is waited for.
  const ask = (address: string) => request(address, { headers: { authorization: `Bearer ${token}` } });
  const [summary, listed, featured] = await Promise.all([
    ask(url),
    ask(`${service.url}/symbols`),
    ask(`${service.url}/query?${new URLSearchParams(featuredQuery('DEMO-ACME'))}`),
  ]);
  expect([summary.status, listed.status, featured.status]).toEqual([200, 200, 200]);
  expect(summary.body.symbol).toBe('DEMO-ACME');
  expect(summary.body.total_days).toBeGreaterThan(200);
  expect(listed.body.data[0]).toMatchObject({ symbol: 'DEMO-ACME', sessions: expect.any(Number) });
  expect(featured.body.cases).toBeGreaterThan(100);
  expect(featured.body.count).toBe(1);
  const { behind, symbols } = await service.operation('status', {});
  expect(symbols.length).toBeLessThan(12);
  expect(behind.events).toBe(0);
  for (const { symbol } of symbols) expect(symbol).toMatch(/^DEMO-/);
});

it('prints a link that logs in to the console once', async () => {
  const login = () =>
    fetch(`${service.url}/console/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: loginCode() }),
    });
  const [first, second] = [await login(), await login()];
  expect([first.status, second.status]).toEqual([204, 401]);
  const cookie = first.headers.get('set-cookie')!.split(';')[0];
  expect(await statusOf('/symbols', { cookie })).toBe(200);
  const headers = { cookie, 'content-type': 'application/json' };
  expect((await fetch(`${service.url}/console/logout`, { method: 'POST', headers, body: '{}' })).status).toBe(204);
  expect(await statusOf('/symbols', { cookie })).toBe(401);
});

it('has a token that is over where the service starts without the demo market', async () => {
  const authorization = `Bearer ${token}`;
  expect(await statusOf('/symbols', { authorization })).toBe(200);
  expect(await service.stop()).toMatchObject({ code: 0 });
  service = await startService(dataDir, { DEMO: '0' });
  expect(await statusOf('/symbols', { authorization })).toBe(401);
  expect(existsSync(`${dataDir}/demo-token`)).toBe(false);
});

it('stops in the middle without harm, and is dropped for good, its token with it', async () => {
  expect(await service.stop()).toMatchObject({ code: 0 });
  service = await startService(dataDir, { DEMO: '1' });
  await until(() => loginCode() !== undefined);
  const authorization = `Bearer ${readFileSync(`${dataDir}/demo-token`, 'utf8').trim()}`;
  expect(await statusOf('/me/usage', { authorization })).toBe(200);
  const { code, json } = await service.cli('--json', 'demo', 'drop');
  expect(code).toBe(0);
  expect(json.dropped).toContain('DEMO-ACME');
  const query = "SELECT count() FROM events_sentiment WHERE symbol LIKE 'DEMO-%'";
  expect((await service.operation('sql', { query })).rows).toEqual([[0]]);
  expect(existsSync(`${dataDir}/demo-token`)).toBe(false);
  await until(async () => (await statusOf('/me/usage', { authorization })) === 401);
  expect((await service.operation('status', {})).symbols).toEqual([]);
  await service.stop();
  service = await startService(dataDir, { DEMO: '1' });
  expect(service.printed()).not.toContain('demo');
  expect((await service.operation('status', {})).symbols).toEqual([]);
});
