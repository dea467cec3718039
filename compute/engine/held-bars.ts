/**
 * Bars of the symbols that change often, in bounded memory, as of the state of their inputs they belong to. Of a symbol
 * that is held only the days that changed are read again, of several symbols with one statement.
 */
import { LRUCache } from 'lru-cache';
import type { Reader } from '../../sql/reader.ts';
import { adjust, type Factors } from '../market/adjustment.ts';
import { allocateBars, type BarColumns, copyBars, lowerBound, sliceBars } from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { dayStart, loadBars, loadRanges } from './load-bars.ts';
import { factorsOfState, type SymbolState, settledKey } from './state.ts';

/** What a run reads of one symbol. */
export interface SymbolBars {
  /** Bars of a day that changed since they were settled, as far as they have been read. */
  changed(day: number): BarColumns | undefined;
  /** All bars of these UTC dates. */
  load(range: DateRange): Promise<BarColumns>;
  /** Holds what was loaded, once all of it is written and settled. */
  keep(): void;
}

/** All bars of the UTC dates from `from` to `to`: the first `length` of the columns, which have room for more. */
interface Stretch {
  from: number;
  to: number;
  length: number;
  columns: BarColumns;
}

interface Held {
  /** Of the state that they are as of. */
  readonly key: string;
  readonly stretch: Stretch;
}

type Changed = ReadonlyMap<number, BarColumns>;

const NONE: Changed = new Map();
const BYTES_OF_A_BAR = 44;
/** Room for bars to come, so that they need not move what is there. */
const ROOM = 4_096;
/** More days than this are read with everything around them. */
const MOST_DAYS = 8;
/** By `maxSize`, not `max`: three megabytes for all entries there may ever be are not taken at once. */
const MANY = { maxSize: 100_000, sizeCalculation: () => 1 };
/** What is held may be this many times as long as what was asked for. */
const MOST_TIMES_WANTED = 2;

export class HeldBars {
  readonly #reader: Reader;
  readonly #held: LRUCache<string, Held>;
  readonly #changedBefore = new LRUCache<string, true>(MANY);

