/**
 * TREND once more, the slow and obvious way and from the statistics page alone: one object a session, runs found by
 * walking back day by day. Tests hold the kernel, the summary and the lists against it.
 */
import {
  dateText,
  type NaiveSession,
  type NaiveSymbol,
  type NaiveWindow,
  naivePrevious,
  naiveSessions,
} from './sessions.ts';
import { average, byWeekday, middle, NAMES, naiveRates, percent, price, ratio } from './values.ts';

type Direction = 'up' | 'down' | 'flat';

interface Day {
  date: number;
  weekday: number;
  complete: boolean;
  open: number;
  high: number;
  low: number;
  close: number;
  returnPct: number | null;
  rangePct: number;
  efficiency: number | null;
  strength: number | null;
  openAt: number | null;
  closeAt: number | null;
  trend: 'up' | 'down' | 'none';
  rangeVsPrev: number | null;
  direction: Direction | null;
  length: number;
  above20: boolean | null;
  above50: boolean | null;
}

export interface NaiveRequest {
  range: { from: number; to: number };
  edgePct?: number;
  weekday?: number | undefined;
  limit?: number;
  timeWindow?: string;
}

interface Prices {
  open: number;
  high: number;
  low: number;
  close: number;
}

function pricesOf({ bars }: NaiveSession): Prices {
  return {
    open: bars[0].open,
    high: Math.max(...bars.map((bar) => bar.high)),
    low: Math.min(...bars.map((bar) => bar.low)),
    close: bars[bars.length - 1].close,
  };
}

function aboveMeanOf(closes: number[], count: number): boolean | null {
  if (closes.length < count) return null;
  const mean = closes.slice(-count).reduce((sum, close) => sum + close, 0) / count;
  return closes[closes.length - 1] - mean > 1e-9 * mean;
}

function trendOf(openAt: number | null, closeAt: number | null, edgePct: number): Day['trend'] {
  if (openAt === null || closeAt === null) return 'none';
  const edge = edgePct / 100;
  const nearLow = (location: number) => location <= edge + 1e-9;
  const nearHigh = (location: number) => location >= 1 - edge - 1e-9;
  if (nearLow(openAt) && nearHigh(closeAt)) return 'up';
  return nearHigh(openAt) && nearLow(closeAt) ? 'down' : 'none';
}

function allDays(symbol: NaiveSymbol, window: NaiveWindow, edgePct: number): Day[] {
  const sessions = naiveSessions(symbol, window);
  const prices = sessions.map(pricesOf);
  const direction = (i: number): Direction | null => {
    if (i < 0 || !naivePrevious(sessions, i)) return null;
    const change = prices[i].close - prices[i - 1].close;
    return change > 0 ? 'up' : change < 0 ? 'down' : 'flat';
  };
  return sessions.map((session, i) => {
    const { open, high, low, close } = prices[i];
    const range = high - low;
    const before = naivePrevious(sessions, i) ? prices[i - 1] : null;
    const at = (one: number) => (range === 0 ? null : (one - low) / range);
    const efficiency = range === 0 ? null : Math.abs(close - open) / range;
    const rangePct = (range / open) * 100;
    let length = 0;
    if (direction(i) !== null) for (let j = i; direction(j) === direction(i); j--) length++;
    const closes = prices.slice(Math.max(0, i - 49), i + 1).map((one) => one.close);
    return {
      date: session.date,
      weekday: session.weekday,
      complete: session.complete,
      open,
      high,
      low,
      close,
      returnPct: before ? ((close - before.close) / before.close) * 100 : null,
      rangePct,
      efficiency,
      strength: efficiency === null ? null : efficiency * rangePct,
      openAt: at(open),
      closeAt: at(close),
      trend: trendOf(at(open), at(close), edgePct),
      rangeVsPrev: before && before.high !== before.low ? range / (before.high - before.low) : null,
      direction: direction(i),
      length,
      above20: aboveMeanOf(closes, 20),
      above50: aboveMeanOf(closes, 50),
    };
  });
}

