/** Rates of a summary with their confidence intervals, noted as they are computed. */

import { type Interval, rate, wilson } from '../market/math/sample.ts';
import { numbers, type RecordTable } from '../market/records/table.ts';
import type { RawSummary } from './statistic.ts';

/** A code of an enum; true of a boolean. */
export const is = (code: number) => (value: number) => value === code;

/** Collects the 95 % Wilson interval of every rate asked of it, under the rate's dotted path in the summary. */
export class Rates {
  readonly #intervals: Record<string, RawSummary> = {};

  /** `hits` of `cases` in percent; NaN over no case. */
  of(path: string, hits: number, cases: number): number {
    this.#intervals[path] = wilson(hits, cases) as Readonly<Record<keyof Interval, number>>;
    return rate(hits, cases);
  }

  /** How often the value of a column passes, such as true, in percent; null (NaN) is no case. */
  share(path: string, rows: RecordTable, column: string, passes: (value: number) => boolean = is(1)): number {
    let hits = 0;
    let cases = 0;
    for (const value of numbers(rows, column)) {
      if (Number.isNaN(value)) continue;
      cases++;
      if (passes(value)) hits++;
    }
    return this.of(path, hits, cases);
  }

  /** The `confidence` object: `{path: {n, low, high}}`. */
  get confidence(): RawSummary {
    return this.#intervals;
  }
}
