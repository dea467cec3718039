/** What `/query` answers. */
import type { Metadata } from '../parts/result-header.tsx';

export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

export interface RateGroup {
  readonly cases: number;
  readonly hits: number;
  readonly rate_pct: number | null;
  readonly confidence: Bounds;
}

export interface NumberGroup {
  readonly cases: number;
  readonly mean: number | null;
  readonly mean_confidence: Bounds;
  readonly median: number | null;
  readonly median_confidence: Bounds;
  readonly std: number | null;
  readonly quantiles: Readonly<Record<'p5' | 'p25' | 'p75' | 'p95', number | null>>;
}

export interface Now {
  readonly date: string | null;
  readonly session: 'in_progress' | 'next' | null;
  readonly as_of: string | null;
  readonly matches: boolean | 'pending';
  readonly conditions: readonly {
    readonly condition: string;
    readonly state: boolean | 'pending';
    readonly value: string | number | boolean | null;
    readonly known: string;
    readonly known_at: string | null;
  }[];
}

/** Counts alone: what a draft is asked for. */
export interface Preview {
  readonly sessions: number;
  readonly population: number;
  readonly cases: number;
  /** Null where nothing is compared. */
  readonly rest: number | null;
}

interface Common {
  readonly symbol: string;
  readonly among: string;
  readonly when: string;
  readonly then: string;
  readonly sessions: number;
  readonly population: number;
  readonly unknown: { readonly among: number; readonly when: number; readonly then: number; readonly early: number };
  readonly p_value: number | null;
  readonly by_year: readonly {
    readonly year: number;
    readonly cases: number;
    readonly rate_pct?: number | null;
    readonly mean?: number | null;
  }[];
  readonly last_30: { readonly cases: number; readonly rate_pct?: number | null; readonly mean?: number | null };
  readonly look_ahead: boolean;
  readonly warnings: readonly string[];
  readonly now: Now;
  readonly count: number;
  readonly data: readonly {
    readonly date: string;
    readonly values: Readonly<Record<string, string | number | boolean | null>>;
    readonly outcome: boolean | number | null;
  }[];
  readonly metadata: Metadata;
}

export interface RateAnswer extends Common, RateGroup {
  /** Null where `when` is known at an event: nothing is compared. */
  readonly base: RateGroup | null;
  readonly rest: RateGroup | null;
  readonly difference_pct: (Bounds & { readonly value: number | null }) | null;
}

export interface NumberAnswer extends Common, NumberGroup {
  readonly base: NumberGroup | null;
  readonly rest: NumberGroup | null;
  readonly difference: (Bounds & { readonly value: number | null }) | null;
}

export type QuestionAnswer = RateAnswer | NumberAnswer;

export const isRateAnswer = (answer: QuestionAnswer): answer is RateAnswer => 'rate_pct' in answer;

/** Whether chance alone would rarely do it. Interval and test are computed apart: near their edges they may disagree. */
export const isClear = (low: number | null, high: number | null, p: number | null): boolean =>
  low !== null && high !== null && (low > 0 || high < 0) && p !== null && p < 0.05;

/** Unit of an outcome's numbers, by its field's name; `none` for prices, volumes and counts. */
export function unitOf(then: string): string {
  if (/_pct\s*$/.test(then)) return 'pct';
  if (/_x\s*$/.test(then)) return 'ratio';
  if (/_seconds\s*$/.test(then)) return 'seconds';
  return /_(min|minutes)\s*$|\.minutes_to_\w+\s*$/.test(then) ? 'minutes' : 'none';
}