  constructor(reader: Reader, maxBytes: number) {
    this.#reader = reader;
    this.#held = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ stretch }) => stretch.columns.length * BYTES_OF_A_BAR + 1,
    });
  }

  clear(): void {
    this.#held.clear();
  }

  /**
   * Takes the bars of these symbols out of memory for a run over them and reads what has changed.
   *
   * @param afresh as the store has them, whatever is in memory
   */
  async take(states: readonly SymbolState[], afresh: boolean): Promise<ReadonlyMap<string, SymbolBars>> {
    const held = new Map<string, { stretch: Stretch; days: readonly number[] }>();
    for (const state of states) {
      const { symbol, settled } = state;
      const known = this.#held.get(symbol);
      const days = changedDays(state);
      // Where no bar has changed nothing is written over: what is held stays as it is.
      if (afresh || days.length > 0 || known?.key !== settled?.key) this.#held.delete(symbol);
      if (afresh || !known || known.key !== settled?.key || days.length > MOST_DAYS) continue;
      held.set(symbol, { stretch: known.stretch, days });
    }
    const factors = new Map(states.map((state) => [state.symbol, factorsOfState(state)]));
    const changed = await readDays(
      this.#reader,
      new Map([...held].map(([symbol, { days }]) => [symbol, days])),
      (symbol) => factors.get(symbol) ?? null,
    );
    return new Map(
      states.map((state) => {
        const known = held.get(state.symbol);
        const own = known ? (changed.get(state.symbol) ?? NONE) : NONE;
        return [state.symbol, this.#barsOf(state, known?.stretch, own, afresh)];
      }),
    );
  }

  #barsOf(state: SymbolState, known: Stretch | undefined, changed: Changed, afresh: boolean): SymbolBars {
    const { symbol, settled } = state;
    const few = changedDays(state).length <= MOST_DAYS;
    const holds = !afresh && few && settled !== null && (known !== undefined || this.#changedBefore.has(symbol));
    if (!afresh && settled) this.#changedBefore.set(symbol, true);
    let stretch = known;
    if (stretch) for (const [day, bars] of changed) replaceDay(stretch, day, bars);
    return {
      changed: (day) => changed.get(day),
      load: async (range) => {
        if (!holds) return this.#read(state, range);
        stretch = await this.#widened(state, stretch, range, changed);
        return within(stretch, range);
      },
      keep: () => {
        if (holds && stretch) this.#held.set(symbol, { key: settledKey(state), stretch });
      },
    };
  }

  #read(state: SymbolState, { from, to }: DateRange): Promise<BarColumns> {
    return loadBars(this.#reader, state.symbol, dayStart(from), dayStart(to + 1), factorsOfState(state));
  }

  /** The stretch with the dates of the range in it; only the dates that are missing are read. */
  async #widened(
    state: SymbolState,
    known: Stretch | undefined,
    wanted: DateRange,
    changed: Changed,
  ): Promise<Stretch> {
    if (!known || wanted.from > known.to + 1 || wanted.to < known.from - 1) {
      return stretchOf(wanted, [await this.#read(state, wanted)]);
    }
    const before = { from: wanted.from, to: known.from - 1 };
    const after = { from: known.to + 1, to: wanted.to };
    const missing = [before, after].map((range) => this.#missing(state, range, changed));
    if (missing.every((bars) => bars === null)) return known;
    const [head, tail] = await Promise.all(missing);
    const end = known.length + (tail?.length ?? 0);
    if (!head && tail && end <= known.columns.length) {
      copyBars(known.columns, known.length, tail);
      return { ...known, to: wanted.to, length: end };
    }
    const all = { from: Math.min(wanted.from, known.from), to: Math.max(wanted.to, known.to) };
    const whole = stretchOf(
      all,
      [head, within(known, known), tail].filter((bars) => bars !== null),
    );
    const needed = within(whole, wanted);
    return whole.length <= needed.length * MOST_TIMES_WANTED + ROOM ? whole : stretchOf(wanted, [needed]);
  }

  /** Bars of dates that are not held; null where there are no such dates. */
  #missing(state: SymbolState, range: DateRange, changed: Changed): Promise<BarColumns> | null {
    if (range.from > range.to) return null;
    const inside = state.days.filter(({ kind, day }) => kind === 'bars' && day >= range.from && day <= range.to);
    const read = inside.map(({ day }) => changed.get(day));
    if (!read.every((bars) => bars !== undefined)) return this.#read(state, range);
    return Promise.resolve(stretchOf(range, read, 0).columns);
  }
}

function changedDays({ days }: SymbolState): number[] {
  return days.filter(({ kind, dirty }) => kind === 'bars' && dirty).map(({ day }) => day);
}

function stretchOf({ from, to }: DateRange, parts: readonly BarColumns[], room = ROOM): Stretch {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const columns = allocateBars(length + room);
  let at = 0;
  for (const part of parts) {
    copyBars(columns, at, part);
    at += part.length;
  }
  return { from, to, length, columns };
}

function within({ columns, length }: Stretch, { from, to }: DateRange): BarColumns {
  const first = lowerBound(columns.minute, dayStart(from), 0, length);
  return sliceBars(columns, first, lowerBound(columns.minute, dayStart(to + 1), first, length));
}

/** Of a day outside the stretch nothing is held, which `#widened` knows. */
function replaceDay(stretch: Stretch, day: number, bars: BarColumns): void {
  const { from, to, columns, length } = stretch;
  if (day < from || day > to) return;
  const first = lowerBound(columns.minute, dayStart(day), 0, length);
  const end = lowerBound(columns.minute, dayStart(day + 1), first, length);
  const grown = length + bars.length - (end - first);
  if (grown <= columns.length && (end === length || grown === length)) {
    copyBars(columns, first, bars);
    stretch.length = grown;
    return;
  }
  const rest = sliceBars(columns, end, length);
  const whole = stretchOf(stretch, [sliceBars(columns, 0, first), bars, rest]);
  stretch.columns = whole.columns;
  stretch.length = whole.length;
}

const daysOf = (days: readonly number[]): DateRange[] => days.map((day) => ({ from: day, to: day }));

/** Bars of some days of several symbols: one statement for those with the same days. */
async function readDays(
  reader: Reader,
  wanted: ReadonlyMap<string, readonly number[]>,
  factors: (symbol: string) => Factors | null,
): Promise<ReadonlyMap<string, Changed>> {
  const alike = new Map<string, { symbols: string[]; days: readonly number[] }>();
  for (const [symbol, days] of wanted) {
    if (days.length === 0) continue;
    const key = days.join();
    const known = alike.get(key);
    if (known) known.symbols.push(symbol);
    else alike.set(key, { symbols: [symbol], days });
  }
  const found = new Map<string, Changed>();
  const read = [...alike.values()].map(async ({ symbols, days }) => {
    for (const [symbol, loaded] of await loadRanges(reader, symbols, daysOf(days))) {
      const columns = adjust(loaded, factors(symbol));
      const stretch = { from: days[0], to: days[0], length: columns.length, columns };
      found.set(symbol, new Map(days.map((day) => [day, within(stretch, { from: day, to: day })])));
    }
  });
  await Promise.all(read);
  return found;
}
