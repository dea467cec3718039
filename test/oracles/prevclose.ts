/**
 * PREVCLOSE a second time, from the words of its definition: one object a session, every list written out. Slow on
 * purpose; nothing of it is shared with the kernel.
 */

import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { bucketOf } from './gap.ts';
import {
  dateText,
  type NaiveBar,
  type NaiveWindow,
  naivePrevious,
  naiveSessions,
  naiveSymbol,
  timeText,
} from './sessions.ts';
import { average, middle, NAMES, naiveRates, percent, rounded } from './values.ts';

export interface NaiveQuestion {
  session: NaiveWindow;
  from: number;
  to: number;
  criteria: 'wick' | 'close';
  minGapPct: number;
  /** Numbers of the weekdays asked for, 0 = Monday. */
  weekdays?: number[];
}

interface Pair {
  date: number;
  weekday: number;
  complete: boolean;
  today: NaiveBar[];
  before: NaiveBar[];
  prevDate: number;
}

function pairs(data: SymbolData, { session, from, to, weekdays }: NaiveQuestion): Pair[] {
  const sessions = naiveSessions(naiveSymbol(data), session);
  const out: Pair[] = [];
  sessions.forEach(({ date, weekday, complete, bars }, i) => {
    const before = naivePrevious(sessions, i);
    if (!before || date < from || date > to || (weekdays && !weekdays.includes(weekday))) return;
    out.push({ date, weekday, complete, today: bars, before: before.bars, prevDate: before.date });
  });
  return out;
}

/** The gap of one session, nothing rounded; null where it opens at the previous close. */
function gapOf(data: SymbolData, pair: Pair, criteria: 'wick' | 'close') {
  const { today, before } = pair;
  const daily = data.meta.intervalMin === 1440;
  const prevClose = before[before.length - 1].close;
  const open = today[0].open;
  const close = today[today.length - 1].close;
  if (open === prevClose) return null;
  const rose = open > prevClose;
  const highs = today.map(({ high }) => high);
  const lows = today.map(({ low }) => low);
  // What comes towards the previous close: falling prices after a gap up, rising ones after a gap down.
  const tried = today.map((bar) => (criteria === 'close' ? bar.close : rose ? bar.low : bar.high));
  const fills = today.filter((_, i) => (rose ? tried[i] <= prevClose : tried[i] >= prevClose));
  const size = rose ? open - prevClose : prevClose - open;
  const way = rose ? open - Math.min(open, ...tried) : Math.max(open, ...tried) - open;
  const partial = way > size ? 100 : (way / size) * 100;
  const inPart = fills.length === 0 && partial > 1e-9 && !daily;
  const deepest = rose ? Math.min(...tried) : Math.max(...tried);
  const partly = inPart ? today[tried.indexOf(deepest)] : null;
  return {
    symbol: data.meta.symbol,
    date: dateText(pair.date),
    weekday: NAMES[pair.weekday],
    direction: rose ? 'up' : 'down',
    prev_date: dateText(pair.prevDate),
    prev_close: prevClose,
    open,
    gap_size: size,
    gap_pct: (size / prevClose) * 100,
    open_place: before.every(({ high }) => open > high) || before.every(({ low }) => open < low) ? 'outside' : 'inside',
    filled: fills.length > 0,
    partial_fill_pct: partial,
    fill_bucket: bucketOf(fills.length > 0, partial),
    fill_time: fills.length === 0 || daily ? null : timeText(fills[0].t),
    minutes_to_fill: fills.length === 0 || daily ? null : fills[0].t - today[0].t,
    volume_at_fill: fills.length === 0 || daily ? null : fills[0].volume,
    partial_fill_time: partly ? timeText(partly.t) : null,
    minutes_to_partial_fill: partly ? partly.t - today[0].t : null,
    volume_at_partial_fill: partly ? partly.volume : null,
    max_run_pct: ((rose ? Math.max(...highs) - prevClose : prevClose - Math.min(...lows)) / prevClose) * 100,
    close,
    closed_in_gap_direction: rose ? close > open : close < open,
    complete: pair.complete,
  };
}

export type NaiveGap = NonNullable<ReturnType<typeof gapOf>>;

