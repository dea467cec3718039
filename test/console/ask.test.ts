/** The form of a question: what one account typed is not the next one's, clearing it, and what an ended session leaves. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { apiData } from '../support/api-data.ts';
import { ensureBuilt } from '../support/programs.ts';
import { openBrowser, type Reader, reader } from './browser.ts';
import { still } from './console.ts';

let api: TestApi;
let browser: Browser;
let one: Reader;

beforeAll(async () => {
  ensureBuilt();
  api = await startApi(apiData(), { deps: { consoleFolder: projectFile('dist', 'console') } });
  browser = await openBrowser();
  one = await reader(browser, api.url, api.account('pro_web'));
}, 480_000);

afterAll(async () => {
  await browser?.close();
  await api?.close();
});

const conditions = (page: Page) => page.locator('.builder .condition');

async function add(page: Page, text: string, words: string): Promise<void> {
  await page.fill('[aria-label="Add a condition"]', text);
  await page.waitForSelector(`[role=option][aria-selected=true]:has-text("${words}")`);
  await page.keyboard.press('Enter');
}

const RANGE = 'symbol=AAPL&time_window=12M';
const ASKED = `/console/query?${RANGE}&among=gap.exists%3Dtrue&when=session.weekday%3DMonday&then=gap.filled%3Dtrue`;

it('adds each condition that is written, and is cleared by the keyboard', async () => {
  const { page, complaints } = one;
  await page.goto(`/console/query?${RANGE}`);
  await add(
    page,
    'session.weekday=Monday; prev.session.return_pct<0',
    'weekday is Monday and Session, day before: return below 0 %',
  );
  await expect.poll(() => conditions(page).count()).toBe(2);
  await page.focus('.builder button:text-is("Clear")');
  await page.keyboard.press('Enter');
  await expect.poll(() => conditions(page).count()).toBe(0);
  // An answered question, too; the symbol and the range stay, and going back has the question again.
  await page.goto(ASKED);
  await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
  await page.click('.builder button:text-is("Clear")');
  await page.waitForURL((url) => url.search === `?${RANGE}`);
  await page.waitForSelector('.builder [aria-label="Outcome"]');
  expect(await conditions(page).count()).toBe(0);
  await page.goBack();
  await page.waitForSelector('.sentence');
  expect(complaints).toEqual([]);
});

it('names the days of a population as such', async () => {
  const { page } = one;
  await page.goto(ASKED);
  await page.waitForSelector('[aria-label="Rates"], [aria-label="How often"] table');
  const rates = await page.textContent('[aria-label="How often"]');
  expect(rates).toContain('all days of “Among” (base)');
  expect(rates).toContain('other days of “Among” (rest)');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await still(page);
    const hidden = await page.locator('[aria-label="Rates"]').evaluate((box) => box.scrollWidth - box.clientWidth);
    expect([width, hidden]).toEqual([width, 0]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('shows what one account typed to no other in the same tab', async () => {
  const { page, complaints } = await reader(browser, api.url, api.account('pro_web'));
  await page.goto('/console/query?symbol=AAPL');
  await add(page, 'weekday', 'weekday is Monday');
  await page.goto('/console/stat/gap?symbol=AAPL&gap_type=up');
  await page.waitForSelector('.form');
  // The very same account finds it again.
  await page.goto('/console/query?symbol=AAPL');
  await expect.poll(() => conditions(page).count()).toBe(1);
  await page.click('button:has-text("Log out")');
  await page.waitForSelector('.login');
  const kept = () => page.evaluate(() => [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)));
  await expect.poll(kept).toEqual([]);
  expect(new URL(page.url()).search).toBe('');
  const logIn = async (token: string) => {
    await page.fill('.login input[name=token]', token);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#menu');
  };
  await logIn(api.account('pro_web'));
  await page.goto('/console/query?symbol=AAPL');
  await page.waitForSelector('[aria-label="Add a condition"]');
  expect(await conditions(page).count()).toBe(0);
  // Another login without a logout, as by a link: what was typed in between is gone, too.
  await add(page, 'session.weekday=Wednesday', 'weekday is Wednesday');
  await expect.poll(kept).toHaveLength(1);
  const login = await page.context().request.post('/console/login', { data: { token: api.account('pro_web') } });
  expect(login.status()).toBe(204);
  await page.reload();
  await page.waitForSelector('[aria-label="Add a condition"]');
  await expect.poll(kept).toEqual([]);
  expect(await conditions(page).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('asks for a login when the session has ended, keeps what was typed, and gives the focus back', async () => {
  const token = api.account('pro_web');
  const { page, complaints } = await reader(browser, api.url, token);
  await page.goto(`/console/query?${RANGE}`);
  await add(page, 'session.weekday=Monday', 'weekday is Monday');
  await add(page, 'prev.session.return_pct<0', 'day before: return below 0 %');
  api.clock.advance(13 * 3_600_000);
  await page.fill('[aria-label="Outcome"]', 'gap.filled=true');
  await page.waitForSelector('[role=option][aria-selected=true]:has-text("filled")');
  await page.keyboard.press('Enter');
  await page.focus('.builder button[type=submit]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('main.login input[name=token]:focus');
  expect(await conditions(page).first().isVisible()).toBe(false);
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('main.login', { state: 'detached' });
  await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
  expect(new URL(page.url()).searchParams.get('when')).toBe('session.weekday=Monday;prev.session.return_pct<0');
  expect(complaints).toEqual([]);
});

it('opens and closes the menu of a phone by keyboard', async () => {
  const { page } = await reader(browser, api.url, api.account('pro_web'), { viewport: { width: 320, height: 700 } });
  await page.goto(`/console/query?${RANGE}`);
  const menu = page.locator('#menu');
  await page.waitForSelector('button.menu');
  expect(await menu.isVisible()).toBe(false);
  await page.focus('button.menu');
  await page.keyboard.press('Enter');
  await expect.poll(() => menu.isVisible()).toBe(true);
  await page.focus('#menu a:text-is("Today")');
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Menu');
  await page.keyboard.press('Enter');
  await page.focus('#menu a:text-is("Today")');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.title()).toContain('Today');
  expect(await menu.isVisible()).toBe(false);
});
