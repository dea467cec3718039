/** The search line over a market of 12,000 symbols, on the API itself with their list in memory. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import { projectFile } from '../../lib/paths.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { apiData } from '../support/api-data.ts';
import { ensureBuilt } from '../support/programs.ts';
import { openBrowser, reader } from './browser.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letter = (value: number) => LETTERS[value % 26];
/** AAAX, AABX, ... */
const NAMES = Array.from(
  { length: 12_000 },
  (_, i) => `${letter(Math.floor(i / 676))}${letter(Math.floor(i / 26))}${letter(i)}X`,
);

let api: TestApi;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  ensureBuilt();
  const market = apiData();
  const [{ bars, clock }] = market;
  const many = NAMES.map((symbol) => {
    const meta = { symbol, assetClass: 'equity', intervalMin: 5 } as const;
    return new SymbolData({ meta, bars, clock, reachesStart: true, reachesEnd: true });
  });
  api = await startApi([...market, ...many], { deps: { consoleFolder: projectFile('dist', 'console') } });
  browser = await openBrowser();
  ({ context, page, complaints } = await reader(browser, api.url, api.account('pro_web')));
}, 480_000);

afterAll(async () => {
  await browser?.close();
  await api?.close();
});

const shown = () => page.$$eval('.search [role=option] > span', (options) => options.map((one) => one.textContent));

it('opens by / and Ctrl K, finds what begins with the letters, and goes there by the keyboard', async () => {
  await page.goto('/console/stat/gap?symbol=AAPL&time_window=6M');
  await page.waitForSelector('.search-button');
  await page.keyboard.press('/');
  await page.waitForSelector('.search [role=option]:has-text("Screener")');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.search', { state: 'hidden' });
  await page.keyboard.press('Control+k');
  await page.waitForSelector('.search input:focus');
  await page.keyboard.type('bcdx');
  await page.waitForSelector('.search [role=option]:has-text("BCDX")');
  await expect.poll(shown).toEqual(['BCDX']);
  await page.keyboard.press('Enter');
  // Another symbol on the same page, with its range.
  await page.waitForURL((url) => url.search === '?symbol=BCDX&time_window=6M' && url.pathname.endsWith('/stat/gap'));
  await page.click('.search-button');
  await page.waitForSelector('.search input:focus');
  await page.keyboard.type('opening range');
  await page.waitForSelector('.search [role=option]:has-text("Opening range breakout")');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('/stat/orb') && url.searchParams.get('symbol') === 'BCDX');
  // What was gone to last comes first.
  await page.keyboard.press('Control+k');
  await page.waitForSelector('.search [role=option]');
  await expect.poll(async () => (await shown()).slice(0, 2)).toEqual(['Opening range breakout', 'BCDX']);
  await page.keyboard.press('Escape');
  expect(complaints).toEqual([]);
});

it('lists the best of 12,000 at each letter', async () => {
  await page.keyboard.press('/');
  const took: number[] = [];
  for (const text of ['d', 'df', 'dfg', 'j', 'jv', 'jvz']) {
    const ms = await page.evaluate(async (typed) => {
      const input = document.querySelector<HTMLInputElement>('.search input')!;
      input.value = '';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 100));
      const begin = performance.now();
      input.value = typed;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      return new Promise<number>((resolve) => {
        const look = () => {
          const options = [...document.querySelectorAll('.search [role=option] > span')];
          const isThere = options.some(({ textContent }) => textContent?.startsWith(typed.toUpperCase()));
          if (isThere || document.querySelector('.search .none-found')) resolve(performance.now() - begin);
          else requestAnimationFrame(look);
        };
        look();
      });
    }, text);
    took.push(ms);
  }
  console.info(`from the letter to the list: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  const expected = NAMES.filter((name) => name.startsWith('JVZ')).slice(0, 8);
  await page.fill('.search input', 'jvz');
  await page.waitForSelector('.search [role=option]:has-text("JVZ")');
  await expect.poll(shown).toEqual(expected);
  await context.close();
}, 20_000);
