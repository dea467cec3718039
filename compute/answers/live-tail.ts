/**
 * The live tail: what has landed since a symbol's records were stored. The records that it can have changed are computed
 * when somebody asks, by the same plan that the projector follows later, and put in the place of the stored ones.
 */
import type { Reader } from '../../sql/reader.ts';
import type { BarCache, BarsState } from '../evaluation/bar-cache.ts';
import { servedPart } from '../evaluation/bar-ends.ts';
import type { Job, JobResult } from '../evaluation/evaluation.ts';
import {
  type Calendar,
  calendarOf,
  dirtyTasks,
  evaluateTasks,
  firstOpen,
  loadJob,
  seriesUnitKey,
  sessionsSeries,
} from '../evaluation/plan.ts';
import { barDaysOf, changedBarDays, isOfRecords, type SymbolState } from '../evaluation/state.ts';
import { type Unit, unitsOf } from '../evaluation/stored-records.ts';
import { type Factors, factorsOf, lowerBound, sliceBars } from '../market/bars.ts';
import { type RecordTable, withDated } from '../market/records.ts';
import type { DataClock } from '../market/sessions.ts';
import type { DateRange, Statistic } from '../statistics/statistic.ts';
import type { SymbolInfo } from './answers.ts';

/** Changes farther back than this from the end of the data are answered once they are stored. */
const NEAR_DAYS = 45;

export interface LiveTailOptions {
  readonly reader: Reader;
  readonly bars: BarCache;
  readonly run: (job: Job) => Promise<JobResult>;
  /** Checks the bound of a request before bars are read. */
  readonly admit: (range: DateRange) => Promise<void>;
}

/** Records of one unit, and the sessions of its window; null: none has any. */
export interface UnitRecords {
  readonly records: RecordTable;
  readonly days: RecordTable;
}

type Unsettled = SymbolInfo & { readonly unsettled: SymbolState };

export function isUnsettled(symbol: SymbolInfo): symbol is Unsettled {
  return symbol.unsettled !== undefined;
}

function factorsOfSymbol({ adjusted, splits, ...meta }: SymbolInfo): Factors | null {
  if (adjusted) return adjusted.factors;
  return splits && splits.length > 0 ? factorsOf(splits, [], meta) : null;
}

/** Which bars the symbol's answers are computed from. */
export function barsState(symbol: SymbolInfo): BarsState {
  const { unsettled } = symbol;
  // Where marks and records tell of different states, which days changed is not known.
  const settled = unsettled ? unsettled.settled?.key : symbol.settledKey;
  return {
    symbol: symbol.symbol,
    generation: unsettled?.generation ?? symbol.generation ?? 0,
    landed: symbol.landed ?? 0,
    settled: settled ?? null,
    factors: factorsOfSymbol(symbol),
    changed: unsettled ? changedBarDays(unsettled) : [],
  };
}

/**
 * @param one the unit and its statistic; null: the sessions alone
 * @param stored as of the state that the symbol's records follow
 */
export async function withLiveTail(
  options: LiveTailOptions,
  symbol: Unsettled,
  one: { readonly statistic: Statistic; readonly unit: Unit } | null,
  session: string,
  stored: UnitRecords,
): Promise<UnitRecords> {
  const state = servedPart(symbol.unsettled, symbol.firstBar);
  const near = symbol.lastDay - NEAR_DAYS;
  const dirty = state.days.filter((day) => day.dirty && isOfRecords(day) && day.day >= near);
  const barDays = barDaysOf(state);
  const sessions = unitsOf(sessionsSeries, symbol).find((unit) => unit.session === session)!;
  const wanted = [
    { series: sessionsSeries, unit: sessions },
    ...(one ? [{ series: one.statistic, unit: one.unit }] : []),
  ];
  const calendar = calendarOf(stored.days);
  const calendars = new Map(calendar.length > 0 ? wanted.map(({ unit }) => [unit.session, calendar] as const) : []);
  const before = {
    calendars: async () => calendars,
    openDates: async () =>
      new Map(
        wanted.flatMap(({ unit }, i): [string, number][] => {
          const first = firstOpen(i === 0 ? stored.days : stored.records);
          return first === undefined ? [] : [[seriesUnitKey(unit.series, unit.session, unit.variant), first]];
        }),
      ),
  };
  const clock = clockOf(symbol);
  const load = async (range: DateRange) => {
    await options.admit(range);
    const all = await options.bars.load(barsState(symbol), range);
    // What lies before the first bar does not serve; what has landed since the state was read belongs to the next answer.
    return sliceBars(all, lowerBound(all.minute, symbol.firstBar!), lowerBound(all.minute, clock.lastBarStart + 1));
  };
  const source = { state, meta: symbol, clock, barDays, load };
  const days: Calendar = { length: barDays.length, date: barDays };
  let now = stored;
  for (const tasks of await dirtyTasks(wanted, dirty, [], symbol, barDays, before)) {
    await evaluateTasks(
      tasks,
      ({ unit: { session: name } }) => calendars.get(name) ?? days,
      async (some) => (await options.run(await loadJob(options.reader, some, calendars, source))).results,
      ({ series: { name }, wanted: range }, { records }) => {
        const target = name === sessionsSeries.name ? 'days' : 'records';
        now = { ...now, [target]: withDated(now[target], range, records!) };
      },
    );
  }
  return now;
}

export function clockOf({ lastBar, intervalMin }: SymbolInfo): DataClock {
  const lastBarStart = lastBar ?? Number.NEGATIVE_INFINITY;
  return { lastBarStart, lastBarEnd: lastBarStart + intervalMin };
}
