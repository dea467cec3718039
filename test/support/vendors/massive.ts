/** Massive (Polygon) as documented: custom bars with `next_url`, and the flat files behind S3 with signature version 4. */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { tradingDaysOf } from '../../../exchange/trading-days.ts';
import { parseIsoDate } from '../../../lib/days.ts';
import { serveVendor, type VendorMarket, type VendorServer } from './server.ts';

export const MASSIVE_KEYS = {
  MASSIVE_API_KEY: 'massive-key-never-logged',
};
export const FILES_KEYS = {
  MASSIVE_S3_ACCESS_KEY_ID: 'f3d9a0c1-test-access',
  MASSIVE_S3_SECRET_ACCESS_KEY: 'massive-s3-secret-never-logged',
};
const PAGE = 400;

export function serveAggregates(market: VendorMarket): Promise<VendorServer> {
  return serveVendor(market, (url, request) => {
    if (request.headers.authorization !== `Bearer ${MASSIVE_KEYS.MASSIVE_API_KEY}`)
      return { status: 401, body: { status: 'ERROR', request_id: 'x', error: 'Unknown API Key' } };
    const match = /^\/v2\/aggs\/ticker\/([^/]+)\/range\/1\/(minute|day)\/(\d+)\/(\d+)$/.exec(url.pathname);
    if (!match) return null;
    const [ticker, from, to] = [decodeURIComponent(match[1]), Number(match[3]), Number(match[4])];
    const all = market.range(ticker, from, to);
    const at = Number(url.searchParams.get('cursor') ?? 0);
    const part = all.slice(at, at + PAGE);
    const results = part.map(({ startMs, open, high, low, close, volume }) => ({
      v: volume,
      vw: 74.6099,
      o: open,
      c: close,
      h: high,
      l: low,
      t: startMs,
      n: 1,
    }));
    const next = `https://api.polygon.io${url.pathname}?cursor=${at + PAGE}`;
    return {
      data: true,
      body: {
        ticker,
        queryCount: part.length,
        resultsCount: part.length,
        adjusted: false,
        ...(results.length > 0 ? { results } : {}),
        status: 'OK',
        request_id: '6a7e466379af0a71039d60cc78e72282',
        count: part.length,
        ...(at + PAGE < all.length ? { next_url: next } : {}),
      },
    };
  });
}

const HEADER = 'ticker,volume,open,close,high,low,window_start,transactions';

export function serveFlatFiles(market: VendorMarket): Promise<VendorServer> {
  const days = tradingDaysOf('equity');
  return serveVendor(market, (url, request) => {
    if (!isSigned(request, url)) {
      return { status: 403, body: '<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code></Error>' };
    }
    const date = /^\/flatfiles\/us_stocks_sip\/minute_aggs_v1\/(\d{4})\/(\d\d)\/(\1-\2-\d\d)\.csv\.gz$/.exec(
      url.pathname,
    )?.[3];
    const day = date === undefined ? null : parseIsoDate(date);
    if (day === null || !days.isOpen(day) || days.endMs(day) > market.clock.nowMs())
      return { status: 404, body: '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>' };
    const lines = [HEADER, 'ZZZZ,1,1,1,1,1,1709816400000000000,1'];
    for (const ticker of [...market.candles.keys()].sort()) {
      for (const { startMs, open, high, low, close, volume } of market.range(
        ticker,
        days.startMs(day),
        days.endMs(day) - 1,
      ))
        lines.push([ticker, volume, open, close, high, low, `${startMs}000000`, 12].join(','));
    }
    const text = `${lines.join('\n')}\n`;
    return { data: true, headers: { 'content-type': 'application/gzip' }, body: gzipSync(text) };
  });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4, computed here from its specification. */
function isSigned({ headers, method }: IncomingMessage, url: URL): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match || match[1] !== FILES_KEYS.MASSIVE_S3_ACCESS_KEY_ID) return false;
  const [, , date, region, names, signature] = match;
  const canonicalHeaders = names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('');
  const canonical = [method, url.pathname, '', canonicalHeaders, names, headers['x-amz-content-sha256']].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${FILES_KEYS.MASSIVE_S3_SECRET_ACCESS_KEY}`, date));
  return hmac(key, toSign).toString('hex') === signature;
}
