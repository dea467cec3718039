/** Parquet, and files that cannot be read whole: what lands of them, and what is said. */
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { fault, HEADER, importsOfFile, landed, line } from '../../test/support/imports.ts';
import { checkFiles } from './checks/import-check.ts';

const { folder, importAll, registry, store, stored, write } = await importsOfFile();

let files = 0;
describe('Parquet', () => {
  const parquet = async (select: string): Promise<string> => {
    const path = join(folder, `file${files++}.parquet`);
    await store.writer.command(`INSERT INTO FUNCTION file('${path}', Parquet) ${select}`);
    return path;
  };

  test('instants, dates, decimals and packed files are read exactly', async () => {
    const path = await parquet(
      `SELECT 'SPY' AS symbol, 'etf' AS asset_class, toDateTime64('2025-06-04 13:30:00', 6, 'UTC') + INTERVAL number MINUTE AS ts,
         toDecimal64(10.05, 2) AS open, 10.5 AS high, toFloat64(9) AS low, toDecimal64(10.07, 2) AS close,
         toInt64(100 + number) AS volume
       FROM numbers(3)`,
    );
    expect(await importAll('bars', [path], {})).toEqual(landed(3));
    expect(await stored()).toMatchObject([
      { ts: '2025-06-04 13:30:00', open: 10.05, close: 10.07, volume: 100 },
      { ts: '2025-06-04 13:31:00' },
      { ts: '2025-06-04 13:32:00', volume: 102 },
    ]);
    const packed = write(gzipSync(readFileSync(path)), 'packed.bin');
    expect(await importAll('bars', [packed], {})).toEqual(landed(0, 3));

    const daily = await parquet(
      `SELECT 'IBM' AS symbol, 'equity' AS asset_class, toDate32('2025-06-02') + number AS date, 1.5 AS open, 2. AS high,
         0.5 AS low, if(number = 1, nan, 1.) AS close, 5 AS volume FROM numbers(3)`,
    );
    expect(await importAll('bars', [daily], { interval: '1d' })).toEqual({
      landed: 2,
      duplicates: 0,
      dead_letters: { invalid_price: 1 },
    });
    expect(registry().get('IBM')).toMatchObject({ series: [{ interval: '1d' }] });
  });

  test.each(['none', 'snappy', 'gzip', 'lz4', 'zstd', 'brotli'])(
    'of another writer, packed by %s, with repeated and missing values in several pages and groups, is read whole',
    { timeout: 20_000 },
    async (codec) => {
      const path = await parquet(
        `SELECT if(number % 5 = 0, 'QQQ', 'SPY') AS symbol, 'etf' AS asset_class,
           toDateTime64('2025-06-02 08:00:00', 3, 'UTC') + INTERVAL intDiv(number, 5) MINUTE
             + INTERVAL (number % 5) DAY AS ts,
           1. AS open, 2. AS high, 0.5 AS low, CAST(1.5 AS Nullable(Float64)) AS close,
           CAST(if(number % 7 = 0, NULL, number % 3) AS Nullable(Float64)) AS volume
         FROM numbers(4000) SETTINGS output_format_parquet_row_group_size = 1500,
           output_format_parquet_data_page_size = 2000, output_format_parquet_compression_method = '${codec}'`,
      );
      const counts = await importAll('bars', [path], {});
      // A bar without a volume is none.
      expect(counts.landed + Object.values(counts.dead_letters).reduce((sum, n) => sum + n, 0)).toBe(4_000);
      const sums = await store.reader.query(
        'SELECT count() AS rows, sum(volume) AS volume FROM market.bars FINAL WHERE close = 1.5',
      );
      const rows = Array.from({ length: 4_000 }, (_, i) => i).filter((i) => i % 7 !== 0);
      expect(sums).toEqual([{ rows: counts.landed, volume: rows.reduce((sum, i) => sum + (i % 3), 0) }]);
    },
  );

  test('a broken file is reported', async () => {
    const path = await parquet(`SELECT 'SPY' AS symbol`);
    expect(await fault(importAll('bars', [path], {}))).toMatchObject({ fault: 'missing_column' });
    truncateSync(path, 50);
    expect(await fault(importAll('bars', [path], {}))).toMatchObject({ fault: 'damaged' });
  });
});

describe('a file that takes more memory than the thread that reads it may have', () => {
  const bounds = { threadMib: 64 };
  const row =
    '{"symbol":"SPY","asset_class":"etf","ts":"2025-06-04T13:30:00Z","open":1,"high":2,"low":0.5,"close":1,"volume":1}';
  const document = (rows: number) => write(`[${Array(rows).fill(row).join(',')}]`, `of-${rows}.json`);

  test('is reported before anything lands; split, it is read', { timeout: 45_000 }, async () => {
    const path = document(400_000);
    const error = await fault(importAll('bars', [path], { interval: '1m' }, { bounds }));
    expect([error.fault, error.message]).toEqual([
      'too_large',
      `${path}: reading it takes more than 64 MiB of memory; split it`,
    ]);
    expect(error.counts).toBeUndefined();
    expect(await importAll('bars', [document(2)], { interval: '1m' }, { bounds })).toEqual(landed(1, 1));
  });
});

