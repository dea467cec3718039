/**
 * `massive` (Polygon before): bars of US stocks by request, `GET /v2/aggs/ticker/{ticker}/range/...` in pages by `next_url`,
 * with raw prices (`adjusted=false`); or the daily flat files by S3, one gzipped CSV a day with the bars of all stocks. A file is
 * downloaded whole, and thinned to the collector's symbols. It is published the day after.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import { getOrMake } from '../../lib/collections.ts';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { messageOf } from '../../lib/text.ts';
import type { Candle, CandlePage, CandleRequest, CandleSource, SourceContext } from './contract.ts';
import { CollectorError, VendorError } from './errors.ts';
import { candleOf, figures, number, shaped, VendorHttp } from './http.ts';
import { requestsPerMinute, seriesKind } from './kind.ts';

export const massiveKind = seriesKind({
  name: 'massive',
  shape: {
    via: z.enum(['rest', 'files'], 'give rest or files').default('rest'),
    requestsPerMinute: requestsPerMinute.default(5),
    bucket: z
      .string('name the bucket')
      .regex(/^[a-z0-9.-]{3,63}$/, 'name the bucket')
      .default('flatfiles'),
  },
  assetClasses: ['equity', 'etf'],
  hasStream: false,
  hasNews: false,
  hasActions: false,
  id: ({ via }) => `massive-${via}`,
  async open({ via, ...own }, { intervalMin }, context, url) {
    const options = { ...own, intervalMin, url };
    return via === 'files' ? openFlatFiles(options, context) : openAggregates(options, context);
  },
});

interface MassiveOptions {
  readonly intervalMin: number;
  readonly bucket: string;
  readonly requestsPerMinute: number;
  readonly url: string | undefined;
}

const API_URL = 'https://api.massive.com';
const PAGE_BARS = 50_000;
const RANGES: Readonly<Record<number, string>> = {
  1: '1/minute',
  5: '5/minute',
  15: '15/minute',
  30: '30/minute',
  60: '1/hour',
  1440: '1/day',
};

const page = z.object({
  ticker: z.string(),
  status: z.enum(['OK', 'DELAYED']),
  resultsCount: number,
  results: z.array(z.object({ t: number, ...figures })).optional(),
  next_url: z.string().optional(),
});

function openAggregates(options: MassiveOptions, context: SourceContext): CandleSource {
  const key = context.credentials.required('MASSIVE_API_KEY', 'POLYGON_API_KEY');
  const http = new VendorHttp({
    vendor: 'massive',
    baseUrl: options.url ?? API_URL,
    requestsPerMinute: options.requestsPerMinute,
    // In the header: a key in the address would be in logs of whatever is between.
    headers: () => ({ authorization: `Bearer ${key.reveal()}` }),
    secrets: [key],
    ...context,
  });
  return {
    label: 'massive',
    symbolsPerRequest: 1,
    candlesPerRequest: PAGE_BARS,
    candles: (request) => pages(http, options.intervalMin, request),
  };
}

async function* pages(
  http: VendorHttp,
  intervalMin: number,
  { symbols: [symbol], fromMs, toMs, signal }: CandleRequest,
): AsyncGenerator<CandlePage> {
  const path = `/v2/aggs/ticker/${encodeURIComponent(symbol)}/range/${RANGES[intervalMin]}/${fromMs}/${toMs - 1}`;
  let url: URL | undefined = http.url(path, { adjusted: 'false', sort: 'asc', limit: PAGE_BARS });
  const seen = new Set<string>();
  while (url) {
    seen.add(url.href);
    const { body, vendorMs }: { body: z.infer<typeof page>; vendorMs: number } = await http.json(url, page, signal);
    if (body.ticker !== symbol)
      throw new VendorError('shape', `massive answered with ${body.ticker} instead of ${symbol}`);
    const { results = [], resultsCount } = body;
    if (!body.results && resultsCount > 0)
      throw new VendorError(
        'shape',
        `massive ${path} has changed: results is missing, resultsCount is ${resultsCount}`,
      );
    yield { candles: new Map([[symbol, results.map(candleOf)]]), vendorMs };
    url = body.next_url === undefined ? undefined : http.url(below(body.next_url));
    if (url && seen.has(url.href)) throw new VendorError('shape', 'massive repeats next_url: its pages have no end');
  }
}

/** Its host is the vendor's older or newer name; the key is sent to the one that was chosen. */
function below(nextUrl: string): string {
  if (!URL.canParse(nextUrl))
    throw new VendorError('shape', `massive: next_url is not a URL: ${nextUrl.slice(0, 200)}`);
  const { pathname, search } = new URL(nextUrl);
  return `${pathname}${search}`;
}

