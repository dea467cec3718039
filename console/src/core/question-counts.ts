/** How many sessions of a question went which way, and how the outcome came over the session. */

export interface CurvePoint {
  readonly minutes: number;
  readonly cases_pct: number | null;
  readonly rest_pct: number | null;
}

export interface PathPoint {
  readonly minutes: number;
  readonly n: number;
  readonly mean_pct: number | null;
  readonly p25_pct: number | null;
  readonly p75_pct: number | null;
}

export interface CasePath {
  readonly date: string;
  readonly event_minutes: number | null;
  readonly moves_pct: readonly (number | null)[];
}

/** How price moved in the cases, against the open and against the event; the newest cases one by one. */
export interface CasePaths {
  readonly step_minutes: number;
  readonly open: readonly PathPoint[];
  readonly event: readonly PathPoint[] | null;
  readonly cases: readonly CasePath[];
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
  /** Null of daily bars, and where too many would be read. */
  readonly paths?: CasePaths | null;
}
