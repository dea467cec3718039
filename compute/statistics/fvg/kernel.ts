/** Fair value gaps and what became of them: candles in, one record a gap out. */
import { type CandleSet, TIMEFRAMES, type Timeframe } from '../../candles/build.ts';
import { fillBucket } from '../../records/fill-buckets.ts';
import { type RecordTable, TableBuilder } from '../../records/table.ts';
import type { CandleRange } from '../timeframe.ts';
import { RECORD_FIELDS } from './fields.ts';
import { findGaps, followGaps } from './follow.ts';

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
 * Gaps among the candles `[from, to)`; later ones are not looked at. n log n whatever the horizon. The columns are
 * written a few at a time: all at once they would push each other out of the processor's cache.
 */
export function fvgRecords(candles: CandleSet, { from, to }: CandleRange, options: FvgOptions): FvgRun {
  const { start, end, high, low, close, session, sessions } = candles;
  const { maxBars } = options;
  const formed = findGaps(candles, from, to);
  const n = formed.length;
  const table = new TableBuilder(RECORD_FIELDS, n);
  const { touch, fill, deepest, farthest } = followGaps(candles, formed, to, options);
  describe();
  size();
  span();
  touches();
  fills();
  fillDegree();
  moveAway();
  outcome();
  return { records: table.finish(n), formed };

  /** Index after the last candle that gap `i` is followed on. */
  function stopOf(i: number): number {
    return maxBars > 0 && i + maxBars < to ? i + maxBars + 1 : to;
  }

  function describe(): void {
    table.column('timeframe').fill(TIMEFRAMES.indexOf(options.timeframe), 0, n);
    const c = table.columns('date', 'formed_at', 'confirmed_at');
    for (let row = 0; row < n; row++) {
      const i = formed[row];
      c.date[row] = sessions.date[session[i]];
      c.formed_at[row] = start[i] * MS_PER_MINUTE;
      c.confirmed_at[row] = end[i] * MS_PER_MINUTE;
    }
  }

  function size(): void {
    const c = table.columns('direction', 'top', 'bottom', 'gap_size', 'gap_size_pct');
    for (let row = 0; row < n; row++) {
      const i = formed[row];
      const bullish = low[i] > high[i - 2];
      const top = bullish ? low[i] : low[i - 2];
      const bottom = bullish ? high[i - 2] : high[i];
      c.direction[row] = bullish ? 0 : 1;
      c.top[row] = top;
      c.bottom[row] = bottom;
      c.gap_size[row] = top - bottom;
      c.gap_size_pct[row] = ((top - bottom) / bottom) * 100;
    }
  }

  function span(): void {
    const spans = table.column('spans_session');
    for (let row = 0; row < n; row++) spans[row] = session[formed[row] - 2] === session[formed[row]] ? 0 : 1;
  }

  function touches(): void {
    const c = table.columns('touched', 'touched_at', 'bars_to_touch');
    for (let row = 0; row < n; row++) {
      const i = formed[row];
      const at = touch[row];
      const touched = at < stopOf(i);
      c.touched[row] = touched ? 1 : 0;
      if (!touched) continue;
      c.touched_at[row] = start[at] * MS_PER_MINUTE;
      c.bars_to_touch[row] = at - i;
    }
  }

  function fills(): void {
    const c = table.columns('filled', 'filled_at', 'bars_to_full_fill', 'minutes_to_full_fill');
    for (let row = 0; row < n; row++) {
      const i = formed[row];
      const at = fill[row];
      const filled = at < stopOf(i);
      c.filled[row] = filled ? 1 : 0;
      if (!filled) continue;
      c.filled_at[row] = start[at] * MS_PER_MINUTE;
      c.bars_to_full_fill[row] = at - i;
      c.minutes_to_full_fill[row] = start[at] - start[i];
    }
  }

  function fillDegree(): void {
    const c = table.columns('touched', 'filled', 'direction', 'top', 'bottom', 'fill_pct', 'fill_bucket');
    for (let row = 0; row < n; row++) {
      if (formed[row] + 1 === to) continue;
      const filled = c.filled[row] === 1;
      let pct = filled ? 100 : 0;
      if (!filled && c.touched[row] === 1) {
        const way = c.direction[row] === 0 ? c.top[row] - deepest[row] : deepest[row] - c.bottom[row];
        pct = (way / (c.top[row] - c.bottom[row])) * 100;
      }
      c.fill_pct[row] = pct;
      c.fill_bucket[row] = fillBucket(filled, pct);
    }
  }

  function moveAway(): void {
    const c = table.columns('direction', 'move_away_pct_before_touch');
    for (let row = 0; row < n; row++) {
      const i = formed[row];
      if (i + 1 === to) continue;
      const from = close[i];
      // Touched by the very next candle: nothing lies between, `farthest` is at the other infinity and the move is 0.
      const move = c.direction[row] === 0 ? farthest[row] - from : from - farthest[row];
      c.move_away_pct_before_touch[row] = Math.max(0, (move / from) * 100);
    }
  }

  function outcome(): void {
    const c = table.columns('touched', 'filled', 'status', 'complete');
    for (let row = 0; row < n; row++) {
      const horizonOver = maxBars > 0 && formed[row] + maxBars < to;
      const filled = c.filled[row] === 1;
      c.status[row] = filled ? FILLED : c.touched[row] === 1 ? TOUCHED : horizonOver ? EXPIRED : OPEN;
      c.complete[row] = (maxBars > 0 ? horizonOver : filled) ? 1 : 0;
    }
  }
}
