import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { openBrowser, reader } from './browser.ts';

let api: TestApi;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  api = await startApi([]);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

it('/docs shows an endpoint with its parameters under its policy, and loads nothing from other hosts', async () => {
  const { page, complaints } = await reader(browser, api.url, api.account('pro_api'));
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto('/docs#tag/gap/GET/stats/gap/summary');
  await page.getByText('/stats/gap/summary').first().waitFor();
  await page.getByText('Include pre- and after-market bars').first().waitFor();
  expect([...hosts]).toEqual([new URL(api.url).origin]);
  expect(complaints).toEqual([]);
});
