/**
 * Runs a series over one symbol's bars: which records the bars of some dates give. The one way in which records come about,
 * to be stored or to be answered with; runs in a worker thread or in place.
 */
import { type BarColumns, lowerBound, sliceBars } from '../market/bars.ts';
import type { RecordTable } from '../market/records/table.ts';
import type { DataClock, SymbolMeta } from '../market/sessions/build.ts';
import { type NewsBySource, SymbolData } from '../market/symbol-data.ts';
import { ALL_DATES, type DateRange, type KernelParams } from '../statistics/statistic.ts';
import { dayStart } from './load-bars.ts';
import type { Series } from './series.ts';

/** What records are computed from. */
export interface Inputs {
  readonly meta: SymbolMeta;
  readonly bars: BarColumns;
  readonly clock: DataClock;
  /** First and last UTC date with stored bars; a range that holds one of them reaches that end of the data. */
  readonly stored: DateRange;
  readonly news: NewsBySource;
}

export interface Evaluated {
  /** It need not be done again with other dates. */
  readonly isDone: boolean;
  /** Earlier (later) bars are needed, and there are some. Where neither is, and it is not done, a change runs on. */
  readonly insufficientLookBack: boolean;
  readonly insufficientLookAhead: boolean;
  /** At least those dated inside the wanted dates; null until it is done. */
  readonly records: RecordTable | null;
}

/** A statistic's own code failed on the data of a symbol. */
export class KernelError extends Error {
  readonly statistic: string;

  constructor(statistic: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'KernelError';
    this.statistic = statistic;
  }
}

/** Runs what belongs to a statistic; what it throws is reported with the statistic's name. */
export function ofStatistic<T>(statistic: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new KernelError(statistic, error);
  }
}

/**
 * @param changedUpTo last UTC date whose bars may have changed, where records that depend on them are to be followed
 *   beyond the wanted dates; by default none are
 * @throws KernelError
 */
export function evaluate(
  series: Series,
  data: SymbolData,
  params: KernelParams,
  wanted: DateRange,
  changedUpTo = ALL_DATES.to,
): Evaluated {
  return ofStatistic(series.name, () => {
    const computed = series.compute(data, params, wanted);
    const insufficientLookBack = !data.reachesStart && computed.insufficientLookBack === true;
    const insufficientLookAhead = !data.reachesEnd && computed.insufficientLookAhead === true;
    const isEnough = !insufficientLookBack && !insufficientLookAhead;
    const isDone = isEnough && changeEnds(series, data, params, wanted, changedUpTo);
    return { isDone, insufficientLookBack, insufficientLookAhead, records: isDone ? computed.records : null };
  });
}

/**
 * Whether no record after the wanted dates depends on the changed bars. That the last records are as stored would not
 * tell: a state may differ long before a record shows it. So the kernel is asked whether the bars after the change do.
 */
function changeEnds(
  series: Series,
  data: SymbolData,
  params: KernelParams,
  { to }: DateRange,
  changedUpTo: number,
): boolean {
  if (series.carried.length === 0 || Math.max(to, changedUpTo) >= ALL_DATES.to) return true;
  return independentAfter(series, data, params, dayStart(changedUpTo + 1), to);
}

/**
 * Whether no record dated after `date` (days) depends on a bar that starts before `minute`. The kernel itself tells:
 * given the later bars alone, would it ask for more? A projector that has made the records up to `date` again after a
 * change before `minute` can stop where this is true, and has to continue where it is not: that the last records made
 * are as stored proves nothing, since a state may differ long before a record shows it.
 */
export function independentAfter(
  statistic: Pick<Series, 'compute'>,
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

/**
 * The bars of UTC dates as kernels read them: most look a few sessions back, and are not made to wade through what others
 * need. Who is given the same dates shares their sessions and candles.
 */
export function dataByDates(inputs: Inputs): (loaded: DateRange) => SymbolData {
  const made = new Map<string, SymbolData>();
  return ({ from, to }) => {
    const key = `${from} ${to}`;
    let data = made.get(key);
    if (!data) {
      const { minute } = inputs.bars;
      const first = lowerBound(minute, dayStart(from));
      data = new SymbolData({
        ...inputs,
        bars: sliceBars(inputs.bars, first, lowerBound(minute, dayStart(to + 1), first)),
        reachesStart: from <= inputs.stored.from,
        reachesEnd: to >= inputs.stored.to,
      });
      made.set(key, data);
    }
    return data;
  };
}
