/** The console in a browser on the service as users run it, over a market of two stocks: what its tests share. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { openBrowser, type Reader, reader } from './browser.ts';
import { writeMarket } from './market.ts';

export const SYMBOLS = ['ALPHA', 'BETA'];
const MINUTE = 60_000;

export interface Console {
  service: Service;
  browser: Browser;
  /** A reader of the plan Pro Web who is an operator. */
  pro: Reader;
  /** A token of another account. */
  newToken(plan: string, options?: { operator?: boolean; limits?: object }): Promise<string>;
  /** What the API itself says to an account with direct access. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
  api(path: string, query?: Record<string, string>): Promise<any>;
}

let shared: Promise<Omit<Console, 'pro'>> | undefined;
let folder: ReturnType<typeof temporaryFolder> | undefined;

/** The parts of a file share the service and the browser; each has a reader of its own. To be read within tests alone. */
export function openConsole(): Console {
  const opened = {} as Console;
  beforeAll(async () => {
    shared ??= open();
    Object.assign(opened, await shared);
    const { browser, service, newToken } = opened;
    opened.pro = await reader(browser, service.url, await newToken('pro_web', { operator: true }));
  }, 8 * MINUTE);
  return opened;
}

async function open(): Promise<Omit<Console, 'pro'>> {
  ensureBuilt();
  folder = temporaryFolder();
  const service = await startService(`${folder.path}/data`);
  const files = writeMarket(folder.path, SYMBOLS, Date.now());
  const options = ['--interval', '5m', '--asset-class', 'equity'];
  const imported = await service.cli('--json', 'import', 'bars', ...files, ...options);
  expect(imported.json).toMatchObject({ dead_letters: {} });
  const newToken: Console['newToken'] = async (plan, { operator = false, limits } = {}) => {
    const { id } = await service.operation('accounts.create', { name: plan, plan, operator });
    if (limits) await service.operation('accounts.set-limits', { account: id, ...limits });
    return (await service.operation('tokens.issue', { account: id })).token;
  };
  const direct = await newToken('pro_api');
  const api: Console['api'] = async (path, query = {}) => {
    const response = await fetch(`${service.url}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${direct}` },
    });
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  };
  return { service, newToken, api, browser: await openBrowser() };
}

// A failure that is seen once says what the page showed.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of (await shared)?.browser.contexts().flatMap((context) => context.pages()) ?? [])
    console.error(`${page.url()} shows ${await page.innerText('body')}`);
});

afterAll(async () => {
  const opened = await shared;
  await opened?.browser.close();
  await opened?.service.stop('SIGKILL');
  folder?.remove();
});

export const EXCHANGE = { session: 'exchange' };
/** What the console asks for where the address says nothing. */
export const own = (name: string): Record<string, string> => (name === 'orb' ? { orb_minutes: '15' } : {});
export async function shownFigures(page: Page) {
  await still(page);
  const figures = await page.$$eval('.pictures [data-figure], .answer-grid [data-figure]', (elements) =>
    elements.map(
      (element) =>
        [
          element.getAttribute('data-figure') ?? '',
          element.querySelector('data')?.getAttribute('value') ?? null,
        ] as const,
    ),
  );
  expect([page.url(), figures.length > 2]).toEqual([page.url(), true]);
  return figures;
}
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
export function leaf(body: any, path: string): unknown {
  if (body === null || typeof body !== 'object') return undefined;
  if (path in body) return body[path];
  for (let at = path.indexOf('.'); at > 0; at = path.indexOf('.', at + 1)) {
    const found = leaf(body[path.slice(0, at)], path.slice(at + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

export const usedOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const usage = (await (await fetch('/me/usage')).json()) as { rate_limits: { day: { used: number } } };
    return usage.rate_limits.day.used;
  });

/** Once nothing is loading or moving: what is measured, drawn or looked at before is of a page that no reader sees. */
export async function still(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.loading'));
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    for (let before = '', frames = 0; frames < 3; await frame()) {
      const { scrollWidth, scrollHeight, innerHTML } = document.body;
      const now = `${scrollWidth} ${scrollHeight} ${innerHTML.length}`;
      const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
      frames = now === before && !isMoving ? frames + 1 : 0;
      before = now;
    }
  });
}
