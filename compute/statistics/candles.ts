/**
 * What the statistics on candles share: the `timeframe` parameter, its stored variants, how far candles reach, and where
 * price next comes to a level.
 */

import { isoMonday, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { SymbolMeta } from '../market/bars.ts';
import {
  type CandleSet,
  TIMEFRAME_ALIASES,
  TIMEFRAME_MIN,
  TIMEFRAMES,
  type Timeframe,
  timeframeFits,
} from '../market/candles.ts';
import { numbers, type RecordTable } from '../market/records.ts';
import { type SessionSpec, windowMinutes } from '../market/sessions.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import type { Warning } from '../market/warning.ts';
import { type Param, wordParam } from './params.ts';
import type { Computed, DateRange, KernelParams, Reach, View } from './statistic.ts';

const DEFAULT_TIMEFRAME: Timeframe = '15m';

/** Kept in the store, as far as the feed has them. */
const STORED_TIMEFRAMES: readonly Timeframe[] = ['5m', '15m', '1H', '1D'];

export function timeframeParam(): Param<Timeframe> {
  return {
    ...wordParam(
      TIMEFRAMES,
      {
        description:
          'Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed',
        fallback: DEFAULT_TIMEFRAME,
        affects: 'records',
        echoed: true,
      },
      TIMEFRAME_ALIASES,
    ),
    fits: timeframeFits,
    fit: adaptedTimeframe,
  };
}

/** The shortest fitting timeframe from the default on; a week fits every feed. */
function adaptedTimeframe(intervalMin: number): Timeframe {
  const candidates = TIMEFRAMES.slice(TIMEFRAMES.indexOf(DEFAULT_TIMEFRAME));
  return candidates.find((timeframe) => timeframeFits(timeframe, intervalMin)) ?? '1W';
}

/** Timeframes whose records are kept for this feed: the stored ones that fit it, and the one that is its default. */
export function storedTimeframes(meta: SymbolMeta): readonly Timeframe[] {
  const fitting = STORED_TIMEFRAMES.filter((timeframe) => timeframeFits(timeframe, meta.intervalMin));
  return [...new Set([...fitting, adaptedTimeframe(meta.intervalMin)])];
}

/** Records that each begin with a candle, whose indices ascend, and whether candles before those loaded are missing. */
export interface CandleRun {
  readonly records: RecordTable;
  readonly candle: Int32Array;
  lacksLookBack(dated: CandleRange): boolean;
}

/**
 * `compute` of a statistic on candles.
 * @param run makes the records of the candles `sure`, of which no other is before them where `fromStart` says so
 */
export const onCandles =
  <V extends { readonly timeframe: Timeframe }>(
    run: (candles: CandleSet, sure: CandleRange, values: V, fromStart: boolean) => CandleRun,
  ) =>
  (data: SymbolData, { session, values }: KernelParams<V>, wanted: DateRange): Computed => {
    const candles = data.candles(session, values.timeframe);
    const sure = sureCandles(candles, values.timeframe, data);
    const found = run(candles, sure, values, data.reachesStart);
    const dated = candlesDated(candles, wanted);
    return {
      records: found.records,
      insufficientLookBack: !data.reachesStart && found.lacksLookBack(dated),
      insufficientLookAhead: !data.reachesEnd && dated.from < dated.to && continuesBeyond(found, dated, sure),
    };
  };

/** A wanted record could continue after the last sure candle. */
function continuesBeyond({ records, candle }: CandleRun, dated: CandleRange, sure: CandleRange): boolean {
  if (dated.to > sure.to) return true;
  const complete = numbers(records, 'complete');
  for (let row = records.length - 1; row >= 0 && candle[row] >= dated.from; row--) {
    if (candle[row] < dated.to && complete[row] === 0) return true;
  }
  return false;
}

/** Indices `[from, to)` of candles. */
export interface CandleRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The candles of a loaded range that equal those computed from all the data. A range may begin and end in the
 * middle of a session or week: with more data beyond that end, its outermost one proves nothing.
 */
export function sureCandles(candles: CandleSet, timeframe: Timeframe, data: SymbolData): CandleRange {
  const { session, sessions } = candles;
  let from = 0;
  let to = candles.length;
  if (!data.reachesStart) while (from < to && session[from] === 0) from++;
  if (!data.reachesEnd) while (to > from && holdsLastSession(to - 1)) to--;
  return { from, to };

  function holdsLastSession(candle: number): boolean {
    const last = sessions.length - 1;
    if (timeframe !== '1W') return session[candle] === last;
    return isoMonday(sessions.date[session[candle]]) === isoMonday(sessions.date[last]);
  }
}

/** Candles dated inside the range, by the date of their (first) session. */
export function candlesDated(candles: CandleSet, range: DateRange): CandleRange {
  return { from: firstDated(candles, range.from), to: firstDated(candles, range.to + 1) };
}

function firstDated({ session, sessions, length }: CandleSet, date: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (sessions.date[session[mid]] < date) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** Above this many sessions an estimate will do: such horizons are never stored, and a kernel says where it errs. */
const ESTIMATE_FROM_SESSIONS = 64;

/**
 * Sessions in which `candles` consecutive candles surely lie. Every session has at least one, however thin the feed,
 * so short horizons get that bound (the records a changed day can change follow from it); long ones what is usual.
 */
export function sessionsOf(candles: number, timeframe: Timeframe, session: SessionSpec, meta: SymbolMeta): number {
  const weekly = timeframe === '1W';
  const atMost = weekly ? (candles + 1) * 7 : candles;
  const usual = weekly ? atMost : Math.ceil((candles / candlesPerSession(timeframe, session, meta)) * 1.5) + 2;
  return Math.min(atMost, Math.max(ESTIMATE_FROM_SESSIONS, usual));
}

/** How far ahead `candles` candles reach, in sessions and in candles. */
export function aheadOf(
  candles: number,
  timeframe: Timeframe,
  session: SessionSpec,
  meta: SymbolMeta,
): Pick<Reach, 'ahead' | 'aheadCandles'> {
  const ahead = sessionsOf(candles, timeframe, session, meta);
  if (TIMEFRAME_MIN[timeframe] >= MINUTES_PER_DAY) return { ahead };
  return { ahead, aheadCandles: { count: candles, bars: TIMEFRAME_MIN[timeframe] / meta.intervalMin } };
}

/** In a session with a bar in every minute of the window. */
export function candlesPerSession(timeframe: Timeframe, session: SessionSpec, meta: SymbolMeta): number {
  return Math.max(1, Math.floor(windowMinutes(session, meta.assetClass) / TIMEFRAME_MIN[timeframe]));
}

export function timeframeWarnings({ values: { timeframe }, session, meta }: View<{ timeframe: Timeframe }>): Warning[] {
  const minutes = TIMEFRAME_MIN[timeframe];
  if (minutes >= MINUTES_PER_DAY || minutes <= windowMinutes(session, meta.assetClass)) return [];
  const text = `timeframe ${timeframe} is longer than the session window: a candle is a whole session`;
  return [{ code: 'timeframe_over_window', text }];
}

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
