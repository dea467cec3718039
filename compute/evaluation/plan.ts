/** Which records are to be computed again, over which dates, and the one loop that widens what is loaded for them. */

import { lowerRow, numbers, type RecordTable } from '../market/records/table.ts';
import type { SymbolMeta } from '../market/sessions/build.ts';
import { ALL_DATES, type DateRange, type Reach } from '../statistics/statistic.ts';
import { affectedDates, type Calendar, clusters, loadedDates, sessionsAfter } from './affected.ts';
import type { Evaluated } from './evaluation.ts';
import { type Series, seriesUnitKey } from './series.ts';
import type { LoggedDay } from './state.ts';
import { paramsOf, type Unit, unitsOf } from './tables/units.ts';

/** What is known of the records before the change. */
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

/** All that is stored of a symbol in these series. */
export function unitsOfAll(all: readonly Series[], meta: SymbolMeta): SeriesUnit[] {
  return all.flatMap((series) => unitsOf(series, meta).map((unit) => ({ series, unit })));
}

/** All dates of these. */
export function fullTasks(units: readonly SeriesUnit[]): Task[] {
  const reach = { back: 0, ahead: 0 };
  return units.map((one) => ({ ...one, wanted: ALL_DATES, reach, changedUpTo: ALL_DATES.to }));
}

/**
 * What the dirty days can have changed: one list of tasks per cluster of days.
 *
 * @param moved days where records of corrected news stand now
 */
export async function dirtyTasks(
  units: readonly SeriesUnit[],
  dirty: readonly LoggedDay[],
  moved: readonly number[],
  meta: SymbolMeta,
  barDays: readonly number[],
  stored: Before,
): Promise<Task[][]> {
  if (units.length === 0 || dirty.length === 0) return [];
  const calendars = await stored.calendars();
  const days = { length: barDays.length, date: barDays };
  const barsChanged = dirty.some(({ kind }) => kind === 'bars');
  const open = barsChanged
    ? await stored.openDates([...new Set(units.map(({ series }) => series))])
    : new Map<string, number>();
  return clusters([...dirty.map(({ day }) => day), ...moved]).map((cluster) => {
    const barsDirty = dirty.some(({ kind, day }) => kind === 'bars' && day >= cluster.from && day <= cluster.to);
    const tasks: Task[] = [];
    for (const { series, unit } of units) {
      if (!series.events && !barsDirty) continue;
      const reach = series.reach(paramsOf(unit), meta);
      const first = open.get(seriesUnitKey(series.name, unit.session, unit.variant));
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
 * @throws Error where no look is far enough
 */
export async function evaluateTasks<R extends Omit<Evaluated, 'records'>>(
  given: readonly Task[],
  calendarOf: (task: Task) => Calendar | Promise<Calendar>,
  pass: (tasks: readonly Task[]) => Promise<readonly R[]>,
  onDone: (task: Task, result: R) => void,
): Promise<void> {
  let tasks = given;
  for (let passes = 0; tasks.length > 0; passes++) {
    if (passes > MAX_PASSES) throw new Error(`no look is far enough for ${tasks[0].series.name}`);
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

/** The same and what comes after it, where a change runs on. */
function longer(task: Task, calendar: Calendar): Task {
  const { from, to } = task.wanted;
  const sessions = Math.max(FOLLOW_SESSIONS, (to - from) * 4);
  return { ...task, wanted: { from, to: sessionsAfter(calendar, to, sessions) } };
}

/** UTC dates of the bars that each task is given: its dates and the sessions around them, as far as there are bars. */
export function spansOf(
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
  const row = numbers(table, 'complete').indexOf(0, lowerRow(numbers(table, 'date'), from));
  return row === -1 ? undefined : numbers(table, 'date')[row];
}
