/** Files as vendors and tools write them, in small: every value that comes of them, or the error with its flag. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../test/support/of-file.ts';
import { zipOf } from '../../test/support/zip.ts';
import { type ImportOptions, readOptions } from './options.ts';
import { fileEvents, recognizeFile } from './read-files.ts';

const folder = folderOfFile();

let files = 0;
async function read(content: string | Buffer, given: ImportOptions = {}, kind: 'bars' | 'news' = 'bars') {
  const path = join(folder, `file${files++}`);
  writeFileSync(path, content);
  const options = readOptions(kind, given);
  const file = await recognizeFile(path, options, []);
  const rows: unknown[] = [];
  const positions: (string | undefined)[] = [];
  for await (const events of fileEvents(file, options, [])) {
    for (const { refused, value, position } of events) {
      rows.push(refused ? `${refused.reason}: ${refused.message}` : JSON.parse(String(value)));
      positions.push(position);
    }
  }
  return { rows, positions, ...file };
}
const message = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    (answer) => expect.unreachable(`no error, but ${JSON.stringify(answer)}`),
    (error: Error) => error.message,
  );

const EQUITY = { symbol: 'AAPL', assetClass: 'equity' };
const bar = (ts: string, figures: readonly number[], more: object = {}) => {
  const [open, high, low, close, volume] = figures;
  return { symbol: 'AAPL', asset_class: 'equity', ts: Date.parse(ts), open, high, low, close, volume, ...more };
};
const ONE = [203.45, 204.04, 202.65, 203.03, 2776543];
const TWO = [203.07, 204.7, 203.03, 204.66, 1374797];
const FIVE = { interval: '5m' };
const BARS = [bar('2025-06-04T13:30:00Z', ONE, FIVE), bar('2025-06-04T13:35:00Z', TWO, FIVE)];

const ALPACA = [
  { t: '2025-06-04T13:30:00Z', o: 203.45, h: 204.04, l: 202.65, c: 203.03, v: 2776543, n: 10, vw: 203.03 },
  { t: '2025-06-04T13:35:00Z', o: 203.07, h: 204.7, l: 203.03, c: 204.66, v: 1374797, n: 10, vw: 204.66 },
];
const POLYGON = ALPACA.map(({ t, ...rest }) => ({ ...rest, t: Date.parse(t) }));
const NAMED = { assetClass: 'equity' };
const DAILY = { ...EQUITY, interval: '1d' };
const NEW_YORK = { ...EQUITY, tz: 'America/New_York' };

test.each<[string, string, ImportOptions]>([
  ['an array of objects', JSON.stringify(ALPACA), EQUITY],
  [
    'bars beside their symbol, pretty',
    JSON.stringify({ bars: ALPACA, symbol: 'AAPL', next_page_token: null }, null, 1),
    NAMED,
  ],
  ['bars by symbol', JSON.stringify({ bars: { AAPL: ALPACA }, next_page_token: null }), NAMED],
  ['lines with the symbol as S', ALPACA.map((row) => JSON.stringify({ S: 'AAPL', ...row })).join('\n'), NAMED],
  [
    'aggregates',
    JSON.stringify({ ticker: 'AAPL', resultsCount: 2, adjusted: true, results: POLYGON, status: 'OK' }),
    NAMED,
  ],
  ['aggregates of all tickers', JSON.stringify({ results: POLYGON.map((row) => ({ T: 'AAPL', ...row })) }), NAMED],
  [
    'a flat file of nanoseconds',
    `ticker,volume,open,close,high,low,window_start,transactions
AAPL,2776543,203.45,203.03,204.04,202.65,1749043800000000000,5
AAPL,1374797,203.07,204.66,204.70,203.03,1749044100000000000,5\n`,
    NAMED,
  ],
  [
    'fixed-point prices',
    `ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol
1749043800000000000,33,2,38,203450000000,204040000000,202650000000,203030000000,2776543,AAPL
1749044100000000000,33,2,38,203070000000,204700000000,203030000000,204660000000,1374797,AAPL\n`,
    NAMED,
  ],
  [
    'fixed-point prices under other names',
    't,o,h,l,c,v\n1749043800,20345,20404,20265,20303,2776543\n1749044100,20307,20470,20303,20466,1374797\n',
    { ...EQUITY, priceScale: '0.01' },
  ],
  [
    'date and time by tabs',
    `<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>
2025.06.04\t09:30:00\t203.45\t204.04\t202.65\t203.03\t5\t2776543\t1
2025.06.04\t09:35:00\t203.07\t204.70\t203.03\t204.66\t5\t1374797\t1\n`,
    NEW_YORK,
  ],
  [
    'no header, date and time apart',
    '06/04/2025,09:30,203.45,204.04,202.65,203.03,2776543\n06/04/2025,09:35,203.07,204.70,203.03,204.66,1374797\n',
    { ...NEW_YORK, columns: 'date,time,open,high,low,close,volume', dateFormat: 'MM/DD/YYYY' },
  ],
  [
    'no header, its columns named',
    '2025-06-04 13:30:00Z,203.45,x,204.04,202.65,203.03,2776543\n2025-06-04 13:35:00Z,203.07,x,204.70,203.03,204.66,1374797\n',
    { ...EQUITY, columns: 'ts,open,-,high,low,close,volume' },
  ],
  [
    'a zone behind the time',
    'date,open,high,low,close,volume\n20250604 09:30:00 US/Eastern,203.45,204.04,202.65,203.03,2776543\n20250604 09:35:00 US/Eastern,203.07,204.70,203.03,204.66,1374797\n',
    EQUITY,
  ],
  [
    'two levels of header',
    `Price,Close,High,Low,Open,Volume
Ticker,AAPL,AAPL,AAPL,AAPL,AAPL
Datetime,,,,,
2025-06-04 13:30:00+00:00,203.03,204.04,202.65,203.45,2776543
2025-06-04 13:35:00+00:00,204.66,204.70,203.03,203.07,1374797\n`,
    NAMED,
  ],
  [
    'an index without a name',
    ',open,high,low,close,volume\n2025-06-04T13:30:00Z,203.45,204.04,202.65,203.03,2776543\n2025-06-04T13:35:00Z,203.07,204.70,203.03,204.66,1374797\n',
    EQUITY,
  ],
  [
    'decimal commas and a date by points',
    'Date;Time;Open;High;Low;Close;Volume\n04.06.2025;09:30;203,45;204,04;202,65;203,03;2776543\n04.06.2025;09:35;203,07;204,70;203,03;204,66;1.374.797\n',
    { ...NEW_YORK, dateFormat: 'DD.MM.YYYY' },
  ],
  [
    'AM and PM, and a month before its day',
    'sep=,\nDate,Open,High,Low,Close,Volume\n6/4/2025 9:30 AM,203.45,204.04,202.65,203.03,2776543\n6/4/2025 9:35 AM,203.07,204.70,203.03,204.66,1374797\n',
    { ...NEW_YORK, dateFormat: 'M/D/YYYY' },
  ],
  [
    'thousands and a currency',
    'Date,Close/Last,Volume,Open,High,Low\n2025-06-04T13:30:00Z,$203.03,"2,776,543",$203.45,$204.04,$202.65\n2025-06-04T13:35:00Z,$204.66,"1,374,797",$203.07,$204.70,$203.03\n',
    EQUITY,
  ],
  [
    'times that name the end',
    'Date,Time,Open,High,Low,Close,Volume\n2025-06-04,09:35,203.45,204.04,202.65,203.03,2776543\n2025-06-04,09:40,203.07,204.70,203.03,204.66,1374797\n',
    { ...NEW_YORK, stamp: 'end' },
  ],
])('%s', { timeout: 15_000 }, async (_, content, options) => {
  const { rows } = await read(content, options);
  expect(rows).toEqual(BARS);
});

test('what was understood is reported', async () => {
  const text = 'Date;Time;Open;High;Low;Close;Volume\n13.06.2025;09:30;203,45;204,04;202,65;203,03;2776543\n';
  const { understood, rows } = await read(text, { ...NEW_YORK, interval: '5m' });
  expect(understood).toEqual({
    format: 'csv',
    compression: 'none',
    columns: { ts: 'Date', clock: 'Time', open: 'Open', high: 'High', low: 'Low', close: 'Close', volume: 'Volume' },
    time_zone: 'America/New_York',
    date_format: 'DMY',
    stamp: 'start',
    price_scale: 1,
    decimal: ',',
  });
  expect(rows).toEqual([bar('2025-06-13T13:30:00Z', ONE, FIVE)]);
});

test('of a file whose first rows are all broken the rows are dead letters, whatever zone is given', async () => {
  const { rows, understood } = await read(`${HEADER}2025-06-04,1\n`, NEW_YORK);
  expect(rows).toEqual([expect.stringContaining('malformed_row: the row has 2 cells')]);
  expect(understood.time_zone).toBeNull();
});

test('klines without a header are known by their twelve figures', async () => {
  const [start, end] = [1704067200000, 1704067499999];
  const line = (unit: number, more: number) =>
    `${start * unit},42283.58,42397.23,42261.02,42397.23,155.25731,${end * unit + more},1.0,10,0.5,0.5,0\n`;
  for (const text of [line(1, 0), line(1000, 999)]) {
    const { rows, understood } = await read(text, { symbol: 'BTCUSDT', interval: '5m' });
    expect(rows).toEqual([
      {
        symbol: 'BTCUSDT',
        asset_class: 'crypto',
        interval: '5m',
        ts: start,
        open: 42283.58,
        high: 42397.23,
        low: 42261.02,
        close: 42397.23,
        volume: 155.25731,
      },
    ]);
    expect(understood.format).toBe('binance');
  }
});

test('several symbols side by side are bars of each; where one has none there is none', async () => {
  const text = `Ticker,AAPL,AAPL,AAPL,AAPL,AAPL,MSFT,MSFT,MSFT,MSFT,MSFT
Price,Open,High,Low,Close,Volume,Open,High,Low,Close,Volume
Date,,,,,,,,,,
2025-06-04,1,3,1,2,10,4,6,4,5,20
2025-06-05,2,3,1,2,11,,,,,\n`;
  const { rows, positions } = await read(text, { ...NAMED, interval: '1d' });
  const daily = (symbol: string, day: string, figures: number[]) => ({
    ...bar(day, figures, { interval: '1d' }),
    symbol,
  });
  expect(rows).toEqual([
    daily('AAPL', '2025-06-04', [1, 3, 1, 2, 10]),
    daily('MSFT', '2025-06-04', [4, 6, 4, 5, 20]),
    daily('AAPL', '2025-06-05', [2, 3, 1, 2, 11]),
  ]);
  expect(positions).toEqual(['row 1', 'row 1', 'row 2']);
});

test('the files of an archive are one table; a workbook is refused', async () => {
  const csv = (minute: number) =>
    `ts,open,high,low,close,volume\n2025-06-04T13:${minute}:00Z,203.45,204.04,202.65,203.03,1\n`;
  const files = { 'a/': '', 'a/one.csv': csv(30), '__MACOSX/._one.csv': 'x', 'a/two.csv': csv(35) };
  const { rows, positions, understood } = await read(zipOf(files), EQUITY);
  expect(rows).toEqual([30, 35].map((minute) => bar(`2025-06-04T13:${minute}:00Z`, [...ONE.slice(0, 4), 1], FIVE)));
  expect(positions).toEqual(['row 1 of a/one.csv', 'row 1 of a/two.csv']);
  expect(understood.compression).toBe('zip');
  const workbook = zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' });
  expect(await message(read(workbook, EQUITY))).toMatch(/an Excel workbook; save its sheet as CSV/);
  const other = zipOf({ 'one.csv': csv(30), 'two.csv': `x,${csv(35)}` });
  expect(await message(read(other, EQUITY))).toMatch(/two.csv has other columns than the files before it/);
});

const HEADER = 'Date,Open,High,Low,Close,Volume\n';
test('one date of the file tells the order of all, however late it comes', async () => {
  const days = Array.from(
    { length: 7_000 },
    (_, i) => `0${1 + (i % 9)}/06/${2000 + (Math.floor(i / 9) % 20)},1,2,1,2,5\n`,
  );
  const text = `${HEADER}${days.join('')}13/06/2025,1,2,1,2,5\n`;
  const { rows, understood } = await read(text, EQUITY);
  expect(understood.date_format).toBe('DMY');
  expect(rows).toHaveLength(7_001);
  expect(rows.at(-1)).toMatchObject({ ts: Date.UTC(2025, 5, 13) });
  expect(rows[0]).toMatchObject({ ts: Date.UTC(2000, 5, 1) });
});

test('a figure spelled otherwise than was said is left to the contract to refuse', async () => {
  const text = `${HEADER}2025-06-04,1.5,2.5,1.5,2.5,5\n2025-06-05,"1,55",2.5,1.5,2.5,"1,234"\n`;
  const { rows } = await read(text, { ...DAILY, decimal: '.' });
  expect(rows[1]).toMatchObject({ open: '1,55', volume: 1234 });
});

test('a row of nulls is a row without prices', async () => {
  const { rows } = await read(`${HEADER}2021-03-30,null,null,null,null,null\n2021-03-31,1,2,1,2,5\n`, DAILY);
  expect(rows[0]).toBe('invalid_price: open, high, low and close are "null": the source has no bar here');
  expect(rows[1]).toMatchObject({ open: 1, interval: '1d' });
});

test('bars that are stamped by their end are set to their starts', async () => {
  const clock = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
  const day = Array.from({ length: 78 }, (_, i) => `${clock(575 + i * 5)},1,2,1,2,5\n`);
  const text = `Date,Time,Open,High,Low,Close,Volume\n${['04', '05'].flatMap((of) => day.map((one) => `2025-06-${of},${one}`)).join('')}`;
  const { rows, understood } = await read(text, { ...NEW_YORK, stamp: 'end' });
  expect(understood.stamp).toBe('end');
  expect(rows[0]).toMatchObject({ ts: Date.UTC(2025, 5, 4, 13, 30), interval: '5m' });
});

test('hours that end at the close are set to their starts by the one before', async () => {
  const ends = ['10:30', '11:30', '12:30', '13:30', '14:30', '15:30', '16:00'];
  const text = `Date,Time,Open,High,Low,Close,Volume\n${ends.map((at) => `2025-06-04,${at},1,2,1,2,5\n`).join('')}`;
  const { rows } = await read(text, { ...NEW_YORK, stamp: 'end' });
  expect(rows.map((row) => new Date((row as { ts: number }).ts).toISOString().slice(11, 16))).toEqual([
    '13:30',
    '14:30',
    '15:30',
    '16:30',
    '17:30',
    '18:30',
    '19:30',
  ]);
});

test.each([
  ['seconds', 1749043800],
  ['milliseconds', 1749043800000],
  ['microseconds', 1749043800000000],
  ['nanoseconds', '1749043800000000000'],
])('news in epoch %s are of their day', async (_, time) => {
  const text = `symbol,asset_class,time,title,direction,impact\nA,equity,${time},t,1,0.5\n`;
  const expected = [expect.objectContaining({ event_timestamp: 1749043800000 })];
  expect((await read(text, {}, 'news')).rows).toEqual(expected);
  const line = JSON.stringify({
    symbol: 'A',
    asset_class: 'equity',
    time,
    title: 't',
    direction: 'neutral',
    impact: 0.5,
  });
  expect((await read(line, {}, 'news')).rows).toEqual(expected);
});
