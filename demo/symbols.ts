/** The demo market: made-up names under a reserved prefix, which cannot collide with real symbols. */
import type { AssetClass } from '../exchange/symbol.ts';

export const DEMO_PREFIX = 'DEMO-';
/** Name of the account that reads only these symbols. */
export const DEMO_ACCOUNT = 'demo';

export interface DemoSymbol {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  /** Price at the start of the series. */
  readonly startPrice: number;
  /** Standard deviation of a day's return, open to close and overnight. */
  readonly dayVolatility: number;
  readonly nightVolatility: number;
  /** Mean volume of a regular minute. */
  readonly minuteVolume: number;
  /** Smallest price step. */
  readonly tick: number;
}

const equity = (name: string, startPrice: number, dayVolatility: number, minuteVolume: number): DemoSymbol => ({
  symbol: `${DEMO_PREFIX}${name}`,
  assetClass: 'equity',
  startPrice,
  dayVolatility,
  nightVolatility: dayVolatility * 0.55,
  minuteVolume,
  tick: 0.01,
});

const crypto = (name: string, startPrice: number, minuteVolume: number): DemoSymbol => ({
  symbol: `${DEMO_PREFIX}${name}`,
  assetClass: 'crypto',
  startPrice,
  dayVolatility: 0.026,
  nightVolatility: 0,
  minuteVolume,
  tick: 0.01,
});

export const DEMO_SYMBOLS: readonly DemoSymbol[] = [
  equity('ACME', 182.4, 0.013, 9_000),
  { ...equity('INDEX', 431.2, 0.008, 60_000), assetClass: 'etf', nightVolatility: 0.0045 },
  equity('BOLT', 64.1, 0.024, 14_000),
  equity('CEDAR', 91.75, 0.011, 3_500),
  equity('DELTA', 27.3, 0.029, 22_000),
  equity('ELM', 148.6, 0.016, 5_200),
  equity('FJORD', 310.9, 0.019, 2_100),
  equity('GROVE', 12.85, 0.034, 18_000),
  { ...equity('GOLD', 188.5, 0.007, 7_000), assetClass: 'etf', nightVolatility: 0.006 },
  { ...equity('TECH', 372.0, 0.012, 38_000), assetClass: 'etf', nightVolatility: 0.007 },
  crypto('COINUSD', 43_500, 1.4),
  crypto('ETHERUSD', 2_350, 18),
];

/** The question on the console's first screen; it is asked once in advance, so that its answer is cached. */
export const FEATURED = {
  when: 'gap.gap_pct<0.5',
  // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
  then: 'gap.filled=true',
} as const;

/** Returns the query of the first screen. */
export const featuredQuery = (symbol: string) => ({
  symbol,
  ...FEATURED,
  time_window: '24M',
  session: 'exchange',
  limit: '1',
});
