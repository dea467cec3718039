/** The first start with the demo market, as far as its first symbol. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from './support/api.ts';
import { ensureBuilt, type Service, startService, temporaryFolder } from './support/program.ts';

const folder = temporaryFolder();
const dataDir = `${folder.path}/data`;
const PAUSE_MS = 250;
let service: Service;

beforeAll(async () => {
  ensureBuilt();
  service = await startService(dataDir, { DEMO: '1' });
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  folder.remove();
});

it('prints a line to paste, whose answer has the first symbol before the rest has landed', async () => {
  const printed = () => /curl -H '(Authorization: Bearer (\S+))' '(http\S+)'/.exec(service.printed());
  while (!printed()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const [, , token, url] = printed()!;
  expect(readFileSync(`${dataDir}/demo-token`, 'utf8').trim()).toBe(token);
  expect(statSync(`${dataDir}/demo-token`).mode & 0o777).toBe(0o600);

  const ask = () => request(url, { headers: { authorization: `Bearer ${token}` } });
  let answer = await ask();
  while (answer.status === 404 || answer.body.total_days === 0) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    answer = await ask();
  }
  expect(answer.status).toBe(200);
  expect(answer.body.symbol).toMatch(/^DEMO-/);
  const { behind, symbols } = await service.operation('status', {});
  expect(symbols.length).toBeLessThan(12);
  expect(behind.events).toBe(0);
  for (const { symbol } of symbols) expect(symbol).toMatch(/^DEMO-/);
});

it('stops in the middle without harm, and is dropped for good', async () => {
  expect(await service.stop()).toMatchObject({ code: 0 });
  service = await startService(dataDir, { DEMO: '1' });
  const { code, json } = await service.cli('--json', 'demo', 'drop');
  expect(code).toBe(0);
  expect(json.dropped).toContain('DEMO-ACME');
  const query = "SELECT count() FROM events_sentiment WHERE symbol LIKE 'DEMO-%'";
  expect((await service.operation('sql', { query })).rows).toEqual([[0]]);
  expect(existsSync(`${dataDir}/demo-token`)).toBe(false);
  expect((await service.operation('status', {})).symbols).toEqual([]);
  await service.stop();
  service = await startService(dataDir, { DEMO: '1' });
  expect(service.printed()).not.toContain('demo');
  expect((await service.operation('status', {})).symbols).toEqual([]);
});
