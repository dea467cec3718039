/**
 * A vendor of bars is a `CandleSource`; one loop (`bars.ts`) drives all of them and knows no vendor. The contract suite holds
 * every source to these rules:
 * - A request is answered completely, page after page in ascending time, or an error is thrown.
 * - Answers are checked against a schema; a missing field is a `shape` error that names it.
 * - Failures are `VendorError`s and contain no credentials.
 * - A candle's start is the vendor's own. Unfinished candles may be in an answer; the loop drops them.
 */

import type { AssetClass, Figures } from '../../exchange/symbol.ts';
import type { Clock, Timers } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ImportTarget } from '../landing/landing.ts';
import type { Credentials } from './credentials.ts';
import type { CollectorStore } from './store.ts';

export interface Candle extends Figures {
  /** Epoch ms. Daily bars of equities: any time of their New York date. */
  readonly startMs: number;
}

interface VendorRequest {
  /** As the vendor spells them; at most `symbolsPerRequest`. */
  readonly symbols: readonly string[];
  readonly signal: AbortSignal;
}

export interface CandleRequest extends VendorRequest {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

export interface CandlePage {
  /** Everything that the vendor answered, also outside of the range. */
  readonly candles: ReadonlyMap<string, readonly Candle[]>;
  /** The vendor's clock when it answered, epoch ms; our own if the answer has none. */
  readonly vendorMs: number;
}

export interface StreamRequest extends VendorRequest {
  /** Receives finished candles and corrections of them. */
  readonly onCandles: (symbol: string, candles: readonly Candle[]) => void;
  /** Called when the vendor has accepted the subscription: a request brings what came before. */
  readonly onOpen: () => void;
}

export interface NewsItem {
  readonly id: string;
  readonly symbols: readonly string[];
  readonly publishedMs: number;
  /** Time of the last change; items come in this order. */
  readonly updatedMs: number;
  readonly title: string;
  readonly summary: string;
  readonly provider: string;
  readonly url: string;
}

export interface NewsRequest extends VendorRequest {
  /** Items that changed at or after this time. */
  readonly fromMs: number;
}

export interface VendorSplit {
  readonly symbol: string;
  /** Ex-date, days since 1970. */
  readonly day: number;
  /** New shares per old share. */
  readonly ratio: number;
}

export interface SplitsRequest extends VendorRequest {
  /** Days since 1970, both included, by the date under which the vendor files a split. */
  readonly fromDay: number;
  readonly toDay: number;
}

export interface CandleSource {
  /** Source of each bar, such as `crypto:binance`. */
  readonly label: string;
  readonly symbolsPerRequest: number;
  /** Candles per request of a backfill, about. */
  readonly candlesPerRequest: number;
  /** True if an answer is a file of a finished day: such a source has no live bars. */
  readonly wholeDays?: boolean;
  candles(request: CandleRequest): AsyncIterable<CandlePage>;
  /** Runs until the signal aborts; rejects with a VendorError when the stream is cut. */
  stream?(request: StreamRequest): Promise<void>;
  /** News pages, ascending by their last change. */
  news?(request: NewsRequest): AsyncIterable<readonly NewsItem[]>;
  splits?(request: SplitsRequest): AsyncIterable<readonly VendorSplit[]>;
  close?(): Promise<void>;
}

interface Surroundings {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

export interface SourceContext extends Surroundings {
  readonly credentials: Credentials;
}

export interface WorkerContext extends Surroundings {
  readonly id: string;
  readonly store: CollectorStore;
  /** Next time of the schedule, epoch ms. */
  readonly nextTickMs: () => number | null;
}

export interface SeriesContext extends WorkerContext {
  readonly options: SeriesOptions;
  /** Opens the vendor's source at the first call; its workers share it. */
  readonly openSource: () => Promise<CandleSource>;
  readonly target: ImportTarget;
}

/** Options of every collector of bars; stored with the collector. */
export interface SeriesOptions {
  readonly symbols: readonly string[];
  readonly intervalMin: number;
  readonly assetClass: AssetClass;
  /** First day that is collected, days since 1970. */
  readonly fromDay: number;
  /** Times of the live requests: a cron expression with seconds. */
  readonly schedule: string;
  readonly stream: boolean;
  readonly news: boolean;
  readonly actions: boolean;
}
