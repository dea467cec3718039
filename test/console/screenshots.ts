/**
 * Writes the pictures of `docs/images`: pages of the built console on the demo market as it is at one fixed time, so that
 * the same code draws the same pictures: `npm run build && npm run screenshots`.
 */
import { mkdirSync, statSync } from 'node:fs';
import { FEATURED } from '../../demo/symbols.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { projectFile } from '../../lib/paths.ts';
import { openBrowser, reader } from './browser.ts';
import { startDemoApi } from './demo-api.ts';

const SIZE = { width: 1280, height: 860 };
/** Two years before the demo's time, the longest range that a page asks for. */
const FIRST_DAY = parseIsoDate('2024-08-01')!;
const SYMBOL = 'DEMO-ACME';

/** What each shows, and what is there once it is drawn. */
const PICTURES: readonly (readonly [name: string, path: string, query: Record<string, string>, drawn: string])[] = [
  ['overview', '/', { symbol: SYMBOL }, 'main .card'],
  ['ask', '/query', { symbol: SYMBOL, ...FEATURED }, 'main .result'],
  ['session', '/session', { symbol: SYMBOL, date: '2026-08-27', stat: 'orb' }, '.candles canvas'],
  ['screener', '/scan', { ...FEATURED, asset_class: 'equity' }, 'main table'],
];

const folder = projectFile('docs', 'images');
mkdirSync(folder, { recursive: true });
const api = await startDemoApi({
  from: FIRST_DAY,
  deps: { consoleFolder: projectFile('dist', 'console') },
});
const browser = await openBrowser();
const token = api.account('pro_api', { perMinute: 10_000, perDay: 100_000 });
const { page } = await reader(browser, api.url, token, { viewport: SIZE, timezoneId: 'America/New_York' });
await page.clock.setFixedTime(api.clock.nowMs());
for (const [name, path, query, drawn] of PICTURES) {
  await page.goto(`/console${path}?${new URLSearchParams(query)}`);
  await page.waitForSelector(drawn);
  await page.waitForFunction(() => document.querySelector('.loading') === null);
  await page.waitForLoadState('networkidle');
  // The answer, below the bar at the top.
  if (name === 'ask') {
    await page.locator(drawn).evaluate((element) => scrollTo(0, element.getBoundingClientRect().top - 64));
  }
  const file = `${folder}/${name}.png`;
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  process.stdout.write(`${file} ${Math.round(statSync(file).size / 1024)} KiB\n`);
}
await browser.close();
await api.close();
