/**
 * `alpaca`: bars of US stocks from Alpaca's market data interface, v2, by request and by stream; their news and corporate
 * actions. Lists come in pages by `next_page_token`. Raw prices: adjusted ones would change with each split.
 */
import type { RawData } from 'ws';
import { z } from 'zod';
import { type Secret, withoutSecrets } from '../../lib/config.ts';
import { isoDate, parseIsoDate } from '../../lib/days.ts';
import type {
  CandlePage,
  CandleRequest,
  NewsItem,
  NewsRequest,
  SplitsRequest,
  StreamRequest,
  VendorSplit,
} from './contract.ts';
import { VendorError, type VendorFault } from './errors.ts';
import { candleOf, figures, instant, number, parsedJson, shaped, VendorHttp } from './http.ts';
import { requestsPerMinute, seriesKind } from './kind.ts';

const FEEDS = ['iex', 'sip', 'delayed_sip', 'otc'] as const;
const DATA_URL = 'https://data.alpaca.markets';
const STREAM_URL = 'wss://stream.data.alpaca.markets';
const SYMBOLS_MAX = 100;
const PAGE_BARS = 10_000;

export const alpacaKind = seriesKind({
  name: 'alpaca',
  shape: {
    feed: z.enum(FEEDS, `give one of ${FEEDS.join(', ')}`).default('iex'),
    requestsPerMinute: requestsPerMinute.default(200),
    streamUrl: z
      .url({ protocol: /^wss?$/, error: 'give a URL such as wss://stream.data.alpaca.markets' })
      .refine((url) => !new URL(url).username && !new URL(url).password, 'holds a user or password: give neither')
      .optional(),
  },
  assetClasses: ['equity', 'etf'],
  hasStream: true,
  hasNews: true,
  hasActions: true,
  id: ({ feed }) => `alpaca-${feed}`,
  async open(own, { intervalMin }, context, url) {
    const key = context.credentials.required('APCA_API_KEY_ID', 'ALPACA_API_KEY_ID');
    const secret = context.credentials.required('APCA_API_SECRET_KEY', 'ALPACA_API_SECRET_KEY');
    const http = new VendorHttp({
      vendor: 'alpaca',
      baseUrl: url ?? DATA_URL,
      requestsPerMinute: own.requestsPerMinute,
      headers: () => ({ 'apca-api-key-id': key.reveal(), 'apca-api-secret-key': secret.reveal() }),
      secrets: [key, secret],
      ...context,
    });
    const base = own.streamUrl ?? (url ? url.replace(/^http/, 'ws') : STREAM_URL);
    const streamUrl = `${base.replace(/\/$/, '')}/v2/${own.feed}`;
    return {
      label: 'alpaca',
      symbolsPerRequest: SYMBOLS_MAX,
      candlesPerRequest: PAGE_BARS,
      candles: (request) => barPages(http, own.feed, intervalMin, request),
      news: (request) => newsPages(http, request),
      splits: (request) => splitPages(http, request),
      stream: (request) => followBars(streamUrl, key, secret, request),
    };
  },
});

async function* pagesOf<T extends { next_page_token?: string | null }>(
  http: VendorHttp,
  path: string,
  schema: z.ZodType<T>,
  { symbols, signal }: { readonly symbols: readonly string[]; readonly signal: AbortSignal },
  params: Readonly<Record<string, string | number>>,
): AsyncGenerator<{ body: T; vendorMs: number }> {
  const seen = new Set<string>();
  for (let token: string | undefined; ; seen.add(token)) {
    const url = http.url(path, { symbols: symbols.join(','), ...params, sort: 'asc', page_token: token });
    const page = await http.json(url, schema, signal);
    yield page;
    token = page.body.next_page_token ?? undefined;
    if (token === undefined) return;
    if (seen.has(token)) throw new VendorError('shape', 'alpaca repeats next_page_token: its pages have no end');
  }
}

const TIMEFRAMES: Readonly<Record<number, string>> = {
  1: '1Min',
  5: '5Min',
  15: '15Min',
  30: '30Min',
  60: '1Hour',
  1440: '1Day',
};

const wireBar = z.object({ t: instant('2022-01-03T09:00:00Z'), ...figures });

const barsPage = z.object({
  // Null or absent where no symbol has any.
  bars: z.record(z.string(), z.array(wireBar)).nullable(),
  next_page_token: z.string().nullable(),
});

async function* barPages(
  http: VendorHttp,
  feed: string,
  intervalMin: number,
  request: CandleRequest,
): AsyncGenerator<CandlePage> {
  const params = {
    timeframe: TIMEFRAMES[intervalMin],
    start: new Date(request.fromMs).toISOString(),
    // Inclusive there.
    end: new Date(request.toMs - 1).toISOString(),
    limit: PAGE_BARS,
    adjustment: 'raw',
    feed,
  };
  try {
    for await (const { body, vendorMs } of pagesOf(http, '/v2/stocks/bars', barsPage, request, params)) {
      const entries = Object.entries(body.bars ?? {}).map(([symbol, bars]) => [symbol, bars.map(candleOf)] as const);
      yield { candles: new Map(entries), vendorMs };
    }
  } catch (error) {
    // `400 invalid symbol: XYZ`: of the whole request, whichever of its symbols it is.
    if (error instanceof VendorError && error.fault === 'refused' && /invalid symbol/i.test(error.message))
      throw new VendorError('unknown_symbol', error.message, { cause: error });
    throw error;
  }
}

