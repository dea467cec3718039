/** Forms of the console by keyboard alone: from what is typed to what it changes in the service, on a desktop and on 320 px. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken } from '../../api/authenticator.ts';
import { createConsoleSessions, SESSION_COOKIE, sessionKeyInFile } from '../../api/console-session.ts';
import { systemClock } from '../../lib/clock.ts';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { serveBinance } from '../support/vendors/binance.ts';
import { minutes } from '../support/vendors/rig.ts';
import { VendorMarket, type VendorServer } from '../support/vendors/server.ts';
import { openBrowser, type Reader, reader } from './browser.ts';
import { writeMarket } from './market.ts';

const DAY_MS = 86_400_000;
const DESKTOP = { width: 1280, height: 900 };
const SMALL = { width: 320, height: 700 };
/** Each is a walk of 5 to 15 s on a busy machine. */
const WALK_MS = 60_000;
const folder = temporaryFolder();
const dataDir = `${folder.path}/data`;
const market = new VendorMarket(systemClock);
let vendor: VendorServer;
let service: Service;
let browser: Browser;
let operator: Reader;
let token: string;

beforeAll(async () => {
  ensureBuilt();
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  market.put('BTC/USDT', minutes(today - 2 * DAY_MS, 3 * 1440, 7));
  vendor = await serveBinance(market);
  service = await startService(dataDir);
  const files = writeMarket(folder.path, ['ALPHA', 'BETA', 'GAMMA'], Date.now());
  await service.cli('import', 'bars', ...files.slice(0, 2), '--interval', '5m', '--asset-class', 'equity');
  browser = await openBrowser();
  await newOperator('operator');
}, 480_000);

async function newOperator(name: string): Promise<void> {
  const { id } = await service.operation('accounts.create', { name, plan: 'pro_api', operator: true });
  token = (await service.operation('tokens.issue', { account: id })).token as string;
  operator = await reader(browser, service.url, token);
}

afterAll(async () => {
  await browser?.close();
  await service?.stop('SIGKILL');
  await vendor?.close();
  folder.remove();
});

/** What each element that the selector finds is called. */
const namesOf = (page: Page, selector: string): Promise<readonly string[]> =>
  page.$$eval(selector, (elements) =>
    elements.map((element) =>
      (
        element.getAttribute('aria-label') ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        element.textContent ??
        ''
      ).trim(),
    ),
  );
const focused = async (page: Page) => (await namesOf(page, ':focus'))[0] ?? '';

/** Presses Tab until a control has the focus whose name begins so, once there is one. */
async function tabTo(page: Page, name: string): Promise<void> {
  const controls = () => namesOf(page, 'a[href], button, input, select, textarea, summary');
  await until(async () => (await controls()).some((one) => one.startsWith(name)), { seen: controls });
  const seen: string[] = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    seen.push(await focused(page));
    if (seen.at(-1)!.startsWith(name)) return;
  }
  throw new Error(`Tab does not come to ${name}, but to ${seen.join(' | ')}`);
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Presses it, and again once it asks so. */
async function confirm(page: Page, name: string, asks: string): Promise<void> {
  await press(page, name);
  await expect.poll(() => focused(page)).toContain(asks);
  await page.keyboard.press('Enter');
}

/** A page of the console, the focus on its content. */
async function open(page: Page, path: string, size = DESKTOP): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(`/console${path}`);
  await page.waitForSelector('main h1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
}

