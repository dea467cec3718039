/**
 * Bars of the series that are asked for or change often, in memory bounded in bytes: one for the answers and the projector
 * of a process. Of a series that changes only the days that changed are read again; bars that come at the end go behind
 * those that are there. What was given out is never written over.
 */

import { LRUCache } from 'lru-cache';
import { inTurnByKey } from '../../lib/async.ts';
import type { Reader } from '../../sql/reader.ts';
import {
  adjust,
  allocateBars,
  type BarColumns,
  copyBars,
  type Factors,
  lowerBound,
  PRICE_COLUMNS,
  sliceBars,
} from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { dayStart, loadParts, loadRanges, type MinuteRange, Together } from './load-bars.ts';
import { RecordCache } from './stored-records.ts';

export interface BarsState {
  readonly series: string;
  /** Rows ever landed; NaN where only some days are looked at. */
  readonly landed: number;
  /** Names the state that its stored records follow (`settledKey`); null where that is not known. */
  readonly settled: string | null;
  /** Days that changed since that state, ascending. */
  readonly changed: readonly { readonly day: number; readonly fingerprint: bigint }[];
  /** What they are adjusted by. */
  readonly factors: Factors | null;
}

/** All bars of the UTC dates from `from` to `to`: the first `length` of the columns, which have room for more. */
interface Span extends DateRange {
  readonly length: number;
  readonly columns: BarColumns;
}

/** At least as new as the state that it is labelled with. */
interface Entry extends Span {
  readonly landed: number;
  readonly settled: string | null;
  /** Of the days that changed since that state, as they are here. */
  readonly fingerprints: ReadonlyMap<number, bigint>;
  /** Earliest date asked for since the columns were allocated. */
  readonly askedFrom: number;
}

interface BarsWanted {
  readonly series: string;
  /** The same of all that are read together. */
  readonly ranges: readonly DateRange[];
}

export const BYTES_PER_BAR = 44;
/** Room for bars to come, so that they need not move what is there. */
const ROOM = 2_048;
/** More changed days than this are read with everything around them. */
export const MAX_CHANGED_DAYS = 8;

/** Ranges of so many dates at most are read of several series together. */
const FEW_DATES = 60;
/** Dates of all series that are read together, at most: a quarter of a GB where each has a bar a minute. */
const MOST_DATES = 3_840;
/** From so many dates on a range is read in two halves, side by side. */
const MANY_DATES = 500;

export class BarCache {
  readonly #reader: Reader;
  readonly #together: Together<BarsWanted, BarColumns>;
  readonly #entries: LRUCache<string, Entry>;
  readonly #inTurn = inTurnByKey();

