/**
 * Answers "where does price next reach this level?" and "how low did it get until then?" for a position that moves
 * from the last candle to the first. Kept are the lows that are new lows as seen from the position: each later one is
 * lower, so every question is a search in an ordered list. A pass over n candles costs O(n), a question O(log n) of
 * the list's length, near answers less. Feed negated highs, and ask with negated levels, for the mirror.
 */
export class NewLows {
  /** Nearest candle last. */
  #index = new Int32Array(1024);
  #value = new Float64Array(1024);
  #size = 0;

  /** The candle before all those pushed so far. */
  push(index: number, value: number): void {
    let size = this.#size;
    while (size > 0 && this.#value[size - 1] >= value) size--;
    if (size === this.#index.length) this.#grow();
    this.#index[size] = index;
    this.#value[size] = value;
    this.#size = size + 1;
  }

  /** First candle at or below `level`; `none` where there is none before it. */
  firstAtOrBelow(level: number, none: number): number {
    const value = this.#value;
    let miss = this.#size;
    let step = 1;
    // The answer is near most of the time: look 1, 2, 4... further on, then halve between.
    let hit = miss - 1;
    while (hit >= 0 && value[hit] > level) {
      miss = hit;
      step *= 2;
      hit -= step;
    }
    if (hit < 0) {
      if (miss === 0 || value[0] > level) return none;
      hit = 0;
    }
    while (miss - hit > 1) {
      const mid = (hit + miss) >>> 1;
      if (value[mid] <= level) hit = mid;
      else miss = mid;
    }
    return Math.min(none, this.#index[hit]);
  }

  /** Lowest value of the candles before `end`; +Infinity without one. */
  lowestBefore(end: number): number {
    const index = this.#index;
    let hit = this.#size - 1;
    if (hit < 0 || index[hit] >= end) return Number.POSITIVE_INFINITY;
    let miss = -1;
    let step = 1;
    for (let probe = hit - 1; probe >= 0; probe = hit - step) {
      if (index[probe] >= end) {
        miss = probe;
        break;
      }
      hit = probe;
      step *= 2;
    }
    while (hit - miss > 1) {
      const mid = (hit + miss) >>> 1;
      if (index[mid] < end) hit = mid;
      else miss = mid;
    }
    return this.#value[hit];
  }

  #grow(): void {
    const index = new Int32Array(this.#index.length * 2);
    const value = new Float64Array(this.#value.length * 2);
    index.set(this.#index);
    value.set(this.#value);
    this.#index = index;
    this.#value = value;
  }
}
