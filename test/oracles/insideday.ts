/** INSIDEDAY a second time, from the words of its definition. */
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { dateText, type NaiveWindow, naivePrevious, naiveSessions, naiveSymbol } from './sessions.ts';
import { average, interval, middle, NAMES, percent, price, ratio, share } from './values.ts';

const TYPES = ['inside', 'outside', 'higher', 'lower'];

export interface InsideAsked {
  session: NaiveWindow;
  from: number;
  to: number;
}

/** Nothing rounded; the weekdays come later, since what follows a session ignores them. */
export function naiveInside(data: SymbolData, { session, from, to }: InsideAsked) {
  const sessions = naiveSessions(naiveSymbol(data), session).map((one) => ({
    ...one,
    open: one.bars[0].open,
    high: Math.max(...one.bars.map(({ high }) => high)),
    low: Math.min(...one.bars.map(({ low }) => low)),
    close: one.bars[one.bars.length - 1].close,
  }));
  return sessions.flatMap((today, i) => {
    if (today.date < from || today.date > to || !naivePrevious(sessions, i)) return [];
    const before = sessions[i - 1];
    const higher = today.high > before.high;
    const lower = today.low < before.low;
    const type = higher && lower ? 'outside' : higher ? 'higher' : lower ? 'lower' : 'inside';
    const height = before.high - before.low;
    return [{ today, before, type, times: height === 0 ? null : (today.high - today.low) / height }];
  });
}

export type InsideDay = ReturnType<typeof naiveInside>[number];

export const shownInside = (symbol: string, { today, before, type, times }: InsideDay) => ({
  symbol,
  date: dateText(today.date),
  weekday: NAMES[today.weekday],
  prev_date: dateText(before.date),
  prev_high: price(before.high),
  prev_low: price(before.low),
  open: price(today.open),
  high: price(today.high),
  low: price(today.low),
  close: price(today.close),
  day_type: type,
  range_vs_prev_x: ratio(times),
  closed_above: today.close > before.high,
  closed_below: today.close < before.low,
  complete: today.complete,
});

export function naiveInsideTop(days: readonly InsideDay[]): InsideDay[] {
  const size = ({ times }: InsideDay) => ratio(times) ?? Number.NEGATIVE_INFINITY;
  return days
    .filter(({ today, type }) => today.complete && type === 'outside')
    .sort((a, b) => size(b) - size(a) || a.today.date - b.today.date);
}

/** @param all of the range, whatever the weekdays asked for */
export function naiveInsideSummary(symbol: string, all: readonly InsideDay[], weekdays: number[] | undefined) {
  const complete = all.filter(({ today }) => today.complete);
  const types = new Map(complete.map(({ today, type }) => [today.date, type]));
  const days = complete
    .filter(({ today }) => !weekdays || weekdays.includes(today.weekday))
    .map((day) => ({ ...day, after: types.get(day.before.date) }));
  const confidence: Record<string, unknown> = {};
  const rate = (path: string, hits: boolean[]) => {
    confidence[path] = interval(hits);
    return percent(share(hits));
  };
  const tell = (path: string, some: typeof days) => {
    const figures: Record<string, number | null> = { count: some.length };
    for (const type of TYPES) figures[`${type}_pct`] = rate(`${path}.${type}_pct`, some.map((day) => day.type === type)); // biome-ignore format: one call
    return figures;
  };
  const of = (type: string) => days.filter((day) => day.type === type);
  const figures = {
    days: tell('days', days),
    inside_closed_up_pct: rate('inside_closed_up_pct', of('inside').map(({ today }) => today.close > today.open)), // biome-ignore format: one call
    outside_closed_above_pct: rate('outside_closed_above_pct', of('outside').map(({ today, before }) => today.close > before.high)), // biome-ignore format: one call
    outside_closed_below_pct: rate('outside_closed_below_pct', of('outside').map(({ today, before }) => today.close < before.low)), // biome-ignore format: one call
    avg_range_vs_prev_x: ratio(average(days.map(({ times }) => times))),
    median_range_vs_prev_x: ratio(middle(days.map(({ times }) => times))),
    weekday_breakdown: {} as Record<string, unknown>,
    after: {} as Record<string, unknown>,
  };
  NAMES.forEach((name, weekday) => {
    const some = days.filter(({ today }) => today.weekday === weekday);
    if (weekday < 5 || some.length > 0) figures.weekday_breakdown[name] = tell(`weekday_breakdown.${name}`, some);
  });
  for (const type of TYPES) figures.after[type] = tell(`after.${type}`, days.filter((day) => day.after === type)); // biome-ignore format: one call
  return {
    symbol,
    total_days: days.length,
    ...figures,
    sample_size: days.length,
    confidence,
    time_window: 'custom',
  };
}
