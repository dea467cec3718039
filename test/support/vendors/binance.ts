/** Binance's spot interface as its documentation shows it: `GET /api/v3/exchangeInfo` and `GET /api/v3/klines`. */
import { serveVendor, type VendorMarket, type VendorServer } from './server.ts';

const LIMIT_MAX = 1000;

/** Symbols of the market by their pair, such as `BTC/USDT`. */
export function serveBinance(market: VendorMarket): Promise<VendorServer> {
  const idOf = (pair: string) => pair.replace('/', '');
  return serveVendor(market, (url) => {
    const query = url.searchParams;
    if (url.pathname === '/api/v3/exchangeInfo') return { body: exchangeInfo([...market.candles.keys()]) };
    if (url.pathname !== '/api/v3/klines') return null;
    const pair = [...market.candles.keys()].find((one) => idOf(one) === query.get('symbol'));
    if (!pair) return { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
    const stepMs = query.get('interval') === '1d' ? 86_400_000 : 60_000;
    const limit = Math.min(LIMIT_MAX, Number(query.get('limit') ?? 500));
    const from = Number(query.get('startTime') ?? 0);
    const to = Number(query.get('endTime') ?? Number.MAX_SAFE_INTEGER);
    const rows = market.range(pair, from, to).slice(0, limit);
    const body = rows.map(({ startMs, open, high, low, close, volume }) => [
      startMs,
      ...[open, high, low, close, volume].map((value) => value.toFixed(8)),
      startMs + stepMs - 1,
      '2434.19055334',
      308,
      '1756.87402397',
      '28.46694368',
      '0',
    ]);
    return { data: true, headers: { 'x-mbx-used-weight-1m': '2' }, body };
  });
}

function exchangeInfo(pairs: readonly string[]) {
  return {
    timezone: 'UTC',
    serverTime: 1_565_246_363_776,
    rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 }],
    exchangeFilters: [],
    symbols: pairs.map((pair) => {
      const [baseAsset, quoteAsset] = pair.split('/');
      return {
        symbol: `${baseAsset}${quoteAsset}`,
        status: 'TRADING',
        ...{ baseAsset, baseAssetPrecision: 8, quoteAsset, quotePrecision: 8, quoteAssetPrecision: 8 },
        orderTypes: ['LIMIT', 'MARKET'],
        icebergAllowed: true,
        isSpotTradingAllowed: true,
        isMarginTradingAllowed: true,
        filters: [
          { filterType: 'PRICE_FILTER', minPrice: '0.00000100', maxPrice: '100000.00', tickSize: '0.00000100' },
        ],
        permissions: [],
        permissionSets: [['SPOT', 'MARGIN']],
      };
    }),
  };
}
