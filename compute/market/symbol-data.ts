/** What a kernel may read of one symbol: bars, sessions and candles, news. */

import { getOrMake } from '../../lib/collections.ts';
import type { BarColumns, SymbolMeta } from './bars.ts';
import { buildCandles, type CandleSet, type Timeframe } from './candles.ts';
import { buildSessions, type DataClock, type SessionSet, type SessionSpec, sessionKey } from './sessions.ts';

/** Where news of a symbol is stored: of equities and ETFs, and of crypto pairs. */
export type NewsSource = 'sentiment' | 'sentiment_crypto';
export const NEWS_SOURCES: readonly NewsSource[] = ['sentiment', 'sentiment_crypto'];

/** Classified news of one symbol, ascending by time. Columns of equal length. */
export interface NewsColumns {
  readonly length: number;
  /** Milliseconds since the epoch. */
  readonly timeMs: Float64Array;
  readonly impact: Float64Array;
  /** -1 negative, 0 neutral, 1 positive. */
  readonly direction: Int8Array;
  readonly id: readonly string[];
  readonly title: readonly string[];
  readonly headline: readonly (string | null)[];
  readonly provider: readonly (string | null)[];
  readonly url: readonly (string | null)[];
  readonly assetClass: readonly string[];
}

export type NewsBySource = { readonly [source in NewsSource]?: NewsColumns };

/**
 * What a kernel may read: a range of one symbol's stored bars (all of them in that range, extended hours too),
 * and the clock of its data. Sessions and candles are built once each and shared between statistics.
 */
export class SymbolData {
  readonly meta: SymbolMeta;
  readonly bars: BarColumns;
  readonly clock: DataClock;
  /** No stored bar is before (after) the loaded range. */
  readonly reachesStart: boolean;
  readonly reachesEnd: boolean;
  readonly news: NewsBySource;
  readonly #sessions = new Map<string, SessionSet>();
  readonly #candles = new Map<string, CandleSet>();

  constructor(init: {
    meta: SymbolMeta;
    bars: BarColumns;
    clock: DataClock;
    reachesStart: boolean;
    reachesEnd: boolean;
    news?: NewsBySource;
  }) {
    this.meta = init.meta;
    this.bars = init.bars;
    this.clock = init.clock;
    this.reachesStart = init.reachesStart;
    this.reachesEnd = init.reachesEnd;
    this.news = init.news ?? {};
  }

  sessions(spec: SessionSpec): SessionSet {
    const make = () => buildSessions(this.bars, this.meta, spec, this.clock);
    return getOrMake(this.#sessions, sessionKey(spec), make);
  }

  candles(spec: SessionSpec, timeframe: Timeframe): CandleSet {
    const make = () => buildCandles(this.sessions(spec), timeframe, this.clock);
    return getOrMake(this.#candles, `${timeframe} ${sessionKey(spec)}`, make);
  }
}
