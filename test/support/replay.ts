/** Properties that every statistic has: records do not depend on later bars, nor on bars beyond its reach. */
import { type BarColumns, lowerBound, sliceBars } from '../../compute/market/bars.ts';
import { datedInside, numbers, type RecordTable } from '../../compute/market/records.ts';
import { rowObject } from '../../compute/market/render.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import type { AnyValues } from '../../compute/statistics/params.ts';
import type { DateRange, Reach, Statistic } from '../../compute/statistics/statistic.ts';
import { defaultValues } from './answer.ts';
import { clockOf } from './market-data.ts';

interface Asked {
  session: SessionSpec;
  values?: AnyValues;
}

/** Rows of a record table as text, internal columns too and nothing rounded: what has to be equal. */
export function recordLines(statistic: Statistic, table: RecordTable): string[] {
  return Array.from({ length: table.length }, (_, row) => {
    const shown = rowObject(statistic.fields, table, row, 'TEST');
    const exact = Object.fromEntries(Object.entries(table.columns).map(([name, column]) => [name, column[row]]));
    return JSON.stringify({ ...shown, ...exact });
  });
}

const EVERY_DATE: DateRange = { from: -100_000, to: 100_000 };

/** Records over all bars of the data. */
export function recordsOf(statistic: Statistic, data: SymbolData, { session, values }: Asked): RecordTable {
  const all = { ...defaultValues(statistic, data.meta.intervalMin), ...values };
  return statistic.compute(data, { session, values: all }, EVERY_DATE).records;
}

/** The data as they were when bar `bars` had not yet come. */
export function prefixOf(data: SymbolData, bars: number): SymbolData {
  const part = sliceBars(data.bars, 0, bars);
  return new SymbolData({
    meta: data.meta,
    bars: part,
    clock: clockOf(part, data.meta.intervalMin),
    reachesStart: true,
    reachesEnd: true,
    news: data.news,
  });
}

/** Settled records of a prefix of the data that the whole data do not have, word for word. None if all is well. */
export function unsettled(statistic: Statistic, data: SymbolData, bars: number, asked: Asked): string[] {
  const whole = new Set(recordLines(statistic, recordsOf(statistic, data, asked)));
  const records = recordsOf(statistic, prefixOf(data, bars), asked);
  const complete = numbers(records, 'complete');
  return recordLines(statistic, records).filter((line, row) => complete[row] === 1 && !whole.has(line));
}

export interface PartialLoadCheck {
  /** Records dated inside the range, from a loaded range around it, and from all the data. */
  readonly partial: string[];
  readonly whole: string[];
  /** How often the range had to be widened. */
  readonly widened: number;
}

/**
 * Computes the records of a range from as many sessions around it as the statistic asks for, widening where it says
 * so. The range begins and ends `cutMin` minutes off the sessions' windows, so that it may cut sessions through.
 *
 * @param reach where to begin: `{ back: 0, ahead: 0 }` leaves all to what the kernel says of its range
 */
export function fromPartAndWhole(
  statistic: Statistic,
  data: SymbolData,
  { session, values }: Asked,
  wanted: DateRange,
  cutMin: number,
  reach?: Reach,
): PartialLoadCheck {
  const params = { session, values: { ...defaultValues(statistic, data.meta.intervalMin), ...values } };
  const whole = datedInside(statistic.compute(data, params, wanted).records, wanted.from, wanted.to);
  let { back, ahead } = reach ?? statistic.reach(params, data.meta);
  for (let widened = 0; ; widened++) {
    const part = partOf(data, session, wanted, back, ahead, cutMin);
    const { records, insufficientLookBack, insufficientLookAhead } = statistic.compute(part, params, wanted);
    if (!insufficientLookBack && !insufficientLookAhead) {
      const partial = datedInside(records, wanted.from, wanted.to);
      return { partial: recordLines(statistic, partial), whole: recordLines(statistic, whole), widened };
    }
    if (widened > 40) throw new Error(`${statistic.name} still asks for more after ${widened} times`);
    if (insufficientLookBack) back = Math.max(1, back * 2);
    if (insufficientLookAhead) ahead = Math.max(1, ahead * 2);
  }
}

function partOf(
  data: SymbolData,
  session: SessionSpec,
  wanted: DateRange,
  back: number,
  ahead: number,
  cutMin: number,
): SymbolData {
  const { date, windowStart, windowEnd, length } = data.sessions(session);
  const { bars } = data;
  const first = lowerBound(date, wanted.from) - back;
  const last = lowerBound(date, wanted.to + 1) - 1 + ahead;
  const from = first < 0 || length === 0 ? 0 : lowerBound(bars.minute, (windowStart[first] ?? 0) - cutMin);
  const to = last >= length ? bars.length : last < 0 ? 0 : lowerBound(bars.minute, windowEnd[last] + cutMin);
  return part(data, bars, Math.min(from, to), to);
}

function part(data: SymbolData, bars: BarColumns, from: number, to: number): SymbolData {
  return new SymbolData({
    meta: data.meta,
    bars: sliceBars(bars, from, to),
    clock: data.clock,
    reachesStart: from === 0,
    reachesEnd: to === bars.length,
    news: data.news,
  });
}
