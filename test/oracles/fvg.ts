/**
 * FVG a second time, the slow and obvious way from the rules alone: what the kernel is held against. Rows, summary
 * and orders as answers show them.
 */

import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { type NaiveCandle, naiveCandles, naiveHour } from './candles.ts';
import { naiveSymbol, timeText } from './sessions.ts';
import { average, interval, middle, percent, price, share } from './values.ts';

export interface NaiveFvgRequest {
  timeframe: string;
  maxBars: number;
  useCloses: boolean;
}

export interface NaiveFvg {
  day: number;
  direction: 'bullish' | 'bearish';
  candle: NaiveCandle;
  hour: number;
  top: number;
  bottom: number;
  /** How many later candles were followed. */
  followed: number;
  touch: { candle: NaiveCandle; bars: number } | null;
  fill: { candle: NaiveCandle; bars: number } | null;
  fillPct: number | null;
  moveAwayPct: number | null;
  spansSession: boolean;
  horizonOver: boolean;
  complete: boolean;
}

export function naiveFvg(data: SymbolData, session: SessionSpec, request: NaiveFvgRequest): NaiveFvg[] {
  const symbol = naiveSymbol(data);
  const candles = naiveCandles(symbol, session, request.timeframe);
  const gaps: Omit<NaiveFvg, 'hour'>[] = [];
  for (let i = 2; i < candles.length; i++) {
    if (candles[i].low > candles[i - 2].high) gaps.push(follow(candles, i, 'bullish', request));
    if (candles[i].high < candles[i - 2].low) gaps.push(follow(candles, i, 'bearish', request));
  }
  return gaps.map((gap) => ({ ...gap, hour: naiveHour(symbol, session, gap.candle.start) }));
}

function follow(
  candles: NaiveCandle[],
  i: number,
  direction: NaiveFvg['direction'],
  { maxBars, useCloses }: NaiveFvgRequest,
): Omit<NaiveFvg, 'hour'> {
  const bullish = direction === 'bullish';
  const first = candles[i - 2];
  const third = candles[i];
  const top = bullish ? third.low : first.low;
  const bottom = bullish ? first.high : third.high;
  const last = maxBars === 0 ? candles.length - 1 : Math.min(candles.length - 1, i + maxBars);
  const horizonOver = maxBars !== 0 && candles.length - 1 - i >= maxBars;

  let touch: NaiveFvg['touch'] = null;
  let fill: NaiveFvg['fill'] = null;
  let fillPct = 0;
  let moveAwayPct = 0;
  for (let j = i + 1; j <= last && !fill; j++) {
    const candle = candles[j];
    const back = useCloses ? candle.close : bullish ? candle.low : candle.high;
    if (bullish ? back <= top : back >= bottom) touch ??= { candle, bars: j - i };
    if (bullish ? back <= bottom : back >= top) fill = { candle, bars: j - i };
    const depth = bullish ? (top - back) / (top - bottom) : (back - bottom) / (top - bottom);
    fillPct = Math.max(fillPct, Math.min(1, depth) * 100);
    if (!touch) {
      const move = bullish ? (candle.high - third.close) / third.close : (third.close - candle.low) / third.close;
      moveAwayPct = Math.max(moveAwayPct, move * 100);
    }
  }
  return {
    day: third.date,
    direction,
    candle: third,
    top,
    bottom,
    followed: last - i,
    touch,
    fill,
    fillPct: last > i ? (fill ? 100 : fillPct) : null,
    moveAwayPct: last > i ? moveAwayPct : null,
    spansSession: new Set([first.date, candles[i - 1].date, third.date]).size > 1,
    horizonOver,
    complete: maxBars === 0 ? fill !== null : horizonOver,
  };
}

const BUCKETS = ['0%', '1-25%', '26-50%', '51-75%', '76-99%', '100%'];

function bucket({ fill, fillPct }: NaiveFvg): string | null {
  if (fillPct === null) return null;
  if (fill) return '100%';
  if (fillPct <= 1e-9) return '0%';
  if (fillPct <= 25 + 1e-9) return '1-25%';
  if (fillPct <= 50 + 1e-9) return '26-50%';
  return fillPct <= 75 + 1e-9 ? '51-75%' : '76-99%';
}

function status(gap: NaiveFvg): string {
  if (gap.fill) return 'filled';
  if (gap.touch) return 'touched';
  return gap.horizonOver ? 'expired' : 'open';
}

const minutesToFill = ({ fill, candle }: NaiveFvg) => (fill ? fill.candle.start - candle.start : null);

