/**
 * Decides the interval of a file's bars from the times of all its rows, before any of them is written: daily if each symbol
 * has one row per date and most dates are consecutive sessions, else the largest known interval that occurs as a step
 * within dates and divides nine tenths of these steps. Where neither holds the file is refused, and so is one whose rows
 * contradict the interval that is declared. Only the rows of one date per symbol are in memory.
 */
import { regularHours } from '../../exchange/calendar.ts';
import { GRID, gridsOf, hasSeveralGrids, startOfEnd } from '../../exchange/grid.ts';
import { newYorkDay } from '../../exchange/new-york.ts';
import { BASE_INTERVALS_MIN, formatInterval, parseInterval } from '../../exchange/symbol.ts';
import { getOrMake } from '../../lib/collections.ts';
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import { ImportError } from './errors.ts';

const INTRADAY = BASE_INTERVALS_MIN.filter((minutes) => minutes < MINUTES_PER_DAY);
const SEVERAL_GRIDS = INTRADAY.filter(hasSeveralGrids);
const DAILY_DATES_MIN = 5;
const STEPS_FEW = 4;
/** So many steps are not all multiples of a coarser interval by chance. */
const STEPS_MANY = 32;
const DIVIDED_SHARE = 0.9;
const SERIES_MAX = 100_000;
/** Rows of one date that are compared; a date has 1,440 minutes. */
const RUN_MAX = 4_096;

const KNOWN = BASE_INTERVALS_MIN.map(formatInterval).join(', ');

/** The times of one symbol's rows that declare the same interval, or none. */
export interface Series {
  readonly group: Group;
  readonly symbol: string;
  readonly isCrypto: boolean;
  /** Date of the rows in `run`, days since 1970. */
  date: number;
  readonly run: number[];
  /** For each interval of `SEVERAL_GRIDS` the grids on which all starts lie. */
  readonly grids: number[];
  /** Time of the row before, UTC minute. */
  last: number;
}

interface Group {
  /** As the rows or the options declare it. */
  readonly declared: string | undefined;
  rows: number;
  readonly dates: Set<number>;
  /** Differences between the dates of a symbol that follow each other, in days. */
  readonly gaps: Map<number, number>;
  gapCount: number;
  /** Gaps without a session in between. */
  consecutive: number;
  /** Dates of a symbol with several rows. */
  busyDates: number;
  dateCount: number;
  /** Steps between the rows of a date, in minutes. */
  readonly steps: Map<number, number>;
  stepCount: number;
  ignoredSteps: number;
}

interface IntervalSurveyOptions {
  readonly path: string;
  /** True if times name the end of their bars. */
  readonly isEndStamped: boolean;
}

export class IntervalSurvey {
  readonly #options: IntervalSurveyOptions;
  readonly #groups = new Map<string | undefined, Group>();
  readonly #series = new Map<string, Series>();
  /** By interval the first start that lies on none of the grids of its symbol's starts before. */
  readonly #mixed = new Map<number, { symbol: string; minute: number }>();

  constructor(options: IntervalSurveyOptions) {
    this.#options = options;
  }

  /** `undefined` beyond the bound. */
  seriesOf(symbol: string, assetClass: unknown, declared: string | undefined): Series | undefined {
    const key = `${symbol}\0${declared}`;
    const known = this.#series.get(key);
    if (known || this.#series.size >= SERIES_MAX) return known;
    const group = getOrMake(this.#groups, declared, () => newGroup(declared));
    const grids = SEVERAL_GRIDS.map(() => GRID.all);
    const series = {
      group,
      symbol,
      isCrypto: assetClass === 'crypto',
      date: Number.NaN,
      run: [],
      grids,
      last: Number.NaN,
    };
    this.#series.set(key, series);
    return series;
  }

  /** Takes a row. `minute`: of its time, UTC, with its fraction. */
  take(series: Series, minute: number): void {
    const { run } = series;
    series.group.rows++;
    if (run.length > 0 && run[run.length - 1] === minute) return;
    const date = this.#dateOf(series, minute);
    if (date !== series.date || run.length >= RUN_MAX) {
      this.#endRun(series);
      if (date !== series.date) this.#beginDate(series, date);
    }
    run.push(minute);
    this.#takeGrids(series, minute);
    series.last = minute;
  }

  #dateOf({ isCrypto }: Series, minute: number): number {
    // A bar that ends at midnight is of the day before.
    const at = this.#options.isEndStamped ? minute - 1 : minute;
    return isCrypto || at % MINUTES_PER_DAY === 0 ? Math.floor(at / MINUTES_PER_DAY) : newYorkDay(Math.floor(at));
  }

  #beginDate(series: Series, date: number): void {
    const { group } = series;
    group.dates.add(date);
    group.dateCount++;
    if (!Number.isNaN(series.date)) {
      const gap = Math.abs(date - series.date);
      group.gapCount++;
      group.gaps.set(gap, (group.gaps.get(gap) ?? 0) + 1);
      if (!hasSessionBetween(series.isCrypto, Math.min(date, series.date), Math.max(date, series.date)))
        group.consecutive++;
    }
    series.date = date;
  }

