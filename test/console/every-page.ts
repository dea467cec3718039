/** Every page in a browser: its figures, what it charges, and what axe finds, on desktop and phone. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { reader } from './browser.ts';
import { EXCHANGE, leaf, openConsole, own, shownFigures, still, usedOf } from './console.ts';

const opened = openConsole();
/** Operators of the plan Free, with limits and a history that a walk over all pages does not reach. */
const WALKERS = 3;

/** What each page charges. */
const PAGES: readonly (readonly [path: string, charged: number])[] = [
  ['/', 1],
  ...[
    'bos',
    'fvg',
    'gap',
    'ib',
    'insideday',
    'odc',
    'orb',
    'owc',
    'pdhlb',
    'prevclose',
    'trend',
    'intraday',
    'seasonality',
    'news',
  ].map((name) => [`/stat/${name}?symbol=ALPHA&view=/summary`, 1] as const),
  ['/stat/orb?symbol=ALPHA&view=/', 1],
  ['/stat/intraday?symbol=ALPHA', 1],
  ['/stat/gap?symbol=ALPHA&view=/screen', 1],
  ['/stat/seasonality?symbol=ALPHA', 1],
  ['/session?symbol=ALPHA&stat=trend&date=LAST', 2],
  ['/query', 0],
  ['/query?symbol=ALPHA&when=gap.gap_pct<0.5;gap.direction%3Dup;session.weekday!%3DMonday&then=gap.filled%3Dtrue', 1],
  ['/query?symbol=ALPHA&when=session.weekday%3DFriday&then=session.return_pct', 1],
  ['/scan?min_cases=5', 1],
  ['/today', 1],
  ['/usage', 0],
  ['/operator', 0],
  ['/nothing-here', 0],
];
const PHONE = { width: 390, height: 844 };

const settled = async (page: Page) => {
  await page.waitForSelector('main > *');
  const shown = page.waitForFunction(
    () =>
      document.querySelector('.result, .featured, .card, .empty, .pictures, .starters, .notice') &&
      (!location.pathname.endsWith('/session') ||
        (document.querySelector('.candles canvas') && document.querySelector('.record'))),
  );
  await shown.catch(async (error: Error) => {
    throw new Error(`${page.url()} shows ${await page.textContent('main')}`, { cause: error });
  });
  await still(page);
};

async function findings(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await still(page);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary?.slice(0, 300)}`,
    );
  });
}

/** Every figure drawn is the one of the API, and the line above says of what. */
async function sayWhatTheApiSays(page: Page, name: string): Promise<void> {
  const body = await opened.api(`/stats/${name}/summary`, { symbol: 'ALPHA', ...EXCHANGE, ...own(name) });
  const figures = await shownFigures(page);
  for (const [path, value] of figures) {
    const expected = leaf(body, path);
    expect([path, expected]).not.toEqual([path, undefined]);
    if (typeof expected === 'number') expect([path, Number(value)]).toEqual([path, expected]);
  }
  await expect.poll(() => page.textContent('[data-testid=what]')).toMatch(/ALPHA · exchange session · .*5m bars/);
}

describe('everybody can use it', () => {
  it('every page draws the figures of the API, says of what, charges one question, and leaves axe nothing to find, dark on a desktop and light on a phone', async () => {
    const { data: days } = await opened.api('/stats/trend', { symbol: 'ALPHA', ...EXCHANGE });
    const queue = PAGES.map(([path, charged]) => [path.replace('LAST', days.at(-1).date), charged] as const);
    const walk = async (token: string) => {
      let countedInAll = 0;
      const { context, page, complaints } = await reader(opened.browser, opened.service.url, token);
      let charged: string[] = [];
      page.on('response', (response) => {
        const headers = response.headers();
        const path = new URL(response.url()).pathname;
        if (!headers['x-ratelimit-limit-day'] || /^\/(symbols|me\/usage|operator\/status)$/.test(path)) return;
        countedInAll++;
        charged.push(path);
      });
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [path, expected] = next;
        // What the page before still waits for is not this one's.
        await page.goto('about:blank');
        charged = [];
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(`/console${path}`);
        await settled(page);
        expect([path, charged.length, charged]).toEqual([path, expected, charged]);
        const name = /^\/stat\/(\w+)\?.*view=\/summary$/.exec(path)?.[1];
        // No news is stored here.
        if (name && name !== 'news') await sayWhatTheApiSays(page, name);
        expect([path, complaints]).toEqual([path, []]);
        // Summaries are drawn by the same parts: axe looks at one of few figures and at one of many.
        if (name && name !== 'gap' && name !== 'orb') continue;
        await page.evaluate(axe.source);
        expect([path, await findings(page, 'dark')]).toEqual([path, []]);
        charged = [];
        await page.setViewportSize(PHONE);
        await page.reload();
        await settled(page);
        await page.evaluate(axe.source);
        expect([path, await findings(page, 'light')]).toEqual([path, []]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([path, width <= PHONE.width, width]).toEqual([path, true, width]);
        expect([path, complaints]).toEqual([path, []]);
      }
      // The account's own count; what a page no longer waited for counts, too, and has no response here.
      expect(await usedOf(page)).toBeGreaterThanOrEqual(countedInAll);
      await context.close();
    };
    const tokens = Array.from({ length: WALKERS }, () =>
      opened.newToken('free', { operator: true, limits: { perMinute: 1000, historyDays: 'full' } }),
    );
    await Promise.all(tokens.map(async (token) => walk(await token)));
  }, 600_000);

  it('loads its first view in less than 100 KB', async () => {
    const { page } = opened.pro;
    const sizes: number[] = [];
    const client = await opened.pro.context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    client.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await page.goto('/console/');
    await page.waitForSelector('.starters');
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    console.info(`the first view took ${Math.round(bytes / 1024)} KB in ${sizes.length} requests`);
    expect(bytes).toBeLessThan(100 * 1024);
    await client.detach();
  });
});
