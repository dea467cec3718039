/** What a reader's login, plan and watchlist make of the console, and what it shows operators. */
import { describe, expect, it } from 'vitest';
import { reader } from './browser.ts';
import { EXCHANGE, openConsole, still, usedOf } from './console.ts';

const opened = openConsole();

it('a login link that was used, or is none, leads to the form with what the API says', async () => {
  const page = await opened.browser.newPage({ baseURL: opened.service.url });
  try {
    await page.goto('/console/#login=used');
    await page.waitForSelector('form input[name=token]');
    await expect.poll(() => page.textContent('[role=alert]')).toContain('This login link was used');
    // The next one is tried in the same tab, and leaves the address, too.
    const [sent] = await Promise.all([page.waitForRequest('**/console/login'), page.goto('/console/#login=next')]);
    expect(sent.postDataJSON()).toEqual({ login: 'next' });
    await page.waitForURL((url) => url.hash === '');
    await page.waitForSelector('form input[name=token]');
  } finally {
    await page.close();
  }
});

it('a session without a date is the latest', async () => {
  const { page } = opened.pro;
  await page.goto('/console/session?symbol=ALPHA');
  const { data } = await opened.api('/stats/trend', { symbol: 'ALPHA', ...EXCHANGE });
  await page.waitForURL((url) => url.searchParams.get('date') === data.at(-1).date);
  await page.waitForSelector('.candles canvas');
});

it('a plan without the API has no code to copy', async () => {
  const { page } = opened.pro;
  await page.goto('/console/stat/gap?symbol=ALPHA');
  await page.waitForSelector('.take-away a');
  await expect
    .poll(() => page.$$eval('.take-away button', (buttons) => buttons.map(({ textContent }) => textContent)))
    .toEqual(['Copy link']);
});

describe('what is kept and what is now', () => {
  it('watches symbols, and shows them today as the API does', async () => {
    const { page } = opened.pro;
    await page.goto('/console/today');
    await page.click('summary:has-text("Watchlist")');
    await page.fill('.watchlist input', 'bet');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.watched >> text=BETA');
    await page.reload();
    await page.waitForSelector('.today li');
    const { data } = await opened.api('/today', { symbols: 'BETA' });
    await expect.poll(() => page.locator('.today li').count()).toBe(1);
    await page.waitForSelector(`.today [data-figure=last] data[value="${data[0].last.close}"]`);
  });

  it('shows operators what to act on, with a link to what to do that opens here, and how the installation stands', async () => {
    const { page } = opened.pro;
    await page.goto('/console/operator');
    await page.waitForSelector('.coverage td');
    // What is free of charge counts in another minute.
    expect(await page.textContent('.left')).toContain('/60 left');
    await expect.poll(() => page.textContent('[data-figure=Symbols]')).toBe('2');
    await expect.poll(() => page.textContent('[data-figure="Dead letters"]')).toBe('0');
    // Answers as they are where nothing is late, and where something is wrong.
    let wrong = {};
    await page.route('**/operator/status*', async (route) => {
      const body = await (await route.fetch()).json();
      const symbols = body.symbols.map((one: object) => ({ ...one, lag_s: 0 }));
      await route.fulfill({ json: { ...body, symbols, ...wrong } });
    });
    await page.reload();
    await page.waitForSelector('.now [data-testid=calm]');
    wrong = { dead_letters: 3, behind: { events: 0, days: 2 } };
    await page.reload();
    const lines = page.locator('.now li');
    await lines.nth(1).waitFor();
    await expect
      .poll(() => lines.evaluateAll((all) => all.map((one) => one.getAttribute('data-alert'))))
      .toEqual(['DeadLetters', 'ProjectionBehind']);
    await page.unroute('**/operator/status*');
  });
});

