/**
 * Vendors' files that are read with a wrong flag, while the right bars are stored: each stops with a finding, and
 * nothing is written. Read as they should be, none has a finding.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ImportCheck } from '../ingest/files/checks/import-check.ts';
import { importFiles } from '../ingest/files/imports.ts';
import type { ImportOptions } from '../ingest/files/options.ts';
import { Landing } from '../ingest/landing/landing.ts';
import { systemClock } from '../lib/clock.ts';
import { dataFolder, hasMarketData } from '../test/support/market-data.ts';
import { folderOfFile, storeOfFile } from '../test/support/of-file.ts';
import { importOperations } from './commands/imports.ts';
import { operationsOf } from './commands.ts';
import { EXIT } from './operation.ts';

const EQUITY = { symbol: 'AAPL', assetClass: 'equity' };
const LOCAL = { ...EQUITY, tz: 'America/New_York' };
const PAIR = { symbol: 'BTCUSDT', assetClass: 'crypto' };
const FUND = { symbol: 'SPY', assetClass: 'etf' };

const SCALES: ImportOptions[] = [{ priceScale: '1e-9' }, { priceScale: '1e3' }];
const ANY: ImportOptions[] = [...SCALES, { stamp: 'end' }];
/** An hour off all the year, an hour in summer, some hours. */
const ZONES: ImportOptions[] = ['America/Chicago', 'Etc/GMT+5', 'UTC', 'Europe/Berlin', 'Asia/Tokyo'].map((tz) => ({
  tz,
}));
const WALL = [...ANY, ...ZONES];

/** A file, its right options, and what is wrong in place of these or besides. */
const FILES: [string, ImportOptions, ImportOptions[]][] = [
  ['alpaca_array.json', EQUITY, ANY],
  ['yfinance_multi.csv', EQUITY, ANY],
  ['databento.csv', EQUITY, [{ priceScale: '1' }, { priceScale: '1e3' }, { stamp: 'end' }]],
  ['novol.csv', { ...EQUITY, defaults: { volume: '0' } }, ANY],
  ['excel_ampm.csv', LOCAL, WALL],
  ['european_en.csv', { ...LOCAL, dateFormat: 'DD.MM.YYYY' }, [...WALL, { dateFormat: 'MM.DD.YYYY' }]],
  ['excel_us.csv', { ...LOCAL, dateFormat: 'MM/DD/YYYY' }, [...WALL, { dateFormat: 'DD/MM/YYYY' }]],
  ['kibot.txt', { ...EQUITY, format: 'kibot' }, WALL],
  ['endstamped.csv', { ...LOCAL, stamp: 'end' }, [...SCALES, ...ZONES, { stamp: 'start' }]],
  ['binance_klines.csv', PAIR, ANY],
  // Dates have no end.
  ['yahoo_daily.csv', FUND, SCALES],
];

const store = await storeOfFile();
const folder = folderOfFile();
const landing = await Landing.open({ store });
const operation = operationsOf(
  importOperations({
    store,
    clock: systemClock,
    pushing: (use) => use(landing),
    letGo: async () => {},
  }),
)['import'];

const check = async (path: string, options: ImportOptions) => {
  const given = { kind: 'bars', files: [path], options, store, clock: systemClock } as const;
  const [{ findings }] = await (await ImportCheck.open(given)).look(true);
  return findings.map(({ check: name, message }) => [name, message]);
};
/** Changes with every row that is written. */
const written = async () =>
  store.reader.query('SELECT count() AS n, toString(groupBitXor(cityHash64(*))) AS rows FROM market.bars');

describe.skipIf(!hasMarketData)('files of vendors', () => {
  const path = (name: string) => join(dataFolder, 'formats', name);
  beforeAll(async () => {
    for (const [name, options] of [
      ['ib.csv', EQUITY],
      ['binance_klines.csv', PAIR],
      ['yahoo_daily.csv', FUND],
    ] as const) {
      expect((await importFiles('bars', [path(name)], options, landing)).dead_letters).toEqual({});
    }
  });

  test.each(FILES)('%s', { timeout: 20_000 }, async (name, right, wrongs) => {
    expect(await check(path(name), right)).toEqual([]);
    const before = await written();
    for (const wrong of wrongs) {
      const options = { ...right, ...wrong };
      const came = await operation({ kind: 'bars', files: [path(name)], options }, { progress() {}, notice() {} }).then(
        (answer) => ({ wrong, answer }),
        ({ exitCode, message }) => ({ wrong, exitCode, message }),
      );
      expect(came).toEqual({ wrong, exitCode: EXIT.notDone, message: expect.stringContaining('nothing is written') });
      expect(await written()).toEqual(before);
    }
  });
});

describe('bars beside the stored ones', () => {
  const START = Date.UTC(2024, 0, 2);
  /** A walk around the clock, as crypto has it: nothing but the stored bars can say that they are shifted. */
  const walk = Array.from({ length: 300 }, (_, i) => 100 + Math.sin(i * 1.7) * 3 + i / 50);
  const file = (name: string, shiftMin: number): string => {
    const rows = walk.map((price, i) =>
      [new Date(START + (i * 5 + shiftMin) * 60_000).toISOString(), price, price + 1, price - 1, price, 1].join(','),
    );
    const to = join(folder, name);
    writeFileSync(to, `ts,open,high,low,close,volume\n${rows.join('\n')}\n`);
    return to;
  };
  const options = { symbol: 'SHIFT', assetClass: 'crypto' };
  beforeAll(async () => {
    await importFiles('bars', [file('right.csv', 0)], options, landing);
  });

  test.each([
    [5, 'one bar before: are they stamped by their end (--stamp end)?'],
    [-5, 'one bar after: are they stamped by their end (--stamp end)?'],
    [60, '1 h before: is --tz wrong?'],
    [-60, '1 h after: is --tz wrong?'],
    [300, '5 h before: is --tz wrong?'],
  ])('shifted by %i minutes', async (minutes, message) => {
    const found = await check(file(`shifted${minutes}.csv`, minutes), options);
    expect(found).toEqual([['overlap', expect.stringContaining(`bars are those that are stored ${message}`)]]);
  });

  test('as they are', async () => {
    expect(await check(file('again.csv', 0), options)).toEqual([]);
  });

  test('a row without a time is rejected, and the others are compared', async () => {
    const path = file('untimed.csv', 0);
    writeFileSync(path, `${readFileSync(path, 'utf8')},100,101,99,100,1\n`);
    expect(await check(path, options)).toEqual([]);
    expect(await importFiles('bars', [path], options, landing)).toMatchObject({ dead_letters: { schema: 1 } });
  });
});
