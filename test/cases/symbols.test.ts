/** Whose bars a file has: by its columns, by the names in an archive, and never by a spelling of mixed case. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clockOf, type GeneratedBar, generatedBars, isoDay, storedBars } from '../support/generated-bars.ts';
import { userOfFile } from '../support/import-as-user.ts';
import { dataFolder, hasMarketData } from '../support/market-data.ts';
import { folderOfFile } from '../support/of-file.ts';
import { zipOf } from '../support/zip.ts';

const user = await userOfFile();
const folder = folderOfFile();
function write(content: string | Buffer, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const path = (name: string) => join(dataFolder, 'cases', name);
const EQUITY = '--asset-class equity';
const NY = `${EQUITY} --tz America/New_York`;
const line = (bar: GeneratedBar) => `${isoDay(bar)} ${clockOf(bar.minute)},${[...bar.prices, bar.volume].join()}`;
const HEADER = 'time,open,high,low,close,volume';
const csv = (bars: readonly GeneratedBar[]) => [HEADER, ...bars.map(line)].join('\n');
const [A, B] = [generatedBars(11), generatedBars(12)];

describe.skipIf(!hasMarketData)('cases', () => {
  test('an archive with a file per symbol', async () => {
    const { exit, words } = await user.follow(path('bundle.zip'), NY);
    expect({ exit, words }).toMatchObject({
      exit: 0,
      words: expect.arrayContaining(['--columns', 'ts,open,high,low,close,volume']),
    });
    expect(await user.symbols()).toEqual(['AAPL', 'MSFT']);
    expect((await user.stored('AAPL'))[0]).toMatchObject({ ts: '2025-06-02 13:30', open: 200, volume: 1238 });
    expect((await user.stored('MSFT'))[0]).toMatchObject({ ts: '2025-06-02 13:30', open: 450, volume: 1073 });
  });

  test('a column `tic`', async () => {
    expect((await user.run(path('finrl.csv'), EQUITY)).answer).toMatchObject({ landed: 366, dead_letters: {} });
    expect(await user.stored('MSFT')).toHaveLength(122);
  });

  test('of symbols side by side one that is refused is named, and the others land', async () => {
    const { exit, answer, text } = await user.run(path('WIDE_idx.csv'), EQUITY);
    expect({ exit, answer }).toMatchObject({ exit: 1, answer: { landed: 122, dead_letters: { invalid_symbol: 122 } } });
    expect(text).toContain('"^GSPC" is not a symbol');
    expect(await user.symbols()).toEqual(['AAPL']);
    expect((await user.stored('AAPL'))[0]).toMatchObject({ open: 100, high: 100.26, low: 99.97, close: 99.98 });
  });
});

test.each([
  ['names with an interval', 'ABC_5min.txt', 'XYZ_5min.txt'],
  ['names in small letters', 'abc.us.txt', 'xyz.us.txt'],
  ['folders with the names', 'data/ABC/2025-06.csv', 'data/XYZ/2025-06.csv'],
  ["a vendor's words behind the names", 'ABC_full_5min_adjsplit.txt', 'XYZ_full_5min_adjsplit.txt'],
])('an archive: %s', async (_, first, second) => {
  const archive = write(zipOf({ [first]: csv(A), [second]: csv(B) }), 'EXPORTED.zip');
  expect((await user.run(archive, NY)).exit).toBe(0);
  expect(await user.symbols()).toEqual(['ABC', 'XYZ']);
  expect(await user.stored('ABC')).toEqual(storedBars(A));
  expect(await user.stored('XYZ')).toEqual(storedBars(B));
});

test('a file is never named after its archive', async () => {
  const archive = write(zipOf({ 'part-1.csv': csv(A), 'part-2.csv': csv(B) }), 'SPY.zip');
  const { exit, text } = await user.run(archive, NY);
  expect({ exit, text }).toEqual({ exit: 3, text: expect.stringMatching(/symbol \(give --symbol\).*unpack it/) });
  expect(await user.symbols()).toEqual([]);
});

test.each(['tic', 'ticker', 'SYMBOLS', 'Name'])('a column %s', async (column) => {
  const lines = [...A.map((bar) => `${line(bar)},ABC`), ...B.map((bar) => `${line(bar)},XYZ`)];
  expect((await user.run(write([`${HEADER},${column}`, ...lines].join('\n'), 'all.csv'), NY)).exit).toBe(0);
  expect(await user.stored('ABC')).toEqual(storedBars(A));
  expect(await user.stored('XYZ')).toEqual(storedBars(B));
});

test('a column of symbols under a name of its own is named by the refusal', async () => {
  const lines = [...A.map((bar) => `${line(bar)},ABC`), ...B.map((bar) => `${line(bar)},XYZ`)];
  const { exit, words } = await user.follow(write([`${HEADER},paper`, ...lines].join('\n'), 'all.csv'), NY);
  expect({ exit, words: words.slice(-2) }).toEqual({ exit: 0, words: ['--map', 'symbol=paper'] });
  expect(await user.symbols()).toEqual(['ABC', 'XYZ']);
});

test('bars of BCpC are refused, and those of BCPC land; a name of its own is the cure', async () => {
  const lines = A.flatMap((bar, i) => [`${line(bar)},BCPC`, `${line(B[i])},BCpC`]);
  const both = await user.run(write([`${HEADER},symbol`, ...lines].join('\n'), 'both.csv'), NY);
  expect(both).toMatchObject({ exit: 1, answer: { landed: A.length, dead_letters: { symbol_case: B.length } } });
  expect(both.text).toMatch(/"BCpC" has upper-case and lower-case letters: write BCPC .* such as BC\.PC/);
  expect(await user.symbols()).toEqual(['BCPC']);
  expect(await user.stored('BCPC')).toEqual(storedBars(A));
  const alone = write([`${HEADER},symbol`, ...B.map((bar) => `${line(bar)},BCpC`)].join('\n'), 'alone.csv');
  const refused = await user.run(alone, NY);
  expect({ exit: refused.exit, text: refused.text }).toEqual({ exit: 3, text: expect.stringContaining('--symbol') });
  expect((await user.run(alone, `${NY} --symbol BC.PC`)).exit).toBe(0);
  expect(await user.stored('BC.PC')).toEqual(storedBars(B));
  expect((await user.run(alone, `${NY} --symbol BCpC`)).exit).toBe(2);
});

test.each(['ABpC_5min.txt', 'ABpC/2025.csv'])('a file %s of an archive is refused by its case', async (name) => {
  const { exit, text } = await user.run(write(zipOf({ [name]: csv(A), 'XYZ_5min.txt': csv(B) }), 'ALL.zip'), NY);
  expect({ exit, text }).toEqual({ exit: 2, text: expect.stringContaining('AB.PC') });
  expect(await user.symbols()).toEqual([]);
});
