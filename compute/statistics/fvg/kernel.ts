/** Fair value gaps and what became of them: candles in, one record a gap out. */
import { type CandleSet, TIMEFRAMES, type Timeframe } from '../../candles/build.ts';
import { fillBucket } from '../../records/fill-buckets.ts';
import { type RecordTable, TableBuilder } from '../../records/table.ts';
import { NewLows } from '../running-extremes.ts';
import type { CandleRange } from '../timeframe.ts';
import { RECORD_FIELDS } from './fields.ts';

const MS_PER_MINUTE = 60_000;
const [OPEN, TOUCHED, FILLED, EXPIRED] = [0, 1, 2, 3];

export interface FvgOptions {
  readonly timeframe: Timeframe;
  /** Candles followed after a gap; 0: all there are. */
  readonly maxBars: number;
  readonly useCloses: boolean;
}

export interface FvgRun {
  readonly records: RecordTable;
  /** Index of the third candle of each record, ascending. */
  readonly formed: Int32Array;
}

/**
 * Gaps among the candles `[from, to)`; later ones are not looked at. n log n whatever the horizon: gaps are followed
 * from the last candle to the first, on lists of the lows and highs that lie ahead.
 */
export function fvgRecords(candles: CandleSet, { from, to }: CandleRange, options: FvgOptions): FvgRun {
  const { start, end, high, low, close, session, sessions } = candles;
  const { maxBars, useCloses } = options;
  const timeframe = TIMEFRAMES.indexOf(options.timeframe);
  const formed = gaps(candles, from, to);
  const table = new TableBuilder(RECORD_FIELDS, formed.length);
  const c = table.columns(
    'date', 'timeframe', 'direction', 'formed_at', 'confirmed_at', 'top', 'bottom', 'gap_size', 'gap_size_pct',
    'touched', 'touched_at', 'bars_to_touch', 'filled', 'filled_at', 'bars_to_full_fill', 'minutes_to_full_fill',
    'fill_pct', 'fill_bucket', 'move_away_pct_before_touch', 'spans_session', 'status', 'complete',
  ); // biome-ignore format: one list

  // Bearish gaps are bullish ones upside down: negated prices, and the lists of negated highs (closes).
  const lows = new NewLows();
  const highs = new NewLows();
  const closes = useCloses ? new NewLows() : lows;
  const upsideDownCloses = useCloses ? new NewLows() : highs;
  let row = formed.length - 1;
  for (let i = to - 1; row >= 0; i--) {
    if (formed[row] === i) {
      describe(row, i);
      follow(row, i);
      row--;
    }
    lows.push(i, low[i]);
    highs.push(i, -high[i]);
    if (useCloses) {
      closes.push(i, close[i]);
      upsideDownCloses.push(i, -close[i]);
    }
  }
  return { records: table.finish(formed.length), formed };

  function describe(row: number, i: number): void {
    const bullish = low[i] > high[i - 2];
    const top = bullish ? low[i] : low[i - 2];
    const bottom = bullish ? high[i - 2] : high[i];
    c.date[row] = sessions.date[session[i]];
    c.timeframe[row] = timeframe;
    c.direction[row] = bullish ? 0 : 1;
    c.formed_at[row] = start[i] * MS_PER_MINUTE;
    c.confirmed_at[row] = end[i] * MS_PER_MINUTE;
    c.top[row] = top;
    c.bottom[row] = bottom;
    c.gap_size[row] = top - bottom;
    c.gap_size_pct[row] = ((top - bottom) / bottom) * 100;
    c.spans_session[row] = session[i - 2] === session[i] ? 0 : 1;
  }

  function follow(row: number, i: number): void {
    const bullish = low[i] > high[i - 2];
    const near = bullish ? low[i] : -high[i];
    const far = bullish ? high[i - 2] : -low[i - 2];
    const back = bullish ? closes : upsideDownCloses;
    const away = bullish ? highs : lows;
    const horizonOver = maxBars > 0 && i + maxBars < to;
    const stop = horizonOver ? i + maxBars + 1 : to;

    const touch = back.firstAtOrBelow(near, stop);
    const fill = touch === stop ? stop : back.firstAtOrBelow(far, stop);
    const touched = touch < stop;
    const filled = fill < stop;
    c.touched[row] = touched ? 1 : 0;
    c.filled[row] = filled ? 1 : 0;
    c.status[row] = filled ? FILLED : touched ? TOUCHED : horizonOver ? EXPIRED : OPEN;
    c.complete[row] = (maxBars > 0 ? horizonOver : filled) ? 1 : 0;
    if (stop === i + 1) return;
    if (touched) {
      c.touched_at[row] = start[touch] * MS_PER_MINUTE;
      c.bars_to_touch[row] = touch - i;
    }
    if (filled) {
      c.filled_at[row] = start[fill] * MS_PER_MINUTE;
      c.bars_to_full_fill[row] = fill - i;
      c.minutes_to_full_fill[row] = start[fill] - start[i];
    }
    const fillPct = filled ? 100 : touched ? ((near - back.lowestBefore(stop)) / (near - far)) * 100 : 0;
    c.fill_pct[row] = fillPct;
    c.fill_bucket[row] = fillBucket(filled, fillPct);
    // Touched by the very next candle: nothing lies between, the list answers Infinity and the move is 0.
    const farthest = away.lowestBefore(touch);
    const move = bullish ? -farthest - close[i] : close[i] - farthest;
    c.move_away_pct_before_touch[row] = Math.max(0, (move / close[i]) * 100);
  }
}

/** Third candles of all gaps, ascending. */
function gaps({ high, low }: CandleSet, from: number, to: number): Int32Array {
  const found = new Int32Array(Math.max(0, to - from));
  let n = 0;
  for (let i = from + 2; i < to; i++) {
    if (low[i] > high[i - 2] || high[i] < low[i - 2]) found[n++] = i;
  }
  return found.slice(0, n);
}
