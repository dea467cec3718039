/**
 * BOS a second time, the slow and obvious way from the rules alone: what the kernel is held against. Rows, summary
 * and order as answers show them.
 */

import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { type NaiveCandle, naiveCandles, naiveHour } from './candles.ts';
import { naiveSymbol, timeText, weekdayNumber } from './sessions.ts';
import { average, interval, middle, NAMES, percent, price, share } from './values.ts';

export interface NaiveBosRequest {
  timeframe: string;
  swingLength: number;
  criteria: 'close' | 'wick';
  followBars: number;
}

export interface NaiveEvent {
  /** Position of the breaking candle among all. */
  at: number;
  day: number;
  candle: NaiveCandle;
  hour: number;
  swing: NaiveCandle;
  barsSinceSwing: number;
  up: boolean;
  level: number;
  trendBefore: number;
  breakSizePct: number;
  /** The candles followed. */
  later: NaiveCandle[];
  complete: boolean;
}

/** All events of the data, oldest first. */
export function naiveBos(data: SymbolData, session: SessionSpec, request: NaiveBosRequest): NaiveEvent[] {
  const { timeframe, swingLength, criteria, followBars } = request;
  const symbol = naiveSymbol(data);
  const candles = naiveCandles(symbol, session, timeframe);
  const isHigh = candles.map((_, i) => isSwing(candles, i, swingLength, (candle) => candle.high));
  const isLow = candles.map((_, i) => isSwing(candles, i, swingLength, (candle) => -candle.low));
  const crossedHighs = new Set<number>();
  const crossedLows = new Set<number>();
  const events: NaiveEvent[] = [];
  let trend = 0;
  candles.forEach((candle, t) => {
    const highAt = isHigh.lastIndexOf(true, t - swingLength);
    const lowAt = isLow.lastIndexOf(true, t - swingLength);
    const hasHigh = t >= swingLength && highAt >= 0 && !crossedHighs.has(highAt);
    const hasLow = t >= swingLength && lowAt >= 0 && !crossedLows.has(lowAt);
    const upBy = criteria === 'wick' ? candle.high : candle.close;
    const downBy = criteria === 'wick' ? candle.low : candle.close;
    const high = hasHigh && upBy > candles[highAt].high;
    const low = hasLow && downBy < candles[lowAt].low;
    if (!high && !low) return;
    let up = high;
    if (high && low) {
      const mean = (candles[highAt].high + candles[lowAt].low) / 2;
      up = candle.close > mean && candle.close - mean > 1e-9 * mean;
    }
    const swingAt = up ? highAt : lowAt;
    if (up) crossedHighs.add(highAt);
    else crossedLows.add(lowAt);
    const level = up ? candles[highAt].high : candles[lowAt].low;
    events.push({
      at: t,
      day: candle.date,
      candle,
      hour: naiveHour(symbol, session, candle.start),
      swing: candles[swingAt],
      barsSinceSwing: t - swingAt,
      up,
      level,
      trendBefore: trend,
      breakSizePct: up ? ((upBy - level) / level) * 100 : ((level - downBy) / level) * 100,
      later: candles.slice(t + 1, t + 1 + followBars),
      complete: candles.length - 1 - t >= followBars,
    });
    trend = up ? 1 : -1;
  });
  return events;
}

/** Above all before, not below any after; with `length` candles on either side. */
function isSwing(candles: NaiveCandle[], i: number, length: number, of: (candle: NaiveCandle) => number): boolean {
  if (i < length || i + length >= candles.length) return false;
  const before = candles.slice(i - length, i).map(of);
  const after = candles.slice(i + 1, i + length + 1).map(of);
  const own = of(candles[i]);
  return before.every((value) => own > value) && after.every((value) => own >= value);
}

/** What followed; nulls without a later candle. */
function aftermath({ later, up, level }: NaiveEvent) {
  const none = { followThroughPct: null, adversePct: null, retest: null, failed: null, retestAt: -1, failureAt: -1 };
  if (later.length === 0) return none;
  const above = ((Math.max(...later.map((candle) => candle.high)) - level) / level) * 100;
  const below = ((level - Math.min(...later.map((candle) => candle.low))) / level) * 100;
  const retestAt = later.findIndex((candle) => (up ? candle.low <= level : candle.high >= level));
  const failureAt = later.findIndex((candle) => (up ? candle.close < level : candle.close > level));
  return {
    followThroughPct: Math.max(0, up ? above : below),
    adversePct: Math.max(0, up ? below : above),
    retest: retestAt >= 0,
    failed: failureAt >= 0,
    retestAt,
    failureAt,
  };
}

const typeOf = ({ up, trendBefore }: NaiveEvent) => ((up ? -1 : 1) === trendBefore ? 'choch' : 'bos');

