/** One start of the service as users have it: it takes a file and answers, and where a browser is there its console opens. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserPath, openBrowser, reader } from './console/browser.ts';
import { writeMarket } from './console/market.ts';
import { newClient } from './e2e/support/api.ts';
import { ensureBuilt, type Service, startService, temporaryFolder } from './support/programs.ts';

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  ensureBuilt();
  service = await startService(`${folder.path}/data`);
}, 180_000);
afterAll(async () => {
  await service?.stop('SIGKILL');
  folder.remove();
});

const DAY_MS = 86_400_000;

it('lands a file and serves its statistics', async () => {
  const [file] = writeMarket(folder.path, ['ALPHA'], Date.now() - DAY_MS);
  const { code, json } = await service.cli(
    '--json',
    'import',
    'bars',
    file,
    '--interval',
    '5m',
    '--asset-class',
    'equity',
  );
  expect([code, json.dead_letters]).toEqual([0, {}]);
  const { get } = await newClient(service);
  const { status, body } = await get('/stats/trend/summary?symbol=ALPHA&session=exchange');
  expect(status).toBe(200);
  expect(body.total_days).toBeGreaterThan(100);
  expect(body.sample_size).toBe(body.total_days);
}, 30_000);

it.runIf(browserPath())('opens its console with a token', { timeout: 60_000 }, async () => {
  const { token } = await newClient(service, 'pro_web');
  const browser = await openBrowser();
  try {
    const { page, complaints } = await reader(browser, service.url, token);
    await page.goto('/console');
    await page.waitForSelector('main:has-text("ALPHA")');
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

it('stops at the signal, and leaves its data', async () => {
  expect(await service.stop()).toMatchObject({ code: 0 });
  expect(existsSync(`${folder.path}/data`)).toBe(true);
});
