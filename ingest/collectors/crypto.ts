/**
 * `crypto`: candles of any exchange that ccxt knows. The library is loaded when the first such collector is added or opened: 60 MB,
 * 1.6 s. History is asked for in windows of as many candles as the exchange gives at once: an
 * empty window is one without trades, not the end. ccxt bounds the rate as each exchange wants it.
 */

import type { Exchange, default as Library } from 'ccxt';
import { z } from 'zod';
import { formatInterval } from '../../exchange/symbol.ts';
import { orAborted } from '../../lib/async.ts';
import { MS_PER_MINUTE } from '../../lib/days.ts';
import { messageOf, nearestName } from '../../lib/text.ts';
import type { Candle, CandlePage, CandleRequest, CandleSource, SourceContext, StreamRequest } from './contract.ts';
import { CollectorError, VendorError, type VendorFault } from './errors.ts';
import { number, retryAfterMs, shaped, vendorMsOf } from './http.ts';
import { INTERVALS, seriesKind } from './kind.ts';

const TIMEOUT_MS = 20_000;
const PAGE_CANDLES = 300;
const candles = z.array(
  z.object({ start: number, open: number, high: number, low: number, close: number, volume: number }),
);

const NAME = 'name the exchange as ccxt does, such as binance, coinbase or kraken';

export const cryptoKind = seriesKind({
  name: 'crypto',
  shape: { exchange: z.string(NAME).regex(/^[a-z0-9]{2,40}$/, NAME) },
  assetClasses: ['crypto'],
  hasStream: true,
  hasNews: false,
  hasActions: false,
  id: ({ exchange }) => `crypto-${exchange}`,
  async check({ exchange: id }, { intervalMin, stream }) {
    const { exchange } = await exchangeOf(id, formatInterval(intervalMin));
    if (stream && exchange.has['watchOHLCV'] !== true)
      throw new CollectorError(`--stream: ${id} has no stream of candles`);
  },
  async open({ exchange: id }, { intervalMin }, context, url) {
    const timeframe = formatInterval(intervalMin);
    const { exchange, ccxt } = await exchangeOf(id, timeframe);
    exchange.has['fetchCurrencies'] = false;
    // Else the stream gives the newest candle alone, and nobody sees the one that it ended.
    exchange.newUpdates = false;
    // Instead of the exchange's own host.
    if (url !== undefined)
      exchange.urls['api'] = elsewhere(exchange.urls['api'], new URL(url)) as typeof exchange.urls.api;
    return new CcxtSource(exchange, timeframe, intervalMin * MS_PER_MINUTE, context, ccxt);
  },
});

/** @throws {CollectorError} that names the option: ccxt does not know the exchange, or it has no such candles */
async function exchangeOf(id: string, timeframe: string): Promise<{ exchange: Exchange; ccxt: typeof Library }> {
  const { default: ccxt } = await import('ccxt');
  const ids = ccxt.exchanges as readonly string[];
  if (!ids.includes(id)) {
    const meant = nearestName(id, ids);
    const hint = meant ? ` (did you mean ${meant}?)` : '';
    throw new CollectorError(`--exchange: ccxt does not know "${id}"${hint}; it knows ${ids.join(', ')}`);
  }
  const streaming = ccxt.pro as unknown as Record<string, new (options: object) => Exchange>;
  const plain = ccxt as unknown as Record<string, new (options: object) => Exchange>;
  const exchange = new (streaming[id] ?? plain[id])({
    enableRateLimit: true,
    enableLastJsonResponse: true,
    timeout: TIMEOUT_MS,
    // Spot alone: the lists of futures and options are megabytes that nobody asks for.
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] }, fetchCurrencies: false },
  });
  const timeframes = exchange.has['fetchOHLCV'] ? Object.keys(exchange.timeframes ?? {}) : [];
  const offered = INTERVALS.map(formatInterval).filter((name) => timeframes.includes(name));
  if (offered.length === 0) throw new CollectorError(`--exchange: ${id} has no candles`);
  if (!offered.includes(timeframe)) throw new CollectorError(`--interval: ${id} has ${offered.join(', ')}`);
  return { exchange, ccxt };
}

/** The same paths on another host; of WebSockets, too. */
function elsewhere(api: unknown, url: URL): unknown {
  if (typeof api === 'string') {
    if (!URL.canParse(api)) return api;
    const socket = api.startsWith('ws');
    const own = new URL(api);
    const protocol = socket ? url.protocol.replace('http', 'ws') : url.protocol;
    return `${protocol}//${url.host}${own.pathname.replace(/\/$/, '')}`;
  }
  if (typeof api !== 'object' || api === null) return api;
  return Object.fromEntries(Object.entries(api).map(([name, value]) => [name, elsewhere(value, url)]));
}

class CcxtSource implements CandleSource {
  readonly label: string;
  readonly symbolsPerRequest = 1;
  readonly candlesPerRequest: number;
  readonly stream?: CandleSource['stream'];
  readonly #exchange: Exchange;
  readonly #timeframe: string;
  readonly #stepMs: number;
  readonly #context: SourceContext;
  readonly #library: typeof Library;
  /** What ccxt read of the answer, before it leaves out what it takes for outside of the range. */
  #read: unknown[][] = [];

