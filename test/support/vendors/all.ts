import { serveBinance } from './binance.ts';
import { serveCoinbase } from './coinbase.ts';
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
];
