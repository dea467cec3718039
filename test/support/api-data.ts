/** A small market for tests of the API: each asset class, fine and coarse feeds, and a symbol known from news alone. */
import { allocateBars } from '../../compute/market/bars.ts';
import { type NewsColumns, SymbolData } from '../../compute/market/symbol-data.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { clockOf, symbolData } from './market-data.ts';
import { randomMarket } from './random-market.ts';

const FIRST_DAY = Date.UTC(2025, 2, 3) / 86_400_000;

function market(symbol: string, assetClass: AssetClass, intervalMin: number, seed: number, days = 40): SymbolData {
  const request = { seed, assetClass, intervalMin, firstDay: FIRST_DAY, days, ticks: 2, density: 0.95 };
  return symbolData(randomMarket({ ...request, hours: 'regular' }).bars, symbol, assetClass, intervalMin);
}

export function newsOf(symbol: string, assetClass: AssetClass, count: number): NewsColumns {
  const startMs = FIRST_DAY * 86_400_000 + 15 * 3_600_000;
  const rows = Array.from({ length: count }, (_, i) => i);
  return {
    length: count,
    timeMs: Float64Array.from(rows, (i) => startMs + i * 86_400_000 + i * 60_000),
    impact: Float64Array.from(rows, (i) => (i % 11) / 10),
    direction: Int8Array.from(rows, (i) => (i % 3) - 1),
    id: rows.map((i) => `${symbol}-${i}`),
    title: rows.map((i) => `"Title", ${i}: <b>profit & loss</b>`),
    headline: rows.map(() => null),
    provider: rows.map(() => 'wire'),
    url: rows.map(() => null),
    assetClass: rows.map(() => assetClass),
  };
}

function withNews(data: SymbolData, news: NewsColumns): SymbolData {
  return new SymbolData({ ...parts(data), news: { sentiment: news } });
}

function parts({ meta, bars, clock, reachesStart, reachesEnd }: SymbolData) {
  return { meta, bars, clock, reachesStart, reachesEnd };
}

export function apiData(): SymbolData[] {
  const bars = allocateBars(0);
  return [
    withNews(market('AAPL', 'equity', 5, 1), newsOf('AAPL', 'equity', 12)),
    market('MSFT', 'equity', 1, 2, 25),
    market('BTCUSD', 'crypto', 15, 3),
    market('SPY', 'etf', 1440, 4, 90),
    market('HOURLY', 'etf', 120, 5),
    new SymbolData({
      meta: { symbol: 'NEWSY', assetClass: 'equity', intervalMin: 1 },
      bars,
      clock: clockOf(bars, 1),
      reachesStart: true,
      reachesEnd: true,
      news: { sentiment: newsOf('NEWSY', 'equity', 3) },
    }),
  ];
}

/** More of a symbol's days, as if new bars had come. */
export function longer(symbol: string, days: number): SymbolData {
  return market(symbol, 'equity', 5, 1, days);
}
