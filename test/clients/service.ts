/**
 * The API as clients meet it, over HTTP, on a year of a few demo symbols. Its clock is stopped, so clients' tests have
 * the same answers every day.
 */
import { barsFromTuples } from '../../compute/market/bars.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import { demoBars, demoNews } from '../../demo/bars.ts';
import { DEMO_SYMBOLS, type DemoSymbol } from '../../demo/symbols.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { symbolData } from '../support/market-data.ts';

export const MARKET = {
  symbols: ['DEMO-ACME', 'DEMO-INDEX'],
  /** First date, and the one whose midnight (UTC) is the present. */
  from: '2024-09-03',
  until: '2025-09-03',
} as const;

const NOW_MS = Date.parse(`${MARKET.until}T00:00:00Z`);

function dataOf(symbol: DemoSymbol): SymbolData {
  const [from, to] = [parseIsoDate(MARKET.from)!, parseIsoDate(MARKET.until)!];
  const bars = [...demoBars(symbol, from, to, NOW_MS / 60_000)];
  const data = symbolData(
    barsFromTuples(bars.map((bar) => [bar.minute, bar.open, bar.high, bar.low, bar.close, bar.volume] as const)),
    symbol.symbol,
    symbol.assetClass,
    1,
  );
  const news = [...demoNews(symbol, from, to, NOW_MS)];
  const { meta, clock, reachesStart, reachesEnd } = data;
  return new SymbolData({
    meta,
    clock,
    reachesStart,
    reachesEnd,
    bars: data.bars,
    news: {
      sentiment: {
        length: news.length,
        timeMs: Float64Array.from(news, ({ timeMs }) => timeMs),
        impact: Float64Array.from(news, ({ impactScore }) => impactScore),
        direction: Int8Array.from(news, ({ direction }) => ['negative', 'neutral', 'positive'].indexOf(direction) - 1),
        id: news.map(({ id }) => id),
        title: news.map(({ title }) => title),
        headline: news.map(() => null),
        provider: news.map(() => 'demo'),
        url: news.map(() => null),
        assetClass: news.map(() => symbol.assetClass),
      },
    },
  });
}

/** Accounts of any plan: `service.account(plan, overrides)` answers a token. */
export async function startService(options: Parameters<typeof startApi>[1] = {}): Promise<TestApi> {
  const symbols = DEMO_SYMBOLS.filter(({ symbol }) => MARKET.symbols.some((one) => one === symbol));
  return startApi(symbols.map(dataOf), { nowMs: NOW_MS, ...options });
}
