/** Ranking symbols by a figure of their summaries, answered from the summaries tables. */
import type { AssetClass } from '../../exchange/symbol.ts';
import type { AnyValues } from '../statistics/params.ts';
import type { Statistic } from '../statistics/statistic.ts';

export interface ScreenRequest {
  readonly statistic: Statistic;
  /** A session window whose summaries are stored. */
  readonly session: 'default' | 'extended' | 'exchange';
  /**
   * Values of the statistic's `affects: 'records'` parameters, those omitted left out: each symbol then has its own
   * adapted default. A symbol without this variant is not ranked.
   */
  readonly values: AnyValues;
  /** Value of `time_window`, counted back from each symbol's latest session. */
  readonly timeWindow: string;
  /** Dotted path of a number in the summary. */
  readonly sortBy: string;
  readonly order: 'asc' | 'desc';
  readonly minSampleSize: number;
  readonly assetClass?: AssetClass;
  readonly limit: number;
}

export interface ScreenRow {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  /** The figure as the summary shows it (rounded). */
  readonly value: number;
  readonly sampleSize: number;
  /** Latest session that the figure rests on, days since the epoch. */
  readonly asOf: number;
}

export interface Screens {
  /**
   * The first `limit` symbols by the figure, ties by symbol; those whose summary has no such number, or a smaller
   * sample than asked for, are left out.
   */
  screen(request: ScreenRequest): Promise<readonly ScreenRow[]>;
  /** Changes with any summary: summaries are computed after the records, whose version stays the same by then. */
  version(): Promise<string>;
}
