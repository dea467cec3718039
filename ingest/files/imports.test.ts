import { createHash } from 'node:crypto';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeadLetters } from '../../operations/commands/dead-letters.ts';
import { folderOfFile, storeOfFile } from '../../test/support/of-file.ts';
import { parquetBars } from '../../test/support/parquet.ts';
import { Landing } from '../landing/landing.ts';
import type { ImportError } from './errors.ts';
import { importFiles } from './imports.ts';

const store = await storeOfFile();
let landing: Landing;
let deadLetters: DeadLetters;
const folder = folderOfFile();
beforeEach(async () => {
  for (const table of ['bars', 'symbols', 'dead_letters', 'events_sentiment', 'events_sentiment_crypto', 'day_log']) {
    await store.writer.command(`TRUNCATE TABLE market.${table}`);
  }
  landing = await Landing.open({ store });
  deadLetters = new DeadLetters(store);
});

let files = 0;
function write(content: string | Buffer, name = `file${files++}.csv`): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const bars = (content: string | Buffer, options = {}) => importFiles('bars', [write(content)], options, landing);
const news = (content: string | Buffer, options = {}) => importFiles('news', [write(content)], options, landing);
const fault = (promise: Promise<unknown>): Promise<ImportError> =>
  promise.then(
    (answer) => expect.unreachable(`no error, but ${JSON.stringify(answer)}`),
    (error) => error,
  );

const stored = () =>
  store.reader.query(
    `SELECT symbol, toString(ts) AS ts, open, high, low, close, volume FROM market.bars FINAL ORDER BY symbol, ts`,
  );
const landed = (count: number, duplicates = 0) => ({ landed: count, duplicates, dead_letters: {} });

const HEADER = 'symbol,asset_class,ts,open,high,low,close,volume\n';
const line = (minute: number, symbol = 'SPY', close = 1.5) =>
  `${symbol},etf,2025-06-04T13:${String(minute).padStart(2, '0')}:00Z,1,2,0.5,${close},100\n`;
const ROW = { symbol: 'SPY', ts: '2025-06-04 13:30:00', open: 1, high: 2, low: 0.5, close: 1.5, volume: 100 };

