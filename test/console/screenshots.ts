/**
 * Writes the pictures of `docs/images`: pages of the built console on the demo market as it is at one fixed time, so that
 * the same code draws the same pictures: `npm run build && npm run screenshots`.
 */
import { mkdirSync, statSync } from 'node:fs';
import { DEMO_SYMBOLS } from '../../demo/symbols.ts';
import { projectFile } from '../../lib/paths.ts';
import { startDemoApi } from '../reference/demo-answers.ts';
import { openBrowser, reader } from './browser.ts';

const OUTCOME = 'then';
const QUESTION = { when: 'prevclose.direction=up;prevclose.gap_pct>0.5', [OUTCOME]: 'prevclose.fill_time<=12:00' };
const ALL_WIDTH = { width: 1280, height: 860 };

/** What each shows, and what is there once it is drawn. */
const PICTURES: readonly (readonly [name: string, path: string, query: Record<string, string>, drawn: string])[] = [
  ['overview', '/', { symbol: 'DEMO-ACME' }, 'main .result, main .card'],
  ['ask', '/query', { symbol: 'DEMO-ACME', ...QUESTION }, '.result'],
  ['session', '/session', { symbol: 'DEMO-ACME', date: '2026-08-27', stat: 'orb' }, '.candles canvas'],
  ['screener', '/scan', { ...QUESTION }, 'table'],
];

const folder = projectFile('docs', 'images');
mkdirSync(folder, { recursive: true });
const api = await startDemoApi(
  { consoleFolder: projectFile('dist', 'console') },
  new Set(DEMO_SYMBOLS.map(({ symbol }) => symbol)),
);
const browser = await openBrowser();
const token = api.account('pro_api', { perMinute: 10_000, perDay: 100_000 });
const { page } = await reader(browser, api.url, token, { viewport: ALL_WIDTH, timezoneId: 'America/New_York' });
await page.clock.setFixedTime(api.clock.nowMs());
for (const [name, path, query, drawn] of PICTURES) {
  await page.goto(`/console${path}?${new URLSearchParams(query)}`);
  await page.waitForSelector(drawn);
  await page.waitForFunction(() => document.querySelector('.loading') === null);
  await page.waitForLoadState('networkidle');
  const file = `${folder}/${name}.png`;
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  process.stdout.write(`${file} ${Math.round(statSync(file).size / 1024)} KiB\n`);
}
await browser.close();
await api.close();
