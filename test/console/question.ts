/** A question in a browser: put together, answered, followed case by case, asked of all symbols, and found again. */
import { describe, expect, it } from 'vitest';
import { EXCHANGE, openConsole, shownFigures, usedOf } from './console.ts';

const opened = openConsole();

describe('a question', () => {
  const when = 'gap.gap_pct<0.5';
  const then = 'gap.filled=true';

  it('shows the figures of the API and the cases, and keeps a draft over a reload without asking it', async () => {
    const { page } = opened.pro;
    await page.goto(`/console/query?${new URLSearchParams({ symbol: 'ALPHA', when, then })}`);
    const body = await opened.api('/query', { symbol: 'ALPHA', when, then, ...EXCHANGE });
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
    const figures = new Map(await shownFigures(page));
    expect(Number(figures.get('rate_pct'))).toBe(body.rate_pct);
    expect(Number(figures.get('rest.rate_pct'))).toBe(body.rest.rate_pct);
    expect(Number(figures.get('base.cases'))).toBe(body.base.cases);
    await expect.poll(() => page.textContent('[data-testid=row-count]')).toBe(`${body.cases} rows`);
    const used = () => usedOf(page);
    await page.click('.builder button:has-text("Edit")');
    const before = await used();
    await page.fill('[aria-label="Add a condition"]', 'session.weekday=Tuesday');
    await page.waitForSelector('[role=option][aria-selected=true]:has-text("weekday is Tuesday")');
    await page.keyboard.press('Enter');
    await expect.poll(() => used()).toBe(before);
    await page.click('.condition >> nth=1 >> button:has-text("More")');
    await page.click('.condition >> nth=1 >> text=Edit as text');
    await page.fill('.condition >> nth=1 >> input.raw', 'prev.gap.gap_p');
    // A half-typed condition is there after a reload, beside the answered question.
    await page.reload();
    await page.waitForSelector('.condition >> nth=2');
    await expect.poll(() => page.inputValue('.condition >> nth=1 >> input.raw')).toBe('prev.gap.gap_p');
    await expect.poll(() => page.locator('.condition').count()).toBe(3);
  });

  it('asks what the editor shows: prevclose stays of that day when its value is edited', async () => {
    const { page } = opened.pro;
    const then = 'prevclose.filled=true';
    const asked = { symbol: 'ALPHA', when: 'prevclose.gap_pct>0.5', then };
    await page.goto(`/console/query?${new URLSearchParams(asked)}`);
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
    await page.click('.builder button:has-text("Edit")');
    await expect.poll(() => page.inputValue('.condition >> nth=0 >> select >> nth=0')).toBe('0');
    await page.fill('.condition >> nth=0 >> input[aria-label=Value]', '0.6');
    await page.click('.builder button[type=submit]:text-is("Ask")');
    await page.waitForURL((url) => url.searchParams.get('when') === 'prevclose.gap_pct>0.6');
    const body = await opened.api('/query', { ...asked, when: 'prevclose.gap_pct>0.6', ...EXCHANGE });
    await page.waitForFunction(
      (rate) => document.querySelector('.answer-grid [data-figure=rate_pct] data')?.getAttribute('value') === rate,
      String(body.rate_pct),
    );
  });

  it('takes a population, any, other symbols, fields against fields and times of day, and draws the curve', async () => {
    const { page } = opened.pro;
    const then = 'prevclose.fill_time<=12:00';
    const asked = {
      symbol: 'ALPHA',
      among: 'prevclose.exists=true',
      when: 'any(session.weekday=Monday;BETA@gap.exists=true);session.open>prev.session.low',
      then,
    };
    await page.goto(`/console/query?${new URLSearchParams(asked)}`);
    const body = await opened.api('/query', { ...asked, ...EXCHANGE });
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
    const figures = new Map(await shownFigures(page));
    expect(Number(figures.get('rate_pct'))).toBe(body.rate_pct);
    expect(Number(figures.get('base.cases'))).toBe(body.base.cases);
    await expect.poll(() => page.textContent('[data-figure=population]')).toBe(String(body.population));
    expect(body.population).toBeLessThan(body.sessions);
    await page.click('.builder button:has-text("Edit")');
    await page.click('.condition >> nth=0 >> .one >> nth=1 >> button:has-text("More")');
    await expect.poll(() => page.inputValue('.condition >> nth=0 >> input[aria-label="Other symbol"]')).toBe('BETA');
    await expect.poll(() => page.inputValue('.condition >> nth=1 >> [aria-label=Value]')).toBe('prev.session.low');
    await expect.poll(() => page.locator('[aria-label="By when"] path.curve').count()).toBe(2);
  });

  it('says what is wrong and where, and refuses to look ahead', async () => {
    const { page } = opened.pro;
    await page.goto(`/console/query?${new URLSearchParams({ symbol: 'ALPHA', when: 'gap.gp_pct<1', then })}`);
    await page.waitForSelector('.failure');
    await expect.poll(() => page.textContent('.failure')).toContain("did you mean 'gap_pct'");
    await expect.poll(() => page.textContent('.failure mark')).toBe('gp_pct');
    await expect.poll(() => page.getByText("did you mean 'gap_pct'").count()).toBe(1);
    await page.goto(`/console/query?${new URLSearchParams({ symbol: 'ALPHA', when: 'session.return_pct>0', then })}`);
    await page.waitForSelector('.failure');
    await expect.poll(() => page.textContent('.failure')).toContain('session.return_pct');
    await expect.poll(() => page.textContent('.failure mark')).toBe('session.return_pct');
    await page.selectOption('label:has-text("Allow look ahead") select', 'true');
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
  });

  it('leads from one of its cases to the next: the set stays, and is named', async () => {
    const { page } = opened.pro;
    const { data } = await opened.api('/query', { symbol: 'ALPHA', when, then, limit: '5000', ...EXCHANGE });
    const dates = data.map(({ date }: { date: string }) => date).sort();
    await page.goto(`/console/query?${new URLSearchParams({ symbol: 'ALPHA', when, then })}`);
    await page.click('.strip a >> nth=2');
    await page.waitForSelector(`nav.cases:has-text("case ${dates.length - 2} of ${dates.length}")`);
    await expect.poll(() => page.textContent('nav.cases')).toContain('Opening gap: gap below 0.5 %');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL((url) => url.searchParams.get('date') === dates.at(-4));
    await page.click('nav.cases span a');
    await page.waitForSelector('.answer-grid [data-figure=rate_pct] data');
  });

  it('of few cases says their number first, and its rate in small type', async () => {
    const { page } = opened.pro;
    const { data } = await opened.api('/query', { symbol: 'ALPHA', when, then, limit: '5000', ...EXCHANGE });
    const one = data[0].date;
    const asked = { symbol: 'ALPHA', when, then, start_date: one, end_date: one };
    await page.goto(`/console/query?${new URLSearchParams(asked)}`);
    await page.waitForSelector('.answer-rate.few');
    await expect.poll(() => page.textContent('.answer-rate.few')).toMatch(/^[01] of 1 case \d+\.\d\d % – too few/);
    expect(await page.locator('.answer-rate .big').count()).toBe(0);
    expect(await page.textContent('[data-testid=row-count]')).toBe('1 row');
    expect(await page.textContent('[data-testid=what]')).toContain(' · 1 session · ');
  });

  it('is asked of all symbols, and found again among the recent ones', async () => {
    const { page } = opened.pro;
    await page.goto(`/console/scan?${new URLSearchParams({ when, then, min_cases: '5' })}`);
    await page.waitForSelector('table.scan tbody tr');
    const scan = await opened.api('/query/scan', { when, then, min_cases: '5', ...EXCHANGE });
    const shown = () =>
      page.$$eval('table.scan tbody tr', (rows) =>
        rows.map((row) => [
          row.querySelector('th')?.textContent,
          Number(row.querySelector('[data-field=cases]')?.getAttribute('data-value')),
          Number(row.querySelector('[data-field=rate] data')?.getAttribute('value')),
        ]),
      );
    await expect
      .poll(shown)
      .toEqual(
        scan.data.map((row: { symbol: string; cases: number; rate_pct: number }) => [
          row.symbol,
          row.cases,
          row.rate_pct,
        ]),
      );
    await page.goto('/console/query');
    await page.click('[aria-label="Recent questions"] a:has-text("Screener: Opening gap: gap below 0.5 %") >> nth=0');
    await page.waitForSelector('table.scan tbody tr');
    expect(new URL(page.url()).searchParams.get('min_cases')).toBe('5');
  });
});