describe('CSV', () => {
  test('lands as it is, and a second time as duplicates', { timeout: 20_000 }, async () => {
    const text = HEADER + line(30) + line(31);
    expect(await bars(text)).toEqual(landed(2));
    expect(await stored()).toEqual([ROW, { ...ROW, ts: '2025-06-04 13:31:00' }]);
    expect(await bars(text)).toEqual(landed(0, 2));
    expect(await bars(HEADER + line(30) + line(31, 'SPY', 1.75))).toEqual(landed(1, 1));
  });

  test.each([
    ['a byte order mark', `\ufeff${HEADER}${line(30)}`],
    ['Windows line ends', (HEADER + line(30)).replaceAll('\n', '\r\n')],
    ['old Mac line ends', (HEADER + line(30)).replaceAll('\n', '\r')],
    ['no line end at the end', (HEADER + line(30)).trimEnd()],
    ['blank lines', `\n${HEADER}\n\n${line(30)}\n\n`],
    ['blank lines and quotes', `\n"symbol"${HEADER.slice(6)}\n\n${line(30)}\n\n`],
    ['quoted cells', (HEADER + line(30)).replace(/[^,\n]+/g, '"$&"')],
    ['semicolons', (HEADER + line(30)).replaceAll(',', ';')],
    ['tabs', (HEADER + line(30)).replaceAll(',', '\t')],
    ['commas that end lines', (HEADER + line(30)).replaceAll('\n', ',\n')],
    ['other names of columns', `Ticker,Asset Class,Datetime,O,H,L,C,Vol\n${line(30)}`],
    ['names in angle brackets', `<SYMBOL>,<asset_class>,<TS>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\n${line(30)}`],
    ['columns in another order', 'v,c,l,h,o,t,asset_class,symbol\n100,1.5,0.5,2,1,1749043800,etf,spy\n'],
    ['a column that is not used', `vwap,${HEADER}9,${line(30)}`],
  ])('with %s', async (_, text) => {
    expect(await bars(text)).toEqual(landed(1));
    expect(await stored()).toEqual([ROW]);
  });

  test('columns that are not used are reported', async () => {
    const notices: string[] = [];
    const path = write(`vwap,${HEADER}9,${line(30)}`);
    await importFiles('bars', [path], {}, landing, { onNotice: (text) => notices.push(text) });
    expect(notices).toEqual([`${path}: not used: "vwap"`]);
  });

  test('columns, defaults and one symbol can be given', async () => {
    const text = 'when,first,top,bottom,last\n2025-06-04T13:30:00Z,1,2,0.5,1.5\n';
    const map = { ts: 'when', open: 'first', high: 'top', low: 'bottom', close: 'last' };
    const options = { map, defaults: { volume: '100' }, symbol: 'spy', assetClass: 'etf', interval: '5m' };
    expect(await bars(text, options)).toEqual(landed(1));
    expect(await stored()).toEqual([ROW]);
    expect(landing.registry.get('SPY')).toMatchObject({ assetClass: 'etf', intervalMin: 5 });
  });

  test('what the options say goes before the column, and one symbol fits one symbol', async () => {
    expect(await bars(HEADER + line(30), { symbol: 'QQQ', assetClass: 'equity' })).toEqual(landed(1));
    expect(landing.registry.list()).toMatchObject([{ symbol: 'QQQ', assetClass: 'equity' }]);
    const several = await fault(bars(HEADER + line(30) + line(31, 'IBM'), { symbol: 'QQQ' }));
    expect(several).toMatchObject({ fault: 'usage', counts: undefined });
    expect(await stored()).toHaveLength(1);
  });

  test('the first bar of a file registers its symbol, whichever rows name their interval', async () => {
    const rows = ['2025-06-04T13:30:00Z,', '2025-06-04T13:31:00Z,', '2025-06-04T13:35:00Z,5m'];
    const text = `symbol,asset_class,open,high,low,close,volume,ts,interval\n${rows.map((at) => `SPY,etf,1,2,0.5,1.5,100,${at}`).join('\n')}\n`;
    expect(await bars(text)).toEqual({ ...landed(2), dead_letters: { interval_conflict: 1 } });
    expect(landing.registry.get('SPY')).toMatchObject({ intervalMin: 1 });
  });

  test('each bad row is a dead letter with its row, and the others land', async () => {
    const bad = [
      'SPY,etf,2025-06-04T13:31:00Z,1,2,0.5,x,100',
      'SPY,etf,2025-06-04T13:32:00Z,1,2,1.2,1.5,100',
      'SPY,etf,yesterday,1,2,0.5,1.5,100',
      'SPY,etf,2025-06-04T13:33:00Z,1,2,0.5,1.5',
      'SPY,etf,2025-06-04T13:34:00Z,1,2,0.5,"1.5,100',
      'SPY,bond,2025-06-04T13:35:00Z,1,2,0.5,1.5,100',
      'SPY,etf,2025-06-04T13:36:00Z,1,,0.5,1.5,100',
      '?,etf,2025-06-04T13:37:00Z,1,2,0.5,1.5,1e999',
      'SPY,etf,2999-06-04T13:38:00Z,1,2,0.5,1.5,100',
      'SPY,etf,2025-06-04 13:39:00,1,2,0.5,1.5,100',
    ];
    const text = `${HEADER}${line(30)}${bad.join('\n')}\n${line(50)}`;
    const path = write(text, 'bad.csv');
    const expected = {
      landed: 2,
      duplicates: 0,
      dead_letters: {
        invalid_price: 1,
        ohlc_inconsistent: 1,
        invalid_timestamp: 2,
        malformed_row: 2,
        unknown_asset_class: 1,
        schema: 1,
        invalid_symbol: 1,
        out_of_range_timestamp: 1,
      },
    };
    expect(await importFiles('bars', [path], { interval: '1m' }, landing)).toEqual(expected);
    const list = await deadLetters.list();
    expect(list.every(({ source, topic }) => source === 'bad.csv' && topic === 'bars')).toBe(true);
    const positions = list.map(({ position }) => Number(/^row (\d+)$/.exec(position)![1])).sort((a, b) => a - b);
    expect(positions).toEqual(bad.map((_, i) => i + 2));
    const price = list.find(({ reason }) => reason === 'invalid_price')!;
    expect(JSON.parse(price.payload)).toEqual({
      interval: '1m',
      symbol: 'SPY',
      asset_class: 'etf',
      ts: Date.UTC(2025, 5, 4, 13, 31),
      open: 1,
      high: 2,
      low: 0.5,
      close: 'x',
      volume: 100,
    });
    // The same file again: the same dead letters.
    expect(await importFiles('bars', [path], { interval: '1m' }, landing)).toEqual({
      ...expected,
      landed: 0,
      duplicates: 2,
    });
    expect(await deadLetters.count()).toBe(bad.length);
  });

  test('the rejected row that is reported is the first of the file, though one below it was judged before', async () => {
    const broken = 'SPY,etf,yesterday,1,2,0.5,1.5,100\n';
    const text = `${HEADER}${line(30)}SPY,etf,2025-06-04T13:31:00Z,1,2,0.5,1.5,-1\n${broken}${line(33)}`;
    const reported: unknown[] = [];
    const onRejected = (row: unknown) => void reported.push(row);
    await importFiles('bars', [write(text, 'order.csv')], {}, landing, { onRejected });
    expect(reported).toMatchObject([{ position: 'row 2', reason: 'invalid_volume' }]);
  });

  test('bytes that are not UTF-8 spoil their row alone', async () => {
    const text = `title,symbol,asset_class,event_timestamp,direction,impact_score\nGrün,A,equity,2025-06-04T13:30:00Z,bullish,1\n`;
    const latin = Buffer.from(text.replace('Grün', 'Gr\u00fcn'), 'latin1');
    const body = Buffer.concat([Buffer.from(text), latin.subarray(latin.indexOf('\n') + 1)]);
    expect(await news(body)).toEqual({ landed: 1, duplicates: 0, dead_letters: { invalid_utf8: 1 } });
    expect(await store.reader.query('SELECT title FROM market.events_sentiment FINAL')).toEqual([{ title: 'Grün' }]);
  });

  test('a quote that is opened and never closed costs its own row only', async () => {
    const many = Array.from(
      { length: 5_000 },
      (_, i) => `A,etf,${Date.UTC(2024, 0, 1) + i * 60_000},1,2,0.5,1.5,"${i}"\n`,
    );
    const text = `${HEADER}${many.slice(0, 10).join('')}A,"etf,1704070000000,1,2,0.5,1.5,1\n\n\n${many.slice(10).join('')}`;
    expect(await bars(text)).toEqual({ landed: 5_000, duplicates: 0, dead_letters: { malformed_row: 1 } });
  });
});

