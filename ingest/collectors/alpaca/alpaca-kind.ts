/** `alpaca`: bars of US stocks from Alpaca's market data interface, by request and by stream. */
import { z } from 'zod';
import { seriesKind } from '../kind.ts';

export const FEEDS = ['iex', 'sip', 'delayed_sip', 'otc'] as const;
const PER_MINUTE = 200;

export const alpacaKind = seriesKind({
  name: 'alpaca',
  shape: {
    feed: z.enum(FEEDS, `give one of ${FEEDS.join(', ')}`).default('iex'),
    requestsPerMinute: z.number('give a whole number from 1 on').int().positive().max(100_000).default(PER_MINUTE),
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
  async open(own, series, context, url) {
    const { openAlpaca } = await import('./alpaca.ts');
    return openAlpaca({ ...own, intervalMin: series.intervalMin, url }, context);
  },
});
