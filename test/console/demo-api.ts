/** The API on the demo market at one fixed time, for pictures of the console. */
import type { ApiDeps } from '../../api/app.ts';
import { barsFromTuples } from '../../compute/market/bars.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import { demoBars, demoNews } from '../../demo/bars.ts';
import { DEMO_SYMBOLS, type DemoSymbol } from '../../demo/symbols.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { symbolData } from '../support/market-data.ts';

const UNTIL = parseIsoDate('2026-08-31')!;
const NOW_MS = (UNTIL + 1) * 86_400_000;
const DIRECTIONS: Readonly<Record<string, number>> = { negative: -1, neutral: 0, positive: 1 };

function dataOf(symbol: DemoSymbol, from: number): SymbolData {
  const bars = [...demoBars(symbol, from, UNTIL, NOW_MS / 60_000)];
  const tuples = bars.map((bar) => [bar.minute, bar.open, bar.high, bar.low, bar.close, bar.volume] as const);
  const { meta, clock, reachesStart, reachesEnd, ...data } = symbolData(
    barsFromTuples(tuples),
    symbol.symbol,
    symbol.assetClass,
    1,
  );
  const news = [...demoNews(symbol, from, UNTIL, NOW_MS)];
  const sentiment = {
    length: news.length,
    timeMs: Float64Array.from(news, ({ timeMs }) => timeMs),
    impact: Float64Array.from(news, ({ impactScore }) => impactScore),
    direction: Int8Array.from(news, ({ direction }) => DIRECTIONS[direction]),
    id: news.map(({ id }) => id),
    title: news.map(({ title }) => title),
    headline: news.map(() => null),
    provider: news.map(() => 'demo'),
    url: news.map(() => null),
    assetClass: news.map(() => symbol.assetClass),
  };
  return new SymbolData({ meta, clock, reachesStart, reachesEnd, bars: data.bars, news: { sentiment } });
}

interface DemoApiOptions {
  /** First day of the bars, days since the epoch. */
  readonly from: number;
  readonly deps?: Partial<ApiDeps>;
}

/** Starts the API on the demo market as it is at one fixed time. */
export function startDemoApi({ from, deps = {} }: DemoApiOptions): Promise<TestApi> {
  return startApi(
    DEMO_SYMBOLS.map((symbol) => dataOf(symbol, from)),
    { nowMs: NOW_MS, deps },
  );
}
