/**
 * What the API asks of the statistics: the view of a symbol's records over a range, from the store where the asked
 * variant is stored there, else computed on demand by the same kernel.
 */

import type { RangeRequest, ResolvedRange } from '../evaluation/range.ts';
import type { SymbolState } from '../evaluation/state.ts';
import type { ListedSymbol } from '../evaluation/tables/coverage.ts';
import type { Split, SymbolMeta } from '../market/bars.ts';
import type { RawSummary } from '../market/render.ts';
import type { SessionSpec } from '../market/sessions.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import type { Warning } from '../market/warning.ts';
import type { AnyValues } from '../statistics/params.ts';
import type { Statistic, SummaryEndpoint, View } from '../statistics/statistic.ts';
import type { NewestBars } from './stale.ts';

/** A series of a symbol; where none is named its base. */
export interface SymbolInfo extends SymbolMeta {
  /** Key of the series, see `seriesName`. */
  readonly series: string;
  /** Start of the first and last bar, UTC minutes; null: it is known from news alone. */
  readonly firstBar: number | null;
  readonly lastBar: number | null;
  readonly sessions: number;
  /** False where only news of it are stored: then its interval means nothing. */
  readonly hasBars: boolean;
  /** Latest UTC date of anything stored about it, days since the epoch. */
  readonly lastDay: number;
  /** Changes with everything that lands for it and with every change of its records; part of every cache key. */
  readonly version: string;
  /** Names the state that its stored records follow; left out: `version`. */
  readonly settledVersion?: string;
  /** Names the state of its inputs that they follow; left out: not known. */
  readonly settledKey?: string;
  readonly landed?: number;
  /** What has landed, where its stored records do not follow all of it. */
  readonly unsettled?: SymbolState;
  /** All series of the symbol, itself among them; left out: it has one. */
  readonly all?: readonly SymbolInfo[];
  /** Since when it answers where no interval is named, days since the epoch; left out: it is the first, or does not. */
  readonly baseSince?: number;
  /** Set if that is a short time ago. */
  readonly baseChange?: {
    /** Days since the epoch. */
    readonly since: number;
    /** Interval of the series that answered before. */
    readonly previous: string;
  };
  /** Splits that its bars have to be adjusted for. */
  readonly splits?: readonly Split[];
  /** Its bars are read as they landed, unlike those of its stored records, which are adjusted for splits; see `adjustedTo`. */
  readonly isRaw?: true;
  /** Statistics whose stored records are not what this build would compute of the symbol as it is registered now. */
  readonly outdated?: ReadonlySet<string>;
}

export interface ViewRequest {
  readonly statistic: Statistic;
  readonly symbol: SymbolInfo;
  readonly session: SessionSpec;
  /** The statistic's and the endpoint's parsed values, defaults filled in and adapted to the feed. */
  readonly values: AnyValues;
  readonly range: RangeRequest;
  /** Of a request over several symbols: what they have used of its bound together. */
  readonly barsUsed?: BarsUsed;
}

export interface ViewAnswer {
  readonly view: View;
  readonly range: ResolvedRange;
  readonly source: 'materialized' | 'on_demand';
  /** Warnings that hold for any statistic on this range: cut hours, unadjusted prices, straddling bars. */
  readonly warnings: readonly Warning[];
}

/** A summary, whose records need not come here. Stored ones are rounded as shown. */
export interface SummaryAnswer extends Omit<ViewAnswer, 'view'> {
  readonly summary: RawSummary;
}

export interface BarsRequest {
  readonly symbol: SymbolInfo;
  readonly session: SessionSpec;
  readonly range: RangeRequest;
  readonly around: number;
}

export interface BarsAnswer {
  readonly data: SymbolData;
  readonly range: ResolvedRange;
}

export interface Answers {
  /** All symbols with bars or news, ascending by name; what else is known of them `symbols` reads. */
  listed(): Promise<readonly ListedSymbol[]>;
  /**
   * Ascending by name, without those of which nothing is stored any more.
   *
   * @param names left out: all
   * @param earliest first bar and number of sessions from this day on (days since the epoch): null and 0 without any
   */
  symbols(names?: readonly string[], earliest?: number): Promise<readonly SymbolInfo[]>;
  /**
   * By any spelling (`btc/usd` = `BTCUSD`); null where nothing of it is stored.
   *
   * @param asWritten equity news is asked for: a symbol with that slash goes before the pair
   */
  symbol(text: string, asWritten?: boolean): Promise<SymbolInfo | null>;
  /** Of all symbols; a few seconds old. */
  newestBars(): Promise<NewestBars>;
  /**
   * Latest session date of the symbol under the window (weekdays only where the statistic says so; news: or of its
   * latest news), days since the epoch; null without one. Lists over several symbols end at the latest of theirs.
   */
  latest(request: Omit<ViewRequest, 'range'>): Promise<number | null>;
  /** @throws TooMuchWork where the bars to read exceed the bound, or the deadline passed. */
  view(request: ViewRequest): Promise<ViewAnswer>;
  /** What `endpoint`, of the request's statistic, makes of the same view. Throws as `view` does. */
  summary(request: ViewRequest, endpoint: SummaryEndpoint): Promise<SummaryAnswer>;
  /** Stored bars. Throws as `view` does. */
  bars(request: BarsRequest): Promise<BarsAnswer>;
  close(): Promise<void>;
}

/** On-demand work beyond the bound: the API answers 422 with this message on `parameter`. */
export class TooMuchWork extends Error {
  readonly parameter: string;
  constructor(parameter: string, message: string) {
    super(message);
    this.name = 'TooMuchWork';
    this.parameter = parameter;
  }
}

/** The worker threads have more to do than the deadline allows: the API answers 503, and the same may do later. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/** Counts the bars that one request reads on demand over all its symbols, and ends its work at the deadline. */
export class BarsUsed {
  static #requests = 0;
  /** Of no other request of this process. */
  readonly id = BarsUsed.#requests++;
  readonly #bySymbol = new Map<string, number>();
  #total = 0;
  #deadline: AbortSignal | undefined;

  get total(): number {
    return this.#total;
  }

  /** Begins with the first symbol that is computed and holds for all of them. */
  deadline(afterMs: number): AbortSignal {
    this.#deadline ??= AbortSignal.timeout(afterMs);
    return this.#deadline;
  }

  besides(symbol: string): number {
    return this.#total - (this.#bySymbol.get(symbol) ?? 0);
  }

  /** Bars of a symbol that are read again, with more around them, count once. */
  add(symbol: string, bars: number): void {
    const known = this.#bySymbol.get(symbol) ?? 0;
    if (bars <= known) return;
    this.#bySymbol.set(symbol, bars);
    this.#total += bars - known;
  }
}