export function shownEvent(symbol: string, timeframe: string, event: NaiveEvent) {
  const { candle, later } = event;
  const after = aftermath(event);
  return {
    symbol,
    timeframe,
    event_time: timeText(candle.start),
    confirmed_at: timeText(candle.end),
    type: typeOf(event),
    direction: event.up ? 'up' : 'down',
    level: price(event.level),
    swing_time: timeText(event.swing.start),
    bars_since_swing: event.barsSinceSwing,
    close: price(candle.close),
    break_size_pct: percent(event.breakSizePct),
    trend_before: event.trendBefore,
    follow_through_pct: percent(after.followThroughPct),
    adverse_pct: percent(after.adversePct),
    retest: after.retest,
    retest_time: after.retest ? timeText(later[after.retestAt].start) : null,
    bars_to_retest: after.retest ? after.retestAt + 1 : null,
    failed: after.failed,
    bars_to_failure: after.failed ? after.failureAt + 1 : null,
    complete: event.complete,
  };
}

export interface NaiveFilter {
  direction?: 'up' | 'down';
  type?: 'bos' | 'choch';
}

export function passes({ direction, type }: NaiveFilter, event: NaiveEvent): boolean {
  return (!direction || event.up === (direction === 'up')) && (!type || typeOf(event) === type);
}

/** @param all every event of the data */
export function naiveBosSummary(
  symbol: string,
  all: NaiveEvent[],
  range: { from: number; to: number },
  filter: NaiveFilter,
  { timeframe }: NaiveBosRequest,
  timeWindow: string,
) {
  const complete = all.filter((event) => event.day >= range.from && event.day <= range.to && event.complete);
  const events = complete.filter((event) => passes(filter, event));
  const confidence: Record<string, unknown> = {};
  const part = (path: string, of: NaiveEvent[]) => {
    const failures = of.map((event) => aftermath(event).failed);
    const retests = of.map((event) => aftermath(event).retest);
    confidence[`${path}.failure_rate_pct`] = interval(failures);
    confidence[`${path}.retest_rate_pct`] = interval(retests);
    return {
      count: of.length,
      failure_rate_pct: percent(share(failures)),
      retest_rate_pct: percent(share(retests)),
    };
  };
  const side = (path: string, of: NaiveEvent[]) => {
    const through = of.map((event) => aftermath(event).followThroughPct);
    return {
      ...part(path, of),
      avg_follow_through_pct: percent(average(through)),
      median_follow_through_pct: percent(middle(through)),
      avg_bars_to_retest: percent(
        average(of.map((event) => (aftermath(event).retest ? aftermath(event).retestAt + 1 : null))),
      ),
    };
  };
  const groups = (path: string, names: string[], of: (event: NaiveEvent) => string) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        part(
          `${path}.${name}`,
          events.filter((event) => of(event) === name),
        ),
      ]),
    );
  const hourOf = (event: NaiveEvent) => `${event.hour}`;
  const weekdayOf = (event: NaiveEvent) => NAMES[weekdayNumber(event.day)];
  const weekend = NAMES.slice(5).filter((name) => events.some((event) => weekdayOf(event) === name));
  const pairs = complete.slice(1).map((event, k) => ({ event, before: complete[k] }));
  const same = pairs.map(({ event, before }) => event.up === before.up);
  confidence['continuation_rate_pct'] = interval(same);
  const last = all.filter((event) => event.day <= range.to).pop();
  return {
    symbol,
    timeframe,
    total_events: events.length,
    bos_count: events.filter((event) => typeOf(event) === 'bos').length,
    choch_count: events.filter((event) => typeOf(event) === 'choch').length,
    bullish: side(
      'bullish',
      events.filter((event) => event.up),
    ),
    bearish: side(
      'bearish',
      events.filter((event) => !event.up),
    ),
    continuation_rate_pct: percent(share(same)),
    avg_bars_between_events: percent(average(pairs.map(({ event, before }) => event.at - before.at))),
    current_trend: last ? (last.up ? 1 : -1) : 0,
    hourly_breakdown: groups('hourly_breakdown', [...new Set(events.map(hourOf))], hourOf),
    weekday_breakdown: groups('weekday_breakdown', [...NAMES.slice(0, 5), ...weekend], weekdayOf),
    sample_size: events.length,
    confidence,
    time_window: timeWindow,
  };
}

/** Complete events by follow-through; `events` oldest first. */
export function naiveBosTop(events: NaiveEvent[]): NaiveEvent[] {
  const through = (event: NaiveEvent) => percent(aftermath(event).followThroughPct)!;
  return events
    .filter((event) => event.complete)
    .sort((a, b) => through(b) - through(a) || a.candle.start - b.candle.start);
}