describe('news', () => {
  const text = (rows: string) => `symbol,asset_class,date,headline,sentiment,impact\n${rows}`;

  test('words and numbers of sentiment are distinguished, others refused', async () => {
    const words = ['bullish', 'Positive', '1', '1.0', 'bearish', 'NEG', '-1', 'neutral', '0', 'sideways', ''];
    const rows = words.map((word, i) => `A,equity,2025-06-04T13:30:00Z,title ${i},${word},0.5\n`);
    expect(await news(text(rows.join('')))).toEqual({
      landed: 9,
      duplicates: 0,
      dead_letters: { invalid_direction: 1, schema: 1 },
    });
    const found = await store.reader.query<{ direction: string }>(
      'SELECT direction FROM market.events_sentiment FINAL ORDER BY title',
    );
    expect(found.map(({ direction }) => direction).join(' ')).toBe(
      'positive positive positive positive negative negative negative neutral neutral',
    );
  });

  test('quoted titles with commas, quotes and line breaks come whole', async () => {
    const title = 'He said: "up, up"\nand away';
    const cell = `"${title.replaceAll('"', '""')}"`;
    expect(await news(text(`BTC/USD,crypto,2025-06-04,${cell},1,0.5\r\n`))).toEqual(landed(1));
    expect(
      await store.reader.query('SELECT symbol, title, headline FROM market.events_sentiment_crypto FINAL'),
    ).toEqual([{ symbol: 'BTCUSD', title, headline: null }]);
  });

  test('a file without impact scores is refused with the fix, and lands with a default', async () => {
    const rows = 'symbol,asset_class,date,title,direction\nA,equity,2025-06-04,t,positive\n';
    expect(await fault(news(rows))).toMatchObject({
      fault: 'missing_column',
      message: expect.stringContaining('--default impact_score=0.5'),
    });
    expect(await news(rows, { defaults: { impact_score: '0.5' } })).toEqual(landed(1));
  });
});