  constructor(reader: Reader, maxBytes: number) {
    this.#reader = reader;
    this.#together = new Together(
      async (wanted) => {
        const names = wanted.map(({ series }) => series);
        const loaded = await loadRanges(reader, names, wanted[0].ranges);
        return names.map((name) => loaded.get(name)!);
      },
      ({ ranges }) => Math.floor(MOST_DATES / ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)),
    );
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ columns }) => columns.length * BYTES_PER_BAR + 1,
    });
  }

  clear(): void {
    this.#entries.clear();
  }

  drop(state: BarsState): void {
    this.#entries.delete(keyOf(state));
  }

  /** Nothing of the range has to be read from the store, but for days that changed. */
  covers(state: BarsState, { from, to }: DateRange): boolean {
    const entry = this.#usable(state);
    return entry !== undefined && entry.from <= from && entry.to >= to;
  }

  /** All bars of these UTC dates, at least as new as the state. */
  load(state: BarsState, range: DateRange): Promise<BarColumns> {
    return this.#inTurn(state.series, async () => {
      const known = this.#usable(state);
      const asked = known && askedFor(known, range);
      const refreshed = asked && (await this.#refreshed(asked, state));
      const entry = await this.#widened(refreshed, state, range);
      this.#entries.set(keyOf(state), askedFor(entry, range));
      return within(entry, range);
    });
  }

  /**
   * What is cached of the series, brought to the state, with the dates up to the last that changed where that is near;
   * null where nothing is that could be.
   */
  refresh(state: BarsState): Promise<{ readonly dates: DateRange; readonly bars: BarColumns } | null> {
    return this.#inTurn(state.series, async () => {
      const known = this.#usable(state);
      let entry = known && (await this.#refreshed(known, state));
      if (!entry) return null;
      const last = Math.max(...state.changed.map(({ day }) => day));
      const isNear = last > entry.to && last - entry.to < FEW_DATES;
      if (isNear) entry = await this.#widened(entry, state, { from: entry.to + 1, to: last });
      this.#entries.set(keyOf(state), entry);
      return { dates: { from: entry.from, to: entry.to }, bars: within(entry, entry) };
    });
  }

  /** The series' stored records follow this state now, whose name is `settled`. */
  settle(state: BarsState, settled: string): void {
    const entry = this.#usable(state);
    if (!entry || entry.settled !== state.settled) return;
    const fingerprints = new Map(entry.fingerprints);
    for (const { day, fingerprint } of state.changed) {
      const isHere = day >= entry.from && day <= entry.to;
      if (isHere && fingerprints.get(day) !== fingerprint) return;
      fingerprints.delete(day);
    }
    this.#entries.set(keyOf(state), { ...entry, settled, fingerprints });
  }

  /** Where records have been stored since, it is not known which days have changed. */
  #usable(state: BarsState): Entry | undefined {
    const entry = this.#entries.get(keyOf(state));
    if (!entry) return undefined;
    const isSettledSo = state.settled !== null && entry.settled === state.settled;
    return isSettledSo || entry.landed === state.landed ? entry : undefined;
  }

  /** Undefined where too many days have changed. */
  async #refreshed(entry: Entry, state: BarsState): Promise<Entry | undefined> {
    const { landed, settled, changed } = state;
    if (entry.landed > landed) return entry;
    const fingerprints = fingerprintsOf(state);
    if (entry.landed === landed) return settled === null ? entry : { ...entry, settled, fingerprints };
    const days = changed
      .filter(({ day, fingerprint }) => entry.fingerprints.get(day) !== fingerprint)
      .map(({ day }) => ({ from: day, to: day }))
      .filter(({ from }) => from >= entry.from && from <= entry.to);
    if (days.length > MAX_CHANGED_DAYS) return undefined;
    let now = entry;
    if (days.length > 0) {
      const read = await this.#readFew(state, days);
      for (const day of days) now = withDay(now, day.from, sliceDays(read, day));
    }
    // Days that this state leaves out are as they were.
    const all = new Map([...entry.fingerprints, ...fingerprints]);
    return { ...now, landed: Number.isNaN(landed) ? entry.landed : landed, fingerprints: all };
  }

  /** Together with what is asked for of other series over the same dates. */
  async #readFew({ series, factors }: BarsState, ranges: readonly DateRange[]): Promise<BarColumns> {
    const group = ranges.map((range) => `${range.from}-${range.to}`).join();
    return adjust(await this.#together.get(group, { series, ranges }), factors);
  }

  /** From the store, without a place in memory. */
  read(state: BarsState, range: DateRange): Promise<BarColumns> {
    if (range.to - range.from < FEW_DATES) return this.#readFew(state, [range]);
    return loadParts(this.#reader, state.series, partsOf(range), state.factors, 0);
  }

  /** Of many bars a copy costs a tenth of what reading them does: they are put where they stay. */
  async #readWhole(state: BarsState, range: DateRange): Promise<Span> {
    if (range.to - range.from < FEW_DATES) return spanOf(range, [await this.#readFew(state, [range])]);
    const columns = await loadParts(this.#reader, state.series, partsOf(range), state.factors, ROOM);
    return { from: range.from, to: range.to, length: columns.length - ROOM, columns };
  }

  async #widened(entry: Entry | undefined, state: BarsState, wanted: DateRange): Promise<Entry> {
    if (!entry || wanted.from > entry.to + 1 || wanted.to < entry.from - 1) {
      const { landed, settled } = state;
      const labels = { landed, settled, fingerprints: fingerprintsOf(state), askedFrom: wanted.from };
      return { ...labels, ...(await this.#readWhole(state, wanted)) };
    }
    const between = (from: number, to: number) => (from > to ? null : this.read(state, { from, to }));
    const [head, tail] = await Promise.all([between(wanted.from, entry.from - 1), between(entry.to + 1, wanted.to)]);
    if (!head && !tail) return entry;
    if (!head && tail) return { ...appended(entry, entry.length, tail), to: wanted.to };
    const all = { from: Math.min(wanted.from, entry.from), to: Math.max(wanted.to, entry.to) };
    const parts = [head, within(entry, entry), tail].filter((bars) => bars !== null);
    return { ...entry, ...spanOf(all, parts) };
  }
}

const askedFor = (entry: Entry, { from }: DateRange): Entry => ({
  ...entry,
  askedFrom: Math.min(entry.askedFrom, from),
});

/** Bars that are adjusted otherwise are other bars. */
function keyOf({ series, factors }: BarsState): string {
  return factors ? `${series} ${factors.key}` : series;
}

function fingerprintsOf({ changed }: BarsState): ReadonlyMap<number, bigint> {
  return new Map(changed.map(({ day, fingerprint }) => [day, fingerprint]));
}

/** Read in two halves where it is long. */
export function partsOf({ from, to }: DateRange): MinuteRange[] {
  if (to - from < MANY_DATES) return [[dayStart(from), dayStart(to + 1)]];
  const half = dayStart(Math.floor((from + to) / 2) + 1);
  return [
    [dayStart(from), half],
    [half, dayStart(to + 1)],
  ];
}

function spanOf({ from, to }: DateRange, parts: readonly BarColumns[]): Span {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const columns = allocateBars(length + ROOM);
  let at = 0;
  for (const part of parts) {
    copyBars(columns, at, part);
    at += part.length;
  }
  return { from, to, length, columns };
}

/** The bars of these UTC dates, as views on the same memory. */
export function sliceDays(columns: BarColumns, { from, to }: DateRange, length = columns.length): BarColumns {
  const first = lowerBound(columns.minute, dayStart(from), 0, length);
  return sliceBars(columns, first, lowerBound(columns.minute, dayStart(to + 1), first, length));
}

const within = ({ columns, length }: Entry, range: DateRange): BarColumns => sliceDays(columns, range, length);

function withDay(entry: Entry, day: number, bars: BarColumns): Entry {
  const { columns, length } = entry;
  const first = lowerBound(columns.minute, dayStart(day), 0, length);
  const end = lowerBound(columns.minute, dayStart(day + 1), first, length);
  if (end === length && beginsWith(bars, sliceBars(columns, first, end))) return appended(entry, first, bars);
  const parts = [sliceBars(columns, 0, first), bars, sliceBars(columns, end, length)];
  return { ...entry, ...spanOf(entry, parts) };
}

/** The bars at `at` and after become these, which begin with those that are there. */
function appended(entry: Entry, at: number, bars: BarColumns): Entry {
  const { columns, length } = entry;
  if (at + bars.length > columns.length) {
    // As days come, those that nobody asks for any more go.
    const from = Math.max(entry.from, Math.min(entry.askedFrom, entry.to));
    const first = lowerBound(columns.minute, dayStart(from), 0, at);
    const span = spanOf({ from, to: entry.to }, [sliceBars(columns, first, at), bars]);
    return { ...entry, ...span, askedFrom: Number.POSITIVE_INFINITY };
  }
  // Behind what anybody has been given.
  copyBars(columns, length, sliceBars(bars, length - at, bars.length));
  return { ...entry, length: at + bars.length };
}

function beginsWith(bars: BarColumns, start: BarColumns): boolean {
  if (bars.length < start.length) return false;
  for (const name of ['minute', ...PRICE_COLUMNS] as const) {
    for (let i = 0; i < start.length; i++) if (bars[name][i] !== start[name][i]) return false;
  }
  return true;
}

export interface Caches {
  readonly bars: BarCache;
  readonly records: RecordCache;
}

const MIB = 2 ** 20;

export function createCaches(reader: Reader, { barBytes = 256 * MIB, recordBytes = 256 * MIB } = {}): Caches {
  return { bars: new BarCache(reader, barBytes), records: new RecordCache(recordBytes) };
}
