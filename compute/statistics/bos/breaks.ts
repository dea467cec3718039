/**
 * Where structure breaks: the running state of swings and trend.
 *
 * The state runs from the symbol's first bar, yet begun at any later candle it soon is the one that all the data would
 * give, and it is known from where on (`knownFrom`):
 *
 * - Whether a candle is a swing depends on the swing_length (L) candles on either side alone. A swing confirmed inside
 *   the range replaces whatever its side had before: from then on the side is known.
 * - By closes a known side stays known, since no close breaks both sides. Suppose an unbroken swing low stood above an
 *   unbroken swing high, one of them at candle h, the other at the later candle l. They lie more than L candles apart
 *   (else the nearer neighbour would deny one of them), so the first was confirmed before l; and the whole of candle l,
 *   its close too, is beyond the first one's level, which it therefore broke. So the low is never above the high,
 *   and a close cannot be above the one and below the other.
 * - Wicks can break both. Which side an event takes then hangs on the other, so a side that breaks while the other is
 *   unknown is unknown again. Once both are known at the same time they stay so.
 * - The trend is the direction of the last event, known from the first event on that finds both sides known.
 *
 * So the look-back ends at an event before which each side has had a swing confirmed, not at the first bar.
 */
import type { CandleSet } from '../../market/candles.ts';
import { aboveMean } from '../../market/math.ts';
import type { CandleRange } from '../candles.ts';

export interface BreakOptions {
  readonly swingLength: number;
  readonly criteria: 'close' | 'wick';
}

/** Events ascending, as columns. Candles are indices. */
export interface Breaks {
  readonly length: number;
  readonly candle: Int32Array;
  readonly swing: Int32Array;
  /** 1 up, -1 down. */
  readonly direction: Int8Array;
  /** Of the event before; 0 for the first. */
  readonly trendBefore: Int8Array;
  /** Candle from which both sides are known, and so all events; the end of the range where none. */
  readonly knownFrom: number;
}

const NO_HIGH = Number.POSITIVE_INFINITY;
const NO_LOW = Number.NEGATIVE_INFINITY;

/**
 * Breaks among the candles `[from, to)`, from the first on that is surely one.
 *
 * @param fromStart no candle is before them: there is no swing and no trend yet
 */
export function findBreaks(candles: CandleSet, range: CandleRange, options: BreakOptions, fromStart: boolean): Breaks {
  const { high, low, close } = candles;
  const { from, to } = range;
  const { swingLength, criteria } = options;
  const wick = criteria === 'wick';
  const upBy = wick ? high : close;
  const downBy = wick ? low : close;
  // Swings of a side lie more than L candles apart, and each breaks once.
  const most = 2 * (Math.floor(Math.max(0, to - from) / (swingLength + 1)) + 1);
  const candle = new Int32Array(most);
  const swing = new Int32Array(most);
  const direction = new Int8Array(most);
  const trendBefore = new Int8Array(most);
  let n = 0;
  let trend = 0;
  let highLevel = NO_HIGH;
  let lowLevel = NO_LOW;
  let highAt = -1;
  let lowAt = -1;
  let highKnown = fromStart;
  let lowKnown = fromStart;
  let knownFrom = fromStart ? from : to;

  for (let t = from; t < to; t++) {
    const i = t - swingLength;
    if (i - swingLength >= from) {
      if (isSwingHigh(high, i, swingLength)) {
        highLevel = high[i];
        highAt = i;
        highKnown = true;
      }
      if (isSwingLow(low, i, swingLength)) {
        lowLevel = low[i];
        lowAt = i;
        lowKnown = true;
      }
      if (knownFrom === to && highKnown && lowKnown) knownFrom = t;
    }
    const brokeHigh = upBy[t] > highLevel;
    const brokeLow = downBy[t] < lowLevel;
    if (!brokeHigh && !brokeLow) continue;
    // Both at once, by wicks: one event, and the other swing stays.
    const up = brokeHigh && (!brokeLow || aboveMean(close[t], (highLevel + lowLevel) / 2));
    if (t >= knownFrom) {
      candle[n] = t;
      swing[n] = up ? highAt : lowAt;
      direction[n] = up ? 1 : -1;
      trendBefore[n] = trend;
      trend = direction[n];
      n++;
    }
    if (up) {
      highLevel = NO_HIGH;
      if (wick && !lowKnown) highKnown = false;
    } else {
      lowLevel = NO_LOW;
      if (wick && !highKnown) lowKnown = false;
    }
  }
  return { length: n, candle, swing, direction, trendBefore, knownFrom };
}

/**
 * Looks at the nearest neighbours first. Candles that pass as far as the k-th neighbour lie more than k apart, so over
 * n candles that is at most n (1 + 1/2 + ... + 1/L) looks, whatever the prices.
 */
function isSwingHigh(high: Float64Array, i: number, swingLength: number): boolean {
  const level = high[i];
  for (let k = 1; k <= swingLength; k++) {
    if (!(level > high[i - k]) || !(level >= high[i + k])) return false;
  }
  return true;
}

function isSwingLow(low: Float64Array, i: number, swingLength: number): boolean {
  const level = low[i];
  for (let k = 1; k <= swingLength; k++) {
    if (!(level < low[i - k]) || !(level <= low[i + k])) return false;
  }
  return true;
}
