/** The kernel of each statistic beside the SQL that makes the same figures, on the regular hours of a US stock. */

import { dayRecords } from '../compute/market/candles.ts';
import { numericLeaves, type RawSummary } from '../compute/market/render.ts';
import { EXCHANGE_SESSION } from '../compute/market/sessions.ts';
import type { SymbolData } from '../compute/market/symbol-data.ts';
import { type AnyValues, defaultsOf } from '../compute/statistics/params.ts';
import { type DateRange, type Statistic, viewOf } from '../compute/statistics/statistic.ts';
import { bosSql, FVG, FVG_50 } from './peers/candle-sql.ts';
import { GAP, INTRADAY, NEWS, ODC, OWC, orbSql, PDHLB, PREVCLOSE, SEASONALITY, TREND } from './peers/session-sql.ts';

export interface KernelCase {
  readonly what: string;
  readonly statistic: string;
  /** Besides the defaults. */
  readonly values?: AnyValues;
  /** Left out: measured alone. */
  readonly sql?: string;
  /** Least rate, million bars a second: three times a hand-tuned NumPy pass (7, FVG 3.4, BOS 6). */
  readonly atLeast?: number;
  /** Rates of other implementations, from other machines, million bars a second. */
  readonly elsewhere?: string;
}

const FVG_ELSEWHERE = 'smart-money-concepts 0.064, Polars or NumPy 3.4';
const BOS_ELSEWHERE = 'smart-money-concepts 0.032, Polars or NumPy 6';

const session = (statistic: string, sql: string) => {
  return { what: statistic, statistic, sql, atLeast: 21, elsewhere: 'Polars or NumPy 7 to 19' };
};
const fvg = (what: string, sql: string, maxBars: number) => {
  const values = { timeframe: '1m', max_bars_to_close: maxBars };
  return { what, statistic: 'fvg', sql, atLeast: 10.2, elsewhere: FVG_ELSEWHERE, values };
};
const bos = (what: string, followBars: number) => {
  const values = { timeframe: '1m', follow_bars: followBars };
  return { what, statistic: 'bos', sql: bosSql(followBars), atLeast: 18, elsewhere: BOS_ELSEWHERE, values };
};

export const KERNEL_CASES: readonly (KernelCase & { readonly sql: string })[] = [
  session('orb', orbSql(5)),
  session('gap', GAP),
  session('prevclose', PREVCLOSE),
  session('pdhlb', PDHLB),
  session('odc', ODC),
  session('owc', OWC),
  session('trend', TREND),
  session('seasonality', SEASONALITY),
  session('intraday', INTRADAY),
  // Its work grows with the news, not with the bars.
  { what: 'news', statistic: 'news', sql: NEWS },
  fvg('fvg 1m, followed to the end', FVG, 0),
  fvg('fvg 1m, followed 50 candles', FVG_50, 50),
  bos('bos 1m, followed 20 candles', 20),
  // Levels stand until they are broken or replaced; 1000 candles is as far as the following goes, and far beyond what
  // the bar was measured with.
  { ...bos('bos 1m, followed 1000 candles', 1000), atLeast: undefined },
];

/** Every statistic: those that no SQL stands beside are measured alone. */
export function kernelCases(statistics: readonly Statistic[]): readonly KernelCase[] {
  const known = new Set(KERNEL_CASES.map(({ statistic }) => statistic));
  const others = statistics.filter(({ name }) => !known.has(name));
  return [...KERNEL_CASES, ...others.map(({ name }) => ({ what: name, statistic: name }))];
}

const ALL: DateRange = { from: 0, to: 100_000 };

/** From bars that nothing is made of yet: sessions, candles, records and summary. */
export function summaryFromBars(statistic: Statistic, given: AnyValues, data: SymbolData): RawSummary {
  const { meta } = data;
  const session = EXCHANGE_SESSION;
  const values = {
    ...defaultsOf(statistic.params, meta.intervalMin),
    ...defaultsOf(statistic.summary.params, meta.intervalMin),
    ...given,
  };
  const { records } = statistic.compute(data, { session, values }, ALL);
  const allDays = dayRecords(data.sessions(session));
  const view = viewOf({ meta, session, range: ALL, timeWindow: 'all', values, allRecords: records, allDays });
  return statistic.summary.summarize(view);
}

/** The peer's figures that are not ours; `also_...` are its own. Some of ours are rounded to four decimals. */
export function disagreements(ours: RawSummary, peer: Readonly<Record<string, number>>): string[] {
  const figures = numericLeaves(ours as never);
  return Object.entries(peer)
    .filter(([name]) => !name.startsWith('also_'))
    .filter(([name, value]) => !(Math.abs(figures[name] - value) <= 1e-4 + 1e-9 * Math.abs(value)))
    .map(([name, value]) => `${name}: ours ${figures[name]}, peer ${value}`);
}