/** Gaps of the range, oldest first, nothing rounded. */
export function naiveGaps(data: SymbolData, question: NaiveQuestion): NaiveGap[] {
  return pairs(data, question)
    .map((pair) => gapOf(data, pair, question.criteria))
    .filter((gap) => gap !== null)
    .filter((gap) => gap.gap_pct >= question.minGapPct - 1e-9);
}

/** A gap as answers show it. */
export const shownGap = (gap: NaiveGap) =>
  rounded(gap, {
    price: ['prev_close', 'open', 'gap_size', 'close'],
    percent: ['gap_pct', 'partial_fill_pct', 'max_run_pct'],
    volume: ['volume_at_fill', 'volume_at_partial_fill'],
  });

/** Largest first by the value shown; equal ones oldest first. */
export function naiveTop(gaps: readonly NaiveGap[]) {
  const rows = gaps.filter(({ complete }) => complete).map(shownGap);
  return rows.sort((a, b) => b.gap_pct - a.gap_pct || (a.date < b.date ? -1 : 1));
}

/** The summary as answers show it. */
export function naiveSummary(data: SymbolData, question: NaiveQuestion, timeWindow: string) {
  const days = pairs(data, question).filter(({ complete }) => complete);
  const gaps = naiveGaps(data, question).filter(({ complete }) => complete);
  const { confidence, rates } = naiveRates();
  const part = (path: string, of: NaiveGap[]) => ({
    count: of.length,
    ...rates({ fill_rate_pct: of.map(({ filled }) => filled) }, `${path}.`),
  });
  const sized = (from: number, to: number) =>
    gaps.filter(({ gap_pct: size }) => size >= from - 1e-9 && size < to - 1e-9);
  const found = new Set(gaps.map(({ date }) => date));
  return {
    symbol: data.meta.symbol,
    total_days: days.length,
    total_gaps: gaps.length,
    filled_gaps: gaps.filter(({ filled }) => filled).length,
    ...rates({
      gap_rate_pct: days.map(({ date }) => found.has(dateText(date))),
      fill_rate_pct: gaps.map(({ filled }) => filled),
      closed_in_gap_direction_pct: gaps.map((gap) => gap.closed_in_gap_direction),
    }),
    avg_gap_pct: percent(average(gaps.map((gap) => gap.gap_pct))),
    median_gap_pct: percent(middle(gaps.map((gap) => gap.gap_pct))),
    avg_minutes_to_fill: percent(average(gaps.map((gap) => gap.minutes_to_fill))),
    median_minutes_to_fill: percent(middle(gaps.map((gap) => gap.minutes_to_fill))),
    partial_fills: gaps.filter((gap) => !gap.filled && gap.partial_fill_pct > 1e-9).length,
    avg_minutes_to_partial_fill: percent(average(gaps.map((gap) => gap.minutes_to_partial_fill))),
    avg_partial_fill_pct: percent(average(gaps.map((gap) => gap.partial_fill_pct))),
    avg_max_run_pct: percent(average(gaps.map((gap) => gap.max_run_pct))),
    direction_breakdown: {
      up: part(
        'direction_breakdown.up',
        gaps.filter(({ direction }) => direction === 'up'),
      ),
      down: part(
        'direction_breakdown.down',
        gaps.filter(({ direction }) => direction === 'down'),
      ),
    },
    place_breakdown: {
      outside: part(
        'place_breakdown.outside',
        gaps.filter((gap) => gap.open_place === 'outside'),
      ),
      inside: part(
        'place_breakdown.inside',
        gaps.filter((gap) => gap.open_place === 'inside'),
      ),
    },
    size_breakdown: {
      '<0.25': part('size_breakdown.<0.25', sized(-1, 0.25)),
      '0.25-0.5': part('size_breakdown.0.25-0.5', sized(0.25, 0.5)),
      '0.5-1': part('size_breakdown.0.5-1', sized(0.5, 1)),
      '1-2': part('size_breakdown.1-2', sized(1, 2)),
      '>=2': part('size_breakdown.>=2', sized(2, Number.POSITIVE_INFINITY)),
    },
    weekday_breakdown: Object.fromEntries(
      NAMES.map((name) => [name, gaps.filter(({ weekday }) => weekday === name)] as const)
        .filter(([name, of]) => NAMES.indexOf(name) < 5 || of.length > 0)
        .map(([name, of]) => [name, part(`weekday_breakdown.${name}`, of)]),
    ),
    sample_size: gaps.length,
    confidence,
    time_window: timeWindow,
  };
}
