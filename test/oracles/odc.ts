/**
 * ODC a second time, the slow and obvious way from the rules alone: what the kernel is held against. Rows, summary
 * and order as answers show them.
 */

import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { dateText, type NaiveBar, naivePrevious, naiveSessions, naiveSymbol, naiveVolumeRatio } from './sessions.ts';
import { average, byWeekday, NAMES, naiveRates, percent, price, ratio } from './values.ts';

interface Candle {
  open: number;
  high: number;
  low: number;
  close: number;
}

export interface NaiveOdc {
  day: number;
  weekday: number;
  candle: Candle | null;
  /** From the anchor to the session's end. */
  period: Candle | null;
  /** Of the bars after the candle. */
  rest: Candle | null;
  outside: boolean | null;
  volumeRatio: number | null;
  complete: boolean;
}

function candleOf(bars: NaiveBar[]): Candle | null {
  if (bars.length === 0) return null;
  return {
    open: bars[0].open,
    high: Math.max(...bars.map((bar) => bar.high)),
    low: Math.min(...bars.map((bar) => bar.low)),
    close: bars[bars.length - 1].close,
  };
}

export function naiveOdc(data: SymbolData, spec: SessionSpec, candleMinutes: number): NaiveOdc[] {
  const sessions = naiveSessions(naiveSymbol(data), spec);
  return sessions.map((session, s) => {
    const { anchor, bars, stop } = session;
    const candleEnd = anchor + candleMinutes;
    const over = data.clock.lastBarEnd >= candleEnd || data.clock.lastBarEnd >= stop;
    const period = candleOf(bars.filter((bar) => bar.t >= anchor));
    const candle = over ? candleOf(bars.filter((bar) => bar.t >= anchor && bar.t < candleEnd)) : null;
    const before = naivePrevious(sessions, s);
    const beforePeriod = before ? candleOf(before.bars.filter((bar) => bar.t >= before.anchor)) : null;
    return {
      day: session.date,
      weekday: session.weekday,
      candle,
      period,
      rest: candleOf(bars.filter((bar) => bar.t >= candleEnd)),
      outside: period && beforePeriod ? period.high > beforePeriod.high && period.low < beforePeriod.low : null,
      volumeRatio: candle ? naiveVolumeRatio(sessions, s, 0, candleMinutes) : null,
      complete: session.complete,
    };
  });
}

const color = ({ open, close }: Candle) => (close === open ? 'doji' : close > open ? 'green' : 'red');
const returnPct = ({ open, close }: Candle) => ((close - open) / open) * 100;

/** What follows from the candle; unrounded. */
function figures({ candle, period, rest }: NaiveOdc) {
  if (!candle || !period) return null;
  const range = candle.high - candle.low;
  const up = rest !== null && rest.high > candle.high;
  const down = rest !== null && rest.low < candle.low;
  const beyond = (price: number) => (range === 0 ? null : Math.max(0, price) / range);
  return {
    direction: color(candle),
    bodyPct: (Math.abs(candle.close - candle.open) / candle.open) * 100,
    rangePct: (range / candle.open) * 100,
    location: range === 0 ? null : (candle.close - candle.low) / range,
    continuation: color(candle) === 'doji' ? null : color(candle) === color(period),
    restReturnPct: ((period.close - candle.close) / candle.close) * 100,
    up,
    down,
    breakType: up && down ? 'both' : up ? 'up' : down ? 'down' : 'none',
    highInCandle: candle.high === period.high,
    lowInCandle: candle.low === period.low,
    extensionUp: beyond(period.high - candle.high),
    extensionDown: beyond(candle.low - period.low),
  };
}

export function shownOdc(symbol: string, row: NaiveOdc) {
  const { candle, period } = row;
  const f = figures(row);
  return {
    symbol,
    date: dateText(row.day),
    weekday: NAMES[row.weekday],
    candle_open: price(candle?.open ?? null),
    candle_high: price(candle?.high ?? null),
    candle_low: price(candle?.low ?? null),
    candle_close: price(candle?.close ?? null),
    candle_direction: f?.direction ?? null,
    candle_body_pct: percent(f?.bodyPct ?? null),
    candle_range_pct: percent(f?.rangePct ?? null),
    candle_close_location: ratio(f?.location ?? null),
    session_open: price(period?.open ?? null),
    session_close: price(period?.close ?? null),
    session_return_pct: percent(period ? returnPct(period) : null),
    session_direction: period ? color(period) : null,
    continuation: f?.continuation ?? null,
    rest_return_pct: percent(f?.restReturnPct ?? null),
    broke_candle_high: f?.up ?? null,
    broke_candle_low: f?.down ?? null,
    break_type: f?.breakType ?? null,
    high_in_candle: f?.highInCandle ?? null,
    low_in_candle: f?.lowInCandle ?? null,
    max_extension_up_x: ratio(f?.extensionUp ?? null),
    max_extension_down_x: ratio(f?.extensionDown ?? null),
    outside_period: row.outside,
    volume_ratio: ratio(row.volumeRatio),
    complete: row.complete,
  };
}

/** Of rows that are in the range and on the weekdays asked for. */
export function naiveOdcSummary(symbol: string, all: NaiveOdc[], candleMinutes: number, timeWindow: string) {
  const complete = all.filter((row) => row.complete);
  const days = complete
    .filter((row) => row.candle !== null)
    .map((row) => ({ ...row, ...figures(row)!, returnPct: returnPct(row.period!) }));
  const { confidence, rates } = naiveRates();
  const of = (direction: string) => days.filter((day) => day.direction === direction);
  const green = of('green');
  const red = of('red');
  const broken = (type: string) => days.filter((day) => day.breakType === type).length;
  return {
    symbol,
    candle_minutes: candleMinutes,
    total_days: complete.length,
    green_candles: green.length,
    red_candles: red.length,
    doji_candles: of('doji').length,
    ...rates({
      green_given_green_pct: green.map(({ period }) => color(period!) === 'green'),
      red_given_red_pct: red.map(({ period }) => color(period!) === 'red'),
      continuation_rate_pct: days.map(({ continuation }) => continuation),
    }),
    avg_return_given_green_pct: percent(average(green.map((day) => day.returnPct))),
    avg_return_given_red_pct: percent(average(red.map((day) => day.returnPct))),
    avg_rest_return_given_green_pct: percent(average(green.map((day) => day.restReturnPct))),
    avg_rest_return_given_red_pct: percent(average(red.map((day) => day.restReturnPct))),
    ...rates({
      high_in_candle_pct: days.map(({ highInCandle }) => highInCandle),
      low_in_candle_pct: days.map(({ lowInCandle }) => lowInCandle),
    }),
    break_type_distribution: { up: broken('up'), down: broken('down'), both: broken('both'), none: broken('none') },
    ...rates({ outside_rate_pct: days.map(({ outside }) => outside) }),
    no_candle_days: complete.length - days.length,
    weekday_breakdown: byWeekday(days, (rows, name) => ({
      count: rows.length,
      ...rates({ continuation_rate_pct: rows.map(({ continuation }) => continuation) }, `weekday_breakdown.${name}.`),
    })),
    sample_size: days.length,
    confidence,
    time_window: timeWindow,
  };
}

/** Complete days that continued their candle, largest first. */
export function naiveOdcTop(all: NaiveOdc[]): NaiveOdc[] {
  const size = ({ period }: NaiveOdc) => Math.abs(percent(returnPct(period!))!);
  return all
    .filter((row) => row.complete && figures(row)?.continuation === true)
    .sort((a, b) => size(b) - size(a) || a.day - b.day);
}
