/**
 * Which records a change can have changed, what is to be computed for them over which dates, and what is loaded for that.
 */

import type { Reader } from '../../sql/reader.ts';
import { allocateBars, type BarColumns, lowerBound, type SymbolMeta } from '../market/bars.ts';
import { numbers, type RecordTable } from '../market/records.ts';
import type { DataClock } from '../market/sessions.ts';
import { NEWS_SOURCES, type NewsBySource, type NewsColumns } from '../market/symbol-data.ts';
import { ALL_DATES, type DateRange, type Reach } from '../statistics/statistic.ts';
import { type Evaluated, type Job, KernelError } from './evaluation.ts';
import { dayOf } from './load-bars.ts';
import type { LoggedDay, SymbolState } from './state.ts';
import { paramsOf, type Unit, unitsOf } from './stored-records.ts';
import { loadNews } from './tables/events.ts';
import { type Series, seriesUnitKey } from './tables/schema.ts';

/** The sessions of a window as stored, ascending: what sessions before and after a date are counted in. */
export interface Calendar {
  readonly length: number;
  readonly date: ArrayLike<number>;
  /** Bars of each; unknown where only days with bars are. */
  readonly bars?: ArrayLike<number>;
}

export function calendarOf(sessions: RecordTable): Calendar {
  return { length: sessions.length, date: numbers(sessions, 'date'), bars: numbers(sessions, 'bars') };
}

const CLUSTER_GAP_DAYS = 45;

/** Runs of dirty days; days further apart are separate work. */
function clusters(days: readonly number[]): DateRange[] {
  const out: { from: number; to: number }[] = [];
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = out.at(-1);
    if (last && day - last.to <= CLUSTER_GAP_DAYS) last.to = day;
    else out.push({ from: day, to: day });
  }
  return out;
}

/** The date `sessions` sessions before `date` (exclusive), or of the first there is; `date` itself with none before. */
export function sessionsBefore(calendar: Calendar, date: number, sessions: number): number {
  const index = Math.max(0, lowerBound(calendar.date, date) - sessions);
  return Math.min(date, calendar.date[index] ?? date);
}

/**
 * The date to load from for `sessions` sessions before `date`; with fewer than that before it, every earlier date: the
 * bars may begin before the first session there is, and only who has loaded the first of them can know that it is.
 */
export function loadedFrom(calendar: Calendar, date: number, sessions: number): number {
  const index = lowerBound(calendar.date, date) - sessions;
  return index < 0 ? ALL_DATES.from : Math.min(date, calendar.date[index] ?? date);
}

/** The date `sessions` sessions after `date`; beyond the last there is, every later date. */
export function sessionsAfter(calendar: Calendar, date: number, sessions: number): number {
  if (sessions === 0) return date;
  const index = lowerBound(calendar.date, date + 1) + sessions - 1;
  return index < calendar.length ? Math.max(date, calendar.date[index]) : ALL_DATES.to;
}

/**
 * Sessions that surely hold the candles looked ahead by, counted from session `from` in steps of one, back or forth;
 * never more than the bound. Exact but for a slot without bars, so short timeframes need a session or two, not dozens.
 */
function lookAhead({ ahead, aheadCandles }: Reach, { bars, length }: Calendar, from: number, step: 1 | -1): number {
  if (!aheadCandles || !bars) return ahead;
  // One more: the last candle of the data may be in progress.
  let missing = aheadCandles.count + 1;
  let sessions = 0;
  for (let s = from; missing > 0 && s >= 0 && s < length; s += step) {
    missing -= Math.ceil(bars[s] / aheadCandles.bars);
    sessions++;
  }
  return missing > 0 ? ahead : Math.min(ahead, sessions);
}

/**
 * Dates whose records may change with the bars of the UTC days `dirty`. One day more on each side, because a session
 * may be dated one day from its bars, and one session more before, because later bars complete it.
 *
 * @param calendar as stored before the change. Where other days have changed, too, its counts may be wrong there; what
 * looks ahead over them is then among the dates of those days.
 * @param open first date of a record that waits for later bars; undefined without one
 */
export function affectedDates(dirty: DateRange, calendar: Calendar, reach: Reach, open: number | undefined): DateRange {
  const first = dirty.from - 1;
  const ahead = lookAhead(reach, calendar, lowerBound(calendar.date, first) - 1, -1);
  const from = sessionsBefore(calendar, first, ahead + 1);
  const to = sessionsAfter(calendar, dirty.to + 1, reach.back);
  return { from: open === undefined ? from : Math.min(from, open), to };
}

