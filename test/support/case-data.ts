/** Bars of `../shared/data/cases`, one file per symbol, as if they had been imported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BarTuple, barsFromTuples } from '../../compute/market/bars.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { dataFolder, symbolData } from './market-data.ts';

/** Rows of `time,open,high,low,close,volume`. */
export function readCase(file: string, symbol: string, intervalMin: number, assetClass: AssetClass = 'equity') {
  const lines = readFileSync(join(dataFolder, 'cases', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const tuples = lines.map((line): BarTuple => {
    const [time, open, high, low, close, volume] = line.split(',');
    return [Date.parse(time) / 60_000, Number(open), Number(high), Number(low), Number(close), Number(volume)];
  });
  return symbolData(barsFromTuples(tuples), symbol, assetClass, intervalMin);
}

/** The bars that start before a moment. */
export function cutBefore({ bars, meta }: SymbolData, time: string, symbol: string): SymbolData {
  const rows: BarTuple[] = [];
  for (let i = 0; i < bars.length; i++) {
    if (bars.minute[i] >= Date.parse(time) / 60_000) break;
    rows.push([bars.minute[i], bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]]);
  }
  return symbolData(barsFromTuples(rows), symbol, meta.assetClass, meta.intervalMin);
}
