/** The console in a browser on the service as users run it: what it draws is what the API says. */
import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { openBrowser, type Reader, reader } from './browser.ts';
import { writeMarket } from './market.ts';

const SYMBOLS = ['ALPHA', 'BETA'];
const MINUTE = 60_000;
const folder = temporaryFolder();
let service: Service;
let browser: Browser;
let pro: Reader;
/** Of an account with direct access: what the API itself says. */
let direct: string;
let freeToken: string;
/** Operators of the plan Free, with limits and a history that a walk over all pages does not reach. */
const walkers: string[] = [];
const AT_ONCE = 3;

beforeAll(async () => {
  ensureBuilt();
  service = await startService(`${folder.path}/data`);
  const imported = await service.cli(
    '--json',
    'import',
    'bars',
    ...writeMarket(folder.path, SYMBOLS, Date.now()),
    '--interval',
    '5m',
    '--asset-class',
    'equity',
  );
  expect(imported.json).toMatchObject({ dead_letters: {} });
  const account = async (plan: string, operator = false) => {
    const { id } = await service.operation('accounts.create', { name: plan, plan, operator });
    const { token } = await service.operation('tokens.issue', { account: id });
    return { id: id as string, token: token as string };
  };
  direct = (await account('pro_api')).token;
  freeToken = (await account('free')).token;
  for (let i = 0; i < AT_ONCE; i++) {
    const { id, token } = await account('free', true);
    await service.operation('accounts.set-limits', { account: id, perMinute: 1000, historyDays: 'full' });
    walkers.push(token);
  }
  browser = await openBrowser();
  pro = await reader(browser, service.url, (await account('pro_web', true)).token);
}, 4 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await service?.stop('SIGKILL');
  folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
async function api(path: string, query: Record<string, string> = {}): Promise<any> {
  const response = await fetch(`${service.url}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${direct}` },
  });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