describe('a file that cannot be imported', () => {
  const empty = () => write('');
  test.each<[string, string, () => string]>([
    ['is missing', 'not_found', () => join(folder, 'none.csv')],
    ['is a directory', 'not_a_file', () => folder],
    ['is empty', 'empty', empty],
    ['holds blanks only', 'empty', () => write(' \n\n')],
    ['has a header alone', 'empty', () => write(HEADER)],
    ['is packed and empty', 'empty', () => write(gzipSync(''))],
    ['is a broken ZIP archive', 'damaged', () => write(Buffer.from('PK\u0003\u0004zzzz'))],
    ['is binary', 'unknown_format', () => write(Buffer.from([1, 2, 0, 3]))],
    ['has the line ends of old Macs', 'unknown_format', () => write((HEADER + line(30)).replaceAll('\n', '\r'))],
    ['is UTF-16', 'unknown_format', () => write(Buffer.from(`\ufeff${HEADER}`, 'utf16le'))],
    ['is a JSON document without rows', 'empty', () => write('{"bars": [], "next_page_token": null}')],
    ['is a broken JSON document', 'damaged', () => write('[{"symbol":"A"},')],
    ['is a broken gzip', 'damaged', () => write(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255]))],
    ['lacks columns', 'missing_column', () => write('symbol,asset_class,ts,open\nSPY,etf,2025-06-04T13:30:00Z,1\n')],
    [
      'lacks the asset class',
      'missing_column',
      () => write((HEADER + line(30)).replace('asset_class', 'x').replace(',etf', ',x')),
    ],
    ['has local times', 'local_time', () => write(HEADER + line(30).replace('T', ' ').replace('Z', ''))],
    ['has a column twice', 'usage', () => write(`open,${HEADER}1,${line(30)}`)],
  ])('because it %s: %s', async (_, expected, path) => {
    const error = await fault(importAll('bars', [path()], {}));
    expect(error.fault).toBe(expected);
    expect(error.message.length).toBeGreaterThan(20);
  });

  test('takes the symbol that its name has', async () => {
    const path = write(
      'Date,Open,High,Low,Close,Volume\n45812.5625,1,2,0.5,1.5,10\n45812.563194444,1,2,0.5,1.5,10\n',
      'SPY_1m.csv',
    );
    const notices: string[] = [];
    const onNotice = (text: string) => void notices.push(text);
    const done = await importAll('bars', [path], { assetClass: 'etf', tz: 'UTC' }, { onNotice });
    expect(done).toMatchObject({ landed: 2 });
    expect(notices).toContainEqual(expect.stringContaining("the symbol is SPY, from the file's name"));
    expect(registry().get('SPY')).toMatchObject({ assetClass: 'etf' });
  });

  test('keeps the others from landing, too', async () => {
    const good = write(HEADER + line(30));
    expect(await fault(importAll('bars', [good, empty()], {}))).toMatchObject({ fault: 'empty' });
    expect(await stored()).toEqual([]);
  });
});

describe('a file that breaks off', () => {
  const many =
    HEADER +
    Array.from(
      { length: 50_000 },
      (_, i) => `SPY,etf,${Date.UTC(2024, 0, 1) + i * 60_000},1,2,0.5,${1 + ((i * 7919) % 997) / 1000},100\n`,
    ).join('');

  test('lands up to there, the files behind it too, and the error is reported', async () => {
    const packed = gzipSync(many);
    const path = write(packed.subarray(0, packed.length / 2), 'cut.csv.gz');
    const error = await fault(importAll('bars', [path, write(HEADER + line(30, 'QQQ'))], {}));
    expect(error.fault).toBe('truncated');
    expect(error.message).toMatch(/cut\.csv\.gz: the gzip data ends in the middle/);
    // What the tool of the system can read of it, without the last, unfinished line.
    const whole =
      gunzipSync(packed.subarray(0, packed.length / 2), { finishFlush: 2 })
        .toString()
        .split('\n').length - 2;
    expect(whole).toBeGreaterThan(20_000);
    expect(error.counts).toEqual(landed(whole + 1));
    expect(await stored()).toHaveLength(whole + 1);
  });

  test('is said to do so before anything is written', async () => {
    const packed = gzipSync(many);
    const cut = write(packed.subarray(0, packed.length / 2), 'cut-before.csv.gz');
    const whole = write(packed, 'whole.csv.gz');
    const [clock, kind] = [systemClock, 'bars' as const];
    const { reports } = await checkFiles({ kind, files: [cut, whole], options: {}, store, clock });
    const breaks =
      'only the rows before this would land: the gzip data ends in the middle; fetch the file again and repeat the import';
    const said = reports.map(({ breaks: found }) => found);
    expect(said).toEqual([[breaks], []]);
  });

  test('spoiled in the middle, too', async () => {
    const packed = gzipSync(many);
    packed.fill(0xff, packed.length - 20_000, packed.length - 19_000);
    const error = await fault(importAll('bars', [write(packed)], {}));
    expect(error.fault).toBe('damaged');
    expect(error.counts!.landed).toBeGreaterThan(0);
  });
});
