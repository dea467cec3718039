/** Bars of `../shared/data/cases`, one file per symbol, as if they had been imported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BarTuple, barsFromTuples } from '../../compute/market/bars.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { dataFolder, symbolData } from './market-data.ts';

const barOf = ([time, ...figures]: string[]) => [Date.parse(time) / 60_000, ...figures.map(Number)];

/** Reads rows of `time,open,high,low,close,volume`, or others by their cells: start in UTC minutes, then the figures. */
export function readCase(
  file: string,
  symbol: string,
  intervalMin: number,
  assetClass: AssetClass = 'equity',
  readCells: (cells: string[]) => readonly number[] = barOf,
) {
  const lines = readFileSync(join(dataFolder, 'cases', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const tuples = lines.map((line) => readCells(line.split(',')) as unknown as BarTuple);
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
