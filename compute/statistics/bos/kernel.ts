/** Breaks of structure and what price did after them: candles in, one record an event out. */
import { MS_PER_MINUTE } from '../../../lib/days.ts';
import { type CandleSet, TIMEFRAMES } from '../../market/candles.ts';
import { aboveMean } from '../../market/math.ts';
import { TableBuilder } from '../../market/records.ts';
import { type CandleRange, type CandleRun, RangeMinima, upsideDown } from '../candles.ts';
import { DIRECTION } from '../sessions.ts';
import { type BosValues, RECORD_FIELDS, TYPE } from './fields.ts';

/** Of each event, as columns. Candles are indices, -1 for none. */
interface Followed {
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
function followBreaks(candles: CandleSet, breaks: Breaks, to: number, followBars: number): Followed {
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

type Table = TableBuilder<(typeof RECORD_FIELDS)[number]>;

/** Events among the candles `[from, to)`; later ones are not looked at. What the first says of the event before it is sure only `fromStart`. */
export function bosRecords(candles: CandleSet, range: CandleRange, values: BosValues, fromStart: boolean): CandleRun {
  const breaks = findBreaks(candles, range, values, fromStart);
  const { length, candle } = breaks;
  const table = new TableBuilder(RECORD_FIELDS, length);
  table.column('timeframe').fill(TIMEFRAMES.indexOf(values.timeframe), 0, length);
  describe(table, candles, breaks, values.break_criteria === 'wick');
  tell(table, candles, breaks, range.to, values.follow_bars);
  // All is known after the first event found.
  return { records: table.finish(length), candle, lacksLookBack: ({ from }) => length === 0 || candle[0] >= from };
}

function describe(table: Table, candles: CandleSet, breaks: Breaks, wick: boolean): void {
  const { start, end, high, low, close, session, sessions } = candles;
  const c = table.all();
  for (let row = 0; row < breaks.length; row++) {
    const t = breaks.candle[row];
    const swing = breaks.swing[row];
    const up = breaks.direction[row] === 1;
    const level = up ? high[swing] : low[swing];
    const by = wick ? (up ? high[t] : low[t]) : close[t];
    c.date[row] = sessions.date[session[t]];
    c.event_time[row] = start[t] * MS_PER_MINUTE;
    c.confirmed_at[row] = end[t] * MS_PER_MINUTE;
    c.type[row] = breaks.trendBefore[row] === -breaks.direction[row] ? TYPE.choch : TYPE.bos;
    c.direction[row] = up ? DIRECTION.up : DIRECTION.down;
    c.level[row] = level;
    c.swing_time[row] = start[swing] * MS_PER_MINUTE;
    c.bars_since_swing[row] = t - swing;
    c.close[row] = close[t];
    c.break_size_pct[row] = ((up ? by - level : level - by) / level) * 100;
    c.trend_before[row] = breaks.trendBefore[row];
    if (row > 0) c.bars_since_event[row] = t - breaks.candle[row - 1];
  }
}

function tell(table: Table, candles: CandleSet, breaks: Breaks, to: number, followBars: number): void {
  const { start } = candles;
  const { favourable, adverse, retest, failure } = followBreaks(candles, breaks, to, followBars);
  const c = table.all();
  for (let row = 0; row < breaks.length; row++) {
    const t = breaks.candle[row];
    c.complete[row] = t + followBars < to ? 1 : 0;
    if (t + 1 === to) continue;
    c.follow_through_pct[row] = (favourable[row] / c.level[row]) * 100;
    c.adverse_pct[row] = (adverse[row] / c.level[row]) * 100;
    c.retest[row] = retest[row] === -1 ? 0 : 1;
    c.failed[row] = failure[row] === -1 ? 0 : 1;
    if (retest[row] !== -1) {
      c.retest_time[row] = start[retest[row]] * MS_PER_MINUTE;
      c.bars_to_retest[row] = retest[row] - t;
    }
    if (failure[row] !== -1) c.bars_to_failure[row] = failure[row] - t;
  }
}

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

export type BreakOptions = Pick<BosValues, 'swing_length' | 'break_criteria'>;

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
  const swingLength = options.swing_length;
  const wick = options.break_criteria === 'wick';
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
