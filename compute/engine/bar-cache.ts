/**
 * Bars of the symbols that are asked for, in bounded memory. Of a symbol that changes only the days that changed are
 * read again; bars that come at the end go behind those that are there. What was given out is never written over.
 */
import { LRUCache } from 'lru-cache';
import type { Reader } from '../../sql/reader.ts';
import { adjust, type Factors } from '../market/adjustment.ts';
import { allocateBars, type BarColumns, copyBars, lowerBound, PRICE_COLUMNS, sliceBars } from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { dayStart, loadParts, loadRanges, type MinuteRange } from './load-bars.ts';
import { Together } from './together.ts';

/** Which state of a symbol's bars is asked for. */
export interface BarsState {
  readonly symbol: string;
  readonly generation: number;
  /** Rows ever landed. */
  readonly landed: number;
  /** Names the state that its stored records follow. */
  readonly settledVersion: string;
  /** Days that changed since that state. */
  readonly changed: readonly { readonly day: number; readonly fingerprint: bigint }[];
  /** What they are adjusted by. */
  readonly factors: Factors | null;
}

/** All bars of the UTC dates from `from` to `to`: the first `length` of the columns, which have room for more. */
interface Span extends DateRange {
  readonly length: number;
  readonly columns: BarColumns;
}

interface Entry extends Span {
  readonly generation: number;
  readonly landed: number;
  readonly settledVersion: string;
  /** Fingerprints of the changed days as they are here. */
  readonly fingerprints: ReadonlyMap<number, bigint>;
}

interface BarsWanted {
  readonly symbol: string;
  /** The same of all that are read together. */
  readonly ranges: readonly DateRange[];
}

const BYTES_PER_BAR = 44;
/** Room for bars to come, so that they need not move what is there. */
const ROOM = 2_048;
/** More changed days than this are read with everything around them. */
const MAX_DAYS = 8;

/** Ranges of so many dates at most are read of several symbols together, so many of them. */
const FEW_DATES = 60;
/** From so many dates on a range is read in two halves, side by side. */
const MANY_DATES = 500;
const MOST_SYMBOLS = 32;

export class BarCache {
  readonly #reader: Reader;
  readonly #together: Together<BarsWanted, BarColumns>;
  readonly #entries: LRUCache<string, Entry>;
  /** Loads of one symbol follow each other. */
  readonly #loading = new Map<string, Promise<unknown>>();

