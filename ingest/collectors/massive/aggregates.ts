/** Massive's custom bars: `GET /v2/aggs/ticker/{ticker}/range/...`, pages by `next_url`. Raw prices (`adjusted=false`). */
import { z } from 'zod';
import type { CandlePage, CandleRequest, CandleSource, SourceContext } from '../contract.ts';
import { VendorError } from '../errors.ts';
import { VendorHttp } from '../http.ts';
import { candleOf, figures, number } from '../wire.ts';

export interface AggregatesOptions {
  readonly intervalMin: number;
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
  /** Absent where there are none. */
  results: z.array(z.object({ t: number, ...figures })).optional(),
  next_url: z.string().optional(),
});

export async function openAggregates(options: AggregatesOptions, context: SourceContext): Promise<CandleSource> {
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
      throw new VendorError('shape', `massive answers of ${body.ticker} where ${symbol} was asked for`);
    if (!body.results && body.resultsCount > 0)
      throw new VendorError(
        'shape',
        `massive ${path} has changed: results is missing, resultsCount is ${body.resultsCount}`,
      );
    yield { candles: new Map([[symbol, (body.results ?? []).map(candleOf)]]), vendorMs };
    url = body.next_url === undefined ? undefined : http.url(below(body.next_url));
    if (url && seen.has(url.href)) throw new VendorError('shape', 'massive repeats next_url: its pages have no end');
  }
}

/** Its host is the vendor's older or newer name; the key is sent to the one that was chosen. */
function below(nextUrl: string): string {
  if (!URL.canParse(nextUrl)) throw new VendorError('shape', `massive: next_url is no URL: ${nextUrl.slice(0, 200)}`);
  const { pathname, search } = new URL(nextUrl);
  return `${pathname}${search}`;
}