export function shownFvg(symbol: string, timeframe: string, gap: NaiveFvg) {
  return {
    symbol,
    timeframe,
    direction: gap.direction,
    formed_at: timeText(gap.candle.start),
    confirmed_at: timeText(gap.candle.end),
    top: price(gap.top),
    bottom: price(gap.bottom),
    gap_size: price(gap.top - gap.bottom),
    gap_size_pct: percent(((gap.top - gap.bottom) / gap.bottom) * 100),
    touched: gap.touch !== null,
    touched_at: gap.touch ? timeText(gap.touch.candle.start) : null,
    bars_to_touch: gap.touch?.bars ?? null,
    filled: gap.fill !== null,
    filled_at: gap.fill ? timeText(gap.fill.candle.start) : null,
    bars_to_full_fill: gap.fill?.bars ?? null,
    minutes_to_full_fill: minutesToFill(gap),
    fill_pct: percent(gap.fillPct),
    fill_bucket: bucket(gap),
    move_away_pct_before_touch: percent(gap.moveAwayPct),
    spans_session: gap.spansSession,
    status: status(gap),
    complete: gap.complete,
  };
}

/** `gaps` of the range. */
export function naiveFvgSummary(symbol: string, gaps: NaiveFvg[], request: NaiveFvgRequest, timeWindow: string) {
  const { timeframe, maxBars } = request;
  const confidence: Record<string, unknown> = {};
  const group = (path: string, all: NaiveFvg[]) => {
    const counted = all.filter((gap) => (maxBars === 0 ? gap.followed > 0 : gap.complete));
    const fills = counted.map((gap) => gap.fill !== null);
    const touches = counted.map((gap) => gap.touch !== null);
    confidence[`${path}.closure_rate_full_pct`] = interval(fills);
    confidence[`${path}.closure_rate_any_touch_pct`] = interval(touches);
    const bars = counted.map((gap) => gap.fill?.bars ?? null);
    const minutes = counted.map(minutesToFill);
    return {
      count: all.length,
      complete_count: counted.length,
      closure_rate_full_pct: percent(share(fills)),
      closure_rate_any_touch_pct: percent(share(touches)),
      avg_gap_size: price(average(counted.map((gap) => gap.top - gap.bottom))),
      avg_bars_to_full_fill: percent(average(bars)),
      median_bars_to_full_fill: percent(middle(bars)),
      avg_minutes_to_full_fill: percent(average(minutes)),
      median_minutes_to_full_fill: percent(middle(minutes)),
      avg_move_away_pct_before_touch: percent(average(counted.map((gap) => gap.moveAwayPct))),
      partial_fill_distribution: Object.fromEntries(
        BUCKETS.map((name) => {
          const inside = counted.map((gap) => bucket(gap) === name);
          return [name, { count: inside.filter((is) => is).length, pct: percent(share(inside)) }];
        }),
      ),
    };
  };
  const hours = [...new Set(gaps.map((gap) => gap.hour))];
  const summary = {
    overall: group('overall', gaps),
    bullish: group(
      'bullish',
      gaps.filter((gap) => gap.direction === 'bullish'),
    ),
    bearish: group(
      'bearish',
      gaps.filter((gap) => gap.direction === 'bearish'),
    ),
    hourly: Object.fromEntries(
      hours.map((hour) => [
        `${hour}`,
        group(
          `hourly.${hour}`,
          gaps.filter((gap) => gap.hour === hour),
        ),
      ]),
    ),
    within_session: group(
      'within_session',
      gaps.filter((gap) => !gap.spansSession),
    ),
  };
  return {
    symbol,
    timeframe,
    time_window: timeWindow,
    horizon_bars: maxBars,
    summary,
    sample_size: summary.overall.complete_count,
    confidence,
  };
}

/** Largest first; `gaps` oldest first. */
export function naiveFvgTop(gaps: NaiveFvg[]): NaiveFvg[] {
  const size = (gap: NaiveFvg) => price(gap.top - gap.bottom)!;
  return [...gaps].sort((a, b) => size(b) - size(a) || a.candle.start - b.candle.start);
}

/** Filled furthest first, then the largest, then the newest. */
export function naiveFvgMultiTop(gaps: NaiveFvg[]): NaiveFvg[] {
  const filled = (gap: NaiveFvg) => percent(gap.fillPct) ?? -1;
  const size = (gap: NaiveFvg) => percent(((gap.top - gap.bottom) / gap.bottom) * 100)!;
  return [...gaps].sort((a, b) => filled(b) - filled(a) || size(b) - size(a) || b.candle.start - a.candle.start);
}
