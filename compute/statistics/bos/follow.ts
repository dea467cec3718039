/** What price did after breaks. */
import type { CandleSet } from '../../market/candles.ts';
import { RangeMinima, upsideDown } from '../candles.ts';
import type { Breaks } from './breaks.ts';

/** Of each event, as columns. Candles are indices, -1 for none. */
export interface Followed {
  /** How far price got beyond the level, and how far back behind it; 0 where it did not. */
  readonly favourable: Float64Array;
  readonly adverse: Float64Array;
  /** First later candle that touched the level. */
  readonly retest: Int32Array;
  /** First later candle that closed back behind the level. */
  readonly failure: Int32Array;
}

/** Longer horizons are looked up in minima of blocks: an event then costs the logarithm of its horizon. */
const LONGEST_SCAN = 64;

/** @param to end of the candles that are looked at */
export function followBreaks(candles: CandleSet, breaks: Breaks, to: number, followBars: number): Followed {
  const followed: Followed = {
    favourable: new Float64Array(breaks.length),
    adverse: new Float64Array(breaks.length),
    retest: new Int32Array(breaks.length).fill(-1),
    failure: new Int32Array(breaks.length).fill(-1),
  };
  if (followBars <= LONGEST_SCAN) scan(candles, breaks, to, followBars, followed);
  else lookUp(candles, breaks, to, followBars, followed);
  return followed;
}

function scan({ high, low, close }: CandleSet, breaks: Breaks, to: number, followBars: number, into: Followed): void {
  const { favourable, adverse, retest, failure } = into;
  for (let row = 0; row < breaks.length; row++) {
    const up = breaks.direction[row] === 1;
    const level = up ? high[breaks.swing[row]] : low[breaks.swing[row]];
    const first = breaks.candle[row] + 1;
    const stop = Math.min(to, first + followBars);
    let highest = level;
    let lowest = level;
    for (let j = first; j < stop; j++) {
      if (high[j] > highest) highest = high[j];
      if (low[j] < lowest) lowest = low[j];
      if (up ? low[j] > level : high[j] < level) continue;
      if (retest[row] === -1) retest[row] = j;
      if (failure[row] === -1 && (up ? close[j] < level : close[j] > level)) failure[row] = j;
    }
    favourable[row] = up ? highest - level : level - lowest;
    adverse[row] = up ? level - lowest : highest - level;
  }
}

function lookUp(candles: CandleSet, breaks: Breaks, to: number, followBars: number, into: Followed): void {
  const { high, low, close } = candles;
  const lows = new RangeMinima(low);
  const closes = new RangeMinima(close);
  // A break down is one up upside down.
  const negatedHighs = new RangeMinima(upsideDown(high));
  const negatedCloses = new RangeMinima(upsideDown(close));
  for (let row = 0; row < breaks.length; row++) {
    const first = breaks.candle[row] + 1;
    const stop = Math.min(to, first + followBars);
    if (breaks.direction[row] === 1) {
      follow(row, first, stop, high[breaks.swing[row]], lows, closes, negatedHighs);
    } else follow(row, first, stop, -low[breaks.swing[row]], negatedHighs, negatedCloses, lows);
  }

  function follow(
    row: number,
    first: number,
    stop: number,
    level: number,
    back: RangeMinima,
    backCloses: RangeMinima,
    away: RangeMinima,
  ): void {
    into.favourable[row] = Math.max(0, -away.lowest(first, stop) - level);
    into.adverse[row] = Math.max(0, level - back.lowest(first, stop));
    const retest = back.firstAtOrBelow(first, stop, level);
    if (retest === stop) return;
    into.retest[row] = retest;
    let failure = backCloses.firstAtOrBelow(retest, stop, level);
    // A close at the level is not behind it.
    while (failure < stop && Math.abs(close[failure]) === Math.abs(level)) {
      failure = backCloses.firstAtOrBelow(failure + 1, stop, level);
    }
    if (failure < stop) into.failure[row] = failure;
  }
}