describe('news without a classification', () => {
  test('waits, row by row, and a file that classifies it takes its place', async () => {
    const rows = ['x,', 'y,positive'].map((cells) => `A,equity,2025-06-04T13:30:00Z,${cells}\n`).join('');
    const text = `symbol,asset_class,date,title,direction\n${rows}`;
    const scored = text
      .replace('direction\n', 'direction,impact_score\n')
      .replace('x,', 'x,,')
      .replace('positive', 'positive,1');
    expect(await news(scored)).toEqual({ landed: 2, waiting: 1, duplicates: 0, dead_letters: {} });
    expect(await news(scored)).toEqual(landed(0, 2));
    const plain = 'symbol,asset_class,date,title\nA,equity,2025-06-04T13:30:00Z,z\n';
    expect(await news(plain)).toEqual({ landed: 1, waiting: 1, duplicates: 0, dead_letters: {} });
    const waiting = () => store.reader.query('SELECT title, source FROM market.v_news_waiting ORDER BY title');
    expect(await waiting()).toEqual([
      { title: 'x', source: '' },
      { title: 'z', source: '' },
    ]);
    expect(await news(scored.replace('x,,', 'x,negative,0.5'))).toEqual(landed(1, 1));
    expect(await waiting()).toEqual([{ title: 'z', source: '' }]);
  });
});

describe('deletions of news', () => {
  const event = (symbol: string, id: string, more = {}) => ({ symbol, id, ...more });
  const fields = { event_timestamp: '2025-06-04T14:00:00Z', title: 'T', direction: 'neutral', impact_score: 0.5 };
  const crypto = { ...fields, asset_class: 'crypto' };
  const lines = (...events: object[]) => events.map((one) => JSON.stringify(one)).join('\n');
  const left = async () => {
    const ids = (table: string) =>
      store.reader.query<{ id: string }>(`SELECT id FROM market.${table} FINAL ORDER BY id`);
    const tables = await Promise.all([ids('events_sentiment'), ids('events_sentiment_crypto')]);
    return tables.map((rows) => rows.map(({ id }) => id));
  };

  test('come after what they delete within one file', async () => {
    const both = ['AAA', 'BBB/USD'].flatMap((symbol) => [
      event(symbol, symbol, crypto),
      event(symbol, symbol, { deleted: true }),
    ]);
    await news(lines(event('KEEP', 'KEEP', crypto), event('KEPT', 'KEPT', crypto), ...both));
    expect(await left()).toEqual([[], ['KEEP', 'KEPT']]);
  });
});

