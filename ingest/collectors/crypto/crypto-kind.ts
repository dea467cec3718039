/** `crypto`: any exchange that ccxt knows. The library is loaded when the first such collector is opened: 60 MB, 1.6 s. */
import { z } from 'zod';
import { seriesKind } from '../kind.ts';

export const cryptoKind = seriesKind({
  name: 'crypto',
  shape: {
    exchange: z
      .string('name the exchange as ccxt does, such as binance, coinbase or kraken')
      .regex(/^[a-z0-9]{2,40}$/, 'name the exchange as ccxt does, such as binance, coinbase or kraken'),
  },
  assetClasses: ['crypto'],
  hasStream: true,
  hasNews: false,
  hasActions: false,
  id: ({ exchange }) => `crypto-${exchange}`,
  async open({ exchange }, series, context, url) {
    const { openExchange } = await import('./exchange.ts');
    return openExchange({ exchange, intervalMin: series.intervalMin, url }, context);
  },
});
