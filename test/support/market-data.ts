/** Real bars for tests, read from the data folder beside the project; absent, the suites that need them skip and say so. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { allocateBars, type BarColumns } from '../../compute/market/bars.ts';
import type { DataClock } from '../../compute/market/sessions.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import { type AssetClass, canonicalSymbol, parseInterval } from '../../exchange/symbol.ts';
import { projectRoot } from '../../lib/paths.ts';

export const dataFolder = join(projectRoot(), '..', 'shared', 'data');
export const hasMarketData = existsSync(dataFolder);
if (!hasMarketData) console.warn(`no real market data at ../shared/data: suites that need it are skipped`);

/** Minutes of a bar, by the name of the file. */
export const intervalOf = (file: string) => parseInterval(/_(\w+)\.csv/.exec(file)?.[1] ?? '') ?? 1;

/** Data of a whole file such as `bars/lean/SPY_1m.csv.gz`; its name tells the interval. */
export function readMarketData(file: string): SymbolData {
  const text = gunzipSync(readFileSync(join(dataFolder, file))).toString('utf8');
  const lines = text.trimEnd().split('\n');
  const header = lines[0].trim().split(',');
  const column = (name: string) => header.indexOf(name);
  const [symbolAt, classAt, tsAt] = ['symbol', 'asset_class', 'ts'].map(column);
  const priceAt = ['open', 'high', 'low', 'close', 'volume'].map(column);
  const bars = allocateBars(lines.length - 1);
  for (let i = 1; i < lines.length; i++) {
    const cells = lines[i].split(',');
    bars.minute[i - 1] = Date.parse(cells[tsAt]) / 60_000;
    [bars.open, bars.high, bars.low, bars.close, bars.volume].forEach((values, k) => {
      values[i - 1] = Number(cells[priceAt[k]]);
    });
  }
  const first = lines[1].split(',');
  const assetClass = first[classAt] as AssetClass;
  const intervalMin = intervalOf(file);
  return symbolData(bars, canonicalSymbol(first[symbolAt].toUpperCase(), assetClass), assetClass, intervalMin);
}

/** All bars there are of a symbol. */
export function symbolData(
  bars: BarColumns,
  symbol = 'TEST',
  assetClass: AssetClass = 'equity',
  intervalMin = 1,
): SymbolData {
  return new SymbolData({
    meta: { symbol, assetClass, intervalMin },
    bars,
    clock: clockOf(bars, intervalMin),
    reachesStart: true,
    reachesEnd: true,
  });
}

export function clockOf(bars: BarColumns, intervalMin: number): DataClock {
  if (bars.length === 0) return { lastBarStart: Number.NEGATIVE_INFINITY, lastBarEnd: Number.NEGATIVE_INFINITY };
  const lastBarStart = bars.minute[bars.length - 1];
  return { lastBarStart, lastBarEnd: lastBarStart + intervalMin };
}
