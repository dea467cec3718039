/** What lands of a file: rows as they are, rows that are refused, news with and without their classification. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DeadLetters } from '../../operations/commands/dead-letters.ts';
import { fault, HEADER, importsOfFile, landed, line, ROW } from '../../test/support/imports.ts';

const { bars, importAll, news, registry, store, stored, write } = await importsOfFile();
const deadLetters = new DeadLetters(store);

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
    await importAll('bars', [path], {}, { onNotice: (text) => notices.push(text) });
    expect(notices).toEqual([`${path}: not used: "vwap"`]);
  });

  test('columns, defaults and one symbol can be given', async () => {
    const text = 'when,first,top,bottom,last\n2025-06-04T13:30:00Z,1,2,0.5,1.5\n';
    const map = { ts: 'when', open: 'first', high: 'top', low: 'bottom', close: 'last' };
    const options = { map, defaults: { volume: '100' }, symbol: 'spy', assetClass: 'etf', interval: '5m' };
    expect(await bars(text, options)).toEqual(landed(1));
    expect(await stored()).toEqual([ROW]);
    expect(registry().get('SPY')).toMatchObject({ assetClass: 'etf', series: [{ intervalMin: 5 }] });
  });

  test('what the options say goes before the column, and one symbol fits one symbol', async () => {
    expect(await bars(HEADER + line(30), { symbol: 'QQQ', assetClass: 'equity' })).toEqual(landed(1));
    expect(registry().list()).toMatchObject([{ symbol: 'QQQ', assetClass: 'equity' }]);
    const several = await fault(bars(HEADER + line(30) + line(31, 'IBM'), { symbol: 'QQQ' }));
    expect(several).toMatchObject({ fault: 'usage', counts: undefined });
    expect(await stored()).toHaveLength(1);
  });

  test('a file whose rows name several intervals lands as several series', async () => {
    const rows = ['2025-06-04T13:30:00Z,', '2025-06-04T13:31:00Z,', '2025-06-04T13:35:00Z,5m'];
    const text = `symbol,asset_class,open,high,low,close,volume,ts,interval\n${rows.map((at) => `SPY,etf,1,2,0.5,1.5,100,${at}`).join('\n')}\n`;
    expect(await bars(text, { interval: undefined })).toEqual(landed(3));
    expect(
      registry()
        .get('SPY')!
        .series.map(({ interval }) => interval),
    ).toEqual(['1m', '5m']);
  });

  test('a bad row that looks like a filler is a dead letter, also if fillers are dropped', async () => {
    const fillers = ['2025-06-04T13:31:00Z', 'yesterday'].map((at) => `SPY,etf,${at},1,1,1,1,0\n`);
    expect(await bars(HEADER + line(30) + fillers.join(''), { dropFillers: true })).toEqual({
      ...landed(1),
      dead_letters: { invalid_timestamp: 1 },
    });
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
    expect(await importAll('bars', [path], { interval: '1m' })).toEqual(expected);
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
    expect(await importAll('bars', [path], { interval: '1m' })).toEqual({
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
    await importAll('bars', [write(text, 'order.csv')], {}, { onRejected });
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
    const waiting = () => store.reader.query('SELECT title FROM market.v_news_waiting ORDER BY title');
    expect(await waiting()).toEqual([{ title: 'x' }, { title: 'z' }]);
    expect(await news(scored.replace('x,,', 'x,negative,0.5'))).toEqual(landed(1, 1));
    expect(await waiting()).toEqual([{ title: 'z' }]);
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

  test('lines are events, numbers as text are read, broken lines are refused', async () => {
    const lines = [
      JSON.stringify(event),
      JSON.stringify({ ...event, ts: 1749043860, volume: '100' }),
      '{"symbol":',
      '[1]',
      JSON.stringify({ t: 1749043920000, T: 'x', o: 1, h: 2, l: 0.5, c: 1.5, v: 7, ticker: 'SPY', asset_class: 'etf' }),
      JSON.stringify({ symbol: 'SPY', ts: '2025-06-04T13:33:00Z', deleted: true, revision: 1 }),
    ];
    expect(await bars(`${lines.join('\n')}\n`)).toEqual({
      landed: 4,
      duplicates: 0,
      dead_letters: { invalid_json: 1, schema: 1 },
    });
    const later = (minute: number, more = {}) => ({ ...ROW, ts: `2025-06-04 13:${minute}:00`, ...more });
    expect(await stored()).toEqual([ROW, later(31), later(32, { volume: 7 })]);
  });
});

test('progress tells how far the file was read and what landed', async () => {
  const many =
    HEADER +
    Array.from({ length: 70_000 }, (_, i) => `SPY,etf,${Date.UTC(2024, 0, 1) + i * 60_000},1,2,0.5,1,100\n`).join('');
  const seen: [number, number][] = [];
  const onProgress = ({ share, counts }: { share: number; counts: { landed: number } }) =>
    seen.push([share, counts.landed]);
  await importAll('bars', [write(many)], {}, { onProgress });
  expect(seen.at(-1)).toEqual([1, 70_000]);
  expect(seen.map(([share]) => share)).toEqual(seen.map(([share]) => share).sort());
  expect(seen.length).toBeGreaterThan(2);
});

test('an id of news is the same whatever the file is called', async () => {
  const rows =
    'symbol,asset_class,date,title,direction,impact_score,source\nA,equity,2025-06-04T13:30:00Z,t,1,0.5,Wire\n';
  expect(await importAll('news', [write(rows, 'one.csv')], {})).toEqual(landed(1));
  expect(await importAll('news', [write(gzipSync(rows), 'two')], {})).toEqual(landed(0, 1));
  const digest = createHash('sha256').update(['A', '1749043800000', 't', 'Wire'].join('\0')).digest('hex');
  expect(await store.reader.query('SELECT id, provider, source FROM market.events_sentiment FINAL')).toEqual([
    { id: digest.slice(0, 32), provider: 'Wire', source: 'one.csv' },
  ]);
});
