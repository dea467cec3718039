/** What docs/import.md says that each vendor's file needs, tried on such files: each of them holds the same 400 bars. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grouped } from '../../lib/collections.ts';
import { dataFolder, hasMarketData } from '../support/market-data.ts';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { readPage } from './pages.ts';

const AAPL = [400, '2025-06-04T13:30:00.000Z'];
const SPY = [300, '2020-01-23T00:00:00.000Z'];
const BTC = [400, '2024-01-01T00:00:00.000Z'];

/** By the words of the table: files, and what they hold. */
const FILES: Readonly<Record<string, readonly [files: readonly string[], held: (string | number)[]]>> = {
  'Alpaca, JSON of one symbol': [['alpaca_array.json'], AAPL],
  'Alpaca, JSON or NDJSON with symbols': [['alpaca_single.json', 'alpaca_nd.ndjson'], AAPL],
  'Massive (Polygon), daily flat files': [['polygon_flat.csv', 'polygon.zip'], AAPL],
  'Massive (Polygon), JSON of aggregates': [['polygon_aggs.json'], AAPL],
  'Databento, CSV with prices as whole billionths': [['databento.csv'], AAPL],
  'FirstRate, no header': [['firstrate.txt'], AAPL],
  'Kibot, no header': [['kibot.txt'], AAPL],
  'NinjaTrader 8, minute bars: UTC, stamped by their end': [['ninjatrader.txt'], AAPL],
  'TradingView, ISO time': [['tradingview_iso.csv'], AAPL],
  'Yahoo, daily': [['yahoo_daily.csv'], SPY],
  'yfinance, one symbol': [['yfinance_5m.csv'], AAPL],
  'yfinance, several symbols': [['yfinance_multi.csv'], AAPL],
  'Interactive Brokers': [['ib.csv'], AAPL],
  "MetaTrader 5, the broker's clock": [['mt5.csv'], AAPL],
  'Binance, klines without header': [['binance_klines.csv', 'binance_us.csv'], BTC],
  'Excel, saved as CSV: month first': [['excel_us.csv'], AAPL],
  'Excel, saved as CSV: day first, decimal commas': [['european_en.csv'], AAPL],
};

const rows = [...readPage('docs/import.md').matchAll(/^\| ([^|`]+) \| `(--[^`]+)` \|$/gm)];

it('the table has each of these vendors', () => {
  expect(rows.map(([, file]) => file)).toEqual(Object.keys(FILES));
});

/** Shapes that are described and of which there is no file: the bars of Kibot's, as these write them. */
function writeOthers(folder: string): void {
  const bars = readFileSync(join(dataFolder, 'formats', 'kibot.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  const cells = bars.map((line) => line.split(','));
  const iso = (date: string) => `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`;
  const firstRate = cells.map(([date, time, ...figures]) => [`${iso(date)} ${time}:00`, ...figures].join(','));
  writeFileSync(join(folder, 'firstrate.txt'), firstRate.join('\n'));
  const ninjaTrader = cells.map(([date, time, ...figures]) => {
    // New York has four hours behind UTC in June; the end is five minutes after the start.
    const end = new Date(Date.parse(`${iso(date)}T${time}:00-04:00`) + 300_000).toISOString();
    return [`${end.slice(0, 10).replaceAll('-', '')} ${end.slice(11, 19).replaceAll(':', '')}`, ...figures].join(';');
  });
  writeFileSync(join(folder, 'ninjatrader.txt'), ninjaTrader.join('\n'));
}

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  ensureBuilt();
  service = await startService(`${folder.path}/data`);
  if (hasMarketData) writeOthers(folder.path);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

it.runIf(hasMarketData)('each is read with the options that it names', { timeout: 240_000 }, async () => {
  const tried = rows.flatMap(([, name, options]) => {
    const [files, held] = FILES[name];
    return files.map((file) => ({ file, options, held }));
  });
  // What has the same options is one import, by the operation behind the command: test/docs/pages.test.ts knows its options.
  for (const [options, ofOptions] of grouped(tried, ({ options }) => options)) {
    const paths = ofOptions.map(({ file }) => {
      const own = ['firstrate.txt', 'ninjatrader.txt'].includes(file);
      return own ? join(folder.path, file) : join(dataFolder, 'formats', file);
    });
    const given = [...options.matchAll(/--([a-z-]+) (\S+)/g)].map(([, name, value]) => [camelCase(name), value]);
    const asked = { kind: 'bars', files: paths, options: Object.fromEntries(given), dryRun: true };
    const done = await service.operation('import', asked);
    for (const [i, { file, held }] of ofOptions.entries()) {
      const { symbols, rejected, findings } = done.files[i];
      const read = [file, symbols[0]?.rows, symbols[0]?.first, rejected, findings];
      expect(read).toEqual([file, ...held, {}, []]);
    }
  }
});

const camelCase = (option: string) => option.replace(/-[a-z]/g, (letters) => letters[1].toUpperCase());
