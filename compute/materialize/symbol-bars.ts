/** Bars that a run of the projector reads: of symbols that change often from memory, of the others from the store. */
import { LRUCache } from 'lru-cache';
import type { Reader } from '../../sql/reader.ts';
import { type BarCache, type BarsState, MAX_CHANGED_DAYS, sliceDays } from '../engine/bar-cache.ts';
import { dayStart, loadBars, loadRanges } from '../engine/load-bars.ts';
import { factorsOfState, type SymbolState, settledKey } from '../engine/state.ts';
import { Together } from '../engine/together.ts';
import { adjust, type Factors } from '../market/adjustment.ts';
import type { BarColumns } from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';

export interface SymbolBars {
  /** Bars of a day, where they are in memory as of the state. */
  day(day: number): BarColumns | undefined;
  /** All bars of these UTC dates. */
  load(range: DateRange): Promise<BarColumns>;
  /** To be called once all that follows from them is written and settled. */
  settle(): void;
}

/** Ranges of so many dates at most are read of several symbols together, so many of them. */
const FEW_DATES = 60;
const MOST_TOGETHER = 64;
/** By `maxSize`, not `max`: three megabytes for all entries there may ever be are not taken at once. */
const MANY = { maxSize: 100_000, sizeCalculation: () => 1 };

export class BarsOfSymbols {
  readonly #reader: Reader;
  readonly #cache: BarCache;
  /** Bars of what changes once are not worth the memory. */
  readonly #changedBefore = new LRUCache<string, true>(MANY);
  /** One statement for the same few dates of several symbols: it costs what thousands of bars do. */
  readonly #together: Together<{ readonly symbol: string; readonly range: DateRange }, BarColumns>;

  constructor(reader: Reader, cache: BarCache) {
    this.#reader = reader;
    this.#cache = cache;
    this.#together = new Together(async (wanted) => {
      const symbols = wanted.map(({ symbol }) => symbol);
      const loaded = await loadRanges(reader, symbols, [wanted[0].range]);
      return symbols.map((symbol) => loaded.get(symbol)!);
    }, MOST_TOGETHER);
  }

  /** @param afresh as the store has them, whatever is in memory */
  async take(states: readonly SymbolState[], afresh: boolean): Promise<ReadonlyMap<string, SymbolBars>> {
    const taken = states.map(async (state) => [state.symbol, await this.#take(state, afresh)] as const);
    return new Map(await Promise.all(taken));
  }

  async #take(state: SymbolState, afresh: boolean): Promise<SymbolBars> {
    const { symbol } = state;
    const wanted = barsState(state);
    if (afresh) this.#cache.drop(wanted);
    const maySave = !afresh && state.settled !== null && wanted.changed.length <= MAX_CHANGED_DAYS;
    const cached = maySave ? await this.#cache.refresh(wanted) : null;
    const isCached = maySave && (cached !== null || this.#changedBefore.has(symbol));
    if (!afresh && state.settled) this.#changedBefore.set(symbol, true);
    return {
      day(day) {
        if (!cached || day < cached.dates.from || day > cached.dates.to) return undefined;
        return sliceDays(cached.bars, { from: day, to: day });
      },
      load: (range) => {
        if (isCached) return this.#cache.load(wanted, range);
        return this.#read(state, range, wanted.factors);
      },
      settle: () => this.#cache.settle(wanted, settledKey(state)),
    };
  }

  async #read({ symbol }: SymbolState, range: DateRange, factors: Factors | null): Promise<BarColumns> {
    if (range.to - range.from >= FEW_DATES) {
      return loadBars(this.#reader, symbol, dayStart(range.from), dayStart(range.to + 1), factors);
    }
    return adjust(await this.#together.get(`${range.from}-${range.to}`, { symbol, range }), factors);
  }
}

function barsState(state: SymbolState): BarsState {
  const { symbol, generation, settled, days } = state;
  return {
    ...{ symbol, generation },
    landed: Number.NaN,
    settled: settled?.key ?? null,
    changed: days.filter(({ kind, dirty }) => kind === 'bars' && dirty),
    factors: factorsOfState(state),
  };
}
