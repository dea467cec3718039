/** Findings that stop an import of bars, findings that do not, and counts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { folderKind } from '../../ingest/collectors/folder.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { systemClock } from '../../lib/clock.ts';
import { folderOfFile, storeOfFile } from '../../test/support/of-file.ts';
import { pushTo } from '../../test/support/push.ts';
import { COMMANDS } from '../commands.ts';
import { operationsOf } from '../handlers.ts';
import type { Operation } from '../operation.ts';
import { importDropped, importOperations } from './imports.ts';

const store = await storeOfFile();
const folder = folderOfFile();
const path = join(folder, 'bars.csv');
const notices: string[] = [];
let operations: Record<string, Operation>;
beforeEach(async () => {
  for (const table of ['bars', 'symbols', 'imports']) await store.writer.command(`TRUNCATE TABLE market.${table}`);
  const landing = await Landing.open({ store });
  notices.length = 0;
  operations = operationsOf(importOperations({ store, clock: systemClock, push: pushTo(landing) }));
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
  return (await operations['import']({ kind: 'bars', files: [path], ...options, ...rest }, context)) as {
    import_id: string;
    files: { findings: unknown[]; warnings: string[] }[];
  };
}
test('rows of a revision say themselves which of them stands', async () => {
  writeFileSync(
    path,
    ['time,open,high,low,close,volume,revision', `${line(0, 100)},1`, `${line(0, 101)},2`, `${line(0, 99)},1`].join(
      '\n',
    ),
  );
  const options = { symbol: 'BTC/USD', assetClass: 'crypto', interval: '1m' };
  const counts = await operations['import']({ kind: 'bars', files: [path], ...options }, context);
  expect(counts).toMatchObject({ landed: 2, duplicates: 1 });
  expect(notices).toEqual([expect.stringMatching(/^1 rows were not written/)]);
});

test.each([
  ['a second header', /second header/, (lines: string[]) => lines.splice(17_000, 0, 'time,low,high,open,close,volume')],
  [
    'a range with prices of another scale',
    /row 17001: open .* two scales of prices/,
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

test('a folder takes every option of an import, and what the refusal of a dropped file names cures it', async () => {
  const { files: _, dryRun: __, force: ___, ...reading } = COMMANDS.import.args.shape;
  expect(Object.keys(COMMANDS['collectors.add'].args.shape)).toEqual(expect.arrayContaining(Object.keys(reading)));
  const bars = Array.from({ length: 78 }, (_, i) => {
    const price = 100 + (i % 7);
    const prices = i < 20 ? [100, 100, 100, 100] : [price, price + 1, price - 1, price];
    const time = new Date(Date.parse('2025-06-04T13:30:00Z') + i * 300_000).toISOString();
    return [time, ...prices, i < 20 ? 0 : 500 + ((i * 37) % 90)].join();
  });
  writeFileSync(path, ['time,open,high,low,close,volume', ...bars].join('\n'));
  const drop = (given: object) => {
    const { options } = folderKind.prepare({ dir: folder, assetClass: 'equity', symbol: 'FILLED', ...given });
    return importDropped(operations, 'bars', path, folderKind.folder(options).import);
  };
  const refused = await drop({});
  expect(refused).toMatchObject({ failed: true, report: { error: expect.stringContaining('--drop-fillers') } });
  expect(await drop({ dropFillers: true })).toMatchObject({ failed: false, report: { landed: 58 } });
  const renamed = { dropFillers: true, map: { volume: '-' }, default: { volume: '7' } };
  expect(await drop(renamed)).toMatchObject({ failed: false, report: { landed: 78 } });
});
