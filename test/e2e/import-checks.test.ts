/** What is implausible stops an import before anything of it is written; `--dry-run` shows what was understood. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { csv, dailyTimesOf, sessionTimes, walk, write } from './support/market.ts';

const folder = temporaryFolder();
const file = (name: string) => `${folder.path}/${name}`;
// A store that is open: of a command that opens one itself most of the time goes into that.
let service: Service;
const json = (...args: string[]) => service.cli('--json', ...args);
// A Friday, a Monday and a Tuesday.
const bars = walk('PLAUS', 'equity', sessionTimes('2024-06-28', 3, 5), 4);
const scaled = bars.map(({ open, high, low, close, ...bar }) => ({
  ...bar,
  open: open * 1e9,
  high: high * 1e9,
  low: low * 1e9,
  close: close * 1e9,
}));
const stored = async () => (await json('sql', 'SELECT count(), max(close) < 1000 FROM bars FINAL')).json.rows[0];

beforeAll(async () => {
  ensureBuilt();
  service = await startService(file('data'));
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

it('a dry run writes nothing and says what was understood', async () => {
  const path = write(file('bars.csv'), csv(bars));
  const { code, json: report } = await json('import', 'bars', '--dry-run', path);
  expect({ code, report }).toMatchObject({
    code: 0,
    report: {
      dry_run: true,
      files: [
        {
          file: path,
          rows: bars.length,
          rejected: {},
          findings: [],
          symbols: [
            {
              symbol: 'PLAUS',
              asset_class: 'equity',
              interval: '5m',
              rows: bars.length,
              overlap: null,
              first: '2024-06-28T13:30:00.000Z',
              last: '2024-07-02T19:55:00.000Z',
              low: Math.min(...bars.map(({ low }) => low)),
              high: Math.max(...bars.map(({ high }) => high)),
            },
          ],
        },
      ],
    },
  });
  expect(await stored()).toEqual([0, 1]);
  expect((await json('imports', 'list')).json).toEqual({ imports: [] });
});

it('prices of another scale neither begin a symbol nor replace its bars, unless forced', async () => {
  const wrong = write(file('scaled.csv'), csv(scaled));
  const refused = await json('import', 'bars', wrong);
  expect(refused.code).toBe(3);
  expect(refused.json.error).toMatch(/row 1: .*--price-scale 1e-9/);
  expect((await json('import', 'bars', write(file('bars.csv'), csv(bars)))).json).toMatchObject({
    landed: bars.length,
  });
  const again = await json('import', 'bars', wrong);
  expect(again.code).toBe(3);
  expect(again.json.error).toMatch(/open .* is 1,000,000,000 times the stored close .*--price-scale 1e-9/);
  expect(await stored()).toEqual([bars.length, 1]);
  const dry = await json('import', 'bars', '--dry-run', wrong);
  expect({ code: dry.code, overlap: dry.json.files[0].symbols[0].overlap }).toMatchObject({
    code: 3,
    overlap: { rows: bars.length, differing: bars.length },
  });
  const forced = await json('import', 'bars', '--force', wrong);
  expect(forced.json).toMatchObject({ landed: bars.length, dead_letters: {} });
  expect((await json('imports', 'undo', forced.json.import_id)).json).toMatchObject({ restored: bars.length });
  expect(await stored()).toEqual([bars.length, 1]);
});

it('what shows far behind the first rows undoes what was written until then', async () => {
  const long = walk('FAR', 'equity', sessionTimes('2024-04-01', 60, 1), 4);
  const spoiled = long.map((bar, i) => (i < 21_000 ? bar : { ...bar, ...scaled[0], symbol: 'FAR', ts: bar.ts }));
  const { code, json: answer } = await json('import', 'bars', write(file('far.csv.gz'), csv(spoiled)));
  expect({ code, error: answer.error }).toEqual({
    code: 3,
    error: expect.stringMatching(/row 21001: .*--price-scale/),
  });
  expect(await stored()).toEqual([bars.length, 1]);
  const { imports } = (await json('imports', 'list', '--limit', '1')).json;
  expect(imports).toMatchObject([{ files: ['far.csv.gz'], state: 'refused', message: answer.error }]);
  expect((await json('status')).json.symbols.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['PLAUS']);
});

it('a file of another interval is one finding, not as many dead letters', async () => {
  const other = walk('PLAUS', 'equity', sessionTimes('2024-08-01', 3, 15), 4);
  const { code, json: answer } = await json('import', 'bars', write(file('other.csv'), csv(other)));
  expect({ code, error: answer.error }).toEqual({
    code: 3,
    error: expect.stringMatching(/all 78 rows .*interval_conflict.*row 1: interval: the bars of PLAUS are 5m, not 15m/),
  });
  expect((await json('dlq', 'list')).json).toEqual({ dead_letters: [] });
});

it('retention removes whole sessions, a file of what it removed is refused, and the rest stays as it is', async () => {
  const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
  // The first of the three sessions goes: from the Saturday on is kept, and where New York's midnight passes meanwhile, from the Sunday on.
  const keep = `${(midnight(today) - midnight('2024-06-29')) / 86_400_000}d`;
  const before = expect.stringMatching(/^2024-06-(29|30)$/);
  const wrong = await json('retention', 'set', 'bars', '--keep', '13d');
  expect(wrong).toMatchObject({ code: 2, json: { error: expect.stringContaining('--keep') } });
  const set = await json('retention', 'set', 'bars', '--interval', '5m', '--keep', keep);
  // Each once, although they have been written several times: versions that are not merged yet do not count.
  const step = { kind: 'bars', asset_class: null, interval: '5m', before, rows: 78 };
  expect(set.json).toMatchObject({ would_remove: [step], next_run: expect.stringContaining('T03:30:00Z') });
  expect((await json('retention', 'run', '--dry-run')).json).toEqual({ dry_run: true, steps: [step] });
  expect(await stored()).toEqual([bars.length, 1]);
  expect((await json('retention', 'run')).json).toMatchObject({ steps: [step], symbols: 1 });
  expect(await stored()).toEqual([bars.length - 78, 1]);
  const { symbols, behind, retention } = (await json('status')).json;
  const kept = { sessions: 2, first: '2024-07-01T13:30:00+00:00', holes: 0, missing_bars: 0 };
  expect({ symbols, behind }).toMatchObject({ symbols: [kept], behind: { days: 0 } });
  expect(retention).toMatchObject({
    policies: [{ kind: 'bars', interval: '5m', asset_class: null }],
    last_run: { started_by: 'operator', removed: { bars: 78 } },
  });
  const sql = "SELECT groupArray(toString(date)) FROM v_stat_sessions WHERE session = 'default'";
  expect((await json('sql', sql)).json.rows).toEqual([[['2024-07-01', '2024-07-02']]]);

  const refused = await json('import', 'bars', file('bars.csv'));
  expect(refused.code).toBe(3);
  expect(refused.json.error).toMatch(
    /rows from 2024-06-28 on, but retention keeps them from 2024-06-(29|30) on \(bars of 5m/,
  );
  expect(await stored()).toEqual([bars.length - 78, 1]);
  expect((await json('retention', 'remove', 'bars', '--interval', '5m')).code).toBe(0);
  expect((await json('import', 'bars', file('bars.csv'))).json).toMatchObject({ landed: 78, duplicates: 156 });
});

it('a file of daily bars lands beside the shorter ones, is dry-run against its own, and is undone', async () => {
  const daily = walk('PLAUS', 'equity', dailyTimesOf('2024-05-01', 45), 9);
  const dated = daily.map((bar) => ({ ...bar, ts: bar.ts.slice(0, 10) }));
  const path = write(file('daily.csv'), csv(dated));
  const imported = await json('import', 'bars', path);
  expect(imported.json).toMatchObject({ landed: daily.length, duplicates: 0, dead_letters: {} });
  // Memorial Day is the 27th of May 2024, and Juneteenth a Wednesday: weekdays on which no exchange trades.
  expect(imported.stderr).toMatch(/row 19: PLAUS has a daily bar on 2024-05-27, .* 1 more on holidays/);
  const status = async () => (await json('status', '--symbol', 'PLAUS')).json.symbols[0];
  expect(await status()).toMatchObject({
    interval: '5m',
    bars: bars.length,
    daily_bars: daily.length,
    daily_first: '2024-05-01',
    daily_last: daily[daily.length - 1].ts.slice(0, 10),
  });
  const dry = await json('import', 'bars', '--dry-run', path);
  expect({ code: dry.code, symbol: dry.json.files[0].symbols[0] }).toMatchObject({
    code: 0,
    symbol: { interval: '1d', overlap: { rows: daily.length, differing: 0 } },
  });
  const again = await json('import', 'bars', path);
  expect(again.json).toMatchObject({ landed: 0, duplicates: daily.length });
  // Both have brought them.
  expect((await json('imports', 'undo', imported.json.import_id)).json).toMatchObject({ restored: 0, deleted: 0 });
  expect(await status()).toMatchObject({ daily_bars: daily.length });
  expect((await json('imports', 'undo', again.json.import_id)).json).toMatchObject({ deleted: daily.length });
  expect(await status()).toMatchObject({ bars: bars.length, daily_bars: 0, daily_first: null, daily_last: null });
});
