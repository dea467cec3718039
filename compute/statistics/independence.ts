/** How far a change of bars runs on through a statistic whose records depend on the records before them. */
import { lowerBound, sliceBars } from '../market/bars.ts';
import { type KernelParams, type Statistic, SymbolData } from './statistic.ts';

/**
 * Whether no record dated after `date` (days) depends on a bar that starts before `minute`. The kernel itself tells:
 * given the later bars alone, would it ask for more? A projector that has made the records up to `date` again after a
 * change before `minute` can stop where this is true, and has to continue where it is not: that the last records made
 * are as stored proves nothing, since a state may differ long before a record shows it.
 */
export function independentAfter(
  statistic: Pick<Statistic, 'compute'>,
  data: SymbolData,
  params: KernelParams,
  minute: number,
  date: number,
): boolean {
  const later = new SymbolData({
    meta: data.meta,
    bars: sliceBars(data.bars, lowerBound(data.bars.minute, minute), data.bars.length),
    clock: data.clock,
    reachesStart: false,
    reachesEnd: data.reachesEnd,
    news: data.news,
  });
  return statistic.compute(later, params, { from: date + 1, to: date + 1 }).insufficientLookBack !== true;
}
