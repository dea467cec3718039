/** The console in a browser: from a click on a column's heading to the new order of 5,000 rows in paint. */
import { existsSync, rmSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { figure, type Line } from '../figures.ts';
import { filledInstallation, startService } from '../service.ts';
import type { Part } from './part.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const MAX_MS = 100;
const COLUMNS = ['Formed at', 'Gap size'];

/**
 * Of each click, ms: from the input to the end of the frame that the page made of it, and the main thread's work.
 *
 * Not `duration` of the Event Timing API: an order is part of the address, and a headless Chromium holds the page's frame back
 * until its own window has drawn the new address, some 150 ms later (seen in its trace: the page's frame is there at 57 ms).
 */
async function clicks(page: Page, count: number): Promise<{ paint: number[]; work: number[] }> {
  await page.evaluate(`globalThis.clicks = []; addEventListener('click', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => globalThis.clicks.push(performance.now() - timeStamp);
    port2.postMessage(null);
  }), { capture: true })`);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const busyMs = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const work: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = await busyMs();
    await page.click(`th button:has-text("${COLUMNS[i % COLUMNS.length]}")`);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
    work.push((await busyMs()) - before);
  }
  return { paint: (await page.evaluate('globalThis.clicks')) as number[], work };
}

const part: Part = {
  title: 'console',
  async run({ rounds }) {
    const executablePath = process.env['CHROMIUM'] ?? PLACES.find(existsSync);
    if (!executablePath) throw new Error('this part needs Chromium: npm run test:setup installs it');
    const installation = await filledInstallation();
    const service = await startService(installation);
    const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
    try {
      const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1280, height: 900 } });
      await context.request.post('/console/login', { data: { token: installation.token } });
      const page = await context.newPage();
      await page.goto(`/console/stat/fvg?symbol=${installation.symbol}&view=/&timeframe=5m&time_window=24M`);
      await page.waitForSelector('table.records tbody tr td');
      const rows = await page.textContent('[data-testid=row-count]');
      if (rows !== '5,000 rows') throw new Error(`the table holds ${rows}`);
      const { paint, work } = await clicks(page, Math.max(6, 2 * rounds));
      const line = (what: string, values: readonly number[]): Line => ({
        part: 'p10',
        what: `a new order of 5,000 rows, ${what}`,
        unit: 'ms',
        ours: figure(values),
        peer: null,
        bars: [{ of: 'ours', atMost: MAX_MS }],
      });
      return [line('click to paint', paint), line("the main thread's work", work)];
    } finally {
      await browser.close();
      await service.stop();
      rmSync(installation.dataDir, { recursive: true, force: true });
    }
  },
};

export default part;
