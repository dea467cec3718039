/**
 * Answers "where does price next reach this level?" and "how low did it get between?" over columns of any length.
 * Above the values lie the minima of each 16 of them, of each 16 of those and so on: made once in O(n), a question
 * takes at most 32 looks a layer, and few where the answer is near, as it mostly is. For highs, see `upsideDown`.
 */

const SHIFT = 4;
const WIDTH = 1 << SHIFT;
const MASK = WIDTH - 1;

export class RangeMinima {
  /** The values, then their minima, up to a single one. */
  readonly #layers: Float64Array[];

  constructor(values: Float64Array) {
    this.#layers = [values];
    for (let below = values; below.length > 1; ) {
      below = minimaOf(below);
      this.#layers.push(below);
    }
  }

  /** First index in `[from, to)` whose value is at or below `level`; `to` where there is none. */
  firstAtOrBelow(from: number, to: number, level: number): number {
    const values = this.#layers[0];
    // Most answers are in the rest of this block or in the next one.
    const blockEnd = Math.min(to, (from | MASK) + 1 + WIDTH);
    let at = from;
    while (at < blockEnd && values[at] > level) at++;
    return at < blockEnd || at >= to ? at : this.#furtherAtOrBelow(at, to, level);
  }

  /** The same from the start of a block on. */
  #furtherAtOrBelow(from: number, to: number, level: number): number {
    const layers = this.#layers;
    let layer = 1;
    let at = from >> SHIFT;
    for (;;) {
      const values = layers[layer];
      const end = Math.min(values.length, (at | MASK) + 1);
      while (at < end && values[at] > level) at++;
      if (at < end) break;
      // None in this block: on with the next one, a layer up.
      if (at << (SHIFT * layer) >= to) return to;
      at >>= SHIFT;
      layer++;
    }
    while (layer > 0) {
      layer--;
      at <<= SHIFT;
      while (layers[layer][at] > level) at++;
    }
    return Math.min(at, to);
  }

  /** Lowest value of `[from, to)`; +Infinity of none. */
  lowest(from: number, to: number): number {
    if (to - from > 2 * WIDTH) return this.#lowestOfMany(from, to);
    const values = this.#layers[0];
    let low = Number.POSITIVE_INFINITY;
    for (let i = from; i < to; i++) if (values[i] < low) low = values[i];
    return low;
  }

  #lowestOfMany(from: number, to: number): number {
    let low = Number.POSITIVE_INFINITY;
    let first = from;
    let end = to;
    for (let layer = 0; first < end; layer++) {
      const values = this.#layers[layer];
      while (first < end && (first & MASK) !== 0) {
        if (values[first] < low) low = values[first];
        first++;
      }
      while (first < end && (end & MASK) !== 0) {
        end--;
        if (values[end] < low) low = values[end];
      }
      first >>= SHIFT;
      end >>= SHIFT;
    }
    return low;
  }
}

function minimaOf(values: Float64Array): Float64Array {
  const minima = new Float64Array(Math.ceil(values.length / WIDTH));
  for (let block = 0; block < minima.length; block++) {
    const end = Math.min(values.length, (block + 1) << SHIFT);
    let low = values[block << SHIFT];
    for (let i = (block << SHIFT) + 1; i < end; i++) if (values[i] < low) low = values[i];
    minima[block] = low;
  }
  return minima;
}

/** Negated values: their minima are the maxima of these, and "at or below" is "at or above". */
export function upsideDown(values: Float64Array): Float64Array {
  const negated = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) negated[i] = -values[i];
  return negated;
}