/** Dates of the bars to load for records of the wanted dates: a first guess, the kernel says where it is too little. */
export function loadedDates(wanted: DateRange, calendar: Calendar, reach: Reach): DateRange {
  const ahead = lookAhead(reach, calendar, lowerBound(calendar.date, wanted.to + 1), 1);
  // A session may be dated a day from its bars, and the first one of the range may be cut.
  return {
    from: loadedFrom(calendar, wanted.from, reach.back + 1) - 2,
    to: sessionsAfter(calendar, wanted.to, ahead + 1) + 2,
  };
}

export interface Before {
  /** The sessions, by window. */
  calendars(): Promise<ReadonlyMap<string, Calendar>>;
  /** First date of a record that waits for later bars, by `seriesUnitKey`. */
  openDates(series: readonly Series[]): Promise<ReadonlyMap<string, number>>;
}

export interface SeriesUnit {
  readonly series: Series;
  readonly unit: Unit;
}

export interface Task extends SeriesUnit {
  readonly wanted: DateRange;
  /** Sessions loaded before and after the wanted dates. */
  readonly reach: Reach;
  /** Last UTC date whose bars may have changed. */
  readonly changedUpTo: number;
}

/** A carried change is first followed over this many sessions, then over four times as many. */
const FOLLOW_SESSIONS = 10;
/** Each pass looks at least twice as far: a kernel that is never content is wrong. */
const MAX_PASSES = 30;

export function unitsOfAll(all: readonly Series[], meta: SymbolMeta): SeriesUnit[] {
  return all.flatMap((series) => unitsOf(series, meta).map((unit) => ({ series, unit })));
}

export function fullTasks(units: readonly SeriesUnit[]): Task[] {
  const reach = { back: 0, ahead: 0 };
  return units.map((one) => ({ ...one, wanted: ALL_DATES, reach, changedUpTo: ALL_DATES.to }));
}

/**
 * First date of news that waits again for later bars: where the data end before the end that the records follow. No sessions
 * tell, and bars up to two days behind its date settle news. Infinity where nothing waits again.
 */
