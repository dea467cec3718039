/**
 * What a statistic is. A folder beside this file that exports a `Statistic` as default is one: tables, projection,
 * routes, `/doc` and the contract suite follow from it.
 */

import type { SymbolMeta } from '../market/bars.ts';
import type { Field } from '../market/fields.ts';
import { datedInside, type OrderKey, type RecordTable } from '../market/records.ts';
import type { RawSummary } from '../market/render.ts';
import type { SessionSpec } from '../market/sessions.ts';
import type { NewsSource, SymbolData } from '../market/symbol-data.ts';
import type { Warning } from '../market/warning.ts';
import type { AnyValues, ParamSet } from './params.ts';

/** Inclusive range of dates, in days since the epoch. */
export interface DateRange {
  readonly from: number;
  readonly to: number;
}

/** Every date that a table can hold: 1900-01-01 to 2199-12-31. */
export const ALL_DATES: DateRange = { from: -25_567, to: 84_006 };

/**
 * How many sessions before (after) a date the records of that date depend on. A first estimate of what to load: a
 * kernel that finds it too little says so (`Computed`), and is called again with twice as much.
 */
export interface Reach {
  readonly back: number;
  readonly ahead: number;
  /**
   * The candles that `ahead` stands for, where these are what a record follows, and the most bars that one is made of:
   * who knows how many bars the sessions have can tell that fewer sessions are enough.
   */
  readonly aheadCandles?: { readonly count: number; readonly bars: number };
}

/** The session window and the statistic's own parameter values, defaults filled in and adapted to the feed. */
export interface KernelParams<V = AnyValues> {
  readonly session: SessionSpec;
  readonly values: V;
}

export interface Computed {
  /** All records of the loaded range, ascending by `date`, then by the key; those outside `wanted` may be wrong. */
  readonly records: RecordTable;
  /** Set where `wanted` needs earlier (later) bars than are loaded and the data do have some. */
  readonly insufficientLookBack?: boolean;
  readonly insufficientLookAhead?: boolean;
}

/**
 * What summaries and lists are made from. `records` and `days` are cut to the range; `allRecords` and `allDays` also
 * hold what was loaded around it (at least `Reach`).
 */
export interface View<V = AnyValues> {
  readonly meta: SymbolMeta;
  readonly session: SessionSpec;
  readonly range: DateRange;
  /** `12M`..., or `custom`. */
  readonly timeWindow: string;
  /** The statistic's and the endpoint's own values. */
  readonly values: V;
  readonly records: RecordTable;
  readonly allRecords: RecordTable;
  /** One row a session of the symbol under this window, by DAY_FIELDS (compute/market/candles.ts). */
  readonly days: RecordTable;
  readonly allDays: RecordTable;
}

/** The view of a range of dates. */
export function viewOf(init: {
  meta: SymbolMeta;
  session: SessionSpec;
  range: DateRange;
  timeWindow: string;
  values: AnyValues;
  allRecords: RecordTable;
  allDays: RecordTable;
}): View {
  const { from, to } = init.range;
  return {
    ...init,
    records: datedInside(init.allRecords, from, to),
    days: datedInside(init.allDays, from, to),
  };
}

interface EndpointBase {
  /** Below the statistic's path: `''`, `/summary`, `/top`... */
  readonly path: string;
  readonly description: string;
  /** Parameters of this endpoint alone, besides the common ones and the statistic's. */
  readonly params: ParamSet;
}

export interface SummaryEndpoint extends EndpointBase {
  readonly kind: 'summary';
  readonly fields: readonly Field[];
  /** The whole body but `metadata`. */
  summarize(view: View): RawSummary;
}

export interface ListEndpoint extends EndpointBase {
  readonly kind: 'list';
  readonly fields: readonly Field[];
  /**
   * `symbol`: one symbol's rows. `universe`: rows of every symbol (of those with this `feed`), no symbol parameter.
   * `symbols`: of a comma list.
   */
  readonly scope: 'symbol' | 'universe' | 'symbols';
  /** Raw lists page with `limit` and `cursor`; others give the first `limit` (or `top_n`) rows of `order`. */
  readonly paged: boolean;
  /** Rows of a page without `limit`; left out: as many as a page may have. */
  readonly defaultLimit?: number;
  /** Of a paged list, where the request does not say; `desc` is `order` backwards, the newest first. Left out: `asc`. */
  readonly defaultOrder?: 'asc' | 'desc';
  /** The rows that belong in the list, any order. */
  rows(view: View): RecordTable;
  /** The fields that the rows show under these values, a part of `fields`; left out: all of them. */
  fieldsFor?(values: AnyValues): readonly Field[];
  /** Then by symbol and time (rows come in that order). Empty: as they come. May depend on the values (sort_by). */
  order(values: AnyValues): readonly OrderKey[];
  /** `date` instead of a range: required (top-picks). */
  readonly oneDate?: boolean;
}

export type Endpoint = SummaryEndpoint | ListEndpoint;