describe('NDJSON', () => {
  const event = {
    symbol: 'SPY',
    asset_class: 'etf',
    ts: '2025-06-04T13:30:00Z',
    open: 1,
    high: 2,
    low: 0.5,
    close: 1.5,
    volume: 100,
  };

  test('lines are events; numbers as text and broken lines are refused', async () => {
    const lines = [
      JSON.stringify(event),
      JSON.stringify({ ...event, ts: 1749043860, volume: '100' }),
      '{"symbol":',
      '[1]',
      JSON.stringify({ t: 1749043920000, T: 'x', o: 1, h: 2, l: 0.5, c: 1.5, v: 7, ticker: 'SPY', asset_class: 'etf' }),
      JSON.stringify({ symbol: 'SPY', ts: '2025-06-04T13:33:00Z', deleted: true, revision: 1 }),
    ];
    expect(await bars(`${lines.join('\n')}\n`)).toEqual({
      landed: 3,
      duplicates: 0,
      dead_letters: { invalid_volume: 1, invalid_json: 1, schema: 1 },
    });
    expect(await stored()).toEqual([ROW, { ...ROW, ts: '2025-06-04 13:32:00', volume: 7 }]);
  });
});

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
    expect(await importFiles('bars', [path], {}, landing)).toEqual(landed(3));
    expect(await stored()).toMatchObject([
      { ts: '2025-06-04 13:30:00', open: 10.05, close: 10.07, volume: 100 },
      { ts: '2025-06-04 13:31:00' },
      { ts: '2025-06-04 13:32:00', volume: 102 },
    ]);
    const packed = write(gzipSync(readFileSync(path)), 'packed.bin');
    expect(await importFiles('bars', [packed], {}, landing)).toEqual(landed(0, 3));

    const daily = await parquet(
      `SELECT 'IBM' AS symbol, 'equity' AS asset_class, toDate32('2025-06-02') + number AS date, 1.5 AS open, 2. AS high,
         0.5 AS low, if(number = 1, nan, 1.) AS close, 5 AS volume FROM numbers(3)`,
    );
    expect(await importFiles('bars', [daily], {}, landing)).toEqual({
      landed: 2,
      duplicates: 0,
      dead_letters: { invalid_price: 1 },
    });
    expect(landing.registry.get('IBM')).toMatchObject({ intervalMin: 1440 });
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
      const counts = await importFiles('bars', [path], {}, landing);
      // A bar without a volume is none.
      expect(counts.landed + Object.values(counts.dead_letters).reduce((sum, n) => sum + n, 0)).toBe(4_000);
      const sums = await store.reader.query(
        'SELECT count() AS rows, sum(volume) AS volume FROM market.bars FINAL WHERE close = 1.5',
      );
      const rows = Array.from({ length: 4_000 }, (_, i) => i).filter((i) => i % 7 !== 0);
      expect(sums).toEqual([{ rows: counts.landed, volume: rows.reduce((sum, i) => sum + (i % 3), 0) }]);
    },
  );

  test('a row group of more values than may be decoded at once is refused', async () => {
    const path = await parquet(
      `SELECT 'SPY' AS symbol, 'etf' AS asset_class, toDateTime64('2025-06-04 13:30:00', 3, 'UTC') AS ts,
         1. AS open, 2. AS high, 0.5 AS low, 1.5 AS close, 100 AS volume
       FROM numbers(3000000) SETTINGS output_format_parquet_row_group_size = 3000000, max_block_size = 3000000,
         output_format_parquet_row_group_size_bytes = 10000000000`,
    );
    expect(statSync(path).size).toBeLessThan(500_000);
    expect(await fault(importFiles('bars', [path], {}, landing))).toMatchObject({
      fault: 'too_large',
      message: expect.stringMatching(/a row group of 3000000 rows .* smaller row groups/),
    });
  });

  test('a broken file is reported', async () => {
    const path = await parquet(`SELECT 'SPY' AS symbol`);
    expect(await fault(importFiles('bars', [path], {}, landing))).toMatchObject({ fault: 'missing_column' });
    truncateSync(path, 50);
    expect(await fault(importFiles('bars', [path], {}, landing))).toMatchObject({ fault: 'damaged' });
  });
});

