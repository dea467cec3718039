/** Every real file is plausible; the same files, spoiled as users spoil them, are not. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolder, hasMarketData } from '../../../test/support/market-data.ts';
import { openTestStore, type TestStore } from '../../../test/support/store.ts';
import { Registry } from '../../landing/registry/registry.ts';
import type { ImportKind } from '../fields.ts';
import { type ImportOptions, readOptions } from '../options.ts';
import { fileEvents, recognizeFile } from '../read-files.ts';
import { FileCheck } from './file-check.ts';

describe.skipIf(!hasMarketData)('real files', () => {
  let store: TestStore;
  let folder: string;
  beforeAll(async () => {
    store = await openTestStore();
    folder = mkdtempSync(join(tmpdir(), 'checks-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await store.close();
  });

  async function check(kind: ImportKind, path: string, options: ImportOptions = {}) {
    const registry = await Registry.open(store);
    const read = readOptions(kind, options);
    const file = await recognizeFile(path, read, []);
    const looked = new FileCheck({
      kind,
      reader: store.reader,
      registry,
      nowMs: Date.UTC(2026, 0, 1),
    });
    for await (const events of fileEvents(file, read, [])) await looked.take(events);
    return looked.report();
  }
  const gz = (...path: string[]) =>
    readdirSync(join(dataFolder, ...path))
      .filter((name) => name.endsWith('.gz'))
      .map((name) => join(dataFolder, ...path, name));
  const folders = (name: string) => readdirSync(join(dataFolder, name)).map((source) => [name, source] as const);

  test.each([...folders('bars'), ...folders('daily')])(
    '%s/%s',
    async (name, source) => {
      const found: Record<string, unknown> = {};
      for (const path of gz(name, source)) {
        // Two days do not tell.
        const isShort = /\/(FOXA|NWSA)_1d/.test(path);
        const { findings, rows } = await check('bars', path, isShort ? { interval: '1d' } : {});
        expect(rows).toBeGreaterThan(0);
        if (findings.length > 0) found[path] = findings.map(({ message }) => message);
      }
      expect(found).toEqual({});
    },
    60_000,
  );

  test('news', async () => {
    const defaults = { impact_score: '0.5', direction: 'neutral' };
    for (const path of gz('news')) expect((await check('news', path, { defaults })).findings).toEqual([]);
  }, 120_000);

  describe('spoiled', () => {
    const source = join(dataFolder, 'bars/orb-yf/AAPL_5m.csv.gz');
    const rows = () =>
      gunzipSync(readFileSync(source))
        .toString('utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
        // Regular hours alone, as most vendors sell them: 13:30 to 20:00 UTC in summer.
        .filter(([, , ts]) => ts.slice(11, 16) >= '13:30' && ts.slice(11, 16) < '20:00')
        .slice(0, 780);
    const all = () =>
      gunzipSync(readFileSync(source))
        .toString('utf8')
        .trimEnd()
        .split('\n')
        .slice(1, 4_000)
        .map((line) => line.split(','));
    const later = (minutes: number) => (cells: string[]) =>
      cells.map((cell, i) => (i === 2 ? new Date(Date.parse(cell) + minutes * 60_000).toISOString() : cell));
    const times =
      (factor: number, from = 0) =>
      (cells: string[], row: number) =>
        cells.map((cell, i) => (i >= 3 && i <= 6 && row >= from ? String(Number(cell) * factor) : cell));
    const kept = (cells: string[]) => cells;
    /** The sixth of April for the fourth of June. */
    const swapped = (cells: string[]) =>
      cells.map((cell, i) =>
        i === 2 ? `${cell.slice(0, 5)}${cell.slice(8, 10)}-${cell.slice(5, 7)}${cell.slice(10)}` : cell,
      );

    let files = 0;
    const spoil = (change: (cells: string[], row: number) => string[], of = rows()): string => {
      const path = join(folder, `spoiled${files++}.csv`);
      const text = of.map((cells, row) => change(cells, row).join(',')).join('\n');
      writeFileSync(path, `symbol,asset_class,ts,open,high,low,close,volume\n${text}\n`);
      return path;
    };
    const found = async (path: string, options: ImportOptions = {}) =>
      (await check('bars', path, options)).findings.map(({ message }) => message);
    const says = (part: RegExp) => [expect.stringMatching(part)];

    test.each([
      ['an hour late, as by --tz EST in summer', later(60), /first bar at 10:30.*EST/],
      ['an hour early', later(-60), /first bar at 08:30/],
      ['New York time taken for UTC', later(-240), /first bar at 05:30/],
      ['UTC taken for New York time', later(240), /first bar at 13:30/],
      ['stamped by the end', later(5), /--stamp end/],
      ['stamped by the start, with --stamp end', later(-5), /leave --stamp end away/],
      ['in fixed point', times(1e9), /--price-scale 1e-9/],
      ['in billions', times(1e-9), /--price-scale/],
      ['in two scales', times(100, 300), /100 times/],
    ] as const)('%s', { timeout: 60_000 }, async (_, change, message) => {
      expect(await found(spoil(change))).toEqual(says(message));
    });

    test.each([
      ['an hour late', later(60)],
      ['five hours late', later(300)],
      ['stamped by the end', later(5)],
    ] as const)('with extended hours, %s', async (_, change) => {
      expect(await found(spoil(change, all()))).toEqual(says(/New York/));
    });

    test('as they are they are plausible', async () => {
      expect(await found(spoil(kept))).toEqual([]);
      expect(await found(spoil(kept, all()))).toEqual([]);
    });

    test('day and month swapped, a finer interval, two symbols under one name', async () => {
      const early = rows().filter(([, , ts]) => Number(ts.slice(8, 10)) <= 12);
      expect(await found(spoil(swapped, early))).toEqual(says(/Saturday or Sunday.*--date-format/));
      await expect(found(spoil(kept), { interval: '1m' })).rejects.toThrow(/give --interval 5m$/);
      const doubled = rows().flatMap((cells, row) => [cells, times(1.5)(cells, row)]);
      expect(await found(spoil(kept, doubled))).toEqual(says(/several symbols/));
    });

    test('rows that are rejected for one reason are one finding', async () => {
      const { findings, rejected } = await check(
        'bars',
        spoil((cells) => cells.map((cell, i) => (i === 7 ? '-1' : cell))),
      );
      expect(rejected).toEqual({ invalid_volume: 780 });
      expect(findings).toMatchObject([{ row: 1, canForce: false }]);
    });
  });
});
