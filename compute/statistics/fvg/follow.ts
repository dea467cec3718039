/** Which candles leave a gap, and where price comes back into it. */
import type { CandleSet } from '../../candles/build.ts';
import { NewLows } from '../running-extremes.ts';

/** Third candles of all gaps among `[from, to)`, ascending. */
export function findGaps({ high, low }: CandleSet, from: number, to: number): Int32Array {
  const found = new Int32Array(Math.max(0, to - from));
  let n = 0;
  for (let i = from + 2; i < to; i++) {
    if (low[i] > high[i - 2] || high[i] < low[i - 2]) found[n++] = i;
  }
  return found.slice(0, n);
}

/** Of each gap, as columns. Candles are indices; the end of the following where there is none. */
export interface Followed {
  /** First later candle back at the near edge. */
  readonly touch: Int32Array;
  /** First later candle back at the far edge. */
  readonly fill: Int32Array;
  /** Price that came back furthest; set where the gap was touched, but not filled. */
  readonly deepest: Float64Array;
  /** Highest high (bearish: lowest low) before the touch; an infinity where no candle lies before it. */
  readonly farthest: Float64Array;
}

/**
 * Follows gaps from the last candle to the first, on lists of the lows and highs that lie ahead: n log n.
 * Bearish gaps are bullish ones upside down, and so on the lists of negated prices.
 */
export function followGaps(
  { high, low, close }: CandleSet,
  formed: Int32Array,
  to: number,
  { maxBars, useCloses }: { maxBars: number; useCloses: boolean },
): Followed {
  const touch = new Int32Array(formed.length);
  const fill = new Int32Array(formed.length);
  const deepest = new Float64Array(formed.length);
  const farthest = new Float64Array(formed.length);
  const lows = new NewLows();
  const negatedHighs = new NewLows();
  const closes = useCloses ? new NewLows() : lows;
  const negatedCloses = useCloses ? new NewLows() : negatedHighs;
  let row = formed.length - 1;
  for (let i = to - 1; row >= 0; i--) {
    if (formed[row] === i) {
      const stop = maxBars > 0 && i + maxBars < to ? i + maxBars + 1 : to;
      if (low[i] > high[i - 2]) {
        follow(row, closes, low[i], high[i - 2], stop);
        farthest[row] = -negatedHighs.lowestBefore(touch[row]);
      } else {
        follow(row, negatedCloses, -high[i], -low[i - 2], stop);
        deepest[row] = -deepest[row];
        farthest[row] = lows.lowestBefore(touch[row]);
      }
      row--;
    }
    lows.push(i, low[i]);
    negatedHighs.push(i, -high[i]);
    if (useCloses) {
      closes.push(i, close[i]);
      negatedCloses.push(i, -close[i]);
    }
  }
  return { touch, fill, deepest, farthest };

  function follow(row: number, path: NewLows, near: number, far: number, stop: number): void {
    const touched = path.firstAtOrBelow(near, stop);
    touch[row] = touched;
    fill[row] = touched === stop ? stop : path.firstAtOrBelow(far, stop);
    if (touched < stop && fill[row] === stop) deepest[row] = path.lowestBefore(stop);
  }
}