  /** Counts the steps of a date; its first one may be shorter than the others, with end stamps its last. */
  #endRun({ group, run }: Series): void {
    if (run.length > 1) {
      if (run.some((minute, i) => i > 0 && minute < run[i - 1])) run.sort((a, b) => a - b);
      const steps = run.slice(1).map((minute, i) => minute - run[i]);
      if (this.#options.isEndStamped) steps.reverse();
      const from = steps.length > 1 && steps[0] < steps[1] ? 1 : 0;
      for (let i = from; i < steps.length; i++) {
        group.steps.set(steps[i], (group.steps.get(steps[i]) ?? 0) + 1);
        group.stepCount++;
      }
      group.ignoredSteps += from;
      group.busyDates++;
    }
    run.length = 0;
  }

  #takeGrids(series: Series, minute: number): void {
    if (minute % 30 !== 0) return;
    const { isEndStamped } = this.#options;
    for (let i = 0; i < SEVERAL_GRIDS.length; i++) {
      const { isCrypto, last } = series;
      const start = isEndStamped ? startOfEnd(isCrypto, SEVERAL_GRIDS[i], minute, last) : minute;
      const grids = gridsOf(SEVERAL_GRIDS[i], start);
      // What starts no bar is a dead letter by itself.
      if (grids === 0 || series.grids[i] === 0) continue;
      series.grids[i] &= grids;
      if (series.grids[i] === 0 && !this.#mixed.has(SEVERAL_GRIDS[i]))
        this.#mixed.set(SEVERAL_GRIDS[i], { symbol: series.symbol, minute: start });
    }
  }

  /**
   * Returns the interval of the rows that declare none; `undefined` if all do.
   * @throws {ImportError} if the rows tell none, contradict the declared one, or mix grids
   */
  decide(): string | undefined {
    for (const series of this.#series.values()) this.#endRun(series);
    let interval: string | undefined;
    for (const group of this.#groups.values()) {
      const minutes = group.declared === undefined ? this.#inferred(group) : this.#checked(group, group.declared);
      if (group.declared === undefined) interval = formatInterval(minutes!);
      const mixed = minutes === null ? undefined : this.#mixed.get(minutes);
      if (mixed) throw this.#mixedGrids(mixed, minutes!);
    }
    return interval;
  }

  #inferred(group: Group): number {
    const found = inferInterval(group);
    if (found !== null) return found;
    throw this.#refusal(`${seenIn(group)}: ${this.#cureOf(group)}`);
  }

  #cureOf(group: Group): string {
    const irregular = irregularOf(group);
    if (irregular) return `no such interval is imported, only bars of ${KNOWN}`;
    return `too little to tell the interval; give it with --interval (${KNOWN})`;
  }

  /** Returns the minutes of a declared interval, `null` if it is none (its rows are dead letters). */
  #checked(group: Group, declared: string): number | null {
    const minutes = parseInterval(declared);
    if (minutes === null || !BASE_INTERVALS_MIN.includes(minutes)) return null;
    if (!contradicts(group, minutes)) return minutes;
    const found = inferInterval(group);
    const cure =
      found === null || found === minutes
        ? `only bars of ${KNOWN} are imported`
        : `give --interval ${formatInterval(found)}`;
    throw this.#refusal(`the rows are not ${formatInterval(minutes)}, they are ${seenIn(group)}: ${cure}`);
  }

  #refusal(message: string): ImportError {
    return new ImportError('implausible', `${this.#options.path}: ${message}`);
  }

  #mixedGrids({ symbol, minute }: { symbol: string; minute: number }, intervalMin: number): ImportError {
    const at = new Date(minute * 60_000).toISOString().slice(0, 16);
    const what = `${symbol}: the bar of ${at}Z is on another grid of ${formatInterval(intervalMin)} than the bars before it`;
    return this.#refusal(
      `${what} (bars start on multiples of their interval from 00:00 UTC, from 00:00 or from 09:30 New York): these are bars of two feeds; import the rows of each by themselves, those of one under another name (--symbol)`,
    );
  }
}

