/** Which candles leave a gap, and where price comes back into it. */
import type { CandleSet } from '../../market/candles.ts';
import { RangeMinima, upsideDown } from '../candles.ts';

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
  /** Highest high (bearish: lowest low) before the touch; an infinity where no candle is before it. */
  readonly farthest: Float64Array;
}

/** Bearish gaps are bullish ones upside down, and so on negated prices. */
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
  const lows = new RangeMinima(low);
  const negatedHighs = new RangeMinima(upsideDown(high));
  const closes = useCloses ? new RangeMinima(close) : lows;
  const negatedCloses = useCloses ? new RangeMinima(upsideDown(close)) : negatedHighs;
  for (let row = 0; row < formed.length; row++) {
    const i = formed[row];
    const stop = maxBars > 0 && i + maxBars < to ? i + maxBars + 1 : to;
    const bullish = low[i] > high[i - 2];
    const path = bullish ? closes : negatedCloses;
    const away = bullish ? negatedHighs : lows;
    const touched = path.firstAtOrBelow(i + 1, stop, bullish ? low[i] : -high[i]);
    const filled = path.firstAtOrBelow(touched, stop, bullish ? high[i - 2] : -low[i - 2]);
    touch[row] = touched;
    fill[row] = filled;
    const farthestAway = away.lowest(i + 1, touched);
    farthest[row] = bullish ? -farthestAway : farthestAway;
    if (touched === stop || filled < stop) continue;
    const furthestBack = path.lowest(touched, stop);
    deepest[row] = bullish ? furthestBack : -furthestBack;
  }
  return { touch, fill, deepest, farthest };
}
