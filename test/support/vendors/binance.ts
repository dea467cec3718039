/**
 * Binance's spot interface as its documentation shows it: `GET /api/v3/exchangeInfo`, `GET /api/v3/klines`,
 * and the stream `<symbol>@kline_1m`.
 */
import { type WebSocket, WebSocketServer } from 'ws';
import type { Candle } from '../../../ingest/collectors/contract.ts';
import { serveVendor, type VendorMarket, type VendorServer } from './server.ts';

const LIMIT_MAX = 1000;

export interface BinanceServer extends VendorServer {
  /** Names of the streams, such as `btcusdt@kline_1m`. */
  readonly subscribed: () => string[];
  kline(pair: string, candle: Candle, isClosed: boolean): void;
  /** Cuts all streams. */
  cut(): void;
}

/** Symbols of the market by their pair, such as `BTC/USDT`. */
export async function serveBinance(market: VendorMarket): Promise<BinanceServer> {
  const idOf = (pair: string) => pair.replace('/', '');
  const server = await serveVendor(market, (url) => {
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
  const streams = new WebSocketServer({ server: server.server });
  const subscribed = new Map<WebSocket, Set<string>>();
  streams.on('connection', (socket) => {
    subscribed.set(socket, new Set());
    socket.on('close', () => subscribed.delete(socket));
    socket.on('message', (data) => {
      const { method, params, id } = JSON.parse(data.toString());
      if (method === 'SUBSCRIBE') for (const name of params) subscribed.get(socket)?.add(name);
      socket.send(JSON.stringify({ result: null, id }));
    });
  });
  return {
    ...server,
    subscribed: () => [...subscribed.values()].flatMap((names) => [...names]),
    kline(pair, candle, isClosed) {
      const s = idOf(pair);
      const text = JSON.stringify({ e: 'kline', E: candle.startMs + 1, s, k: klineOf(s, candle, isClosed) });
      for (const [socket, names] of subscribed) if (names.has(`${s.toLowerCase()}@kline_1m`)) socket.send(text);
    },
    cut() {
      for (const socket of subscribed.keys()) socket.terminate();
    },
    async close() {
      for (const socket of streams.clients) socket.terminate();
      streams.close();
      await server.close();
    },
  };
}

function klineOf(s: string, { startMs, open, high, low, close, volume }: Candle, isClosed: boolean) {
  const [o, h, l, c, v] = [open, high, low, close, volume].map((value) => value.toFixed(8));
  return {
    t: startMs,
    T: startMs + 59_999,
    s,
    i: '1m',
    f: 100,
    L: 200,
    o,
    c,
    h,
    l,
    v,
    n: 100,
    x: isClosed,
    q: '1.0',
    V: '500',
    Q: '0.5',
    B: '0',
  };
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
        baseAsset,
        baseAssetPrecision: 8,
        quoteAsset,
        quotePrecision: 8,
        quoteAssetPrecision: 8,
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
