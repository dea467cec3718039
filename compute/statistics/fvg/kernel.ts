/** Fair value gaps and what became of them: candles in, one record a gap out. */
import { MS_PER_MINUTE } from '../../../lib/days.ts';
import { type CandleSet, TIMEFRAMES } from '../../market/candles.ts';
import { fillBucket } from '../../market/fields.ts';
import { TableBuilder } from '../../market/records.ts';
import { type CandleRange, type CandleRun, RangeMinima, upsideDown } from '../candles.ts';
import { DIRECTION, type FvgValues, RECORD_FIELDS, STATUS } from './fields.ts';

/** Third candles of all gaps among `[from, to)`, ascending. */
function findGaps({ high, low }: CandleSet, from: number, to: number): Int32Array {
  const found = new Int32Array(Math.max(0, to - from));
  let n = 0;
  for (let i = from + 2; i < to; i++) {
    if (low[i] > high[i - 2] || high[i] < low[i - 2]) found[n++] = i;
  }
  return found.slice(0, n);
}

/** Of each gap, as columns. Candles are indices; the end of the following where there is none. */
interface Followed {
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
function followGaps(
  { high, low, close }: CandleSet,
  formed: Int32Array,
  to: number,
  { max_bars_to_close: maxBars, use_close_prices: useCloses }: FvgValues,
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

type Table = TableBuilder<(typeof RECORD_FIELDS)[number]>;

/** Gaps among the candles `[from, to)`; later ones are not looked at. n log n whatever the horizon. */
export function fvgRecords(candles: CandleSet, { from, to }: CandleRange, values: FvgValues): CandleRun {
  const formed = findGaps(candles, from, to);
  const followed = followGaps(candles, formed, to, values);
  const table = new TableBuilder(RECORD_FIELDS, formed.length);
  table.column('timeframe').fill(TIMEFRAMES.indexOf(values.timeframe), 0, formed.length);
  describe(table, candles, formed);
  tell(table, candles, formed, to, values.max_bars_to_close, followed);
  return {
    records: table.finish(formed.length),
    candle: formed,
    lacksLookBack: (dated) => dated.from < dated.to && dated.from < from + 2,
  };
}

function describe(table: Table, candles: CandleSet, formed: Int32Array): void {
  const { start, end, high, low, session, sessions } = candles;
  const { date, direction, formed_at, confirmed_at, top, bottom, gap_size, gap_size_pct, spans_session } = table.all();
  for (let row = 0; row < formed.length; row++) {
    const i = formed[row];
    const bullish = low[i] > high[i - 2];
    const upper = bullish ? low[i] : low[i - 2];
    const lower = bullish ? high[i - 2] : high[i];
    date[row] = sessions.date[session[i]];
    direction[row] = bullish ? DIRECTION.bullish : DIRECTION.bearish;
    formed_at[row] = start[i] * MS_PER_MINUTE;
    confirmed_at[row] = end[i] * MS_PER_MINUTE;
    top[row] = upper;
    bottom[row] = lower;
    gap_size[row] = upper - lower;
    gap_size_pct[row] = ((upper - lower) / lower) * 100;
    spans_session[row] = session[i - 2] === session[i] ? 0 : 1;
  }
}

function tell(
  table: Table,
  { start, close }: CandleSet,
  formed: Int32Array,
  to: number,
  maxBars: number,
  { touch, fill, deepest, farthest }: Followed,
): void {
  const { direction, top, bottom, touched, touched_at, bars_to_touch, filled, filled_at, bars_to_full_fill } =
    table.all();
  const { minutes_to_full_fill, fill_pct, fill_bucket, move_away_pct_before_touch, status, complete } = table.all();
  for (let row = 0; row < formed.length; row++) {
    const i = formed[row];
    const horizonOver = maxBars > 0 && i + maxBars < to;
    const stop = horizonOver ? i + maxBars + 1 : to;
    const isTouched = touch[row] < stop;
    const isFilled = fill[row] < stop;
    touched[row] = isTouched ? 1 : 0;
    filled[row] = isFilled ? 1 : 0;
    status[row] = STATUS[isFilled ? 'filled' : isTouched ? 'touched' : horizonOver ? 'expired' : 'open'];
    complete[row] = (maxBars > 0 ? horizonOver : isFilled) ? 1 : 0;
    if (i + 1 === to) continue;
    if (isTouched) {
      touched_at[row] = start[touch[row]] * MS_PER_MINUTE;
      bars_to_touch[row] = touch[row] - i;
    }
    if (isFilled) {
      filled_at[row] = start[fill[row]] * MS_PER_MINUTE;
      bars_to_full_fill[row] = fill[row] - i;
      minutes_to_full_fill[row] = start[fill[row]] - start[i];
    }
    const bullish = direction[row] === DIRECTION.bullish;
    let pct = isFilled ? 100 : 0;
    if (isTouched && !isFilled) {
      const way = bullish ? top[row] - deepest[row] : deepest[row] - bottom[row];
      pct = (way / (top[row] - bottom[row])) * 100;
    }
    fill_pct[row] = pct;
    fill_bucket[row] = fillBucket(isFilled, pct);
    // Touched by the very next candle: nothing is between, `farthest` is at the other infinity and the move is 0.
    const move = bullish ? farthest[row] - close[i] : close[i] - farthest[row];
    move_away_pct_before_touch[row] = Math.max(0, (move / close[i]) * 100);
  }
}