function newGroup(declared: string | undefined): Group {
  const counts = { rows: 0, gapCount: 0, consecutive: 0, busyDates: 0, dateCount: 0, stepCount: 0, ignoredSteps: 0 };
  return { declared, dates: new Set(), gaps: new Map(), steps: new Map(), ...counts };
}

function hasSessionBetween(isCrypto: boolean, from: number, to: number): boolean {
  if (isCrypto || to - from > 10) return to - from > 1;
  for (let day = from + 1; day < to; day++) if (regularHours(day)) return true;
  return false;
}

function inferInterval(group: Group): number | null {
  const { busyDates, dates, consecutive, gapCount, steps, stepCount } = group;
  if (busyDates === 0) return dates.size >= DAILY_DATES_MIN && consecutive > gapCount / 2 ? MINUTES_PER_DAY : null;
  // Few steps tell an interval only if all of them are the same, and none was left out.
  if (stepCount < STEPS_FEW && (steps.size !== 1 || group.ignoredSteps > 0)) return null;
  return INTRADAY.findLast((minutes) => steps.has(minutes) && shareOf(group, minutes) >= DIVIDED_SHARE) ?? null;
}

/** Share of the steps that are multiples of an interval. */
function shareOf({ steps, stepCount }: Group, minutes: number): number {
  let multiples = 0;
  for (const [step, count] of steps) if (step % minutes === 0) multiples += count;
  return multiples / stepCount;
}

function contradicts(group: Group, minutes: number): boolean {
  const found = inferInterval(group);
  if (found === minutes) return false;
  const { busyDates, dateCount, stepCount, steps } = group;
  if (minutes === MINUTES_PER_DAY) return busyDates > (1 - DIVIDED_SHARE) * dateCount || irregularOf(group) !== null;
  if (busyDates === 0) return found === MINUTES_PER_DAY || irregularOf(group) !== null;
  if (stepCount < STEPS_FEW) return false;
  if (shareOf(group, minutes) < DIVIDED_SHARE) return true;
  const [step, count] = commonest(steps);
  const isRegular = step !== minutes && count >= DIVIDED_SHARE * stepCount;
  return isRegular || (found !== null && found > minutes && stepCount >= STEPS_MANY);
}

const commonest = (counts: ReadonlyMap<number, number>): [value: number, count: number] =>
  [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);

const PERIODS: readonly [from: number, to: number, name: string][] = [
  [5, 9, 'weekly bars'],
  [26, 35, 'monthly bars'],
  [85, 98, 'quarterly bars'],
  [360, 375, 'yearly bars'],
];

/** What a file holds that is no interval: weekly bars, or bars 65 minutes apart; `null` if that cannot be said. */
function irregularOf({ busyDates, gaps, gapCount, steps, stepCount }: Group): string | null {
  if (busyDates === 0) {
    for (const [from, to, name] of PERIODS) {
      let within = 0;
      for (const [gap, count] of gaps) if (gap >= from && gap <= to) within += count;
      if (gapCount >= 2 && within > gapCount / 2) return name;
    }
    return null;
  }
  const [step, count] = commonest(steps);
  const isKnown = INTRADAY.includes(step);
  return stepCount >= STEPS_FEW && !isKnown && count >= DIVIDED_SHARE * stepCount
    ? `bars ${stepText(step)} apart`
    : null;
}

const stepText = (minutes: number) =>
  minutes < 1 || !Number.isInteger(minutes) ? `${Math.round(minutes * 60)} seconds` : `${minutes} minutes`;

function seenIn(group: Group): string {
  const irregular = irregularOf(group);
  if (irregular) return irregular;
  const { rows, dates, dateCount, busyDates, steps, gaps } = group;
  const all = [...dates].sort((a, b) => a - b);
  const from = all.length > 1 ? `from ${isoDate(all[0])} to ${isoDate(all.at(-1)!)}` : `on ${isoDate(all[0] ?? 0)}`;
  const some = `${rows} ${rows === 1 ? 'row' : 'rows'} ${from}`;
  if (busyDates === 0) {
    if (inferInterval(group) === MINUTES_PER_DAY) return `daily bars (${some})`;
    const [gap] = commonest(gaps);
    const apart = dateCount < 2 || gap === 0 ? '' : `, most of them ${gap} ${gap === 1 ? 'day' : 'days'} apart`;
    return `${some}, one per date${apart}`;
  }
  const [step] = commonest(steps);
  return `${some}${step > 0 ? `, most of them ${stepText(step)} apart` : ''}`;
}
