/** Findings that stop an import of bars, findings that do not, and counts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { Landing } from '../../ingest/landing/landing.ts';
import { systemClock } from '../../lib/clock.ts';
import { folderOfFile, storeOfFile } from '../../test/support/of-file.ts';
import { operationsOf } from '../commands.ts';
import type { Operation } from '../operation.ts';
import { importOperations } from './imports.ts';

const store = await storeOfFile();
const folder = folderOfFile();
const path = join(folder, 'bars.csv');
const notices: string[] = [];
let operations: Record<string, Operation>;
beforeEach(async () => {
  for (const table of ['bars', 'symbols', 'imports']) await store.writer.command(`TRUNCATE TABLE market.${table}`);
  const landing = await Landing.open({ store });
  notices.length = 0;
  operations = operationsOf(importOperations({ store, clock: systemClock, pushing: (use) => use(landing) }));
});

const context = { progress() {}, notice: (text: string) => void notices.push(text) };
const START = Date.parse('2025-06-04T00:00:00Z');
const line = (minute: number, price: number) =>
  `${new Date(START + minute * 60_000).toISOString()},${[price, price, price, price].join()},5`;
const flat = (minutes: number) => Array.from({ length: minutes }, (_, minute) => line(minute, 100));
const scaled = (from: number, minutes: number) =>
  Array.from({ length: minutes }, (_, minute) => line(from + minute, 100_000_000_000));

/** The symbol is of a crypto exchange: it has a bar for each minute. */
async function run(lines: readonly string[], rest: object = {}) {
  writeFileSync(path, ['time,open,high,low,close,volume', ...lines].join('\n'));
  const options = { symbol: 'BTC/USD', assetClass: 'crypto' };
  return (await operations['import']({ kind: 'bars', files: [path], options, ...rest }, context)) as {
    import_id: string;
    files: { findings: unknown[]; warnings: string[] }[];
  };
}
const stored = async () =>
  (await store.reader.query<{ n: number }>('SELECT count() AS n FROM market.bars FINAL WHERE is_deleted = 0'))[0].n;

test('two rows of one time with other values are both named, and the last one is stored', async () => {
  const lines = [...flat(390), line(389, 101)];
  const warning = /row 391: BTCUSD has open 101 at 2025-06-04T06:29:00.000Z, and 100 in row 390: /;
  const [report] = (await run(lines, { dryRun: true })).files;
  expect(report).toMatchObject({ rows: 391, findings: [], warnings: [expect.stringMatching(warning)] });
  expect(await run(lines)).toMatchObject({ landed: 391, duplicates: 0, dead_letters: {} });
  expect(notices).toEqual([expect.stringMatching(warning)]);
  expect(await stored()).toBe(390);
});

test('rows of a revision say themselves which of them stands', async () => {
  writeFileSync(
    path,
    ['time,open,high,low,close,volume,revision', `${line(0, 100)},1`, `${line(0, 101)},2`, `${line(0, 99)},1`].join(
      '\n',
    ),
  );
  const options = { symbol: 'BTC/USD', assetClass: 'crypto', interval: '1m' };
  const counts = await operations['import']({ kind: 'bars', files: [path], options }, context);
  expect(counts).toMatchObject({ landed: 2, duplicates: 1 });
  expect(notices).toEqual([expect.stringMatching(/^1 rows were not written/)]);
});

test('reports what shows far behind the first rows once', { timeout: 60_000 }, async () => {
  const lines = flat(20_000);
  lines[10] = line(10, 1_000);
  lines[19_000] = line(19_000, 1_000);
  await run(lines);
  expect(notices).toEqual([
    expect.stringMatching(/bars\.csv: row 11: open 1,000 .* 10 times .* \(and 1 more like it\): /),
  ]);
});

test.each([
  ['a second header', /second header/, (lines: string[]) => lines.splice(17_000, 0, 'time,low,high,open,close,volume')],
  [
    'a time of day whose rows are rejected',
    /the rows at .* are rejected on \d+ days/,
    (lines: string[]) => {
      for (let row = 16_860; row < lines.length; row += 1_440) lines[row] = lines[row].replace(',100,', ',x,');
    },
  ],
  [
    'a range with prices of another scale',
    /row 17002: open .* two scales of prices/,
    (lines: string[]) => lines.splice(17_000, 400, ...scaled(17_000, 400)),
  ],
])('writes nothing if %s is behind the first 16,384 rows', { timeout: 60_000 }, async (_, message, spoil) => {
  const lines = flat(40_000);
  spoil(lines);
  await expect(run(lines)).rejects.toThrow(message);
  expect(await store.reader.query('SELECT count() AS n FROM market.bars')).toEqual([{ n: 0 }]);
  expect(await store.reader.query('SELECT count() AS n FROM market.dead_letters')).toEqual([{ n: 0 }]);
  const { imports } = (await operations['imports.list']({ limit: 1 }, context)) as { imports: object[] };
  expect(imports).toMatchObject([{ state: 'refused', landed: 0 }]);
});