function shownDay(symbol: NaiveSymbol, day: Day) {
  return {
    symbol: symbol.symbol,
    date: dateText(day.date),
    weekday: NAMES[day.weekday],
    open: price(day.open),
    high: price(day.high),
    low: price(day.low),
    close: price(day.close),
    return_pct: percent(day.returnPct),
    range_pct: percent(day.rangePct),
    efficiency: ratio(day.efficiency),
    strength: percent(day.strength),
    open_location: ratio(day.openAt),
    close_location: ratio(day.closeAt),
    trend_day: day.trend,
    range_vs_prev: ratio(day.rangeVsPrev),
    streak_direction: day.direction,
    streak_length: day.length,
    above_sma20: day.above20,
    above_sma50: day.above50,
    complete: day.complete,
  };
}

/** The answers of all three endpoints. */
export function naiveTrend(symbol: NaiveSymbol, window: NaiveWindow, request: NaiveRequest) {
  const { from, to } = request.range;
  const inRange = allDays(symbol, window, request.edgePct ?? 20).filter(({ date }) => date >= from && date <= to);
  const wanted = ({ weekday }: Day) =>
    request.weekday === undefined || Math.floor(request.weekday / 2 ** weekday) % 2 === 1;
  const complete = inRange.filter((day) => day.complete);
  const top = complete
    .filter((day) => wanted(day) && day.trend !== 'none')
    .map((day) => ({ day, row: shownDay(symbol, day) }))
    .sort((a, b) => Number(b.row.strength) - Number(a.row.strength) || a.day.date - b.day.date)
    .slice(0, request.limit ?? 10)
    .map(({ row }) => row);
  return {
    raw: inRange.filter(wanted).map((day) => shownDay(symbol, day)),
    top,
    summary: naiveSummary(symbol, request, complete, wanted),
  };
}

function naiveSummary(symbol: NaiveSymbol, request: NaiveRequest, complete: Day[], wanted: (day: Day) => boolean) {
  const { confidence, rate, rates } = naiveRates();
  const days = complete.filter(wanted);
  const up = days.filter((day) => day.trend === 'up');
  const down = days.filter((day) => day.trend === 'down');

  // Pairs of a session and the next one of the range, if that has a return.
  const pairs = complete.slice(1).map((next, i) => ({ day: complete[i], next }));
  const withReturn = pairs.filter(({ next }) => next.direction !== null);
  const nextDays = withReturn
    .filter(({ day }) => wanted(day) && day.trend !== 'none')
    .map(({ day, next }) => next.direction === day.trend);

  const runs = (direction: Direction) =>
    complete
      .filter((day, i) => day.direction === direction && complete[i + 1]?.direction !== direction)
      .map((day) => day.length);
  const longest = (lengths: number[]) => (lengths.length === 0 ? 0 : Math.max(...lengths));

  const byLength: Record<string, { n: number; pct: number | null }> = {};
  const moving = withReturn.filter(({ day }) => day.direction === 'up' || day.direction === 'down');
  for (const n of new Set(moving.map(({ day }) => day.length))) {
    const cases = moving.filter(({ day }) => day.length === n).map(({ day, next }) => next.direction === day.direction);
    byLength[n] = { n: cases.length, pct: rate(`streaks.continuation_by_length.${n}.pct`, cases) };
  }

  const last = complete.at(-1);
  return {
    symbol: symbol.symbol,
    total_days: days.length,
    trend_days_up: up.length,
    trend_days_down: down.length,
    ...rates({ trend_day_rate_pct: days.map((day) => day.trend !== 'none') }),
    avg_efficiency: ratio(average(days.map((day) => day.efficiency))),
    median_efficiency: ratio(middle(days.map((day) => day.efficiency))),
    avg_return_trend_up: percent(average(up.map((day) => day.returnPct))),
    avg_return_trend_down: percent(average(down.map((day) => day.returnPct))),
    next_day_continuation_pct: rate('next_day_continuation_pct', nextDays),
    streaks: {
      max_up: longest(runs('up')),
      max_down: longest(runs('down')),
      avg_up: percent(average(runs('up'))),
      avg_down: percent(average(runs('down'))),
      continuation_by_length: byLength,
    },
    current_streak: { direction: last?.direction ?? null, length: last?.length ?? 0 },
    ...rates({
      pct_days_above_sma20: days.map((day) => day.above20),
      pct_days_above_sma50: days.map((day) => day.above50),
    }),
    weekday_breakdown: byWeekday(days, (those, name) => ({
      count: those.length,
      ...rates({ trend_day_rate_pct: those.map((day) => day.trend !== 'none') }, `weekday_breakdown.${name}.`),
    })),
    sample_size: days.length,
    confidence,
    time_window: request.timeWindow ?? 'custom',
  };
}