/** What differs where records are of news instead of sessions: it has no session window, and its ranges end with its news. */
export interface EventBasis<V = AnyValues> {
  /** Field that identifies an item of a source. */
  readonly identity: string;
  /** Where the news that the values ask for is stored. */
  sourceOf(values: V): NewsSource;
  /** Date of an item of news, days since the epoch. */
  dateOf(source: NewsSource, timeMs: number): number;
  /** Lists: the key of their rows, and what they have in the place of `start_date` and `end_date`. */
  readonly list: {
    readonly rowsKey: string;
    readonly head: readonly {
      readonly name: string;
      readonly description: string;
      readonly values: readonly string[];
    }[];
  };
  /** What a range that starts before the bars means for its records; `first` is the date of the first session. */
  beforeBars(first: string): string;
}

/**
 * What the console draws over the bars of a record's session: a price, an area between two prices, the moment of an event.
 * Prices and times are fields of the record.
 */
export interface Drawn {
  readonly line?: string;
  /** From the time field `from` (null: the first bar) to `to`, or for the minutes in a field. */
  readonly zone?: readonly [top: string, bottom: string];
  readonly from?: string;
  readonly to?: string;
  readonly minutes?: string;
  readonly mark?: string;
  /** A text, or the field that holds it. */
  readonly label: string | { readonly field: string };
  /** `accent` and `none` have no direction; a field says up, bullish, positive or the contrary. */
  readonly tone: 'up' | 'down' | 'accent' | 'none' | { readonly field: string };
  /** Only where the direction of the record is this one. */
  readonly direction?: 'up' | 'down';
}

/** What the console needs to know of a statistic besides its fields. */
export interface ConsoleHints {
  /** In the menu; left out: the last group, of all others. */
  readonly group?: 'opening' | 'levels' | 'structure' | 'calendar' | 'news';
  readonly drawn?: readonly Drawn[];
  /** Rates of the summary that come first, by dotted path, with their titles: five at most. Left out: those at its top level. */
  readonly headline?: Readonly<Record<string, string>>;
  /** Dotted path of the one picture below them; everything else is folded. Left out: all pictures, unfolded. */
  readonly picture?: string;
  /** Field of a record that says what came of it: it stays in view beside the others. */
  readonly outcome?: string;
  /** Path of the list that comes first, where it says more than the summary; '/' of the records. */
  readonly first?: string;
  /** Title of the list of records. */
  readonly records?: string;
}

export interface Statistic {
  /** Folder, path and table name: `orb` is `/stats/orb` and `market.stat_orb`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The rules in words, for `/doc`. */
  readonly definition: string;
  readonly notes: readonly string[];
  /** Raise it when the same input gives other records: all are then recomputed. */
  readonly definitionNumber: number;
  /** Of a statistic about news and the bars around it; left out: it is about sessions of bars. */
  readonly events?: EventBasis;
  /**
   * Session windows whose records are stored, by the name in the column `session`; left out: those of STORED_SESSIONS.
   * One that gives its own has these under every window that is asked for (news: `all`).
   */
  readonly storedSessions?: Readonly<Record<string, SessionSpec>>;
  /** The statistic's own parameters, on all its endpoints. */
  readonly params: ParamSet;
  /** Weekend sessions do not exist for this statistic, also when the range's end is looked for. */
  readonly weekdaysOnly?: boolean;
  /** A session without a previous one has no record, and nothing is known of whether it would have had one. */
  readonly needsPrevious?: boolean;
  /** A 1d feed has none of the intraday order this statistic is about: 422 on `dailyFeedParam`. */
  readonly needsIntraday?: { readonly param: string };
  /** Fields of a record, as stored and as raw lists give them. Has `date`, `complete`; ascending by date and key. */
  readonly fields: readonly Field[];
  /** Columns that, with symbol, session, variant and date, identify a record; empty where the date alone does. */
  readonly key: readonly string[];
  /**
   * What a record stands for, where `/query` may ask about it: a session (one record at most), an ISO week, a candle
   * (any number a session). All its fields say when they are known (`market/fields.ts`).
   */
  readonly recordOf?: 'session' | 'week' | 'candle';
  /** Parameter that gives the minutes from the anchor after which fields known at the `end_of_range` are. */
  readonly rangeParam?: string;
  /** Parameter with the UTC time of day that ends an observation early, and the fields that look at nothing after it. */
  readonly observation?: { readonly until: string; readonly fields: readonly string[] };
  /** Columns that depend on the record before (streaks): a change runs on until they are as stored. */
  readonly carried: readonly string[];
  /** Values of `affects: 'records'` parameters of each materialised variant, for a feed. */
  materialised(meta: SymbolMeta): readonly AnyValues[];
  reach(params: KernelParams, meta: SymbolMeta): Reach;
  compute(data: SymbolData, params: KernelParams, wanted: DateRange): Computed;
  readonly endpoints: readonly Endpoint[];
  /** The endpoint whose answer is kept per symbol, variant and window; every statistic has one. */
  readonly summary: SummaryEndpoint;
  /**
   * Of a record of the view, the names of the `lookBack` fields that show a session dated before `earliest`. Needed
   * where the field list has such fields.
   */
  olderFields?(view: View, earliest: number): (row: number) => readonly string[];
  /** Warnings that only this statistic knows. */
  warnings?(view: View): readonly Warning[];
  readonly console?: ConsoleHints;
}