  constructor(reader: Reader, maxBytes: number) {
    this.#reader = reader;
    this.#together = new Together(async (wanted) => {
      const symbols = wanted.map(({ symbol }) => symbol);
      const loaded = await loadRanges(reader, symbols, wanted[0].ranges);
      return symbols.map((symbol) => loaded.get(symbol)!);
    }, MOST_SYMBOLS);
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ columns }) => columns.length * BYTES_PER_BAR + 1,
    });
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Nothing of the range has to be read from the store, but for days that changed. */
  covers(state: BarsState, { from, to }: DateRange): boolean {
    const entry = this.#usable(state);
    return entry !== undefined && entry.from <= from && entry.to >= to;
  }

  /** All bars of these UTC dates, at least as new as the state. */
  load(state: BarsState, range: DateRange): Promise<BarColumns> {
    const before = this.#loading.get(state.symbol) ?? Promise.resolve();
    const loading = before.then(() => this.#load(state, range));
    const settled = loading.catch(() => {});
    this.#loading.set(state.symbol, settled);
    void settled.then(() => {
      if (this.#loading.get(state.symbol) === settled) this.#loading.delete(state.symbol);
    });
    return loading;
  }

  async #load(state: BarsState, range: DateRange): Promise<BarColumns> {
    let entry = this.#usable(state);
    if (entry && entry.landed < state.landed) entry = await this.#refreshed(entry, state);
    entry = await this.#widened(entry, state, range);
    this.#entries.set(keyOf(state), entry);
    return within(entry, range);
  }

  /** Where records have been stored since, it is not known which days have changed. */
  #usable(state: BarsState): Entry | undefined {
    const { generation, landed, settledVersion } = state;
    const entry = this.#entries.get(keyOf(state));
    if (entry?.generation !== generation) return undefined;
    return entry.landed === landed || entry.settledVersion === settledVersion ? entry : undefined;
  }

  /** Undefined where too many days have changed. */
  async #refreshed(entry: Entry, state: BarsState): Promise<Entry | undefined> {
    const { landed, changed } = state;
    const days = changed
      .filter(({ day, fingerprint }) => entry.fingerprints.get(day) !== fingerprint)
      .map(({ day }) => day)
      .filter((day) => day >= entry.from && day <= entry.to);
    const unique = [...new Set(days)].sort((a, b) => a - b);
    if (unique.length > MAX_DAYS) return undefined;
    let now = entry;
    if (unique.length > 0) {
      const read = await this.#readFew(
        state,
        unique.map((day) => ({ from: day, to: day })),
      );
      for (const day of unique) {
        now = withDay(now, day, sliceDays(read, read.length, { from: day, to: day }));
      }
    }
    return { ...now, landed, fingerprints: fingerprintsOf(state) };
  }

  /** Together with what is asked for of other symbols over the same dates. */
  async #readFew({ symbol, factors }: BarsState, ranges: readonly DateRange[]): Promise<BarColumns> {
    const group = ranges.map((range) => `${range.from}-${range.to}`).join();
    return adjust(await this.#together.get(group, { symbol, ranges }), factors);
  }

  /** Null of no dates. */
  async #read(state: BarsState, range: DateRange): Promise<BarColumns | null> {
    const { from, to } = range;
    if (from > to) return null;
    if (to - from < FEW_DATES) return this.#readFew(state, [range]);
    return loadParts(this.#reader, state.symbol, partsOf(range), state.factors, 0);
  }

  /** Of many bars a copy costs a tenth of what reading them does: they are put where they stay. */
  async #readWhole(state: BarsState, range: DateRange): Promise<Span> {
    if (range.to - range.from < FEW_DATES) return spanOf(range, [await this.#readFew(state, [range])]);
    const columns = await loadParts(this.#reader, state.symbol, partsOf(range), state.factors, ROOM);
    return { from: range.from, to: range.to, length: columns.length - ROOM, columns };
  }

  /** With the dates of the range in it; only dates that are missing are read. */
  async #widened(entry: Entry | undefined, state: BarsState, wanted: DateRange): Promise<Entry> {
    if (!entry || wanted.from > entry.to + 1 || wanted.to < entry.from - 1) {
      const { generation, landed, settledVersion } = state;
      const fingerprints = fingerprintsOf(state);
      return { generation, landed, settledVersion, fingerprints, ...(await this.#readWhole(state, wanted)) };
    }
    const [head, tail] = await Promise.all([
      this.#read(state, { from: wanted.from, to: entry.from - 1 }),
      this.#read(state, { from: entry.to + 1, to: wanted.to }),
    ]);
    if (!head && !tail) return entry;
    if (!head && tail) return { ...appended(entry, entry.length, tail), to: wanted.to };
    const all = { from: Math.min(wanted.from, entry.from), to: Math.max(wanted.to, entry.to) };
    const parts = [head, within(entry, entry), tail].filter((bars) => bars !== null);
    return { ...entry, ...spanOf(all, parts) };
  }
}

/** Bars that are adjusted otherwise are other bars. */
function keyOf({ symbol, factors }: BarsState): string {
  return factors ? `${symbol} ${factors.key}` : symbol;
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

function sliceDays(columns: BarColumns, length: number, { from, to }: DateRange): BarColumns {
  const first = lowerBound(columns.minute, dayStart(from), 0, length);
  return sliceBars(columns, first, lowerBound(columns.minute, dayStart(to + 1), first, length));
}

const within = ({ columns, length }: Entry, range: DateRange): BarColumns => sliceDays(columns, length, range);

/** With other bars of a day. */
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
    return { ...entry, ...spanOf(entry, [sliceBars(columns, 0, at), bars]) };
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
