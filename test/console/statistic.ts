/** The pages of a statistic in a browser: what they draw is what the API says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { date } from '../../console/src/core/format.ts';
import { temporaryFolder } from '../support/programs.ts';
import { EXCHANGE, leaf, openConsole, own, SYMBOLS, shownFigures, still } from './console.ts';

const opened = openConsole();

describe('a statistic', () => {
  it('shows records as the API has them, sorted and filtered in place, and finds a session behind each', async () => {
    const { page } = opened.pro;
    await page.goto('/console/stat/orb?symbol=ALPHA&view=/');
    const { data } = await opened.api('/stats/orb', { symbol: 'ALPHA', ...EXCHANGE, ...own('orb') });
    await page.waitForSelector('table.records tbody tr td');
    await expect.poll(() => page.textContent('[data-testid=row-count]')).toBe(`${data.length} rows`);
    await page.click('th button:has-text("Breakout size")');
    const largest = Math.max(
      ...data.map((row: { breakout_size: number | null }) => row.breakout_size ?? Number.NEGATIVE_INFINITY),
    );
    await page.waitForFunction(
      (value) => document.querySelector('td[data-field=breakout_size] span')?.getAttribute('data-value') === value,
      String(largest),
    );
    await page.waitForURL((url) => url.searchParams.get('sort') === '-breakout_size');
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
    await expect
      .poll(() => page.getAttribute('.record [data-field=or_high]', 'data-value'))
      .toBe(String(record.or_high));
    const bars = await opened.api('/bars', { symbol: 'ALPHA', date, ...EXCHANGE });
    const label = () => page.getAttribute('.candles', 'aria-label');
    await expect.poll(label).toContain(`open ${bars.data[0].open}`);
    expect(await label()).toContain(`close ${bars.data.at(-1).close}`);
    await expect.poll(() => page.locator('.legend li').count()).toBeGreaterThan(2);
    await page.focus('.candle-chart [tabindex]');
    for (const [key, at] of Object.entries({ Home: 0, ArrowRight: 1, ArrowLeft: 0, End: bars.data.length - 1 })) {
      await page.keyboard.press(key);
      const { ts, open, high, low, close } = bars.data[at];
      const clock = new Date(ts).toLocaleTimeString('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' });
      const prices = Object.entries({ O: open, H: high, L: low, C: close }).map(
        ([name, price]) => `${name} ${price.toFixed(2)}`,
      );
      await expect.poll(() => page.textContent('.candle-chart figcaption')).toContain(clock + prices.join(''));
    }
    expect(page.url()).toContain(date);
    await page.focus('#main');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((before) => !location.search.includes(before), date);
    // By default this list ends after ten.
    const { metadata } = await opened.api('/stats/pdhlb', { symbol: 'ALPHA', ...EXCHANGE });
    expect(metadata.total).toBeGreaterThan(100);
    await page.goto('/console/stat/pdhlb?symbol=ALPHA&view=/');
    await page.waitForSelector(`[data-testid=row-count]:has-text("${metadata.total} rows")`);
    expect(opened.pro.complaints).toEqual([]);
  });

  it('keeps symbol and range across statistics and tabs; back and forward work', async () => {
    const { page } = opened.pro;
    await page.goto('/console/stat/gap?symbol=BETA&time_window=6M');
    await page.waitForSelector('.pictures');
    await page.click('nav.side h2:text-is("Structure") + ul a:has-text("Trend days")');
    await page.waitForSelector('.pictures[data-path="/stats/trend/summary"]');
    await expect.poll(() => page.textContent('[data-testid=what]')).toContain('BETA');
    await page.waitForURL((url) => url.searchParams.get('time_window') === '6M');
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
    const { page } = opened.pro;
    await page.goto('/console/stat/gap?symbol=ALPHA&time_window=12M');
    await page.waitForSelector('.pictures');
    const asked: string[] = [];
    let letGo = () => {};
    const late = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let first: Promise<void> = late;
    await page.route('**/stats/gap/summary?*', async (route) => {
      const symbol = new URL(route.request().url()).searchParams.get('symbol')!;
      asked.push(symbol);
      if (asked.length > 1) return route.continue();
      first = late.then(() => route.continue()).catch(() => {});
    });
    await page.fill('.form .symbol input', 'bet');
    await page.keyboard.press('Enter');
    // Nothing of ALPHA stands there while BETA is asked.
    await page.waitForSelector('.loading');
    expect(await page.locator('.pictures').count()).toBe(0);
    await page.selectOption('.form label:has-text("Time window") select', '3M');
    await page.waitForSelector('.pictures');
    letGo();
    await first;
    const body = await opened.api('/stats/gap/summary', { symbol: 'BETA', time_window: '3M', ...EXCHANGE });
    for (const [path, value] of await shownFigures(page)) {
      const expected = leaf(body, path);
      if (typeof expected === 'number') expect([path, Number(value)]).toEqual([path, expected]);
    }
    await expect.poll(() => page.textContent('[data-testid=what]')).toContain('BETA');
    await page.unroute('**/stats/gap/summary?*');
  });

  it('orders thousands of rows with only those in sight in the page', async () => {
    const { page } = opened.pro;
    const query = { symbol: 'ALPHA', timeframe: '5m', time_window: '24M' };
    await page.goto(`/console/stat/fvg?${new URLSearchParams({ ...query, view: '/' })}`);
    const { data } = await opened.api('/stats/fvg', { ...query, ...EXCHANGE });
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
      await page.waitForURL((url) => url.searchParams.get('sort') === `${sign}gap_size`);
    }
    expect(await page.locator('table.records tbody tr').count()).toBeLessThan(80);
  });

  it('is downloaded as Arrow and CSV with the rows of the answer', async () => {
    const { page } = opened.pro;
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/');
    const { data } = await opened.api('/stats/gap', { symbol: 'ALPHA', order: 'desc', ...EXCHANGE });
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click(`.take-away a:has-text("${name}")`)]);
      return readFileSync(await file.path());
    };
    const table = tableFromIPC(await download('Arrow'));
    expect(table.toArray().map((row) => row.gap_pct)).toEqual(data.map((row: { gap_pct: number }) => row.gap_pct));
    const csv = (await download('CSV')).toString().trimEnd().split('\n');
    expect(csv.length).toBe(data.length + 1);
    await expect.poll(() => page.textContent('.take-away')).toMatch(/CSV/);
    expect(await page.textContent('.take-away')).not.toContain('Files have');
    // A page of them is no whole list.
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/&limit=7');
    await page.waitForSelector(`.take-away:has-text("Files have the first 7 of ${data.length} rows")`);
    await expect
      .poll(() => page.textContent('.notice.warn:has-text("Drawn and listed")'))
      .toContain(`7 of ${data.length} records`);
    expect((await download('CSV')).toString().trimEnd().split('\n').length).toBe(8);
  });

  it('shows times of day on the clock that is chosen, and says where an hour is two', async () => {
    const { page } = opened.pro;
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
    const firstHour = () => page.textContent(`${hourly} tbody th`);
    // Hours of the exchange under its session: two of UTC in a year.
    await page.waitForSelector(`${hourly} h3:has-text("By hour (New York)")`);
    await expect.poll(firstHour).toBe('09:00 New York13:00 or 14:00 UTC');
    await page.selectOption('.choice select >> nth=0', 'New York');
    await expect.poll(firstHour).toBe('09:00');
    await page.goto('/console/stat/bos?symbol=ALPHA&session=default');
    await page.waitForSelector(`${hourly} h3:has-text("By hour (UTC)")`);
    await page.waitForSelector(
      `${hourly} :text("an hour of UTC is one hour of New York in winter and another in summer")`,
    );
    await expect.poll(firstHour).toBe('13:00 UTC08:00 or 09:00 New York');
  });

  it('shows what is asked: a default that the address spells out, and extended hours in place of the exchange’s', async () => {
    const { page } = opened.pro;
    const asked = { symbol: 'ALPHA', time_window: '12M', include_extended_hours: 'true' };
    await page.goto(`/console/stat/trend?${new URLSearchParams(asked)}`);
    await page.waitForSelector('.pictures');
    await expect.poll(() => page.textContent('[data-testid=what]')).toContain(' · 04:00–20:00 New York · ');
    const body = await opened.api('/stats/trend/summary', asked);
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
    await expect.poll(() => shown('Time window')).toBe('12M');
    await expect.poll(() => shown('Include extended hours')).toBe('yes');
  });

  it('is read by keyboard, column by column, until all records are read', async () => {
    const { page } = opened.pro;
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/&chart=gap_pct');
    const { data } = await opened.api('/stats/gap', { symbol: 'ALPHA', ...EXCHANGE });
    const plot = page.locator('.plot [role=group]').first();
    await plot.focus();
    const said = () => page.textContent('.plot figcaption strong');
    let counted = 0;
    await page.keyboard.press('Home');
    await expect.poll(said).toMatch(/^below /);
    // The last column holds all beyond it.
    for (let words = ''; !words.startsWith('from '); await page.keyboard.press('ArrowRight')) {
      await expect.poll(said).not.toBe(words);
      words = (await said())!;
      const [, count, of, share] = /: (\d+) of (\d+) \((\d+\.\d\d) %\)$/.exec(words)!;
      counted += Number(count);
      expect(Number(of)).toBe(data.length);
      expect(Number(share)).toBeCloseTo((100 * Number(count)) / data.length, 2);
    }
    expect(counted).toBe(data.length);
  });

  it('ranks all symbols by its first rate, with the cases behind it, and keeps what came of a record in view', async () => {
    const { page } = opened.pro;
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/screen');
    await page.waitForSelector('table.records td');
    const shown = () =>
      page.$$eval('table.records tbody tr', (rows) =>
        rows.map((row) =>
          ['symbol', 'value', 'n'].map((name) => row.querySelector(`[data-field=${name}]`)?.textContent ?? ''),
        ),
      );
    const summaries = await Promise.all(
      SYMBOLS.map((symbol) => opened.api('/stats/gap/summary', { symbol, time_window: '12M', ...EXCHANGE })),
    );
    const expected = summaries
      .sort((a, b) => b.fill_rate - a.fill_rate)
      .map(({ symbol, fill_rate, confidence }) => [symbol, fill_rate.toFixed(2), String(confidence.fill_rate.n)]);
    await expect.poll(shown).toEqual(expected);
    await page.goto('/console/stat/gap?symbol=ALPHA&view=/');
    await page.waitForSelector('table.records td.outcome');
    const place = () =>
      page.$eval('td[data-field=filled]', (cell) => {
        const { right } = cell.getBoundingClientRect();
        return [cell.className.includes('outcome'), right <= innerWidth];
      });
    await expect.poll(place).toEqual([true, true]);
    await page.$eval('section.tall', (region) => region.scrollTo({ left: 400 }));
    await expect.poll(place).toEqual([true, true]);
  });

  it('ranks the breakouts of one day: of the latest session, then of the day that is chosen', async () => {
    const { page } = opened.pro;
    const { data } = await opened.api('/stats/trend', { symbol: 'ALPHA', ...EXCHANGE });
    const [before, latest] = data.slice(-2).map((one: { date: string }) => one.date);
    await page.goto('/console/stat/orb?symbol=ALPHA');
    await page.click('.tabs a:text-is("Top picks")');
    const day = page.locator('.field.date input');
    const shown = () => page.locator('.records tbody [data-field=date]').allTextContents();
    const days = (iso: string) => SYMBOLS.map(() => date(iso));
    await expect.poll(shown).toEqual(days(latest));
    expect(await day.inputValue()).toBe(latest);
    await day.fill(before);
    await day.press('Enter');
    await expect.poll(shown).toEqual(days(before));
    // The other views are of all days.
    await page.click('.tabs a:text-is("Summary")');
    await page.waitForSelector('.pictures');
    expect(new URL(page.url()).searchParams.has('date')).toBe(false);
  });

  it('loads the rest of a list in the order of its first part, until all of it is there', async () => {
    const { page } = opened.pro;
    const { data } = await opened.api('/stats/gap', { symbol: 'ALPHA', ...EXCHANGE });
    const part = Math.ceil(data.length / 3);
    await page.goto(`/console/stat/gap?symbol=ALPHA&view=/&limit=${part}`);
    const shown = () => page.textContent('[data-testid=row-count]');
    for (const rows of [part, 2 * part, data.length]) {
      await expect.poll(shown).toBe(`${rows} rows`);
      const more = page.getByRole('button', { name: `Load more (${rows} of ${data.length})` });
      if (rows < data.length) await more.click();
      else expect(await page.getByText('Load more').count()).toBe(0);
    }
    const dates = await page.$$eval('td[data-field=date] a', (links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('date')),
    );
    const newest = data.map(({ date }: { date: string }) => date).reverse();
    expect(dates.length).toBeGreaterThan(0);
    expect(dates).toEqual(newest.slice(0, dates.length));
  });

  it('says that the service is busy or away, counts down and asks again, by itself or at once', async () => {
    const { page } = opened.pro;
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
      await expect.poll(() => page.textContent(`.failure h3:has-text("${title}") + p .countdown`)).toMatch(/^\d s$/);
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

it('a phone of 320 px shows every outcome beside its group', async () => {
  const { page } = opened.pro;
  await page.setViewportSize({ width: 320, height: 700 });
  for (const [name, parts] of [
    ['insideday', 2],
    ['ib', 2],
    ['orb', 3],
    ['pdhlb', 1],
  ] as const) {
    await page.goto(`/console/stat/${name}?symbol=ALPHA&all=1`);
    await page.waitForSelector('.result .grid');
    await still(page);
    // Targets in multiples of the range are as many as there are.
    const regions = page.locator('.scroll:has(.shares), .scroll:has(.heat):not(:has(th:text-is("0.5x")))');
    const hidden = await regions.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect([name, hidden]).toEqual([name, Array(parts).fill(0)]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('a case is shown with the statistic of its question, and sizes in price and in percent have labels of their own', async () => {
  const { page } = opened.pro;
  const { data } = await opened.api('/stats/orb', { symbol: 'ALPHA', ...EXCHANGE, ...own('orb') });
  const { date } = data.at(-1);
  await page.goto(`/console/session?symbol=ALPHA&date=${date}&then=orb%5Borb_minutes=15%5D.broke_high%3Dtrue`);
  await page.waitForSelector('.record dt:text-is("Opening range size in price")');
  const labels = await page.$$eval('.record dt', (names) => names.map(({ textContent }) => textContent));
  expect(labels).toEqual([...new Set(labels)]);
});

it('a daily bar has its date on every clock: on its chart, today, and where it is a candle of a record', async () => {
  const { page } = opened.pro;
  const folder = temporaryFolder();
  // Every third candle leaves a gap above the first.
  const days = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2026, 0, 5 + i)))
    .filter((one) => one.getUTCDay() % 6 !== 0)
    .map((one) => one.toISOString().slice(0, 10));
  const rows = days.map((day, i) => `AA,${day},${[10, 11, 10, 11].map((price) => price + i * 2).join(',')},1000`);
  writeFileSync(`${folder.path}/AA.csv`, `symbol,ts,open,high,low,close,volume\n${rows.join('\n')}\n`);
  const options = ['--interval', '1d', '--asset-class', 'equity'];
  const { json } = await opened.service.cli('--json', 'import', 'bars', `${folder.path}/AA.csv`, ...options);
  folder.remove();
  expect(json).toMatchObject({ dead_letters: {} });
  const last = days.at(-1)!;
  await page.goto('/console/today?symbols=AA');
  const card = page.locator('.today [data-symbol=AA]');
  await expect.poll(() => card.locator('p.quiet').textContent()).toBe(`${date(last)} · daily bars`);
  expect(await page.textContent('[data-testid=what]')).toContain(`As of ${date(last)} ·`);
  const { data } = await opened.api('/stats/fvg', { symbol: 'AA', ...EXCHANGE });
  const { formed_at: formed, confirmed_at: confirmed } = data.at(-1);
  expect([formed, confirmed].map((one) => one.slice(11, 16))).toEqual(['00:00', '00:00']);
  await page.goto('/console/stat/fvg?symbol=AA&view=/');
  expect(await page.locator('.field.timeframe option:checked').textContent()).toBe('1D');
  const row = page.locator('.records tbody tr.linked').first();
  expect(await row.locator('[data-field=formed_at]').textContent()).toBe(date(formed));
  // Known at its end.
  expect(await row.locator('[data-field=confirmed_at]').textContent()).toBe(date(formed));
  await row.locator('a').click();
  await page.waitForURL((url) => url.searchParams.get('date') === formed.slice(0, 10));
  await expect.poll(() => page.textContent('.candle-chart figcaption')).toContain(date(formed));
  // Candles of a day are not ranked among shorter ones.
  await page.goto('/console/stat/fvg?symbol=AA&view=/screen&min_sample_size=1');
  await page.waitForSelector('.records td:has-text("ALPHA")');
  expect(await page.locator('.records td:text-is("AA")').count()).toBe(0);
  expect(await page.textContent('.notice.warn')).toMatch(/left out.*AA/);
  expect(await page.locator('.field.timeframe option:checked').textContent()).toBe('15m');
});