const time = instant('2021-12-31T11:08:42Z');
const newsPage = z.object({
  news: z.array(
    z.object({
      id: number,
      headline: z.string('must be text'),
      summary: z.string().nullish(),
      source: z.string('must be text'),
      url: z.string().nullish(),
      created_at: time,
      updated_at: time,
      symbols: z.array(z.string()),
    }),
  ),
  next_page_token: z.string().nullable(),
});

/** `GET /v1beta1/news`, sorted by their last change. */
async function* newsPages(http: VendorHttp, request: NewsRequest): AsyncGenerator<NewsItem[]> {
  const params = { start: new Date(request.fromMs).toISOString(), limit: 50 };
  for await (const { body } of pagesOf(http, '/v1beta1/news', newsPage, request, params)) {
    yield body.news.map((item) => ({
      id: String(item.id),
      symbols: item.symbols,
      publishedMs: Math.floor(item.created_at),
      updatedMs: Math.floor(item.updated_at),
      title: item.headline,
      summary: item.summary ?? '',
      provider: item.source,
      url: item.url ?? '',
    }));
  }
}

const date = z.string('must be text').transform((text, ctx) => {
  const day = parseIsoDate(text);
  if (day !== null) return day;
  ctx.addIssue({ code: 'custom', message: 'must be a date such as 2024-06-10' });
  return z.NEVER;
});
const rate = z.number('must be a number').positive('must be above 0');
const symbol = z.string('must be text');
const split = z.object({ symbol, new_rate: rate, old_rate: rate, ex_date: date });

const actionsPage = z.object({
  corporate_actions: z.object({
    // Those of which there are none are not there.
    forward_splits: z.array(split).optional(),
    reverse_splits: z.array(split).optional(),
  }),
  next_page_token: z.string().nullish(),
});

/** `GET /v1/corporate-actions`. Its start and end are dates of processing. */
async function* splitPages(http: VendorHttp, request: SplitsRequest): AsyncGenerator<VendorSplit[]> {
  const types = 'forward_split,reverse_split';
  const params = { types, start: isoDate(request.fromDay), end: isoDate(request.toDay), limit: 1_000 };
  for await (const { body } of pagesOf(http, '/v1/corporate-actions', actionsPage, request, params)) {
    const { forward_splits = [], reverse_splits = [] } = body.corporate_actions;
    yield [...forward_splits, ...reverse_splits].map(
      (one): VendorSplit => ({ symbol: one.symbol, day: one.ex_date, ratio: one.new_rate / one.old_rate }),
    );
  }
}

const HANDSHAKE_MS = 15_000;
const PING_MS = 20_000;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
/** Their numbers of errors: of credentials and subscriptions, and of too many connections. */
const FAULTS: Readonly<Record<number, VendorFault>> = {
  401: 'denied',
  402: 'denied',
  403: 'denied',
  409: 'denied',
  406: 'limited',
  405: 'refused',
};

/** `b`: a bar; `u`: a correction of one. */
const messages = z.array(
  z.discriminatedUnion('T', [
    wireBar.extend({ T: z.literal('b'), S: z.string() }),
    wireBar.extend({ T: z.literal('u'), S: z.string() }),
    z.object({ T: z.literal('success'), msg: z.string() }),
    z.object({ T: z.literal('subscription') }),
    z.object({ T: z.literal('error'), code: z.number(), msg: z.string() }),
  ]),
);

/** Minute bars until the signal aborts. @throws {VendorError} when the stream is cut, silent or refused */
async function followBars(
  url: string,
  key: Secret,
  secret: Secret,
  { symbols, onCandles, onOpen, signal }: StreamRequest,
): Promise<void> {
  const { WebSocket } = await import('ws');
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MESSAGE_BYTES_MAX,
      followRedirects: false,
    });
    let heard = true;
    const ping = setInterval(() => {
      if (!heard) return end(new VendorError('away', 'the stream of alpaca sends nothing'));
      heard = false;
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, PING_MS);
    // Of several ends the first is the result.
    const end = (error?: Error) => {
      clearInterval(ping);
      signal.removeEventListener('abort', abort);
      socket.terminate();
      if (error) reject(error);
      else resolve();
    };
    const abort = () => end();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) end();

    const send = (value: object) => socket.send(JSON.stringify(value));
    const take = (data: RawData) => {
      const text = withoutSecrets(data.toString(), [key, secret]);
      const parsed = parsedJson(text, 'the stream of alpaca sent no JSON');
      for (const message of shaped('alpaca', 'stream', messages, parsed)) {
        if (message.T === 'b' || message.T === 'u') onCandles(message.S, [candleOf(message)]);
        else if (message.T === 'subscription') onOpen();
        else if (message.T === 'error')
          throw new VendorError(FAULTS[message.code] ?? 'away', `the stream of alpaca: ${message.code} ${message.msg}`);
        else if (message.msg === 'connected') send({ action: 'auth', key: key.reveal(), secret: secret.reveal() });
        else if (message.msg === 'authenticated') send({ action: 'subscribe', bars: symbols, updatedBars: symbols });
      }
    };
    socket.on('pong', () => {
      heard = true;
    });
    socket.on('message', (data) => {
      heard = true;
      try {
        take(data);
      } catch (error) {
        end(error as Error);
      }
    });
    socket.on('error', (error) =>
      end(new VendorError('away', `the stream of alpaca: ${error.message}`, { cause: error })),
    );
    socket.on('close', (code) => end(new VendorError('away', `the stream of alpaca was closed (${code})`)));
  });
}
