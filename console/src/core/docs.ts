/** What the service says of itself: statistics, their fields and parameters, symbols, the account. */
import type { ConsoleHints } from '../../../compute/statistics/statistic.ts';
import { useAnswer } from './answer.ts';

export interface Param {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string | number | boolean | null;
  readonly description: string;
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  /** `records`: may stand in the brackets of a condition. */
  readonly affects?: 'records' | 'answer';
}

export interface EndpointDoc {
  readonly path: string;
  readonly description: string;
  readonly parameters: readonly Param[];
}

export interface FieldDoc {
  readonly name: string;
  readonly endpoint: string;
  readonly type: string;
  readonly unit: string;
  readonly nullable: boolean;
  readonly description: string;
  readonly formula: string | null;
  readonly known_at: string | null;
}

export interface Doc {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly definition: string;
  readonly endpoints: readonly EndpointDoc[];
  readonly fields: readonly FieldDoc[];
  readonly notes: readonly string[];
}

export interface StatisticEntry {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly endpoints: readonly string[];
  readonly doc: string;
  readonly record_of: 'session' | 'week' | 'candle' | null;
  readonly console: ConsoleHints;
}

export interface SymbolEntry {
  readonly symbol: string;
  readonly asset_class: string;
  readonly base_interval: string | null;
  readonly first_bar: string | null;
  readonly last_bar: string | null;
  readonly sessions: number;
}

export interface Limit {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly reset_at: string;
}

export interface Usage {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly plan: string;
    readonly direct_api: boolean;
    readonly history_days: number | null;
    readonly features: readonly string[];
    readonly operator?: boolean;
  };
  readonly rate_limits: { readonly minute: Limit; readonly day: Limit; readonly preview: Limit; readonly free: Limit };
  readonly csrf_token?: string;
}

const LONG = { freshMs: 30 * 60_000 };

export const useDoc = (path: string | null) => useAnswer<Doc>(path, {}, LONG);
