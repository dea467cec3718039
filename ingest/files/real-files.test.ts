/** Real files, as they come: every row lands, and a second import changes nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolder, hasMarketData } from '../../test/support/market-data.ts';
import { openTestStore, type TestStore } from '../../test/support/store.ts';
import { Landing } from '../landing/landing.ts';
import { importFiles } from './imports.ts';
import { type ImportOptions, readOptions } from './options.ts';
import { fileEvents, recognizeFile } from './read-files.ts';

describe.skipIf(!hasMarketData)('real files', () => {
  let store: TestStore;
  let landing: Landing;
  beforeAll(async () => {
    store = await openTestStore();
    landing = await Landing.open({ store });
  });
  afterAll(() => store.close());

  const textOf = (file: string) => gunzipSync(readFileSync(join(dataFolder, file))).toString('utf8');
  const linesOf = (file: string) => textOf(file).trimEnd().split('\n').slice(1);

  test.each([
    ['bars/lean/SPY_1m.csv.gz', 'SPY', 1],
    ['bars/orb-yf/AAPL_5m.csv.gz', 'AAPL', 5],
    ['bars/eqker/GLD_15m.csv.gz', 'GLD', 15],
    ['bars/lean/TAPA_1h.csv.gz', 'TAPA', 60],
    ['bars/ta4j/ETHUSD_4h.csv.gz', 'ETHUSD', 240],
    ['daily/lean/IBM_1d.csv.gz', 'IBM', 1440],
    ['bars/lean/BTCUSD_1m.csv.gz', 'BTCUSD', 1],
  ])('%s', { timeout: 90_000 }, async (file, symbol, intervalMin) => {
    const lines = linesOf(file);
    const path = join(dataFolder, file);
    expect(await importFiles('bars', [path], {}, landing)).toEqual({
      landed: lines.length,
      duplicates: 0,
      dead_letters: {},
    });
    expect(landing.registry.get(symbol)).toMatchObject({ intervalMin });
    const stored = await store.reader.query<{ line: string }>(
      `SELECT concat(formatDateTime(ts, '%FT%TZ'), ',', arrayStringConcat([open, high, low, close, volume]::Array(String), ',')) AS line
       FROM market.bars_${symbol.toLowerCase()} ORDER BY ts`,
    );
    const figures = (line: string) => line.split(',').map((cell, i) => (i === 0 ? cell : Number(cell)));
    expect(stored.map(({ line }) => figures(line))).toEqual(
      lines.map((line) =>
        figures(line)
          .slice(2)
          .map((cell, i) => (i === 0 ? line.split(',')[2] : cell)),
      ),
    );
    expect(await importFiles('bars', [path], {}, landing)).toEqual({
      landed: 0,
      duplicates: lines.length,
      dead_letters: {},
    });
  });

  test('news without an impact score lands with a default, all titles whole', { timeout: 90_000 }, async () => {
    const file = 'news/cryptonews_2021-2022.csv.gz';
    const path = join(dataFolder, file);
    const options = { defaults: { impact_score: '0.5' } };
    const rows = linesOf(file).length;
    const notices: string[] = [];
    const counts = await importFiles('news', [path], options, landing, { onNotice: (text) => notices.push(text) });
    expect(counts).toEqual({ landed: rows, duplicates: 0, dead_letters: {} });
    expect(notices).toEqual([expect.stringContaining('"raw_label", "score", "score_kind"')]);
    const [{ n, chars }] = await store.reader.query<{ n: number; chars: number }>(
      `SELECT count() AS n, sum(lengthUTF8(title)) AS chars FROM market.events_sentiment_crypto FINAL WHERE source = 'cryptonews_2021-2022.csv.gz'`,
    );
    // Titles stand between the third comma and the label; quoted where they hold a comma.
    const titles = [
      ...textOf(file).matchAll(/^[^,]*,[^,]*,crypto,(?:"((?:[^"]|"")*)"|([^",]*)),(?:positive|negative|neutral),/gm),
    ];
    const length = (text: string) => [...text.replaceAll('""', '"')].length;
    expect(n).toBe(rows);
    expect(titles).toHaveLength(rows);
    expect(chars).toBe(titles.reduce((sum, [, quoted, plain]) => sum + length(quoted ?? plain), 0));
    expect(await importFiles('news', [path], options, landing)).toEqual({
      landed: 0,
      duplicates: rows,
      dead_letters: {},
    });
  });

  test('news without a direction are dead letters until one is given', async () => {
    const path = join(dataFolder, 'news/ualh_crypto_2024.csv.gz');
    const rows = linesOf('news/ualh_crypto_2024.csv.gz').length;
    const impact = { impact_score: '0.5' };
    expect(await importFiles('news', [path], { defaults: impact }, landing)).toEqual({
      landed: 0,
      duplicates: 0,
      dead_letters: { schema: rows },
    });
    const given = { defaults: { ...impact, direction: 'neutral' } };
    expect(await importFiles('news', [path], given, landing)).toMatchObject({ landed: rows, dead_letters: {} });
  });

  /** As the files were written: half a cent goes to the even one. */
  const inCents = (price: number) => {
    const tie = (price * 8) % 1 === 0 && (price * 200) % 2 === 1;
    return tie ? (2 * Math.round(price * 50)) / 100 : Number(price.toFixed(2));
  };
  /** Bars of a source series as the vendors' files have them: prices in cents. */
  const series = (file: string, keep: (ts: number) => boolean, slice: [number, number?]) =>
    linesOf(file)
      .map((line) => line.split(','))
      .filter(([, , ts]) => keep(Date.parse(ts)))
      .slice(...slice)
      .map(([, , ts, ...figures]) => [
        Date.parse(ts),
        ...figures.slice(0, 4).map((figure) => inCents(Number(figure))),
        Number(figures[4]),
      ]);
  const newYork = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' });
  const regular = (ts: number) => newYork.format(ts) >= '09:30' && newYork.format(ts) < '16:00';
  const AAPL = () => series('bars/orb-yf/AAPL_5m.csv.gz', regular, [0, 400]);
  const BTC = () => series('bars/genetrader/BTCUSDT_5m.csv.gz', () => true, [0, 400]);
  const SPY = () => series('daily/lean/SPY_1d.csv.gz', () => true, [-300]);

  const NAMED = { assetClass: 'equity' };
  const EQUITY = { ...NAMED, symbol: 'AAPL' };
  const LOCAL = { ...EQUITY, tz: 'America/New_York' };
  const PAIR = { symbol: 'BTCUSDT' };
  const FUND = { symbol: 'SPY', assetClass: 'etf' };

  const FIGURES = ['ts', 'open', 'high', 'low', 'close', 'volume'];
  const readFile = async (name: string, given: ImportOptions) => {
    const options = readOptions('bars', given);
    const file = await recognizeFile(join(dataFolder, 'formats', name), options, []);
    const rows: number[][] = [];
    const refused: string[] = [];
    for await (const events of fileEvents(file, options, [])) {
      for (const { refused: refusal, value } of events) {
        if (refusal) refused.push(refusal.reason);
        else rows.push(FIGURES.map((field) => JSON.parse(String(value))[field] ?? Number.NaN));
      }
    }
    return { rows, refused };
  };

  test.each<[string, ImportOptions, () => number[][]]>([
    ['alpaca_array.json', EQUITY, AAPL],
    ['alpaca_nd.ndjson', NAMED, AAPL],
    ['alpaca_single.json', NAMED, AAPL],
    ['polygon_aggs.json', NAMED, AAPL],
    ['polygon_flat.csv', NAMED, AAPL],
    ['polygon.zip', NAMED, AAPL],
    // An archive by its content, whatever its name says.
    ['book.xlsx', NAMED, AAPL],
    ['databento.csv', NAMED, AAPL],
    ['ib.csv', EQUITY, AAPL],
    ['tradingview_iso.csv', EQUITY, AAPL],
    ['yfinance_5m.csv', EQUITY, AAPL],
    ['yfinance_multi.csv', NAMED, AAPL],
    ['pandas_index.csv', EQUITY, AAPL],
    ['last.csv', EQUITY, AAPL],
    ['thousands.csv', EQUITY, AAPL],
    ['novol.csv', { ...EQUITY, defaults: { volume: '0' } }, () => AAPL().map((row) => [...row.slice(0, 5), 0])],
    ['tz_naive.csv', LOCAL, AAPL],
    ['excel_ampm.csv', LOCAL, AAPL],
    ['european_isodate.csv', LOCAL, AAPL],
    ['european_en.csv', { ...LOCAL, dateFormat: 'DD.MM.YYYY' }, AAPL],
    ['excel_us.csv', { ...LOCAL, dateFormat: 'MM/DD/YYYY' }, AAPL],
    ['mt5.csv', LOCAL, AAPL],
    ['kibot.txt', { ...EQUITY, format: 'kibot' }, AAPL],
    ['endstamped.csv', { ...LOCAL, stamp: 'end' }, AAPL],
    ['binance_klines.csv', PAIR, BTC],
    ['binance_us.csv', PAIR, BTC],
    ['yahoo_daily.csv', FUND, SPY],
  ])('%s is read to its last value', { timeout: 15_000 }, async (name, options, expected) => {
    const { rows, refused } = await readFile(name, options);
    expect(refused).toEqual([]);
    expect(rows).toEqual(expected());
  });

  test('rows without a bar are refused, the others read', async () => {
    const nulls = await readFile('yahoo_null.csv', FUND);
    expect(nulls.refused).toEqual(['invalid_price']);
    expect(nulls.rows).toEqual(SPY().slice(0, 50));
    const bad = await readFile('bad_rows.csv', EQUITY);
    expect(bad.refused).toEqual(['invalid_timestamp']);
    expect(bad.rows.slice(0, 50)).toEqual(AAPL().slice(0, 50));
    const path = join(dataFolder, 'formats/bad_rows.csv');
    expect(await importFiles('bars', [path], { ...EQUITY, symbol: 'BADROWS' }, landing)).toEqual({
      landed: 50,
      duplicates: 0,
      dead_letters: { invalid_timestamp: 1, ohlc_inconsistent: 1, invalid_price: 1, schema: 1, bar_in_progress: 1 },
    });
  });
});