describe('the plan Free', () => {
  it('sees locks and clipping, pays one question a page, and a countdown at its limit', async () => {
    const free = await reader(opened.browser, opened.service.url, await opened.newToken('free'));
    const { page } = free;
    const used = () => usedOf(page);
    await page.goto('/console/stat/gap?symbol=ALPHA&time_window=24M');
    await page.waitForSelector('.pictures');
    expect(await used()).toBe(1);
    await expect.poll(() => page.textContent('.notice.lock')).toContain('Your plan');
    await page.click('.more > summary');
    await expect.poll(() => page.locator('.field.locked input:disabled').count()).toBeGreaterThan(1);
    await expect.poll(() => page.textContent('.field.locked')).toContain('Pro plans');
    // A link from an account that may ask for it: refused in words, with a way on.
    await page.goto('/console/stat/gap?symbol=ALPHA&time_window=24M&start_date=2026-01-05');
    await expect.poll(() => page.textContent('.failure.lock')).toContain('in the Pro plans');
    await page.click('.failure.lock a:has-text("Ask without")');
    await page.waitForURL((url) => !url.searchParams.has('start_date'));
    await page.waitForSelector('.pictures');
    const before = await used();
    await page.click('.tabs a:has-text("Records")');
    await page.waitForSelector('table.records tbody a');
    expect(await used()).toBe(before + 1);
    await page.click('table.records tbody a');
    await page.waitForSelector('.candles canvas');
    await page.waitForSelector('.record');
    // The session's bars, and its record.
    expect(await used()).toBe(before + 3);
    for (const name of ['orb', 'ib', 'trend', 'odc', 'pdhlb', 'bos', 'fvg', 'insideday', 'prevclose', 'owc']) {
      await page.goto(`/console/stat/${name}?symbol=ALPHA`);
      await page.waitForSelector('.pictures, .countdown');
    }
    await page.waitForSelector('.countdown');
    await expect.poll(() => page.textContent('.countdown')).toMatch(/^\d+ s$/);
    expect(free.complaints).toEqual([]);
    await free.context.close();
  });
});

it('a phone of 320 px shows what a row is of and what came of it, without a scroll', async () => {
  const { page } = opened.pro;
  const edges = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [left >= 0, right <= document.documentElement.clientWidth];
    });
  const overflow = (selector: string) =>
    page.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await page.setViewportSize({ width: 320, height: 700 });
  try {
    await page.goto('/console/');
    await page.waitForSelector('.lead:has-text("How often prices did what next")');
    for (const then of ['gap.filled%3Dtrue', 'session.return_pct']) {
      await page.goto(`/console/scan?min_cases=5&when=session.weekday%3DMonday&then=${then}`);
      await page.waitForSelector('.scan tbody a:text-is("BETA")');
      await still(page);
      expect([then, await edges('.scan tr:has(a:text-is("BETA")) th')]).toEqual([then, [true, true]]);
      expect([then, await edges('.scan th:has-text("Difference")')]).toEqual([then, [true, true]]);
      // With how surely it is more than chance, and nothing beside it.
      const row = page.locator('.scan tr:has(a:text-is("BETA"))');
      expect([then, await row.innerText()]).toEqual([then, expect.stringMatching(/p <?[\d.]+\s+q <?[\d.]+/)]);
      expect([then, await overflow('.scroll:has(.scan)')]).toEqual([then, 0]);
    }
    await page.goto('/console/operator');
    await page.waitForSelector('.coverage td');
    await still(page);
    // The newest months are in sight first.
    expect(await page.locator('.scroll:has(.coverage)').evaluate(({ scrollLeft }) => scrollLeft > 0)).toBe(true);
    expect(await edges('.coverage th:text-is("BETA")')).toEqual([true, true]);
    await page.goto('/console/usage');
    await page.waitForSelector('.plans th:has-text("Pro API")');
    expect(await overflow('.plans .scroll')).toBe(0);
    const sides = (selector: string) => page.locator(selector).evaluate((one) => getComputedStyle(one).textAlign);
    expect(await sides('.plans thead th >> nth=1')).toBe(await sides('.plans td >> nth=0'));
    await page.goto('/console/nothing-here');
    await page.click('main a:has-text("Overview")');
    await page.waitForURL('**/console/');
  } finally {
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

it('streaks of few cases are folded, and unfold', async () => {
  const { page } = opened.pro;
  await page.goto('/console/stat/trend?symbol=ALPHA');
  const rows = page.locator('[data-block$=continuation_by_length] tbody tr');
  const more = page.locator('[data-block$=continuation_by_length] button');
  const { summary, ...body } = await opened.api('/stats/trend/summary', { symbol: 'ALPHA', ...EXCHANGE });
  const all: { n: number }[] = Object.values((summary ?? body).streaks.continuation_by_length);
  await rows.first().waitFor();
  expect(await rows.count()).toBe(all.filter(({ n }) => n >= 10).length);
  await more.click();
  await expect.poll(() => rows.count()).toBe(all.length);
  expect(await more.count()).toBe(0);
});
