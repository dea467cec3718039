import { gunzipSync, gzipSync } from 'node:zlib';
import { ALPACA_KEYS, serveAlpaca } from './alpaca.ts';
import { serveBinance } from './binance.ts';
import { serveCoinbase } from './coinbase.ts';
import { FILES_KEYS, MASSIVE_KEYS, serveAggregates, serveFlatFiles } from './massive.ts';
import type { Vendor } from './vendor.ts';

const crypto = {
  kind: 'crypto',
  symbols: ['BTC/USDT', 'ETH/USDT'],
  unknown: 'NO/PE',
  saysUnknown: true,
  environment: {},
} as const;

export const VENDORS: readonly Vendor[] = [
  {
    ...crypto,
    name: 'crypto: binance',
    options: { exchange: 'binance' },
    serve: serveBinance,
    limited: () => ({
      waitMs: 7_000,
      fault: {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '7' },
        body: { code: -1003, msg: 'Too many requests; current limit is 6000 request weight per 1 MINUTE.' },
      },
    }),
    changed: { change: (body) => body.replace(/"\d+\.\d{8}"/, 'null'), names: /\[0\]\.open/ },
  },
  {
    ...crypto,
    name: 'crypto: coinbase',
    options: { exchange: 'coinbase' },
    serve: serveCoinbase,
    limited: () => ({
      waitMs: 5_000,
      fault: {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '5' },
        body: { error: 'rate_limit_exceeded', message: 'Too many requests' },
      },
    }),
    changed: { change: (body) => body.replaceAll('"start"', '"starts_at"'), names: /\[0\]\.start/ },
  },
  {
    name: 'alpaca',
    kind: 'alpaca',
    symbols: ['AAPL', 'MSFT'],
    unknown: 'NOSUCHONE',
    saysUnknown: true,
    environment: ALPACA_KEYS,
    options: { requestsPerMinute: 60_000 },
    serve: serveAlpaca,
    limited: (nowMs) => ({
      waitMs: 9_000,
      fault: {
        kind: 'status',
        status: 429,
        headers: {
          'x-ratelimit-limit': '200',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.ceil(nowMs / 1000) + 9),
        },
        body: { message: 'too many requests.' },
      },
    }),
    changed: { change: (body) => body.replaceAll('"o":', '"open":'), names: /bars\.AAPL\[0\]\.o is missing/ },
  },
  {
    name: 'massive: requests',
    kind: 'massive',
    symbols: ['AAPL', 'MSFT'],
    unknown: 'NOSUCHONE',
    saysUnknown: false,
    environment: MASSIVE_KEYS,
    options: { requestsPerMinute: 60_000 },
    serve: serveAggregates,
    limited: () => ({
      waitMs: 12_000,
      fault: {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '12' },
        body: { status: 'ERROR', request_id: 'x', error: "You've exceeded the maximum requests per minute" },
      },
    }),
    changed: { change: (body) => body.replaceAll('"results"', '"bars"'), names: /results is missing/ },
  },
  {
    name: 'massive: flat files',
    kind: 'massive',
    symbols: ['AAPL', 'MSFT'],
    unknown: 'NOSUCHONE',
    saysUnknown: false,
    isLive: false,
    environment: FILES_KEYS,
    options: { requestsPerMinute: 60_000, via: 'files' },
    serve: serveFlatFiles,
    limited: () => ({
      waitMs: 6_000,
      fault: {
        kind: 'status',
        status: 503,
        headers: { 'retry-after': '6' },
        body: '<Error><Code>SlowDown</Code></Error>',
      },
    }),
    changed: {
      change: (body) => {
        const text = gunzipSync(Buffer.from(body, 'latin1')).toString().replace('window_start', 'opened');
        return gzipSync(text).toString('latin1');
      },
      names: /file of 2024-03-1\d has changed: window_start is missing/,
    },
  },
];