  constructor(exchange: Exchange, timeframe: string, stepMs: number, context: SourceContext, library: typeof Library) {
    this.#exchange = exchange;
    this.#timeframe = timeframe;
    this.#stepMs = stepMs;
    this.#context = context;
    this.#library = library;
    this.label = `crypto:${exchange.id}`;
    const spot = (exchange.features as Record<string, { fetchOHLCV?: { limit?: number } }> | undefined)?.['spot'];
    this.candlesPerRequest = spot?.fetchOHLCV?.limit ?? PAGE_CANDLES;
    const parse = exchange.parseOHLCV.bind(exchange);
    exchange.parseOHLCV = (row, market) => {
      const candle = parse(row, market);
      this.#read.push(candle);
      return candle;
    };
    if (exchange.has['watchOHLCV'] === true) this.stream = (request) => this.#watch(request);
  }

  async *candles({ symbols: [symbol], fromMs, toMs, signal }: CandleRequest): AsyncGenerator<CandlePage> {
    const stepMs = this.#stepMs;
    const first = Math.ceil(fromMs / stepMs) * stepMs;
    // One fewer than the limit: some exchanges count both ends.
    const windowMs = Math.max(1, this.candlesPerRequest - 1) * stepMs;
    await this.#call(signal, () => this.#exchange.loadMarkets());
    for (let since = first; since < toMs; since += windowMs) {
      signal.throwIfAborted();
      const until = Math.min(since + windowMs, toMs) - 1;
      this.#read = [];
      const rows = await this.#call(signal, () =>
        this.#exchange.fetchOHLCV(symbol, this.#timeframe, since, this.candlesPerRequest, { until }),
      );
      const vendorMs = vendorMsOf(headerOf(this.#headers, 'date'), this.#context.clock);
      this.#checkRead();
      // ccxt leaves out what begins before, and what is beyond the limit: that it came is known here alone.
      const isCut = rows.length >= this.candlesPerRequest;
      const others = this.#read.filter(([start]) => isCut || Number(start) < since);
      const all = this.#candlesOf([...rows, ...others]);
      yield { candles: new Map([[symbol, all]]), vendorMs };
    }
  }

  #candlesOf(rows: readonly (readonly unknown[])[]): Candle[] {
    const named = rows.map(([start, open, high, low, close, volume]) => ({ start, open, high, low, close, volume }));
    const parsed = shaped(this.label, 'candles', candles, named);
    return parsed.map(({ start: startMs, ...rest }) => ({ startMs, ...rest }));
  }

  /** ccxt takes a list that is not where it was for an empty one, and drops candles without a time: that is a changed shape. */
  #checkRead(): void {
    this.#candlesOf(this.#read);
    if (this.#read.length > 0) return;
    const lists = listsIn(this.#exchange.last_json_response);
    if (lists.length > 0 && lists.every((list) => list.length === 0)) return;
    const found = lists.length === 0 ? 'holds no list' : 'holds a list of which no candle can be read';
    throw new VendorError('shape', `${this.label} candles have changed: the answer ${found}`);
  }

  get #headers(): Record<string, string> {
    return (this.#exchange.last_response_headers ?? {}) as Record<string, string>;
  }

  async #call<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    try {
      // ccxt's own requests cannot be aborted: a stop does not wait for them.
      return await orAborted(task(), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): VendorError {
    if (error instanceof VendorError) return error;
    const message = messageOf(error).slice(0, 300);
    const fault = faultOf(this.#library, error);
    const wait = fault === 'limited' ? { get: (name: string) => headerOf(this.#headers, name) ?? null } : null;
    return new VendorError(fault, `${this.label}: ${message}`, {
      cause: error,
      retryAfterMs: wait ? retryAfterMs(wait, this.#context.clock.nowMs()) : undefined,
    });
  }

  /** All symbols side by side; the first that is cut ends them all. A candle is over when the next one shows. */
  async #watch({ symbols, onCandles, onOpen, signal }: StreamRequest): Promise<void> {
    const exchange = this.#exchange;
    const closing = () => void exchange.close().catch(() => {});
    signal.addEventListener('abort', closing, { once: true });
    try {
      await this.#call(signal, () => exchange.loadMarkets());
      // What the library wants before it opens a WebSocket without TLS, as on another host than the exchange's own.
      await exchange.loadHttpProxyAgent();
      let opened = false;
      const follow = async (symbol: string) => {
        let seen = 0;
        while (!signal.aborted) {
          const rows = this.#candlesOf(await exchange.watchOHLCV(symbol, this.#timeframe));
          if (!opened) onOpen();
          opened = true;
          const newest = Math.max(...rows.map(({ startMs }) => startMs));
          const closed = rows.filter(({ startMs }) => startMs < newest && startMs >= seen);
          if (closed.length > 0 && newest > seen) onCandles(symbol, closed);
          seen = newest;
        }
      };
      await Promise.all(symbols.map(follow));
    } catch (error) {
      if (!signal.aborted) throw this.#failure(error);
    } finally {
      signal.removeEventListener('abort', closing);
      await exchange.close().catch(() => {});
    }
  }

  async close(): Promise<void> {
    await this.#exchange.close().catch(() => {});
  }
}

/** Lists of lists or objects, and empty ones, wherever they are in an answer. */
function listsIn(value: unknown, depth = 0): unknown[][] {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'object') ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.values(value).flatMap((inner) => listsIn(inner, depth + 1));
}

function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function faultOf(ccxt: typeof Library, error: unknown): VendorFault {
  if (error instanceof ccxt.RateLimitExceeded || error instanceof ccxt.DDoSProtection) return 'limited';
  if (error instanceof ccxt.BadSymbol) return 'unknown_symbol';
  if (error instanceof ccxt.AuthenticationError) return 'denied';
  if (error instanceof ccxt.BadResponse) return 'shape';
  if (error instanceof ccxt.NetworkError) return 'away';
  if (error instanceof ccxt.ExchangeError) return 'refused';
  // A field that is not there fails within ccxt as any bug would.
  return error instanceof TypeError ? 'shape' : 'away';
}