function waitingAgain({ state: { settled }, clock: { lastBarStart } }: Pick<JobSource, 'state' | 'clock'>): number {
  if (lastBarStart >= (settled?.ends?.last ?? Number.NEGATIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  return Number.isFinite(lastBarStart) ? dayOf(lastBarStart) - 2 : ALL_DATES.from;
}

/** Returns the tasks that the dirty days ask for: one list per cluster of days. */
export async function dirtyTasks(
  units: readonly SeriesUnit[],
  dirty: readonly LoggedDay[],
  source: Omit<JobSource, 'load'>,
  stored: Before,
): Promise<Task[][]> {
  const { meta, barDays } = source;
  if (units.length === 0 || dirty.length === 0) return [];
  const calendars = await stored.calendars();
  const days = { length: barDays.length, date: barDays };
  const barsChanged = dirty.some(({ kind }) => kind === 'bars');
  const again = waitingAgain(source);
  const open = barsChanged
    ? await stored.openDates([...new Set(units.map(({ series }) => series))])
    : new Map<string, number>();
  return clusters(dirty.map(({ day }) => day)).map((cluster) => {
    const barsDirty = dirty.some(({ kind, day }) => kind === 'bars' && day >= cluster.from && day <= cluster.to);
    const tasks: Task[] = [];
    for (const { series, unit } of units) {
      if (!series.events && !barsDirty) continue;
      const reach = series.reach(paramsOf(unit), meta);
      const waiting = open.get(seriesUnitKey(series.name, unit.session, unit.variant));
      const first = series.events ? Math.min(waiting ?? Number.POSITIVE_INFINITY, again) : waiting;
      const wanted = affectedDates(cluster, calendars.get(unit.session) ?? days, reach, first);
      tasks.push({ unit, series, wanted, reach, changedUpTo: cluster.to });
    }
    return tasks;
  });
}

/**
 * Runs the tasks until each is done: with more sessions around its dates where its kernel found too few, and over later
 * dates where a change runs on.
 *
 * @param calendarOf sessions of the window of a task
 * @param pass evaluates tasks: one result each
 * @throws KernelError if a kernel never has enough
 */
export async function evaluateTasks<R extends Omit<Evaluated, 'records'>>(
  given: readonly Task[],
  calendarOf: (task: Task) => Calendar | Promise<Calendar>,
  pass: (tasks: readonly Task[]) => Promise<readonly R[]>,
  onDone: (task: Task, result: R) => void,
): Promise<void> {
  let tasks = given;
  for (let passes = 0; tasks.length > 0; passes++) {
    if (passes > MAX_PASSES) {
      const { name } = tasks[0].series;
      throw new KernelError(
        name,
        new Error(`${name} still asks for more bars after ${MAX_PASSES} widenings: check reach()`),
      );
    }
    const results = await pass(tasks);
    const again: Task[] = [];
    for (const [i, result] of results.entries()) {
      const task = tasks[i];
      if (result.isDone) onDone(task, result);
      else if (result.insufficientLookBack || result.insufficientLookAhead) again.push(further(task, result));
      else again.push(longer(task, await calendarOf(task)));
    }
    tasks = again;
  }
}

/** Twice as far, where the kernel found its look-back (look-ahead) too short. */
function further(task: Task, { insufficientLookBack, insufficientLookAhead }: Omit<Evaluated, 'records'>): Task {
  const wider = (sessions: number, short: boolean) => (short ? Math.max(4, sessions * 2) : sessions);
  const { back, ahead, aheadCandles } = task.reach;
  // Counted candles were too few: first the bound that they were less than.
  if (insufficientLookAhead && aheadCandles)
    return { ...task, reach: { back: wider(back, insufficientLookBack), ahead } };
  const reach = { back: wider(back, insufficientLookBack), ahead: wider(ahead, insufficientLookAhead) };
  return { ...task, reach: aheadCandles ? { ...reach, aheadCandles } : reach };
}

function longer(task: Task, calendar: Calendar): Task {
  const { from, to } = task.wanted;
  const sessions = Math.max(FOLLOW_SESSIONS, (to - from) * 4);
  return { ...task, wanted: { from, to: sessionsAfter(calendar, to, sessions) } };
}

/** UTC dates of the bars that each task is given: its dates and the sessions around them, as far as there are bars. */
function spansOf(
  tasks: readonly Task[],
  calendars: ReadonlyMap<string, Calendar>,
  barDays: readonly number[],
): DateRange[] {
  const days: Calendar = { length: barDays.length, date: barDays };
  const [first, last] = [barDays[0] ?? 0, barDays.at(-1) ?? 0];
  return tasks.map(({ unit, wanted, reach }) => {
    const { from, to } = loadedDates(wanted, calendars.get(unit.session) ?? days, reach);
    return { from: Math.max(from, first), to: Math.min(to, last) };
  });
}

/** Date of the first record from a date on that waits for later bars. */
export function firstOpen(table: RecordTable, from = Number.NEGATIVE_INFINITY): number | undefined {
  const row = numbers(table, 'complete').indexOf(0, lowerBound(numbers(table, 'date'), from));
  return row === -1 ? undefined : numbers(table, 'date')[row];
}

export interface JobSource {
  readonly state: SymbolState;
  readonly meta: SymbolMeta;
  readonly clock: DataClock;
  /** UTC dates with bars, ascending. */
  readonly barDays: readonly number[];
  /** All bars of these UTC dates. */
  readonly load: (range: DateRange) => Promise<BarColumns>;
}

export const union = (ranges: readonly DateRange[]): DateRange => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
});

/** @param calendars the sessions as they are known, by window */
export async function loadJob(
  reader: Reader,
  tasks: readonly Task[],
  calendars: ReadonlyMap<string, Calendar>,
  { state, meta, clock, barDays, load }: JobSource,
): Promise<Job> {
  const spans = spansOf(tasks, calendars, barDays);
  const ofNews = tasks.filter(({ series }) => series.events).map(({ wanted }) => wanted);
  const [bars, news] = await Promise.all([
    barDays.length === 0 ? allocateBars(0) : load(union(spans)),
    loadNewsOf(reader, state, ofNews),
  ]);
  return {
    meta: { symbol: meta.symbol, assetClass: meta.assetClass, intervalMin: meta.intervalMin },
    bars,
    clock,
    news,
    stored: { from: barDays[0] ?? 0, to: barDays.at(-1) ?? 0 },
    tasks: tasks.map(({ unit, wanted, changedUpTo }, i) => ({ unit, wanted, changedUpTo, loaded: spans[i] })),
  };
}

async function loadNewsOf(
  reader: Reader,
  { symbol, days, liveFrom = ALL_DATES.to }: SymbolState,
  ranges: readonly DateRange[],
): Promise<NewsBySource> {
  const news: { sentiment?: NewsColumns; sentiment_crypto?: NewsColumns } = {};
  if (ranges.length === 0) return news;
  const { from, to } = union(ranges);
  for (const source of NEWS_SOURCES) {
    if (!days.some(({ kind, day }) => kind === source && day >= from - 1 && day <= to + 1)) continue;
    news[source] = await loadNews(reader, source, symbol, from - 1, Math.min(to + 1, liveFrom - 1));
  }
  return news;
}
