/** FVG: three candles leave a zone that was not traded. Does price come back into it, how far and how soon? */
import { isoMonday, MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { type CandleSet, TIMEFRAME_MIN, TIMEFRAMES } from '../../market/candles.ts';
import { fillBucket } from '../../market/fields.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import {
  aheadOf,
  type CandleRange,
  type CandleRun,
  onCandles,
  RangeMinima,
  sessionsOf,
  storedTimeframes,
  timeframeWarnings,
  upsideDown,
} from '../candles.ts';
import { defineStatistic } from '../define.ts';
import { where, workedOut } from '../figures.ts';
import type { View } from '../statistic.ts';
import {
  DIRECTION,
  type DIRECTIONS,
  type FvgValues,
  fvgFigures,
  PARAMS,
  RAW_PARAMS,
  RECORD_FIELDS,
  STATUS,
  SUMMARY_FIELDS,
  TOP_PARAMS,
} from './fields.ts';

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

/** A gap may stay open for good: unlimited following reads on to the end of the data, this many sessions at once. */
const TO_THE_END_SESSIONS = 100_000;

function ofDirection(view: View<FvgValues & { direction?: (typeof DIRECTIONS)[number] }>): RecordTable {
  const { direction } = view.values;
  if (direction === undefined) return view.records;
  return where(view.records, 'direction', DIRECTION[direction]);
}

/** What the first candle decides, by direction: the far edge of the zone and its height. */
const OF_FIRST_CANDLE = ['bottom', 'top'].map((edge) => [edge, 'gap_size']);

/**
 * Last date of a gap across sessions whose first candle may be before `earliest`. Every session (1W: week) has a
 * candle, so from the third one of the plan's history on it does not; from the second one on it does not, either, where
 * the first surely has two candles.
 */
function lastDateLookingBefore({ allDays, values, meta }: View<FvgValues>, earliest: number): number {
  const minutes = TIMEFRAME_MIN[values.timeframe];
  const dates = numbers(allDays, 'date');
  const first = lowerBound(dates, earliest);
  if (first === 0) return Number.NEGATIVE_INFINITY;
  const periodOf = (row: number) => (minutes > MINUTES_PER_DAY ? isoMonday(dates[row]) : dates[row]);
  let row = first;
  const lastOfPeriod = () => {
    const period = periodOf(row);
    while (row < dates.length && periodOf(row) === period) row++;
    return dates[row - 1];
  };
  // A week that began before belongs to the dates before.
  if (periodOf(first) === periodOf(first - 1)) lastOfPeriod();
  if (row === dates.length) return Number.NEGATIVE_INFINITY;
  const twoCandles = minutes < MINUTES_PER_DAY && numbers(allDays, 'bars')[row] * meta.intervalMin > minutes;
  const last = lastOfPeriod();
  return twoCandles || row === dates.length ? last : lastOfPeriod();
}

export default defineStatistic({
  name: 'fvg',
  title: 'Fair value gap',
  description:
    'Three candles whose first and third do not overlap leave a zone that was hardly traded. How often, how far and how fast price comes back into it.',
  definition:
    'Bullish: the low of the third candle is above the high of the first; the zone is between. Bearish: the high of the ' +
    'third is below the low of the first. The gap is followed over the next max_bars_to_close candles (0: all there are). ' +
    'It is touched by the first candle that reaches the near edge and filled by the first that reaches the far edge, with ' +
    'its low or high, or with its close where use_close_prices is set.',
  notes: [
    "Candles are built from the bars of the session window alone, in slots that count from the window's start; the last slot ends with the window, so it can be shorter. A slot without a bar has no candle, and candles in progress are never used.",
    "1D is one candle a session, 1W one an ISO week, dated by the week's first session. A timeframe equal to the base interval takes the bars as they are.",
    'The middle candle is not looked at, and the first and third may be in different sessions: spans_session marks overnight gaps, summary.within_session leaves them out.',
    'Bars count candles from the third one on (the next candle is 1); minutes are elapsed time between the starts of two candles, nights and weekends included.',
    'A gap is complete once max_bars_to_close later candles exist, filled or not: counting fast fills before slow ones have had their time would make rates too high. count holds all gaps, complete_count those that rates, averages and the distribution rest on.',
    'With max_bars_to_close=0 a gap is complete when filled, and complete_count is the number of gaps with at least one later candle: young gaps have been followed for less time than old ones.',
    'use_close_prices changes touched, filled and fill_pct; the move away is measured by highs and lows anyway, up to the candle that touches under the rule chosen.',
    'The move away leaves the touching candle out, since the order of its high and low is not known; a gap touched by the very next candle has 0.',
    'The following may run beyond the end of the range asked for: only the date of the third candle decides whether a gap is listed.',
    'On daily feeds nothing is null for want of intraday order: candles follow each other, and no figure looks inside one. Their hour is 0.',
  ],
  recordOf: 'candle',
  // 2: the exchange's early closes and full closings count; hours of session=exchange are New York's.
  definitionNumber: 2,
  params: PARAMS,
  fields: RECORD_FIELDS,
  key: ['formed_at'],
  materialised: (meta) => storedTimeframes(meta).map((timeframe) => ({ timeframe })),
  reach({ session, values }, meta) {
    const { timeframe, max_bars_to_close: maxBars } = values;
    return {
      back: sessionsOf(2, timeframe, session, meta),
      ...(maxBars === 0 ? { ahead: TO_THE_END_SESSIONS } : aheadOf(maxBars, timeframe, session, meta)),
    };
  },
  compute: onCandles(fvgRecords),
  olderFields(view, earliest) {
    const { direction, date, spans_session: spans } = view.records.columns as Record<string, Float64Array>;
    const lastExposed = lastDateLookingBefore(view, earliest);
    return (row) => (spans[row] === 1 && date[row] <= lastExposed ? OF_FIRST_CANDLE[direction[row]] : []);
  },
  console: {
    group: 'structure',
    headline: {
      'summary.overall.closure_rate_full_pct': 'Gaps filled',
      'summary.overall.closure_rate_any_touch_pct': 'Gaps touched',
      'summary.bullish.closure_rate_full_pct': 'Bullish gaps filled',
      'summary.bearish.closure_rate_full_pct': 'Bearish gaps filled',
      'summary.within_session.closure_rate_full_pct': 'Gaps within one session filled',
    },
    picture: 'summary.overall.partial_fill_distribution',
    outcome: 'filled',
    drawn: [
      {
        zone: ['top', 'bottom'],
        from: 'formed_at',
        to: 'filled_at',
        label: 'Fair value gap',
        tone: { field: 'direction' },
      },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every fair value gap of the range, oldest first, those still followed too', {
      params: RAW_PARAMS,
      rows: ofDirection,
    }),
    summary(
      'How often gaps are touched and filled, how fast and how far, by direction and hour',
      workedOut(SUMMARY_FIELDS, fvgFigures),
    ),
    top('The largest gaps by gap_size, those still followed too', TOP_PARAMS, {
      rows: ofDirection,
      order: () => [{ field: 'gap_size', descending: true }],
    }),
    top('The gaps filled furthest across several symbols, then the largest, then the newest', TOP_PARAMS, {
      path: '/multi_top',
      scope: 'symbols',
      rows: ofDirection,
      order: () => [
        { field: 'fill_pct', descending: true },
        { field: 'gap_size_pct', descending: true },
        { field: 'formed_at', descending: true },
      ],
    }),
  ],
  warnings: timeframeWarnings,
});
