/**
 * What a collector of a vendor's bars is. The vendor's side is a `CandleSource`; everything that all collectors share (the
 * schedule, resume points, holes, backing off, what is closed, landing) is in `series-worker.ts` and knows no vendor.
 *
 * Rules that every source keeps, and the contract suite holds:
 * - A request is answered whole, page after page in ascending time, or an error is thrown; a part is never passed off as all.
 * - Shapes are checked. A field that is missing or of another type is a `shape` error that names it; nothing is guessed.
 * - Failures are `VendorError`s of the right kind; credentials are in none of them.
 * - A candle's start is the vendor's own, in epoch ms; a candle that is not closed may be in an answer and is left out later.
 */

import type { AssetClass, Figures } from '../../exchange/symbol.ts';
import type { Clock, Timers } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ImportTarget } from '../landing/landing.ts';
import type { Credentials } from './credentials.ts';
import type { CollectorStore } from './store.ts';

export interface Candle extends Figures {
  /** Start, epoch ms. Of daily bars of equities any time of their New York date. */
  readonly startMs: number;
}

interface VendorRequest {
  /** As the vendor spells them. */
  readonly symbols: readonly string[];
  readonly signal: AbortSignal;
}

export interface CandleRequest extends VendorRequest {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

export interface CandlePage {
  /** All that the vendor answered, also outside of the range. */
  readonly candles: ReadonlyMap<string, readonly Candle[]>;
  /** The part of the range that this page is the answer to, where the vendor is asked for one part after the other. */
  readonly part?: { readonly fromMs: number; readonly toMs: number };
  /** The vendor's clock when it answered, epoch ms; our own where it does not say. */
  readonly vendorMs: number;
}

export interface StreamRequest extends VendorRequest {
  /** Closed candles and corrections of closed ones, in the order in which the vendor sent them. */
  readonly onCandles: (symbol: string, candles: readonly Candle[]) => void;
  /** The vendor took the subscription. What it sent before is for a request to bring. */
  readonly onOpen: () => void;
}

export interface NewsItem {
  readonly id: string;
  readonly symbols: readonly string[];
  readonly publishedMs: number;
  /** Of its last change; items come in this order. */
  readonly updatedMs: number;
  readonly title: string;
  readonly summary: string;
  readonly provider: string;
  readonly url: string;
}

export interface NewsRequest extends VendorRequest {
  /** Changed at or after. */
  readonly fromMs: number;
}

export interface VendorAction {
  /** As the vendor spells it. */
  readonly symbol: string;
  /** Its ex-date, days since 1970. */
  readonly day: number;
  /** New shares for an old one. */
  readonly ratio: number;
}

export interface ActionsRequest extends VendorRequest {
  /** Days since 1970, both included, of the date by which the vendor keeps them. */
  readonly fromDay: number;
  readonly toDay: number;
}

export interface CandleSource {
  /** Named as the source of each bar, such as `crypto:binance`. */
  readonly label: string;
  readonly symbolsPerRequest: number;
  /** How many candles one request of a backfill asks for, about. */
  readonly candlesPerRequest: number;
  /** True where an answer is a file of a whole day, of which there is none while the day lasts. */
  readonly wholeDays?: boolean;
  candles(request: CandleRequest): AsyncIterable<CandlePage>;
  /** Runs until the signal aborts; rejects with a VendorError when the stream is cut. */
  stream?(request: StreamRequest): Promise<void>;
  /** News pages, ascending by their last change. */
  news?(request: NewsRequest): AsyncIterable<readonly NewsItem[]>;
  /** Corporate actions page after page, in no order. */
  actions?(request: ActionsRequest): AsyncIterable<readonly VendorAction[]>;
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
  /** When the schedule has its next time, epoch ms. */
  readonly nextTickMs: () => number | null;
}

export interface SeriesContext extends WorkerContext {
  readonly options: SeriesOptions;
  readonly source: CandleSource;
  readonly target: ImportTarget;
  /** When the collector was added, epoch ms: what an operator corrects from then on stays. */
  readonly addedMs: number;
}

/** Options that all collectors of bars have; stored with the collector. */
export interface SeriesOptions {
  readonly symbols: readonly string[];
  readonly intervalMin: number;
  readonly assetClass: AssetClass;
  /** Days since 1970: everything from this day on is collected. */
  readonly fromDay: number;
  /** Times of the live requests, as node-cron reads them, with seconds. */
  readonly schedule: string;
  readonly stream: boolean;
  readonly news: boolean;
  readonly actions: boolean;
}