const statusOf = async (own: string, path = '/symbols') =>
  (await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${own}` } })).status;

const newSecret = async (page: Page) => (await page.textContent('[data-testid=new-secret]'))!;

async function loginOfYesterday(): Promise<void> {
  const yesterday = createConsoleSessions({
    key: sessionKeyInFile(dataDir),
    nowMs: () => Date.now() - 1.1 * DAY_MS,
    lastsMs: 7 * DAY_MS,
    secure: false,
  });
  const [cookie] = yesterday.open(hashToken(token), 0).split(';');
  await operator.context.addCookies([{ name: SESSION_COOKIE, value: cookie.split('=')[1], url: service.url }]);
}

it('the menu of a phone opens and closes by keyboard, and leads on', { timeout: WALK_MS }, async () => {
  const { page } = operator;
  await page.setViewportSize(SMALL);
  await page.goto('/console/tokens');
  await press(page, 'Menu');
  const menu = page.locator('#menu');
  await expect.poll(() => menu.isVisible()).toBe(true);
  await tabTo(page, 'Collectors');
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.isVisible()).toBe(false);
  expect(await focused(page)).toBe('Menu');
  await page.keyboard.press('Enter');
  await press(page, 'Collectors');
  await expect.poll(() => page.title()).toContain('Collectors');
  expect(await menu.isVisible()).toBe(false);
});

it('an own token is created, shown once, used and revoked', { timeout: WALK_MS }, async () => {
  const { page } = operator;
  await open(page, '/tokens', SMALL);
  await type(page, 'What it is for', 'notebook');
  await page.keyboard.press('Enter');
  const made = await newSecret(page);
  expect(await statusOf(made)).toBe(200);
  await expect.poll(() => page.inputValue('input[name=name]')).toBe('');
  await open(page, '/tokens', SMALL);
  await page.waitForSelector('.lines li:has-text("notebook")');
  expect(await page.locator('[data-testid=new-secret]').count()).toBe(0);
  await press(page, 'Revoke notebook');
  await expect.poll(() => focused(page)).toBe('Revoke it now? notebook');
  // What stands on the button ends as a sentence does: the name is for those who do not see where the button is.
  await expect
    .poll(() => page.evaluate(() => document.activeElement!.querySelector('span')!.firstChild!.textContent))
    .toBe('Revoke it now?');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.lines li:has-text("notebook")', { state: 'detached' });
  await until(async () => (await statusOf(made)) === 401);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SMALL.width);
});

it('a login of yesterday asks for another one in the words of the API, and what was typed is still there', {
  timeout: WALK_MS,
}, async () => {
  const { page } = operator;
  await loginOfYesterday();
  await open(page, '/tokens');
  await type(page, 'What it is for', 'typed before');
  await press(page, 'Create a token');
  await page.waitForSelector('main.login [role=alert]:has-text("log in to the console again")');
  expect(await page.locator('input[name=name]').isVisible()).toBe(false);
  await expect.poll(() => focused(page)).toMatch(/^Access token/);
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('main.login', { state: 'detached' });
  await expect.poll(() => page.inputValue('input[name=name]')).toBe('typed before');
  // The focus is where it was, and the header that the write carries is the new login's.
  await expect.poll(() => focused(page)).toBe('Create a token');
  await page.keyboard.press('Enter');
  await newSecret(page);
  await page.waitForSelector('.lines li:has-text("typed before")');
});

it('an account is added, changed, limited, and gets a token', { timeout: WALK_MS }, async () => {
  const { page } = operator;
  await open(page, '/accounts');
  await type(page, 'Name', 'desk');
  await page.keyboard.press('Enter');
  await page.waitForSelector('table.records a:has-text("desk")');
  await press(page, 'Account');
  await page.waitForURL((url) => url.searchParams.get('sort') === '-name');
  await press(page, 'desk');
  await page.waitForSelector('section[aria-label=desk] [name=perMinute][value="10"]');
  const found = async () =>
    (await service.operation('accounts.list', {})).accounts.find(({ name }: { name: string }) => name === 'desk');
  expect(await found()).toMatchObject({ plan: 'free', per_minute: 10 });
  await tabTo(page, 'Plan');
  await page.keyboard.press('End');
  await until(async () => (await found()).plan === 'pro_api');
  await page.waitForSelector('section[aria-label=desk] [name=perMinute][value="300"]');
  await type(page, 'Per minute', '17');
  await page.keyboard.press('Enter');
  await until(async () => (await found()).per_minute === 17);
  await type(page, 'What it is for', 'laptop');
  await page.keyboard.press('Enter');
  expect(await statusOf(await newSecret(page))).toBe(200);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-name');
});

it('a file is checked before it lands; what is wrong is said and fixed, and its figures are there', {
  timeout: WALK_MS,
}, async () => {
  const { page } = operator;
  const path = `${folder.path}/GAMMA.csv`;
  const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const last = lines.at(-1)!.split(',');
  const fixed = lines.map((line) =>
    line
      .split(',')
      .map((value, i) => (i >= 2 && i <= 5 ? String(Math.round(Number(value) * 1e9)) : value))
      .join(','),
  );
  // A row that is rejected is none that would land.
  writeFileSync(path, `${[head, ...fixed, 'GAMMA,noon,1,1,1,1,1'].join('\n')}\n`);
  await open(page, '/upload', SMALL);
  await tabTo(page, 'File');
  // The system's own dialog is not of the page.
  await page.setInputFiles('input[type=file]', path);
  await tabTo(page, 'Content');
  await tabTo(page, 'Asset class');
  await page.keyboard.type('equity');
  await press(page, 'Check it');
  await page.waitForSelector('[aria-label=Findings]');
  await expect.poll(() => page.textContent('[aria-label=Findings]')).toContain('--price-scale 1e-9');
  await expect
    .poll(() => page.locator('button:has-text("Land")').allTextContents())
    .toEqual(['Land it although it looks wrong']);
  expect(await statusOf(token, '/stats/gap/summary?symbol=GAMMA')).toBe(404);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await type(page, 'Factor of prices', '1e-9');
  await page.keyboard.press('Enter');
  const rows = `${lines.length.toLocaleString('en-US')} rows`;
  await page.waitForSelector(`button:has-text("Land ${rows}")`);
  await press(page, `Land ${rows}`);
  await page.waitForSelector(`[data-testid=landed]:has-text("${rows} landed")`);
  await page.goto('/console/stat/gap?symbol=GAMMA');
  await page.waitForSelector('.pictures [data-figure]');
  const bars = await fetch(`${service.url}/bars?symbol=GAMMA&session=exchange`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await bars.json()) as { data: { close: number }[] };
  expect(data.at(-1)!.close).toBe(Number(last[5]));
});

it('a file with columns of other names, and without one, is read with what the message asks for', {
  timeout: WALK_MS,
}, async () => {
  const { page } = operator;
  await open(page, '/upload');
  const buffer = Buffer.from('Stamp,open,high,low,close\n2026-11-20T14:30:00Z,1,1,1,1\n');
  await page.setInputFiles('input[type=file]', { name: 'FX_1m.csv', mimeType: 'text/csv', buffer });
  await page.selectOption('select[name=assetClass]', 'equity');
  await page.click('button:has-text("Check it")');
  await page.waitForSelector('[role=alert]:has-text("--map ts=COLUMN"):has-text("--default volume=0")');
  await page.click('summary:has-text("More about how it is read")');
  await page.getByLabel('(--map)').fill('ts=Stamp');
  await page.getByLabel('(--default)').fill('volume=0');
  await page.click('button:has-text("Check it")');
  await page.waitForSelector('button:text-is("Land 1 row")');
});

it('files that were looked at and not landed keep none of the next from being looked at', {
  timeout: WALK_MS,
}, async () => {
  const { page } = operator;
  await open(page, '/upload');
  // One more than the service keeps.
  for (let n = 1; n <= 9; n++) {
    const buffer = Buffer.from('symbol,ts,open,high,low,close,volume\nDELTA,2026-11-20T14:30:00Z,1,1,1,1,1\n');
    await page.setInputFiles('input[type=file]', { name: `part-${n}.csv`, mimeType: 'text/csv', buffer });
    await page.selectOption('select[name=assetClass]', 'equity');
    await page.click('button:has-text("Check it")');
    await page.waitForSelector(`[data-testid=report]:has-text("part-${n}.csv") td:has-text("DELTA")`);
  }
  // The service removed the last while its report was read: it is sent again.
  rmSync(`${dataDir}/uploads`, { recursive: true });
  await page.click('button:text-is("Land 1 row")');
  await page.waitForSelector('[data-testid=landed] strong:text-is("1 row landed")');
});

it('a collector is tried, added, seen at work, stopped and removed', { timeout: WALK_MS }, async () => {
  const { page } = operator;
  // The exchange is one on this machine, which the console may not name: the command line's way says it instead.
  await page.route('**/operator/operations/collectors.add', async (route) => {
    const sent = route.request().postDataJSON() as object;
    const result = await service.operation('collectors.add', { ...sent, url: vendor.url });
    await route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify({ result })}\n` });
  });
  await open(page, '/collectors');
  await type(page, 'Exchange', 'binance');
  await type(page, 'Symbols', 'BTC/USDT');
  await type(page, 'How far back', '1d');
  // Enter tries; nothing is added by it.
  await page.keyboard.press('Enter');
  await page.waitForSelector('[role=status]:has-text("nothing was added") td:has-text("1,440")');
  expect((await service.operation('collectors.list', {})).collectors).toEqual([]);
  await press(page, 'Add and start');
  await page.waitForSelector('.lines li:has-text("crypto-binance") .badge:text-is("running")');
  const status = async () => (await service.operation('collectors.status', {})).symbols[0];
  await until(async () => (await status())?.last !== null, { timeoutMs: 30_000, pollMs: 200 });
  await press(page, 'Look again');
  await page.waitForSelector('section[aria-label=Progress] td:has-text("crypto-binance")');
  await page.keyboard.press('Shift+Tab');
  const failing = '**/operator/operations/collectors.status';
  await page.route(failing, async (route) => {
    const [row] = (await service.operation('collectors.status', {})).symbols;
    const result = { symbols: [{ ...row, last_error: 'the exchange is away' }], news_waiting: 0 };
    await route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify({ result })}\n` });
  });
  await open(page, '/collectors', SMALL);
  await page.waitForSelector('.lines li:has-text("It fails: the exchange is away")');
  await page.unroute(failing);
  await open(page, '/collectors', SMALL);
  await page.waitForSelector('.lines li:has-text("crypto-binance")');
  await press(page, 'Stop crypto-binance');
  await page.waitForSelector('.lines li:has-text("crypto-binance") .badge:text-is("stopped")');
  await confirm(page, 'Remove crypto-binance', '?');
  await page.waitForSelector('text=There is none yet.');
  expect((await service.operation('collectors.list', {})).collectors).toEqual([]);
});

it('a question is saved, calls for two symbols with a secret that is shown once, and is deleted', {
  timeout: WALK_MS,
}, async () => {
  // The tests before take most of what an account may ask for in a minute.
  await newOperator('another operator');
  const { page } = operator;
  await open(page, '/query?symbol=ALPHA&when=gap.gap_pct%3C0.5&then=gap.filled%3Dtrue');
  await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
  await press(page, 'Save');
  await page.waitForSelector('text=Saved questions');
  await open(page, '/alerts', SMALL);
  await page.waitForSelector('form[aria-label="New alert"]');
  await type(page, 'Add a symbol', 'be');
  await page.waitForSelector('[role=option]:has-text("BETA")');
  await page.keyboard.press('Enter');
  await type(page, 'Webhook', `https://example.com/${'alerts'.repeat(12)}`);
  await page.keyboard.press('Enter');
  const made = await newSecret(page);
  expect(made).toMatch(/^whsec_/);
  const card = page.locator('section.card', { hasText: 'ALPHA, BETA' });
  await card.waitFor();
  const list = '**/me/alerts';
  await page.route(list, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), limit: 1 } });
  });
  await open(page, '/alerts', SMALL);
  await page.waitForSelector('.notice:has-text("Alerts included in the plan: 1. Delete one")');
  expect(await page.locator('form[aria-label="New alert"]').count()).toBe(0);
  await page.unroute(list);
  await open(page, '/alerts', SMALL);
  await card.waitFor();
  expect(await page.locator('[data-testid=new-secret]').count()).toBe(0);
  await confirm(page, 'Replace secret', 'Replace it? The one before is valid for a day ');
  const replaced = await newSecret(page);
  expect(replaced).toMatch(/^whsec_/);
  expect(replaced).not.toBe(made);
  await expect.poll(() => card.textContent()).toMatch(/signed with the secret before, too, until /);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SMALL.width);
  await loginOfYesterday();
  await open(page, '/alerts', SMALL);
  await card.waitFor();
  expect(await page.locator('[data-testid=new-secret]').count()).toBe(0);
  // A secret is as much as a token: it is replaced after a fresh login alone.
  await confirm(page, 'Replace secret', 'Replace it? The one before is valid for a day ');
  await page.waitForSelector('main.login [role=alert]:has-text("log in to the console again")');
  await expect.poll(() => focused(page)).toMatch(/^Access token/);
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('main.login', { state: 'detached' });
  expect(await page.locator('[data-testid=new-secret]').count()).toBe(0);
  await open(page, '/alerts', SMALL);
  await card.waitFor();
  await card.locator('.badge:text-is("active")').waitFor();
  await press(page, 'Pause');
  await card.locator('button:has-text("Resume")').waitFor();
  await confirm(page, 'Delete', '?');
  await page.waitForSelector('text=None yet. An alert is made of a saved question');
  expect(operator.complaints).toEqual([]);
});