const FILES_URL = 'https://files.massive.com';
const FOLDERS: Readonly<Record<number, string>> = { 1: 'minute_aggs_v1', 1440: 'day_aggs_v1' };
const REGION = 'us-east-1';
const SYMBOLS_MAX = 5_000;
const TIMEOUT_MS = 300_000;
/** A file that is not there so soon after its day is still to come. */
const PUBLISHED_WITHIN_MS = 4 * MS_PER_DAY;
const NOT_YET_MS = 30 * 60_000;

const cell = z.string('must be a number').trim().min(1, 'must be a number').pipe(z.coerce.number('must be a number'));
const row = z.object({
  ticker: z.string('must be a symbol'),
  /** Epoch nanoseconds. */
  window_start: cell,
  open: cell,
  high: cell,
  low: cell,
  close: cell,
  volume: cell,
});

function openFlatFiles(options: MassiveOptions, context: SourceContext): CandleSource {
  const folder = FOLDERS[options.intervalMin];
  if (!folder) throw new CollectorError('--interval: flat files hold bars of 1m and 1d');
  const keyId = context.credentials.required('MASSIVE_S3_ACCESS_KEY_ID', 'POLYGON_S3_ACCESS_KEY_ID');
  const secret = context.credentials.required('MASSIVE_S3_SECRET_ACCESS_KEY', 'POLYGON_S3_SECRET_ACCESS_KEY');
  const http = new VendorHttp({
    vendor: 'massive',
    baseUrl: options.url ?? FILES_URL,
    requestsPerMinute: options.requestsPerMinute,
    headers: () => ({}),
    secrets: [keyId, secret],
    ...context,
    timeoutMs: TIMEOUT_MS,
  });

  async function download(date: string, signal: AbortSignal): Promise<Buffer> {
    const path = `/${options.bucket}/us_stocks_sip/${folder}/${date.slice(0, 4)}/${date.slice(5, 7)}/${date}.csv.gz`;
    const url = http.url(path);
    const nowMs = context.clock.nowMs();
    const { AwsV4Signer } = await import('aws4fetch');
    const signer = new AwsV4Signer({
      url: url.href,
      accessKeyId: keyId.reveal(),
      secretAccessKey: secret.reveal(),
      service: 's3',
      region: REGION,
      datetime: new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    const signed = await signer.sign();
    try {
      const response = await http.send(url, signal, Object.fromEntries(signed.headers.entries()));
      return await http.bytes(response, signal);
    } catch (error) {
      if (!(error instanceof VendorError) || error.status !== 404) throw error;
      if (nowMs - Date.parse(date) < PUBLISHED_WITHIN_MS)
        throw new VendorError('away', `massive has not yet published the file of ${date}`, {
          retryAfterMs: NOT_YET_MS,
        });
      const message = `massive has no file of ${date}: is it before your subscription begins?`;
      throw new VendorError('refused', message, { cause: error });
    }
  }

  async function pageOf(date: string, { symbols, signal }: CandleRequest): Promise<CandlePage> {
    const vendorMs = context.clock.nowMs();
    return { candles: await candlesIn(await download(date, signal), date, new Set(symbols), signal), vendorMs };
  }

  return {
    label: 'massive',
    symbolsPerRequest: SYMBOLS_MAX,
    candlesPerRequest: 1,
    wholeDays: true,
    async *candles(request) {
      const days = tradingDaysOf('equity');
      for (let day = days.dayAt(request.fromMs); days.startMs(day) < request.toMs; day++)
        if (days.isOpen(day)) yield await pageOf(isoDate(day), request);
    },
  };
}

async function candlesIn(
  file: Buffer,
  date: string,
  symbols: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, Candle[]>> {
  const candles = new Map<string, Candle[]>();
  const read = parse({ columns: true });
  // An error of any of them ends the loop below.
  pipeline(Readable.from([file]), createGunzip(), read, { signal }).catch(() => {});
  let isFirst = true;
  try {
    for await (const value of read as AsyncIterable<Record<string, string>>) {
      // The first row of any symbol shows whether the columns are still the documented ones.
      if (!isFirst && !symbols.has(value['ticker'])) continue;
      isFirst = false;
      const { ticker, window_start, ...prices } = shaped('massive', `file of ${date}`, row, value);
      if (!symbols.has(ticker)) continue;
      getOrMake(candles, ticker, (): Candle[] => []).push({ startMs: Math.round(window_start / 1e6), ...prices });
    }
  } catch (error) {
    if (error instanceof VendorError || signal.aborted) throw error;
    const message = `massive's file of ${date} cannot be read: ${messageOf(error)}`;
    throw new VendorError('shape', message, { cause: error });
  }
  return candles;
}