const EXCHANGE = { session: 'exchange' };
/** What the console asks for where the address says nothing. */
const own = (name: string): Record<string, string> => (name === 'orb' ? { orb_minutes: '15' } : {});
const shownFigures = (page: Page) =>
  page.$$eval('.pictures [data-figure], .answer-grid [data-figure]', (elements) =>
    elements.map(
      (element) =>
        [
          element.getAttribute('data-figure') ?? '',
          element.querySelector('data')?.getAttribute('value') ?? null,
        ] as const,
    ),
  );
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
function leaf(body: any, path: string): unknown {
  if (body === null || typeof body !== 'object') return undefined;
  if (path in body) return body[path];
  for (let at = path.indexOf('.'); at > 0; at = path.indexOf('.', at + 1)) {
    const found = leaf(body[path.slice(0, at)], path.slice(at + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every figure drawn is the one of the API, and the line above says of what. */
async function sayWhatTheApiSays(page: Page, name: string): Promise<void> {
  const body = await api(`/stats/${name}/summary`, { symbol: 'ALPHA', ...EXCHANGE, ...own(name) });
  const figures = await shownFigures(page);
  expect([name, figures.length > 2]).toEqual([name, true]);
  for (const [path, value] of figures) {
    const expected = leaf(body, path);
    expect([path, expected]).not.toEqual([path, undefined]);
    if (typeof expected === 'number') expect([path, Number(value)]).toEqual([path, expected]);
  }
  const what = await page.textContent('[data-testid=what]');
  expect(what).toContain('ALPHA · exchange session · ');
  expect(what).toContain('5m bars');
}

const usedOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const usage = (await (await fetch('/me/usage')).json()) as { rate_limits: { day: { used: number } } };
    return usage.rate_limits.day.used;
  });

describe('a statistic', () => {
  it('shows records as the API has them, sorted and filtered in place, and finds a session behind each', async () => {
    const { page } = pro;
    await page.goto('/console/stat/orb?symbol=ALPHA&view=/');
    const { data } = await api('/stats/orb', { symbol: 'ALPHA', ...EXCHANGE, ...own('orb') });
    await page.waitForSelector('table.records tbody tr td');
    expect(await page.textContent('[data-testid=row-count]')).toBe(`${data.length} rows`);
    await page.click('th button:has-text("Breakout size")');
    const largest = Math.max(
      ...data.map((row: { breakout_size: number | null }) => row.breakout_size ?? Number.NEGATIVE_INFINITY),
    );
    await page.waitForFunction(
      (value) => document.querySelector('td[data-field=breakout_size] span')?.getAttribute('data-value') === value,
      String(largest),
    );
    expect(page.url()).toContain('sort=-breakout_size');
    await page.fill('input[type=search]', 'break_type=both');
    const both = data.filter((row: { break_type: string }) => row.break_type === 'both').length;
    await page.waitForFunction(
      (text) => document.querySelector('[data-testid=row-count]')?.textContent === text,
      `${both} of ${data.length} rows`,
    );
    await page.click('table.records tbody a');
    await page.waitForSelector('.candles canvas');
    const date = new URL(page.url()).searchParams.get('date')!;
    const record = data.find((row: { date: string }) => row.date === date);
    expect(await page.getAttribute('.record [data-field=or_high]', 'data-value')).toBe(String(record.or_high));
    const bars = await api('/bars', { symbol: 'ALPHA', date, ...EXCHANGE });
    const label = await page.getAttribute('.candles', 'aria-label');
    expect(label).toContain(`open ${bars.data[0].open}`);
    expect(label).toContain(`close ${bars.data.at(-1).close}`);
    expect(await page.locator('.legend li').count()).toBeGreaterThan(2);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((before) => !location.search.includes(before), date);
    // By default this list ends after ten.
    const { metadata } = await api('/stats/pdhlb', { symbol: 'ALPHA', ...EXCHANGE });
    expect(metadata.total).toBeGreaterThan(100);
    await page.goto('/console/stat/pdhlb?symbol=ALPHA&view=/');
    await page.waitForSelector(`[data-testid=row-count]:has-text("${metadata.total} rows")`);
    expect(pro.complaints).toEqual([]);
  });

  it('keeps symbol and range across statistics and tabs; back and forward work', async () => {
    const { page } = pro;
    await page.goto('/console/stat/gap?symbol=BETA&time_window=6M');
    await page.waitForSelector('.pictures');
    await page.click('nav.side h2:text-is("Structure") + ul a:has-text("Trend days")');
    await page.waitForSelector('.pictures[data-path="/stats/trend/summary"]');
    expect(await page.textContent('[data-testid=what]')).toContain('BETA');
    expect(new URL(page.url()).searchParams.get('time_window')).toBe('6M');
    await page.click('.tabs a:has-text("Records")');
    await page.waitForSelector('table.records');
    await page.goBack();
    await page.goBack();
    await page.waitForSelector('.pictures[data-path="/stats/gap/summary"]');
    await page.goForward();
    await page.waitForSelector('.pictures[data-path="/stats/trend/summary"]');
    await page.reload();
    await page.waitForSelector('.pictures');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
  });

  it('never shows a late answer, nor an old one, under a new question', async () => {
    const { page } = pro;
    await page.goto('/console/stat/gap?symbol=ALPHA&time_window=12M');
    await page.waitForSelector('.pictures');
    const asked: string[] = [];
    let letGo = () => {};
    const late = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/stats/gap/summary?*', async (route) => {
      const symbol = new URL(route.request().url()).searchParams.get('symbol')!;
      asked.push(symbol);
      if (asked.length === 1) await late;
      await route.continue().catch(() => {});
    });
    await page.fill('.form .symbol input', 'bet');
    await page.keyboard.press('Enter');
    // Nothing of ALPHA stands there while BETA is asked.
    await page.waitForSelector('.loading');
    expect(await page.locator('.pictures').count()).toBe(0);
    await page.selectOption('.form label:has-text("Time window") select', '3M');
    await page.waitForSelector('.pictures');
    letGo();
    await page.waitForTimeout(300);
    const body = await api('/stats/gap/summary', { symbol: 'BETA', time_window: '3M', ...EXCHANGE });
    for (const [path, value] of await shownFigures(page)) {
      const expected = leaf(body, path);
      if (typeof expected === 'number') expect([path, Number(value)]).toEqual([path, expected]);
    }
    expect(await page.textContent('[data-testid=what]')).toContain('BETA');
    await page.unroute('**/stats/gap/summary?*');
  });

  it('orders thousands of rows with only those in sight in the page', async () => {
    const { page } = pro;
    const query = { symbol: 'ALPHA', timeframe: '5m', time_window: '24M' };
    await page.goto(`/console/stat/fvg?${new URLSearchParams({ ...query, view: '/' })}`);
    const { data } = await api('/stats/fvg', { ...query, ...EXCHANGE });
    expect(data.length).toBeGreaterThan(3_000);
    await page.waitForSelector('table.records tbody tr td');
    for (const [sign, end] of [
      ['-', Math.max],
      ['', Math.min],
    ] as const) {
      await page.click('th button:has-text("Gap size")');
      const first = end(...data.map(({ gap_size }: { gap_size: number }) => gap_size));
      await page.waitForFunction(
        (value) => document.querySelector('td[data-field=gap_size] span')?.getAttribute('data-value') === value,
        String(first),
      );
      expect(new URL(page.url()).searchParams.get('sort')).toBe(`${sign}gap_size`);
    }
    expect(await page.locator('table.records tbody tr').count()).toBeLessThan(80);
  });

  it('is downloaded as Arrow and CSV with the rows of the answer', async () => {
    const { page } = pro;
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/');
    const { data } = await api('/stats/gap', { symbol: 'ALPHA', order: 'desc', ...EXCHANGE });
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click(`.take-away a:has-text("${name}")`)]);
      return readFileSync(await file.path());
    };
    const table = tableFromIPC(await download('Arrow'));
    expect(table.toArray().map((row) => row.gap_pct)).toEqual(data.map((row: { gap_pct: number }) => row.gap_pct));
    const csv = (await download('CSV')).toString().trimEnd().split('\n');
    expect(csv.length).toBe(data.length + 1);
    expect(await page.textContent('.take-away')).not.toContain('Files hold');
    // A page of them is no whole list.
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/&limit=7');
    await page.waitForSelector(`.take-away:has-text("Files have the first 7 of ${data.length} rows")`);
    expect(await page.textContent('.notice.warn:has-text("Drawn and listed")')).toContain(
      `7 of ${data.length} records`,
    );
    expect((await download('CSV')).toString().trimEnd().split('\n').length).toBe(8);
  });

  it('shows times of day on the clock that is chosen, and says where an hour is two', async () => {
    const { page } = pro;
    await page.goto('/console/stat/intraday?symbol=ALPHA&view=/');
    const first = 'td[data-field=utc_time] span';
    const shows = (text: string) =>
      page.waitForFunction(([selector, wanted]) => document.querySelector(selector)?.textContent === wanted, [
        first,
        text,
      ] as const);
    await shows('09:30');
    await page.selectOption('.choice select >> nth=0', 'UTC');
    // Sessions of a year begin at both.
    await shows('13:30 / 14:30');
    await page.goto('/console/stat/bos?symbol=ALPHA');
    const hourly = '[data-block=hourly_breakdown]';
    await page.waitForSelector(`${hourly} h3:has-text("By hour (UTC)")`);
    expect(await page.textContent(`${hourly} tbody th`)).toBe('13:00');
    await page.selectOption('.choice select >> nth=0', 'New York');
    await page.waitForSelector(
      `${hourly} :text("an hour of UTC is one hour of New York in winter and the next in summer")`,
    );
    expect(await page.textContent(`${hourly} tbody th`)).toBe('13:00 UTC08:00 or 09:00 New York');
  });

  it('shows what is asked: a default that the address spells out, and extended hours in place of the exchange’s', async () => {
    const { page } = pro;
    const asked = { symbol: 'ALPHA', time_window: '12M', include_extended_hours: 'true' };
    await page.goto(`/console/stat/trend?${new URLSearchParams(asked)}`);
    await page.waitForSelector('.pictures');
    expect(await page.textContent('[data-testid=what]')).toContain(' · 04:00–20:00 New York · ');
    const body = await api('/stats/trend/summary', asked);
    expect(body.metadata.session.mode).toBe('extended');
    for (const [path, value] of await shownFigures(page)) {
      const expected = leaf(body, path);
      if (typeof expected === 'number') expect([path, Number(value)]).toEqual([path, expected]);
    }
    const shown = (name: string) =>
      page.$eval(
        `.field:has-text("${name}") select`,
        (select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent,
      );
    expect(await shown('Time window')).toBe('12M');
    expect(await shown('Include extended hours')).toBe('yes');
  });

  it('is compared with any parameters of its own, a column each', async () => {
    const { page } = pro;
    await page.goto('/console/compare?symbol=ALPHA&stat=orb&time_window=12M');
    const second = '.compare thead th >> nth=2';
    await page.click(`${second} >> text=Parameters`);
    await page.selectOption(`${second} >> .own label:has-text("Time window") select`, '6M');
    await page.fill(`${second} >> .own label:has-text("Opening range (min)") input`, '30');
    await page.keyboard.press('Enter');
    const asked = { symbol: 'BETA', time_window: '6M', orb_minutes: '30' };
    const [ours, whole] = await Promise.all([
      api('/stats/orb/summary', { ...asked, ...EXCHANGE }),
      api('/stats/orb/summary', { symbol: 'ALPHA', time_window: '12M', ...EXCHANGE, ...own('orb') }),
    ]);
    const cell = (column: number) => `.compare td[data-figure=both_break_rate_pct] >> nth=${column}`;
    const shown = (column: number) => page.getAttribute(`${cell(column)} >> data >> nth=0`, 'value');
    await expect.poll(() => shown(1)).toBe(String(ours.both_break_rate_pct));
    expect(await shown(0)).toBe(String(whole.both_break_rate_pct));
    expect(await page.textContent('.compared li >> nth=1')).toContain(`${ours.total_days} sessions`);
    expect(await page.textContent('.compared li >> nth=1')).toContain('opening range 30');
    // Against the first column, in points.
    const difference = (ours.both_break_rate_pct - whole.both_break_rate_pct).toFixed(2);
    const words = await page.textContent(`${cell(1)} >> .difference`);
    expect(words).toMatch(/^[+-]?\d+\.\d\d \([+-]?\d+\.\d\d to [+-]?\d+\.\d\d\), p (<0\.001|[01]\.\d{3})$/);
    expect(Math.abs(Number(words!.split(' ')[0]) - Number(difference))).toBeLessThanOrEqual(0.011);
    await page.reload();
    await expect.poll(() => shown(1)).toBe(String(ours.both_break_rate_pct));
  });

  it('is read by keyboard, column by column, until all records are read', async () => {
    const { page } = pro;
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/&chart=gap_pct');
    const { data } = await api('/stats/gap', { symbol: 'ALPHA', ...EXCHANGE });
    const plot = page.locator('.plot [role=group]').first();
    await plot.focus();
    const said = async () => /: (\d+) of (\d+) \((\d+\.\d\d) %\)$/.exec((await page.textContent('.plot figcaption'))!)!;
    let told = 0;
    await page.keyboard.press('Home');
    for (let before = ''; ; await page.keyboard.press('ArrowRight')) {
      const [words, count, of, share] = await said();
      if (words + (await page.textContent('.plot figcaption')) === before) break;
      before = words + (await page.textContent('.plot figcaption'));
      told += Number(count);
      expect(Number(of)).toBe(data.length);
      expect(Number(share)).toBeCloseTo((100 * Number(count)) / data.length, 2);
    }
    expect(told).toBe(data.length);
  });

  it('has a calendar of the days’ returns that arrow keys walk', async () => {
    const { page } = pro;
    await page.goto('/console/stat/seasonality?symbol=ALPHA&view=calendar');
    const { data } = await api('/stats/trend', { symbol: 'ALPHA', ...EXCHANGE });
    await page.waitForSelector('.calendar a');
    expect(await page.locator('.calendar a:not([tabindex="-1"])').count()).toBe(1);
    await page.focus(`.calendar a[data-date="${data.at(-1).date}"]`);
    await page.keyboard.press('ArrowUp');
    const { date, return_pct } = data.at(-2);
    const [year, , day] = date.split('-').map(Number);
    const said = (await page.textContent('.calendar .said'))!;
    expect(said).toMatch(new RegExp(`^${day} \\w{3} ${year}: [+-]?\\d+\\.\\d\\d %$`));
    expect(Math.abs(Number(said.split(': ')[1].replace(' %', '')) - return_pct)).toBeLessThan(0.0051);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('date') === date);
  });

  it('ranks all symbols by its first rate, with the cases behind it, and keeps what came of a record in view', async () => {
    const { page } = pro;
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/screen');
    await page.waitForSelector('table.records td');
    const shown = await page.$$eval('table.records tbody tr', (rows) =>
      rows.map((row) =>
        ['symbol', 'value', 'n'].map((name) => row.querySelector(`[data-field=${name}]`)?.textContent ?? ''),
      ),
    );
    const summaries = await Promise.all(
      SYMBOLS.map((symbol) => api('/stats/gap/summary', { symbol, time_window: '12M', ...EXCHANGE })),
    );
    const expected = summaries
      .sort((a, b) => b.fill_rate - a.fill_rate)
      .map(({ symbol, fill_rate, confidence }) => [symbol, fill_rate.toFixed(2), String(confidence.fill_rate.n)]);
    expect(shown).toEqual(expected);
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/');
    await page.waitForSelector('table.records td.outcome');
    const place = () =>
      page.$eval('td[data-field=filled]', (cell) => {
        const { right } = cell.getBoundingClientRect();
        return [cell.className.includes('outcome'), right <= innerWidth];
      });
    expect(await place()).toEqual([true, true]);
    await page.$eval('section.tall', (region) => region.scrollTo({ left: 400 }));
    expect(await place()).toEqual([true, true]);
  });

  it('says that the service is busy or away, counts down and asks again, by itself or at once', async () => {
    const { page } = pro;
    const path = '**/stats/gap/summary?*';
    const busy = { detail: { error: 'overloaded', message: 'too many requests are being computed' } };
    for (const [title, refuse] of [
      ['The service is busy', { status: 503, headers: { 'retry-after': '1' }, json: busy }],
      ['The service cannot be reached', null],
    ] as const) {
      let through = false;
      await page.route(path, (route) => {
        if (through) return route.continue();
        return refuse ? route.fulfill(refuse) : route.abort('connectionrefused');
      });
      await page.goto('/console/stat/gap?symbol=ALPHA');
      expect(await page.textContent(`.failure h3:has-text("${title}") + p .countdown`)).toMatch(/^\d s$/);
      expect(await page.locator('.pictures').count()).toBe(0);
      through = true;
      if (!refuse) await page.click('text=Ask now');
      await page.waitForSelector('.pictures');
      await page.unroute(path);
    }
    // A user who is logged in is not asked for a token because the service is busy.
    let through = false;
    await page.route('**/symbols?*', (route) =>
      through ? route.continue() : route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: busy }),
    );
    await page.goto('/console/stat/gap?symbol=ALPHA');
    await page.waitForSelector('.failure .countdown');
    expect(await page.locator('input[type=password]').count()).toBe(0);
    through = true;
    await page.waitForSelector('.pictures');
    await page.unroute('**/symbols?*');
  });
});

