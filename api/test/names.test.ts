import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { projectFile } from '../../lib/paths.ts';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';

const api = await apiOfFile(apiData());

const text = async (path: string) => {
  const { status, text } = await api.get(path);
  expect([path, status]).toEqual([path, 200]);
  return text;
};

describe('a timeframe', () => {
  it('is taken in either case of its unit, and answered in one', async () => {
    for (const [path, given, shown] of [
      ['/stats/fvg?symbol=AAPL&timeframe=', '1h', '1H'],
      ['/stats/bos/summary?symbol=AAPL&timeframe=', '1d', '1D'],
      ['/bars?symbol=AAPL&date=2025-03-10&timeframe=', '2h', '2H'],
      ['/bars?symbol=AAPL&start_date=2025-03-10&timeframe=', '1w', '1W'],
      ['/stats/fvg/screen?timeframe=', '1h', '1H'],
    ]) {
      const answer = await text(path + shown);
      expect(await text(path + given)).toBe(answer);
      if (!path.includes('screen')) expect(JSON.parse(answer).timeframe).toBe(shown);
    }
    const question = (timeframe: string) =>
      text(
        `/query?symbol=AAPL&then=session.return_pct&when=${encodeURIComponent(`count(fvg[timeframe=${timeframe}])>=1`)}`,
      );
    const { when: _, warnings: __, data, ...figures } = JSON.parse(await question('1h'));
    const { when: ___, warnings: ____, data: dataUpper, ...upper } = JSON.parse(await question('1H'));
    expect(figures.now.conditions).toHaveLength(upper.now.conditions.length);
    expect({ ...figures, now: null }).toEqual({ ...upper, now: null });
    expect(data.map(({ date, outcome }: { date: string; outcome: number }) => [date, outcome])).toEqual(
      dataUpper.map(({ date, outcome }: { date: string; outcome: number }) => [date, outcome]),
    );
  });

  it('of a month is none: minutes are in lower case', async () => {
    for (const wrong of ['1M', '15M', '60m', '1Hour']) {
      const { status, body } = await api.get(`/stats/fvg?symbol=AAPL&timeframe=${wrong}`);
      expect([wrong, status, body.detail[0].type]).toEqual([wrong, 422, 'literal_error']);
    }
  });
});

describe('a time window', () => {
  const WINDOWS = [
    // The first bars of AAPL are of 3 March; its last session ends on 11 April.
    ['MAX', '2025-03-03'],
    ['YTD', '2025-01-01'],
  ];

  it('of the year to date or of everything is a range of its own first day', async () => {
    for (const [window, start] of WINDOWS) {
      for (const path of ['/stats/gap', '/stats/orb/summary', '/query?then=session.return_pct']) {
        const url = `${path}${path.includes('?') ? '&' : '?'}symbol=AAPL`;
        const answer = JSON.parse(await text(`${url}&time_window=${window}`));
        const same = JSON.parse(await text(`${url}&start_date=${start}`));
        expect([answer.time_window, answer.metadata.effective_start]).toEqual([window, start]);
        expect({ ...answer, time_window: 'custom' }).toEqual(same);
      }
    }
    const { warnings } = JSON.parse(await text('/stats/gap?symbol=AAPL&time_window=MAX')).metadata;
    expect(warnings.join()).not.toContain('coverage');
  });

  it('of everything is as long as the plan allows', async () => {
    const token = api.account('pro_api', { ...UNLIMITED, historyDays: 70 });
    const { body } = await api.get('/stats/gap?symbol=AAPL&time_window=MAX', { token });
    expect(body.metadata).toMatchObject({ requested_start: '2025-03-03', effective_start: '2025-04-01' });
    expect(body.metadata.history_limited).toBe(true);
  });

  it('of everything has the news from before the first bar, and symbols without any bar', async () => {
    for (const symbol of ['NEWSY', 'AAPL']) {
      const all = JSON.parse(await text(`/stats/news/reactions?symbol=${symbol}&time_window=MAX`));
      expect(all.events).toEqual(
        JSON.parse(await text(`/stats/news/reactions?symbol=${symbol}&start_date=1990-01-01`)).events,
      );
      expect(all.count).toBeGreaterThan(0);
    }
  });

  it('begins with the first bar of any symbol where there are several', async () => {
    const { metadata } = JSON.parse(await text('/query/scan?then=session.return_pct&time_window=MAX&min_cases=1'));
    expect(metadata.effective_start).toBe('2025-03-03');
  });

  it('that no summaries are kept for is refused by rankings, with those that they are kept for', async () => {
    const { status, body } = await api.get('/stats/gap/screen?time_window=MAX');
    expect([status, body.detail[0].type]).toEqual([422, 'literal_error']);
    expect(body.detail[0].msg).toContain("'5Y'");
  });
});

/** What the name of a figure has, by its unit; see docs/api.md. */
const SAYS_ITS_UNIT: Readonly<Record<string, RegExp>> = {
  pct: /(^|_)pct(_|$)/,
  ratio: /_x(_|$)|ratio|_vs_|efficiency|location/,
  seconds: /seconds/,
  minutes: /_min$|minutes/,
  bars: /bars/,
  candles: /bars|candles/,
  score: /score/,
  volume: /volume/,
};
/** Older than the rule. Keys of a direction below a name that says the unit. */
const BELOW_A_NAME = ['up', 'down'];

it('a figure says its unit in its name, but for those of old, which docs/api.md names', async () => {
  const page = readFileSync(projectFile('docs', 'api.md'), 'utf8');
  for (const { name: statistic, endpoints } of await loadStatistics()) {
    for (const { fields } of endpoints) {
      for (const { name, unit } of fields) {
        const keys = name.split('.').filter((key) => key !== '*');
        const leaf = keys[keys.length - 1];
        const says = SAYS_ITS_UNIT[unit];
        if (!says || says.test(leaf) || BELOW_A_NAME.includes(leaf)) continue;
        expect([statistic, name, page.includes(`\`${leaf}\``)]).toEqual([statistic, name, true]);
      }
    }
  }
});
