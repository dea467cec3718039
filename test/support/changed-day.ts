/** Data of which one day was corrected, and which records a projector makes again for it. */

import { independentAfter } from '../../compute/evaluation/evaluation.ts';
import { affectedDates } from '../../compute/evaluation/plan.ts';
import { allocateBars, type BarColumns } from '../../compute/market/bars.ts';
import { numbers } from '../../compute/market/records.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import type { DateRange, KernelParams, Statistic } from '../../compute/statistics/statistic.ts';
import { symbolData } from './market-data.ts';
import { recordLines } from './replay.ts';

export type Correction = 'raise' | 'lower' | 'widen' | 'thin' | 'drop';

/** The data with the bars of a UTC day corrected. The last bar stays: the data's clock is the same. */
export function withDayChanged(data: SymbolData, day: number, correction: Correction): SymbolData {
  const { bars, meta } = data;
  const changed = (i: number) => Math.floor(bars.minute[i] / 1440) === day && i < bars.length - 1;
  const kept: number[] = [];
  for (let i = 0; i < bars.length; i++) {
    if (changed(i) && (correction === 'drop' || (correction === 'thin' && i % 3 > 0))) continue;
    kept.push(i);
  }
  const out: BarColumns = allocateBars(kept.length);
  const by = { raise: [1.01, 1.01], lower: [0.99, 0.99], widen: [1.02, 0.98], thin: [1, 1], drop: [1, 1] }[correction];
  kept.forEach((from, to) => {
    const [up, down] = changed(from) ? by : [1, 1];
    out.minute[to] = bars.minute[from];
    out.open[to] = (bars.open[from] * (up + down)) / 2;
    out.close[to] = (bars.close[from] * (up + down)) / 2;
    out.high[to] = bars.high[from] * up;
    out.low[to] = bars.low[from] * down;
    out.volume[to] = bars.volume[from];
  });
  return symbolData(out, meta.symbol, meta.assetClass, meta.intervalMin);
}

/**
 * Dates whose records are recomputed after a change of that day, as the projector works them out: by the reach, then
 * further on where the statistic says that its state may still differ.
 */
export function redoneDates(
  statistic: Statistic,
  before: SymbolData,
  after: SymbolData,
  params: KernelParams,
  day: number,
): DateRange {
  const sessions = before.sessions(params.session);
  const calendar = { ...sessions, bars: sessions.end.map((stop, s) => stop - sessions.first[s]) };
  const reach = statistic.reach(params, before.meta);
  const { from, to } = affectedDates({ from: day, to: day }, calendar, reach, undefined);
  if (statistic.carried.length === 0) return { from, to };
  let end = to;
  while (end < 60_000 && !independentAfter(statistic, after, params, (day + 1) * 1440, end)) end += 20;
  return { from, to: end };
}

/** Records, as lines, dated outside the range. */
export function linesOutside(statistic: Statistic, data: SymbolData, params: KernelParams, range: DateRange): string[] {
  const { records } = statistic.compute(data, params, { from: -100_000, to: 100_000 });
  const dates = numbers(records, 'date');
  return recordLines(statistic, records).filter((_, row) => dates[row] < range.from || dates[row] > range.to);
}
