/**
 * Alpaca's market data, v2: `GET /v2/stocks/bars` (pages by `next_page_token`), news, and the stream of minute bars, where
 * `updatedBars` are corrections. Raw prices: adjusted ones would change with each split.
 */
import { z } from 'zod';
import type { CandlePage, CandleRequest, CandleSource, SourceContext } from '../contract.ts';
import { VendorError } from '../errors.ts';
import { VendorHttp } from '../http.ts';
import { candleOf } from '../wire.ts';
import { actionPages } from './actions.ts';
import { newsPages } from './news.ts';
import { pagesOf, SYMBOLS_MAX } from './pages.ts';
import { followBars, wireBar } from './stream.ts';

export interface AlpacaOptions {
  readonly feed: string;
  readonly intervalMin: number;
  readonly requestsPerMinute: number;
  readonly url: string | undefined;
  readonly streamUrl?: string | undefined;
}

const DATA_URL = 'https://data.alpaca.markets';
const STREAM_URL = 'wss://stream.data.alpaca.markets';
const PAGE_BARS = 10_000;
const TIMEFRAMES: Readonly<Record<number, string>> = {
  1: '1Min',
  5: '5Min',
  15: '15Min',
  30: '30Min',
  60: '1Hour',
  1440: '1Day',
};

const barsPage = z.object({
  // Null or absent where no symbol has any.
  bars: z.record(z.string(), z.array(wireBar)).nullable(),
  next_page_token: z.string().nullable(),
});

export async function openAlpaca(options: AlpacaOptions, context: SourceContext): Promise<CandleSource> {
  const key = context.credentials.required('APCA_API_KEY_ID', 'ALPACA_API_KEY_ID');
  const secret = context.credentials.required('APCA_API_SECRET_KEY', 'ALPACA_API_SECRET_KEY');
  const http = new VendorHttp({
    vendor: 'alpaca',
    baseUrl: options.url ?? DATA_URL,
    requestsPerMinute: options.requestsPerMinute,
    headers: () => ({ 'apca-api-key-id': key.reveal(), 'apca-api-secret-key': secret.reveal() }),
    secrets: [key, secret],
    ...context,
  });
  const base = options.streamUrl ?? (options.url ? options.url.replace(/^http/, 'ws') : STREAM_URL);
  return {
    label: 'alpaca',
    symbolsPerRequest: SYMBOLS_MAX,
    candlesPerRequest: PAGE_BARS,
    candles: (request) => pages(http, options, request),
    news: (request) => newsPages(http, request),
    actions: (request) => actionPages(http, request),
    stream: (request) => followBars({ url: `${base.replace(/\/$/, '')}/v2/${options.feed}`, key, secret, ...request }),
  };
}

async function* pages(
  http: VendorHttp,
  { feed, intervalMin }: AlpacaOptions,
  { symbols, fromMs, toMs, signal }: CandleRequest,
): AsyncGenerator<CandlePage> {
  const params = {
    timeframe: TIMEFRAMES[intervalMin],
    start: new Date(fromMs).toISOString(),
    // Inclusive there.
    end: new Date(toMs - 1).toISOString(),
    limit: PAGE_BARS,
    adjustment: 'raw',
    feed,
  };
  try {
    for await (const { body, vendorMs } of pagesOf(http, '/v2/stocks/bars', barsPage, { symbols, signal, params })) {
      const entries = Object.entries(body.bars ?? {}).map(([symbol, bars]) => [symbol, bars.map(candleOf)] as const);
      yield { candles: new Map(entries), vendorMs };
    }
  } catch (error) {
    throw unknownSymbol(error);
  }
}

/** `400 invalid symbol: XYZ`: of the whole request, whichever of its symbols it is. */
function unknownSymbol(error: unknown): unknown {
  if (error instanceof VendorError && error.fault === 'refused' && /invalid symbol/i.test(error.message))
    return new VendorError('unknown_symbol', error.message, { cause: error });
  return error;
}
