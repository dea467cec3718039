/** What ODC and OWC say of a candle and of the period that begins with it, from the rules alone: one object a period. */
import type { NaiveBar } from './sessions.ts';
import { average, type naiveRates, percent, price, ratio } from './values.ts';

interface Candle {
  open: number;
  high: number;
  low: number;
  close: number;
}

export interface Opening {
  date: number;
  candle: Candle | null;
  /** The candle and what comes after it. */
  period: Candle | null;
  /** The period before. */
  before: Candle | null;
  complete: boolean;
}

export function candleOf(bars: NaiveBar[]): Candle | null {
  if (bars.length === 0) return null;
  return {
    open: bars[0].open,
    high: bars.reduce((most, bar) => Math.max(most, bar.high), bars[0].high),
    low: bars.reduce((least, bar) => Math.min(least, bar.low), bars[0].low),
    close: bars[bars.length - 1].close,
  };
}

const color = ({ open, close }: Candle) => (close === open ? 'doji' : close > open ? 'green' : 'red');
const returnPct = ({ open, close }: Candle) => ((close - open) / open) * 100;
const isOutside = ({ period, before }: Opening) =>
  period && before ? period.high > before.high && period.low < before.low : null;

/** What follows from the candle; unrounded. */
export function figuresOf({ candle, period }: Opening) {
  if (!candle || !period) return null;
  const range = candle.high - candle.low;
  const [up, down] = [period.high > candle.high, period.low < candle.low];
  const inRanges = (distance: number) => (range === 0 ? null : distance / range);
  return {
    direction: color(candle),
    bodyPct: (Math.abs(candle.close - candle.open) / candle.open) * 100,
    rangePct: (range / candle.open) * 100,
    location: inRanges(candle.close - candle.low),
    continuation: color(candle) === 'doji' ? null : color(candle) === color(period),
    restReturnPct: ((period.close - candle.close) / candle.close) * 100,
    up,
    down,
    breakType: up && down ? 'both' : up ? 'up' : down ? 'down' : 'none',
    highInCandle: candle.high === period.high,
    lowInCandle: candle.low === period.low,
    extensionUp: inRanges(period.high - candle.high),
    extensionDown: inRanges(candle.low - period.low),
  };
}

/** As answers show it. */
export function shownOpening(opening: Opening) {
  const { candle, period } = opening;
  const f = figuresOf(opening);
  return {
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
    outside_period: isOutside(opening),
  };
}

/** Figures of complete periods with a candle that both summaries have. */
export function openingSummary(openings: readonly Opening[], { rates }: ReturnType<typeof naiveRates>) {
  const rows = openings.map((opening) => ({ opening, period: opening.period!, ...figuresOf(opening)! }));
  const of = (direction: string) => rows.filter((row) => row.direction === direction);
  const [green, red] = [of('green'), of('red')];
  const returns = (some: typeof rows) => percent(average(some.map(({ period }) => returnPct(period))));
  const rests = (some: typeof rows) => percent(average(some.map(({ restReturnPct }) => restReturnPct)));
  const broken = (type: string) => rows.filter((row) => row.breakType === type).length;
  return {
    green_candles: green.length,
    red_candles: red.length,
    doji_candles: of('doji').length,
    ...rates({
      green_given_green_pct: green.map(({ period }) => color(period) === 'green'),
      red_given_red_pct: red.map(({ period }) => color(period) === 'red'),
      continuation_rate_pct: rows.map(({ continuation }) => continuation),
    }),
    avg_return_given_green_pct: returns(green),
    avg_return_given_red_pct: returns(red),
    avg_rest_return_given_green_pct: rests(green),
    avg_rest_return_given_red_pct: rests(red),
    ...rates({
      high_in_candle_pct: rows.map(({ highInCandle }) => highInCandle),
      low_in_candle_pct: rows.map(({ lowInCandle }) => lowInCandle),
    }),
    break_type_distribution: { up: broken('up'), down: broken('down'), both: broken('both'), none: broken('none') },
    ...rates({ outside_rate_pct: rows.map(({ opening }) => isOutside(opening)) }),
  };
}

/** Complete ones that continued their candle, largest return first, either way; of equal ones the older. */
export function naiveContinued<T extends Opening>(all: readonly T[]): T[] {
  const size = ({ period }: Opening) => Math.abs(percent(returnPct(period!))!);
  return all
    .filter((one) => one.complete && figuresOf(one)?.continuation === true)
    .sort((a, b) => size(b) - size(a) || a.date - b.date);
}
