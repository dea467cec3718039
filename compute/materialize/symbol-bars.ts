/** Bars that a run of the projector reads: of symbols that change often from memory, of the others from the store. */
import { LRUCache } from 'lru-cache';
import { type BarCache, type BarsState, MAX_CHANGED_DAYS, sliceDays } from '../evaluation/bar-cache.ts';
import { changedBarDays, factorsOfState, type SymbolState, settledKey } from '../evaluation/state.ts';
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

/** By `maxSize`, not `max`: three megabytes for all entries there may ever be are not taken at once. */
const MANY = { maxSize: 100_000, sizeCalculation: () => 1 };

export class BarsOfSymbols {
  readonly #cache: BarCache;
  /** Bars of what changes once are not worth the memory. */
  readonly #changedBefore = new LRUCache<string, true>(MANY);

  constructor(cache: BarCache) {
    this.#cache = cache;
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
      load: (range) => (isCached ? this.#cache.load(wanted, range) : this.#cache.read(wanted, range)),
      settle: () => this.#cache.settle(wanted, settledKey(state)),
    };
  }
}

function barsState(state: SymbolState): BarsState {
  const { symbol, generation, settled } = state;
  return {
    ...{ symbol, generation },
    landed: Number.NaN,
    settled: settled?.key ?? null,
    changed: changedBarDays(state),
    factors: factorsOfState(state),
  };
}
