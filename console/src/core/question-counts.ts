/** How many sessions of a question went which way, and how the outcome came over the session. */

export interface CurvePoint {
  readonly minutes: number;
  readonly cases_pct: number | null;
  readonly rest_pct: number | null;
}

export interface Counts {
  /** Conditions that say which sessions are the population; empty: every session. */
  readonly among: string;
  readonly sessions: number;
  readonly population: number;
  readonly cases: number;
  /** Of a number: cases in which it never came. */
  readonly never?: number;
  /** Null where the outcome has no moment. */
  readonly curve?: readonly CurvePoint[] | null;
}
