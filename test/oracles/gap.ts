/**
 * GAP a second time, from the rules alone: one object a bar, a session and a gap, every loop written out. Slow on
 * purpose; nothing of it is shared with the kernel. Tests compare the two.
 */

import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { dateText, type NaiveBar, type NaiveWindow, naiveSessions, naiveSymbol, timeText } from './sessions.ts';
import { NAMES, rounded } from './values.ts';

/** A session with its figures. */
interface Day {
  date: number;
  weekday: number;
  start: number;
  complete: boolean;
  bars: NaiveBar[];
  open: number;
  high: number;
  low: number;
  close: number;
}

export interface NaiveQuestion {
  session: NaiveWindow;
  from: number;
  to: number;
  /** UTC minute of the day. */
  fillCutoff?: number;
  /** Numbers of the weekdays asked for, 0 = Monday. */
  weekdays?: number[];
}

interface Pair {
  today: Day;
  before: Day;
}

let known: { data: SymbolData; session: NaiveWindow; pairs: Pair[] } | undefined;

/** Weekday sessions, each with the weekday session before it; those asked for last are kept. */
export function pairs(data: SymbolData, session: NaiveWindow): Pair[] {
  if (known?.data !== data || known.session !== session) known = { data, session, pairs: makePairs(data, session) };
  return known.pairs;
}

function makePairs(data: SymbolData, session: NaiveWindow): Pair[] {
  const days: Day[] = naiveSessions(naiveSymbol(data), session)
    .filter(({ weekday }) => weekday <= 4)
    .map((one) => ({
      ...one,
      open: one.bars[0].open,
      high: Math.max(...one.bars.map(({ high }) => high)),
      low: Math.min(...one.bars.map(({ low }) => low)),
      close: one.bars[one.bars.length - 1].close,
    }));
  const out: Pair[] = [];
  days.forEach((today, i) => {
    const before = days[i - 1];
    if (before && before.date >= today.date - 7) out.push({ today, before });
  });
  return out;
}

export function asked({ from, to, weekdays }: NaiveQuestion, { date, weekday }: Day): boolean {
  return date >= from && date <= to && (weekdays === undefined || weekdays.includes(weekday));
}

/** Gaps of the range, oldest first, nothing rounded. */
export function naiveGaps(data: SymbolData, question: NaiveQuestion): NaiveGap[] {
  const gaps: NaiveGap[] = [];
  for (const { today, before } of pairs(data, question.session)) {
    if (!asked(question, today)) continue;
    const rose = today.open > before.high;
    if (rose || today.open < before.low) gaps.push(gapOf(data, question, today, before, rose));
  }
  return gaps;
}

/** Bars that start before the cutoff's first moment at or after the window's start. */
function observed(data: SymbolData, { fillCutoff }: NaiveQuestion, today: Day) {
  if (fillCutoff === undefined || data.meta.intervalMin === 1440) return today.bars;
  const midnight = Math.floor(today.start / 1440) * 1440;
  let cutoff = midnight + fillCutoff;
  // 24:00 is always ahead of the start; of a window that begins at midnight it is the far end.
  while (cutoff < today.start) cutoff += 1440;
  return today.bars.filter((bar) => bar.t < cutoff);
}

const NO_PARTIAL = { partial_fill_time: null, partial_fill_time_seconds: null, volume_at_partial_fill: null };

const NOTHING = {
  ...NO_PARTIAL,
  filled: null,
  partial_fill_pct: null,
  fill_bucket: null,
  fill_time: null,
  fill_time_seconds: null,
  volume_at_fill: null,
  cumulative_volume_at_fill: null,
  filled_to_prev_close: null,
  max_run_pct: null,
};

function fillOf(data: SymbolData, today: Day, index: number) {
  if (index === -1 || data.meta.intervalMin === 1440) {
    return { fill_time: null, fill_time_seconds: null, volume_at_fill: null, cumulative_volume_at_fill: null };
  }
  const bar = today.bars[index];
  let cumulative = 0;
  for (const { volume } of today.bars.slice(0, index + 1)) cumulative += volume;
  return {
    fill_time: timeText(bar.t),
    fill_time_seconds: (bar.t - today.bars[0].t) * 60,
    volume_at_fill: bar.volume,
    cumulative_volume_at_fill: cumulative,
  };
}

/** Of a gap that was traded back in part: its deepest bar, of several as deep the first. */
function partialOf(
  data: SymbolData,
  today: Day,
  bars: NaiveBar[],
  bucket: string,
  deepest: (bar: NaiveBar) => boolean,
) {
  if (bucket === '0%' || bucket === '100%' || data.meta.intervalMin === 1440) return NO_PARTIAL;
  const [bar] = bars.filter(deepest);
  return {
    partial_fill_time: timeText(bar.t),
    partial_fill_time_seconds: (bar.t - today.bars[0].t) * 60,
    volume_at_partial_fill: bar.volume,
  };
}

function gapOf(data: SymbolData, question: NaiveQuestion, today: Day, before: Day, rose: boolean) {
  const level = rose ? before.high : before.low;
  const size = rose ? today.open - level : level - today.open;
  const basic = {
    symbol: data.meta.symbol,
    date: dateText(today.date),
    weekday: NAMES[today.weekday],
    direction: rose ? 'up' : 'down',
    prev_date: dateText(before.date),
    prev_high: before.high,
    prev_low: before.low,
    prev_close: before.close,
    open: today.open,
    gap_size: size,
    gap_pct: (size / level) * 100,
    gap_from_close_pct: ((today.open - before.close) / before.close) * 100,
    close: today.close,
    closed_in_gap_direction: rose ? today.close > today.open : today.close < today.open,
    complete: today.complete,
  };
  const bars = observed(data, question, today);
  if (bars.length === 0) return { ...basic, ...NOTHING };
  const lowest = Math.min(...bars.map(({ low }) => low));
  const highest = Math.max(...bars.map(({ high }) => high));
  // What comes towards the level: falling prices after a gap up, rising ones after a gap down.
  const nearest = rose ? lowest : highest;
  const back = (to: number) => (rose ? lowest <= to : highest >= to);
  const filled = back(level);
  const partial = Math.max(0, Math.min(1, (rose ? today.open - nearest : nearest - today.open) / size)) * 100;
  const bucket = bucketOf(filled, partial);
  return {
    ...basic,
    filled,
    partial_fill_pct: partial,
    fill_bucket: bucket,
    ...fillOf(
      data,
      today,
      bars.findIndex(({ low, high }) => (rose ? low <= level : high >= level)),
    ),
    ...partialOf(data, today, bars, bucket, ({ low, high }) => (rose ? low : high) === nearest),
    filled_to_prev_close: back(before.close),
    max_run_pct: ((rose ? highest - level : level - lowest) / level) * 100,
  };
}

export type NaiveGap = ReturnType<typeof gapOf>;

export function bucketOf(filled: boolean, partial: number): string {
  if (filled) return '100%';
  if (partial <= 1e-9) return '0%';
  if (partial <= 25 + 1e-9) return '1-25%';
  if (partial <= 50 + 1e-9) return '26-50%';
  return partial <= 75 + 1e-9 ? '51-75%' : '76-99%';
}

/** A gap as answers show it. */
export const shownGap = (gap: NaiveGap) =>
  rounded(gap, {
    price: ['prev_high', 'prev_low', 'prev_close', 'open', 'close', 'gap_size'],
    percent: ['gap_pct', 'gap_from_close_pct', 'partial_fill_pct', 'max_run_pct'],
    volume: ['volume_at_fill', 'cumulative_volume_at_fill', 'volume_at_partial_fill'],
  });