describe('a file that takes more memory than the thread that reads it may have', () => {
  const rows = 1_000_000;
  const bounds = { threadMib: 128 };

  test('is reported, after whole batches; what landed is there once, and the next file is read', {
    timeout: 45_000,
  }, async () => {
    const path = write(parquetBars(5_000, {}, { rows }), 'memory.parquet');
    const error = await fault(importFiles('bars', [path, write(HEADER + line(30, 'QQQ'))], {}, landing, { bounds }));
    expect([error.fault, error.message]).toEqual([
      'too_large',
      `${path}: reading it takes more than 128 MiB of memory; split it`,
    ]);
    // Whole batches of 2,048 rows of the first row group; of the second nothing.
    expect(error.counts).toEqual(landed(4_096 + 1));
    expect(
      await store.reader.query('SELECT symbol, count() AS rows FROM market.bars GROUP BY symbol ORDER BY symbol'),
    ).toEqual([
      { symbol: 'QQQ', rows: 1 },
      { symbol: 'SPY', rows: 4_096 },
    ]);
    // Split, as the message says: what is there already is a duplicate.
    const first = write(parquetBars(5_000), 'first.parquet');
    expect(await importFiles('bars', [first], {}, landing, { bounds })).toEqual(landed(904, 4_096));
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
    const error = await fault(importFiles('bars', [path()], {}, landing));
    expect(error.fault).toBe(expected);
    expect(error.message.length).toBeGreaterThan(20);
  });

  test('with all that it still needs at once, and takes the symbol that its name has', async () => {
    const path = write(
      'Date,Open,High,Low,Close,Volume\n45812.5625,1,2,0.5,1.5,10\n45812.563194444,1,2,0.5,1.5,10\n',
      'SPY_1m.csv',
    );
    const unnamed = write(readFileSync(path), 'data.csv');
    const { message } = await fault(importFiles('bars', [unnamed], {}, landing));
    for (const flag of ['--symbol', '--asset-class', '--tz']) expect(message).toContain(flag);
    const named = await fault(importFiles('bars', [path], {}, landing));
    for (const flag of ['--asset-class', '--tz']) expect(named.message).toContain(flag);
    expect(named.message).not.toContain('--symbol');
    const notices: string[] = [];
    const onNotice = (text: string) => void notices.push(text);
    const done = await importFiles('bars', [path], { assetClass: 'etf', tz: 'UTC' }, landing, { onNotice });
    expect(done).toMatchObject({ landed: 2 });
    expect(notices).toContainEqual(expect.stringContaining("the bars are SPY's, by the file's name"));
    expect(landing.registry.get('SPY')).toMatchObject({ assetClass: 'etf' });
  });

  test('keeps the others from landing, too', async () => {
    const good = write(HEADER + line(30));
    expect(await fault(importFiles('bars', [good, empty()], {}, landing))).toMatchObject({ fault: 'empty' });
    expect(await stored()).toEqual([]);
  });

  test.each([
    [{ map: { open: 'nope' } }, /no column "nope" for open/],
    [{ map: { opening: 'open' } }, /--map opening: no such field/],
    [{ defaults: { foo: '1' } }, /--default foo/],
    [{ interval: '7m' }, /--interval 7m/],
    [{ assetClass: 'bond' }, /--asset-class bond/],
    [{ symbol: 'a b' }, /--symbol a b/],
    [{ tz: 'Mars/Base' }, /--tz Mars\/Base/],
  ])('%j is refused', async (options, message) => {
    const error = await fault(bars(HEADER + line(30), options));
    expect(error).toMatchObject({ fault: 'usage', message: expect.stringMatching(message) });
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
    const error = await fault(importFiles('bars', [path, write(HEADER + line(30, 'QQQ'))], {}, landing));
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

  test('spoiled in the middle, too', async () => {
    const packed = gzipSync(many);
    packed.fill(0xff, packed.length - 20_000, packed.length - 19_000);
    const error = await fault(importFiles('bars', [write(packed)], {}, landing));
    expect(error.fault).toBe('damaged');
    expect(error.counts!.landed).toBeGreaterThan(0);
  });
});

test('progress tells how far the file was read and what landed', async () => {
  const many =
    HEADER +
    Array.from({ length: 70_000 }, (_, i) => `SPY,etf,${Date.UTC(2024, 0, 1) + i * 60_000},1,2,0.5,1,100\n`).join('');
  const seen: [number, number][] = [];
  const onProgress = ({ share, counts }: { share: number; counts: { landed: number } }) =>
    seen.push([share, counts.landed]);
  await importFiles('bars', [write(many)], {}, landing, { onProgress });
  expect(seen.at(-1)).toEqual([1, 70_000]);
  expect(seen.map(([share]) => share)).toEqual(seen.map(([share]) => share).sort());
  expect(seen.length).toBeGreaterThan(2);
});

test('an id of news is the same whatever the file is called', async () => {
  const rows =
    'symbol,asset_class,date,title,direction,impact_score,source\nA,equity,2025-06-04T13:30:00Z,t,1,0.5,Wire\n';
  expect(await importFiles('news', [write(rows, 'one.csv')], {}, landing)).toEqual(landed(1));
  expect(await importFiles('news', [write(gzipSync(rows), 'two')], {}, landing)).toEqual(landed(0, 1));
  const digest = createHash('sha256').update(['A', '1749043800000', 't', 'Wire'].join('\0')).digest('hex');
  expect(await store.reader.query('SELECT id, provider, source FROM market.events_sentiment FINAL')).toEqual([
    { id: digest.slice(0, 32), provider: 'Wire', source: 'one.csv' },
  ]);
});