it('columns of a comparison are as wide as each other, so that their bars are on one scale', async () => {
  const { page } = pro;
  await page.goto('/console/compare?symbol=ALPHA&stat=bos');
  await page.waitForSelector('.compare .difference');
  const widths = await page.$$eval('.compare tbody tr:first-child .ratebar', (bars) =>
    bars.map((bar) => bar.getBoundingClientRect().width),
  );
  expect(widths.length).toBe(2);
  expect(Math.abs(widths[0] - widths[1])).toBeLessThan(1);
});

it('a value that is read on a picture moves nothing below it', async () => {
  const { page } = pro;
  const asked = 'symbol=ALPHA&when=prevclose.gap_pct>0.2&then=prevclose.fill_time<=12:00';
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/console/query?${encodeURI(asked)}`);
    for (const name of ['By when', 'All cases']) {
      const part = page.getByRole('region', { name });
      const before = await part.boundingBox();
      await part.locator('.plot [role=group]').focus();
      await page.keyboard.press('End');
      expect(await part.locator('figcaption strong').textContent()).toMatch(/\d %/);
      expect((await part.boundingBox())?.height).toBe(before?.height);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

describe('a question', () => {
  const when = 'gap.gap_pct<0.5';
  const then = 'gap.filled=true';

  it('shows the figures of the API, the cases, and counts a draft without charging it', async () => {
    const { page } = pro;
    await page.goto(`/console/query?${new URLSearchParams({ symbol: 'ALPHA', when, then })}`);
    const body = await api('/query', { symbol: 'ALPHA', when, then, ...EXCHANGE });
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
    const figures = new Map(await shownFigures(page));
    expect(Number(figures.get('rate_pct'))).toBe(body.rate_pct);
    expect(Number(figures.get('rest.rate_pct'))).toBe(body.rest.rate_pct);
    expect(Number(figures.get('base.cases'))).toBe(body.base.cases);
    expect(await page.textContent('[data-testid=row-count]')).toBe(`${body.cases} rows`);
    const used = () => usedOf(page);
    await page.click('.builder button:has-text("Edit")');
    await page.waitForSelector('[data-testid=condition-count]');
    await page.waitForSelector(`[data-testid=live]:has-text("of ${body.cases} cases")`);
    const before = await used();
    await page.fill('[aria-label="Add a condition"]', 'Tuesday');
    await page.keyboard.press('Enter');
    const both = await api('/query', { symbol: 'ALPHA', when: `${when};session.weekday=Tuesday`, then, ...EXCHANGE });
    await page.waitForFunction(
      (text) => document.querySelector('[data-testid=live]')?.textContent?.includes(text),
      `of ${both.cases} cases`,
    );
    // Two previews, which count in the day: of the new condition alone, and of the draft.
    expect(await used()).toBe(before + 2);
    await page.click('.condition >> nth=1 >> button:has-text("More")');
    await page.click('.condition >> nth=1 >> text=Edit as text');
    await page.fill('.condition >> nth=1 >> input.raw', 'prev.gap.gap_p');
    // Half typed: said at once, and still there after a reload, beside what was asked before.
    await page.waitForSelector('[data-testid=live] .problems');
    await page.reload();
    await page.waitForSelector('.condition >> nth=2');
    expect(await page.inputValue('.condition >> nth=1 >> input.raw')).toBe('prev.gap.gap_p');
    expect(await page.locator('.condition').count()).toBe(3);
  });

  it('asks what the editor shows: prevclose stays of that day when its value is edited', async () => {
    const { page } = pro;
    const then = 'prevclose.filled=true';
    const asked = { symbol: 'ALPHA', when: 'prevclose.gap_pct>0.5', then };
    await page.goto(`/console/query?${new URLSearchParams(asked)}`);
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
    await page.click('.builder button:has-text("Edit")');
    expect(await page.inputValue('.condition >> nth=0 >> select >> nth=0')).toBe('0');
    await page.fill('.condition >> nth=0 >> input[aria-label=Value]', '0.6');
    await page.click('.builder button[type=submit]');
    await page.waitForURL((url) => url.searchParams.get('when') === 'prevclose.gap_pct>0.6');
    const body = await api('/query', { ...asked, when: 'prevclose.gap_pct>0.6', ...EXCHANGE });
    await page.waitForFunction(
      (rate) => document.querySelector('.answer-grid [data-figure=rate_pct] data')?.getAttribute('value') === rate,
      String(body.rate_pct),
    );
  });

  it('takes a population, any, other symbols, fields against fields and times of day, and draws the curve', async () => {
    const { page } = pro;
    const then = 'prevclose.fill_time<=12:00';
    const asked = {
      symbol: 'ALPHA',
      among: 'prevclose.exists=true',
      when: 'any(session.weekday=Monday;BETA@gap.exists=true);session.open>prev.session.low',
      then,
    };
    await page.goto(`/console/query?${new URLSearchParams(asked)}`);
    const body = await api('/query', { ...asked, ...EXCHANGE });
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
    const figures = new Map(await shownFigures(page));
    expect(Number(figures.get('rate_pct'))).toBe(body.rate_pct);
    expect(Number(figures.get('base.cases'))).toBe(body.base.cases);
    expect(await page.textContent('[data-figure=population]')).toBe(String(body.population));
    expect(body.population).toBeLessThan(body.sessions);
    await page.click('.builder button:has-text("Edit")');
    await page.click('.condition >> nth=0 >> .one >> nth=1 >> button:has-text("More")');
    expect(await page.inputValue('.condition >> nth=0 >> input[aria-label="Of which symbol"]')).toBe('BETA');
    expect(await page.inputValue('.condition >> nth=1 >> [aria-label=Value]')).toBe('prev.session.low');
    expect(await page.locator('[aria-label="By when"] path.curve').count()).toBe(2);
  });

  it('says what is wrong and where, and refuses to look ahead', async () => {
    const { page } = pro;
    await page.goto(`/console/query?${new URLSearchParams({ symbol: 'ALPHA', when: 'gap.gp_pct<1', then })}`);
    await page.waitForSelector('.failure');
    expect(await page.textContent('.failure')).toContain("did you mean 'gap_pct'");
    expect(await page.textContent('.failure mark')).toBe('gp_pct');
    expect(await page.getByText("did you mean 'gap_pct'").count()).toBe(1);
    await page.goto(`/console/query?${new URLSearchParams({ symbol: 'ALPHA', when: 'session.return_pct>0', then })}`);
    await page.waitForSelector('.failure');
    expect(await page.textContent('.failure')).toContain('session.return_pct');
    expect(await page.textContent('.failure mark')).toBe('session.return_pct');
    await page.selectOption('label:has-text("Allow look ahead") select', 'true');
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
  });

  it('leads from one of its cases to the next: the set stays, and is named', async () => {
    const { page } = pro;
    const { data } = await api('/query', { symbol: 'ALPHA', when, then, limit: '5000', ...EXCHANGE });
    const dates = data.map(({ date }: { date: string }) => date).sort();
    await page.goto(`/console/query?${new URLSearchParams({ symbol: 'ALPHA', when, then })}`);
    await page.click('.strip a >> nth=2');
    await page.waitForSelector(`nav.cases:has-text("case ${dates.length - 2} of ${dates.length}")`);
    expect(await page.textContent('nav.cases')).toContain('Opening gap: gap below 0.5 %');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL((url) => url.searchParams.get('date') === dates.at(-4));
    await page.click('nav.cases span a');
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
  });

  it('of few cases says their number first, and its rate in small type', async () => {
    const { page } = pro;
    const { data } = await api('/query', { symbol: 'ALPHA', when, then, limit: '5000', ...EXCHANGE });
    const one = data[0].date;
    const asked = { symbol: 'ALPHA', when, then, start_date: one, end_date: one };
    await page.goto(`/console/query?${new URLSearchParams(asked)}`);
    await page.waitForSelector('.answer-rate.few');
    expect(await page.textContent('.answer-rate.few')).toMatch(/^[01] of 1 cases? \d+\.\d\d % – too few/);
    expect(await page.locator('.answer-rate .big').count()).toBe(0);
  });

  it('is asked of all symbols, saved, and found again', async () => {
    const { page } = pro;
    await page.goto(`/console/scan?${new URLSearchParams({ when, then, min_cases: '5' })}`);
    await page.waitForSelector('table.scan tbody tr');
    const scan = await api('/query/scan', { when, then, min_cases: '5', ...EXCHANGE });
    const shown = await page.$$eval('table.scan tbody tr', (rows) =>
      rows.map((row) => [
        row.querySelector('th')?.textContent,
        Number(row.querySelector('[data-field=cases]')?.getAttribute('data-value')),
        Number(row.querySelector('[data-field=rate] data')?.getAttribute('value')),
      ]),
    );
    expect(shown).toEqual(
      scan.data.map((row: { symbol: string; cases: number; rate_pct: number }) => [
        row.symbol,
        row.cases,
        row.rate_pct,
      ]),
    );
    await page.click('button:has-text("Save")');
    await page.waitForSelector('text=Saved questions');
    await page.goto('/console/watchlist');
    await page.click('.saved-list a:has-text("Opening gap: gap below 0.5 % → Opening gap: filled")');
    await page.waitForSelector('table.scan tbody tr');
    // A screener's question is one of /query, too: it calls for the symbols of the alert.
    await page.goto('/console/alerts');
    for (const symbol of ['alpha', 'beta']) {
      await page.fill('form[aria-label="New alert"] [role=combobox]', symbol);
      await page.keyboard.press('Enter');
    }
    await page.fill('form[aria-label="New alert"] input[type=url]', 'https://example.com/alerts');
    await page.click('button:has-text("Create the alert")');
    expect(await page.textContent('[data-testid=new-secret]')).toMatch(/^whsec_/);
    const made = page.locator('section.card', { hasText: 'ALPHA, BETA' });
    await made.locator('button:has-text("Pause")').click();
    await made.locator('button:has-text("Resume")').waitFor();
    expect(await made.textContent()).toContain('paused');
    await made.locator('summary').click();
    await made.locator('text=It has not called yet').waitFor();
    await made.locator('button:has-text("Delete")').dblclick();
    await page.waitForSelector('text=An alert is made of a saved question');
    await page.goto('/console/watchlist');
    await page.dblclick('.saved-list button');
    await page.waitForSelector('text=None yet');
  });
});

it('a login link that was used, or is none, leads to the form with what the API says', async () => {
  const page = await browser.newPage({ baseURL: service.url });
  try {
    await page.goto('/console/#login=used');
    await page.waitForSelector('form input[name=token]');
    expect(await page.textContent('[role=alert]')).toContain('This login link was used');
  } finally {
    await page.close();
  }
});

it('a session without a date is the latest', async () => {
  const { page } = pro;
  await page.goto('/console/session?symbol=ALPHA');
  await page.waitForSelector('.candles canvas');
  const { data } = await api('/stats/trend', { symbol: 'ALPHA', ...EXCHANGE });
  expect(new URL(page.url()).searchParams.get('date')).toBe(data.at(-1).date);
});

it('a plan without the API has no code to copy', async () => {
  const { page } = pro;
  await page.goto('/console/stat/gap?symbol=ALPHA');
  await page.waitForSelector('.take-away a');
  expect(await page.$$eval('.take-away button', (buttons) => buttons.map(({ textContent }) => textContent))).toEqual([
    'PNG',
    'Copy link',
  ]);
});

describe('what is kept and what is now', () => {
  it('watches symbols, and shows them today as the API does', async () => {
    const { page } = pro;
    await page.goto('/console/watchlist');
    await page.fill('section[aria-label=Watchlist] input', 'bet');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.watched >> text=BETA');
    await page.goto('/console/today');
    await page.waitForSelector('.today li');
    const { data } = await api('/today', { symbols: 'BETA' });
    expect(await page.locator('.today li').count()).toBe(1);
    expect(Number(await page.getAttribute('.today [data-figure=last] data', 'value'))).toBe(data[0].last.close);
    await page.waitForSelector('h1 .badge:has-text("live")');
  });

  it('shows operators what to act on, with a link to what to do that opens here, and how the installation stands', async () => {
    const { page } = pro;
    await page.goto('/console/operator');
    await page.waitForSelector('.coverage td');
    expect(await page.textContent('[data-figure=Symbols]')).toBe('2');
    expect(await page.textContent('[data-figure="Dead letters"]')).toBe('0');
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
    expect(await lines.evaluateAll((all) => all.map((one) => one.getAttribute('data-alert')))).toEqual([
      'DeadLetters',
      'ProjectionBehind',
    ]);
    await lines.nth(0).locator('a').click();
    await page.waitForURL('**/docs/operations#deadletters');
    expect(await page.textContent(':target')).toBe('DeadLetters');
    await page.unroute('**/operator/status*');
  });
});

describe('the plan Free', () => {
  it('sees locks and clipping, pays one question a page, and a countdown at its limit', async () => {
    const free = await reader(browser, service.url, freeToken);
    const { page } = free;
    const used = () => usedOf(page);
    await page.goto('/console/stat/gap?symbol=ALPHA&time_window=24M');
    await page.waitForSelector('.pictures');
    expect(await used()).toBe(1);
    expect(await page.textContent('.notice.lock')).toContain('Your plan');
    await page.click('.more > summary');
    expect(await page.locator('.field.locked input:disabled').count()).toBeGreaterThan(1);
    expect(await page.textContent('.field.locked')).toContain('Pro plans');
    // A link from an account that may ask for it: refused in words, with a way on.
    await page.goto('/console/stat/gap?symbol=ALPHA&time_window=24M&start_date=2026-01-05');
    expect(await page.textContent('.failure.lock')).toContain('in the Pro plans');
    await page.click('.failure.lock a:has-text("Ask without")');
    await page.waitForSelector('.pictures');
    expect(page.url()).not.toContain('start_date');
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
    expect(await page.textContent('.countdown')).toMatch(/^\d+ s$/);
    expect(free.complaints).toEqual([]);
    await free.context.close();
  });
});

/** What each page charges: one question, and a comparison one a column. */
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
  ['/stat/seasonality?symbol=ALPHA&view=calendar', 1],
  ['/session?symbol=ALPHA&stat=trend&date=LAST', 2],
  ['/query', 0],
  ['/query?symbol=ALPHA&when=gap.gap_pct<0.5;gap.direction%3Dup;session.weekday!%3DMonday&then=gap.filled%3Dtrue', 1],
  ['/query?symbol=ALPHA&when=session.weekday%3DFriday&then=session.return_pct', 1],
  ['/scan?min_cases=5', 1],
  ['/compare?symbol=ALPHA&stat=gap', 2],
  // The cards, and the stream for the first quarter of an hour.
  ['/today', 2],
  ['/watchlist', 0],
  ['/alerts', 0],
  ['/usage', 0],
  ['/operator', 0],
  ['/tokens', 0],
  ['/upload', 0],
  ['/collectors', 0],
  ['/accounts', 0],
  ['/nothing-here', 0],
];
const PHONE = { width: 390, height: 844 };

const settled = async (page: Page) => {
  await page.waitForSelector('main > *');
  const shown = page.waitForFunction(
    () =>
      !document.querySelector('.loading') &&
      document.querySelector('.result, .featured, .saved, .card, .empty, .pictures, .starters, .notice') &&
      (!location.pathname.endsWith('/session') ||
        (document.querySelector('.candles canvas') && document.querySelector('.record'))),
  );
  await shown.catch(async (error: Error) => {
    throw new Error(`${page.url()} shows ${await page.textContent('main')}`, { cause: error });
  });
};

async function findings(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
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

describe('everybody can use it', () => {
  it('every page draws the figures of the API, says of what, charges one question, and leaves axe nothing to find in both themes on desktop and phone', async () => {
    const { data: days } = await api('/stats/trend', { symbol: 'ALPHA', ...EXCHANGE });
    const queue = PAGES.map(([path, charged]) => [path.replace('LAST', days.at(-1).date), charged] as const);
    const walk = async (token: string) => {
      let countedInAll = 0;
      const { context, page, complaints } = await reader(browser, service.url, token);
      let charged: string[] = [];
      page.on('response', (response) => {
        const headers = response.headers();
        const path = new URL(response.url()).pathname;
        const bucket = headers['x-ratelimit-bucket'];
        if (!headers['x-ratelimit-limit-day'] || bucket === 'free' || path === '/me/usage') return;
        countedInAll++;
        // A preview is sent as a question is put together.
        if (bucket !== 'preview') charged.push(path);
      });
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [path, expected] = next;
        // What the page before still waits for is not this one's.
        await page.goto('about:blank');
        charged = [];
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(`/console${path}`);
        await settled(page);
        await page.evaluate(axe.source);
        const found = { light: await findings(page, 'light'), dark: await findings(page, 'dark') };
        expect([path, charged.length, charged]).toEqual([path, expected, charged]);
        const name = /^\/stat\/(\w+)\?.*view=\/summary$/.exec(path)?.[1];
        // No news is stored here.
        if (name && name !== 'news') await sayWhatTheApiSays(page, name);
        charged = [];
        await page.setViewportSize(PHONE);
        await page.reload();
        await settled(page);
        await page.evaluate(axe.source);
        const phone = { darkPhone: await findings(page, 'dark'), lightPhone: await findings(page, 'light') };
        const none = { light: [], dark: [], darkPhone: [], lightPhone: [] };
        expect([path, { ...found, ...phone }]).toEqual([path, none]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([path, width <= PHONE.width, width]).toEqual([path, true, width]);
        expect([path, complaints]).toEqual([path, []]);
      }
      // The account's own count; what a page no longer waited for counts, too, and has no response here.
      expect(await usedOf(page)).toBeGreaterThanOrEqual(countedInAll);
      await context.close();
    };
    await Promise.all(walkers.map(walk));
  }, 600_000);

  it('loads its first view in less than 100 KB', async () => {
    const { page } = pro;
    const sizes: number[] = [];
    const client = await pro.context.newCDPSession(page);
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
