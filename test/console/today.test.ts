/** The page Today in a browser, over sessions that are in progress and go on. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { openBrowser, type Reader, reader } from './browser.ts';
import { still } from './console.ts';
import { writeMarket } from './market.ts';

const MINUTE = 60_000;
const FIRST_BARS = 40;
const DAYS = 200;
const SYMBOLS = ['ALPHA', 'BETA', 'GAMMA', 'DELTA', 'OMEGA'];
const nowMs = Date.now();
const folder = temporaryFolder();
let service: Service;
let browser: Browser;
let trader: Reader;
let token: string;

/** @param lastBars of the last session, 78 in all */
async function land(lastBars: number): Promise<void> {
  const files = writeMarket(folder.path, SYMBOLS, nowMs, lastBars, DAYS);
  // All of it once, then the last session again: what is stored of it is a duplicate.
  if (lastBars !== FIRST_BARS)
    for (const file of files) {
      const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
      writeFileSync(file, `${[head, ...lines.slice(-lastBars)].join('\n')}\n`);
    }
  const options = ['--interval', '5m', '--asset-class', 'equity'];
  const { json } = await service.cli('--json', 'import', 'bars', ...files, ...options);
  expect(json).toMatchObject({ dead_letters: {} });
}

beforeAll(async () => {
  ensureBuilt();
  service = await startService(`${folder.path}/data`);
  await land(FIRST_BARS);
  const { id } = await service.operation('accounts.create', { name: 'trader', plan: 'pro_api' });
  token = (await service.operation('tokens.issue', { account: id })).token as string;
  browser = await openBrowser();
  trader = await reader(browser, service.url, token);
}, 8 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await service?.stop('SIGKILL');
  folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
async function today(): Promise<any[]> {
  const response = await fetch(`${service.url}/today?orb_minutes=15`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { data: [] }).data;
}

const boxes = () =>
  trader.page.$$eval('.today > li', (cards) =>
    cards.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return [card.getAttribute('data-symbol'), x, y, width, height];
    }),
  );

const shownOrder = () =>
  trader.page.$$eval('.today > li', (cards) => cards.map((card) => card.getAttribute('data-symbol')));

it('shows what is still open with its odds, the clearest first, and leads to the question behind them', async () => {
  const { page } = trader;
  const rows = await today();
  // The last bars of these sessions are missing by the machine's clock: nothing of them is open, and none is before others.
  await page.goto('/console/today');
  await page.waitForSelector('.today > li');
  await expect.poll(shownOrder).toEqual(rows.map(({ symbol }) => symbol));
  expect(await page.locator('h2 .badge').allTextContents()).toEqual(rows.map(() => 'stale'));
  // A minute after the last bar they are in progress.
  await page.clock.setFixedTime(Date.parse(rows[0].last.ts) + 6 * MINUTE);
  await page.reload();
  await page.waitForSelector('.today > li');
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'open'));
  // How far the 95 % interval is from one half, of what has at least ten cases and is not decided.
  const clarity = new Map(
    rows.map(({ symbol, gap, orb, previous }) => {
      const open = [gap?.filled ? null : gap?.history, orb.history, previous.history].filter(
        (one) => one && one.n >= 10,
      );
      return [symbol, Math.max(-100, ...open.map(({ low, high }) => Math.max(low - 50, 50 - high)))];
    }),
  );
  const expected = rows.map(({ symbol }) => symbol).sort((a, b) => clarity.get(b)! - clarity.get(a)!);
  await expect.poll(shownOrder).toEqual(expected);
  expect(await page.locator('h2 .badge').allTextContents()).toEqual(rows.map(() => 'open'));
  for (const { symbol, last, gap, orb, previous, session } of rows) {
    const card = page.locator(`[data-symbol=${symbol}]`);
    const shows = (name: string, value: number) =>
      card.locator(`[data-figure=${name}] data[value="${value}"]`).waitFor();
    await shows('last', last.close);
    await shows('orb', orb.history.rate_pct);
    if (gap) await shows('gap', gap.history.filled_pct);
    if (previous.history) await shows('pdhlb', previous.history.rate_pct);
    await expect.poll(() => card.textContent()).toContain(orb.history.text);
    await expect
      .poll(() => card.locator('.course').getAttribute('aria-label'))
      .toContain(`high ${session.high.toFixed(2)}`);
  }
  const [{ symbol, orb }] = rows;
  // The page's opening range is that of the statistic's own page.
  expect(orb.orb_minutes).toBe(15);
  expect(orb.history.question['then']).toContain('orb[orb_minutes=15].');
  await page.click(`[data-symbol=${symbol}] a:has-text("${orb.history.text}")`);
  await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('when'), searchParams.get('then')]).toEqual([
    orb.history.question.when,
    orb.history.question.then,
  ]);
  expect(trader.complaints).toEqual([]);
}, 30_000);

/** Returns what the requests of `/today` were answered from now on, those that the browser answers from its cache as 304. */
async function watchRequests(): Promise<() => number[]> {
  const [paths, statuses] = [new Map<string, string>(), new Map<string, number>()];
  const client = await trader.context.newCDPSession(trader.page);
  await client.send('Network.enable');
  client.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  client.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => statuses.set(requestId, statusCode));
  return () => [...statuses].flatMap(([id, status]) => (paths.get(id) === '/today' ? [status] : []));
}

it('is asked every minute while it is visible: prices change in their place, no card moves, and the order changes when it is asked to', async () => {
  const { page } = trader;
  const [{ last }] = await today();
  // A minute after the last bar, as above.
  await page.clock.install({ time: Date.parse(last.ts) + 6 * MINUTE });
  await page.goto('/console/today');
  await page.waitForSelector('.today > li');
  await still(page);
  const before = await boxes();
  const statuses = await watchRequests();
  const minute = () => page.clock.runFor(61_000);
  await minute();
  // Nothing landed: the tag is sent, and no body comes.
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([304]);
  const show = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await minute();
  await minute();
  await land(66);
  const [later] = await today();
  expect(statuses()).toEqual([304]);
  await show('visible');
  await page.waitForFunction(
    ([name, value]) =>
      document.querySelector(`[data-symbol=${name}] [data-figure=last] data`)?.getAttribute('value') === value,
    [later.symbol, String(later.last.close)] as const,
  );
  await expect.poll(statuses).toEqual([304, 200]);
  expect(await boxes()).toEqual(before);
  await land(78);
  await expect
    .poll(async () => (await today()).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(SYMBOLS.map(() => 'closed'));
  await minute();
  await expect.poll(() => page.locator('h2 .badge').allTextContents()).toEqual(SYMBOLS.map(() => 'closed'));
  expect(await boxes()).toEqual(before);
  // Nothing is open in a session that is over: the order is the one of the answer.
  const again = page.getByRole('button', { name: 'Sort again' });
  if (await again.isEnabled()) {
    await again.focus();
    await page.keyboard.press('Enter');
  }
  const rows = await today();
  await expect.poll(shownOrder).toEqual(rows.map(({ symbol }) => symbol));
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(trader.complaints).toEqual([]);
}, 180_000);
