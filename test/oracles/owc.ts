/**
 * OWC once more, the slow and obvious way and from the statistics page alone: one object a week. Tests hold the
 * kernel, the summary and the lists against it.
 */
import {
  dateText,
  type NaiveBar,
  type NaiveSession,
  type NaiveSymbol,
  type NaiveWindow,
  naiveSessions,
} from './sessions.ts';
import { average, interval, percent, price, ratio, share } from './values.ts';

type Color = 'green' | 'red' | 'doji';

export interface NaiveWeek {
  week: string;
  date: number;
  candle: NaiveBar[];
  bars: NaiveBar[];
  /** Bars of the ISO week just before; none: an empty list. */
  before: NaiveBar[];
  complete: boolean;
}

const openOf = (bars: NaiveBar[]) => bars[0].open;
const closeOf = (bars: NaiveBar[]) => bars[bars.length - 1].close;
const highOf = (bars: NaiveBar[]) => bars.reduce((most, bar) => Math.max(most, bar.high), bars[0].high);
const lowOf = (bars: NaiveBar[]) => bars.reduce((least, bar) => Math.min(least, bar.low), bars[0].low);
const colorOf = (bars: NaiveBar[]): Color =>
  closeOf(bars) === openOf(bars) ? 'doji' : closeOf(bars) > openOf(bars) ? 'green' : 'red';
const barsOf = (sessions: NaiveSession[]) => sessions.flatMap((session) => session.bars);

const mondayOf = (session: NaiveSession) => session.date - session.weekday;

function weekText(monday: number): string {
  const thursday = new Date((monday + 3) * 86_400_000);
  const dayOfYear = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}

export function naiveWeeks(symbol: NaiveSymbol, window: NaiveWindow, openingDays: number): NaiveWeek[] {
  const sessions = naiveSessions(symbol, window);
  const byMonday = new Map<number, NaiveSession[]>();
  for (const session of sessions) {
    const monday = mondayOf(session);
    byMonday.set(monday, [...(byMonday.get(monday) ?? []), session]);
  }
  const lastStart = symbol.bars.length === 0 ? Number.NEGATIVE_INFINITY : symbol.bars[symbol.bars.length - 1].t;
  return [...byMonday]
    .filter(([, own]) => own.length > openingDays)
    .map(([monday, own]) => ({
      week: weekText(monday),
      date: own[0].date,
      candle: barsOf(own.slice(0, openingDays)),
      bars: barsOf(own),
      before: barsOf(byMonday.get(monday - 7) ?? []),
      complete: lastStart >= (monday + 7) * 1440 && lastStart >= sundayEnd(symbol, window, monday + 6),
    }));
}

/** End of a crypto pair's Sunday window; others have none. */
function sundayEnd(symbol: NaiveSymbol, window: NaiveWindow, sunday: number): number {
  if (symbol.assetClass !== 'crypto' || symbol.intervalMin === 1440) return Number.NEGATIVE_INFINITY;
  if (window.mode === 'extended') return (sunday + 1) * 1440;
  return window.endMin > window.startMin ? sunday * 1440 + window.endMin : (sunday + 1) * 1440 + window.endMin;
}

export function shownWeek(symbol: string, week: NaiveWeek) {
  const { candle, bars, before } = week;
  const [high, low] = [highOf(candle), lowOf(candle)];
  const [up, down] = [highOf(bars) > high, lowOf(bars) < low];
  const inRanges = (distance: number) => (high === low ? null : ratio(distance / (high - low)));
  return {
    symbol,
    week: week.week,
    date: dateText(week.date),
    candle_open: price(openOf(candle)),
    candle_high: price(high),
    candle_low: price(low),
    candle_close: price(closeOf(candle)),
    candle_direction: colorOf(candle),
    candle_body_pct: percent((Math.abs(closeOf(candle) - openOf(candle)) / openOf(candle)) * 100),
    candle_range_pct: percent(((high - low) / openOf(candle)) * 100),
    candle_close_location: inRanges(closeOf(candle) - low),
    session_open: price(openOf(bars)),
    session_close: price(closeOf(bars)),
    session_return_pct: percent(returnOf(week)),
    session_direction: colorOf(bars),
    continuation: continued(week),
    rest_return_pct: percent(restOf(week)),
    broke_candle_high: up,
    broke_candle_low: down,
    break_type: up && down ? 'both' : up ? 'up' : down ? 'down' : 'none',
    high_in_candle: candle.some((bar) => bar.high === highOf(bars)),
    low_in_candle: candle.some((bar) => bar.low === lowOf(bars)),
    max_extension_up_x: inRanges(highOf(bars) - high),
    max_extension_down_x: inRanges(low - lowOf(bars)),
    outside_period: before.length === 0 ? null : highOf(bars) > highOf(before) && lowOf(bars) < lowOf(before),
    complete: week.complete,
  };
}

const returnOf = ({ bars }: NaiveWeek) => ((closeOf(bars) - openOf(bars)) / openOf(bars)) * 100;
const restOf = ({ bars, candle }: NaiveWeek) => ((closeOf(bars) - closeOf(candle)) / closeOf(candle)) * 100;
const continued = ({ bars, candle }: NaiveWeek) =>
  colorOf(candle) === 'doji' ? null : colorOf(bars) === colorOf(candle);

/** Of complete weeks. */
export function naiveOwcSummary(symbol: string, weeks: NaiveWeek[], openingDays: number) {
  const rows = weeks.map((week) => shownWeek(symbol, week));
  const green = weeks.filter(({ candle }) => colorOf(candle) === 'green');
  const red = weeks.filter(({ candle }) => colorOf(candle) === 'red');
  const rates = {
    green_given_green_pct: green.map(({ bars }) => colorOf(bars) === 'green'),
    red_given_red_pct: red.map(({ bars }) => colorOf(bars) === 'red'),
    continuation_rate_pct: weeks.map(continued),
    high_in_candle_pct: rows.map((row) => row.high_in_candle),
    low_in_candle_pct: rows.map((row) => row.low_in_candle),
    outside_rate_pct: rows.map((row) => row.outside_period),
  };
  const breaks = (type: string) => rows.filter((row) => row.break_type === type).length;
  return {
    symbol,
    opening_days: openingDays,
    total_weeks: weeks.length,
    green_candles: green.length,
    red_candles: red.length,
    doji_candles: weeks.filter(({ candle }) => colorOf(candle) === 'doji').length,
    ...Object.fromEntries(Object.entries(rates).map(([name, cases]) => [name, percent(share(cases))])),
    avg_return_given_green_pct: percent(average(green.map(returnOf))),
    avg_return_given_red_pct: percent(average(red.map(returnOf))),
    avg_rest_return_given_green_pct: percent(average(green.map(restOf))),
    avg_rest_return_given_red_pct: percent(average(red.map(restOf))),
    break_type_distribution: { up: breaks('up'), down: breaks('down'), both: breaks('both'), none: breaks('none') },
    sample_size: weeks.length,
    confidence: Object.fromEntries(Object.entries(rates).map(([name, cases]) => [name, interval(cases)])),
    time_window: 'custom',
  };
}

/** Complete weeks that continued, largest return first, either way; of equal ones the older. */
export function naiveOwcTop(weeks: NaiveWeek[]): NaiveWeek[] {
  const size = (week: NaiveWeek) => Math.abs(percent(returnOf(week)) as number);
  return weeks.filter((week) => continued(week) === true).sort((a, b) => size(b) - size(a) || a.date - b.date);
}
