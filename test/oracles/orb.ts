/**
 * ORB a second time, the slow and obvious way from the rules alone: what the kernel is held against. Rows, summary
 * and order as answers show them.
 */

import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { naiveOutcomes } from './outcomes.ts';
import {
  dateText,
  type NaiveBar,
  type NaiveSession,
  naiveSessions,
  naiveSymbol,
  naiveVolumeRatio,
  timeText,
} from './sessions.ts';
import { average, byWeekday, middle, NAMES, naiveRates, percent, price, ratio, volume } from './values.ts';

export interface OrbAsked {
  orb_minutes: number;
  orb_reentry_candles: number;
  breakout_criteria: 'wick' | 'close';
}

type Side = 'up' | 'down';
type Maybe = number | null;

/** Unrounded; `null` where the rules say so. */
export interface NaiveOrb {
  day: number;
  weekday: number;
  orbMinutes: number;
  session: { open: number; high: number; low: number; close: number };
  /** Undefined while the range forms. */
  bars?: number;
  range?: NaiveRange;
  complete: boolean;
}

interface NaiveRange {
  high: number;
  low: number;
  rangePct: number;
  volume: number;
  volumeRatio: Maybe;
  brokeHigh: boolean;
  brokeLow: boolean;
  breakout?: NaiveBreakout;
}

interface NaiveBreakout {
  side: Side;
  time: number;
  minutes: number;
  level: number;
  size: number;
  sizePct: number;
  sizeX: Maybe;
  minutesToMax: number;
  adversePct: number;
  reentryTime: Maybe;
  continuation: boolean;
}

const closeOf = ({ bars }: NaiveSession) => bars[bars.length - 1].close;

export function naiveOrb(data: SymbolData, spec: SessionSpec, asked: OrbAsked): NaiveOrb[] {
  const sessions = naiveSessions(naiveSymbol(data), spec);
  return sessions.map((session, s) => {
    const row: NaiveOrb = {
      day: session.date,
      weekday: session.weekday,
      orbMinutes: asked.orb_minutes,
      session: {
        open: session.bars[0].open,
        high: Math.max(...session.bars.map((bar) => bar.high)),
        low: Math.min(...session.bars.map((bar) => bar.low)),
        close: closeOf(session),
      },
      complete: session.complete,
    };
    const rangeEnd = session.anchor + asked.orb_minutes;
    const over = data.clock.lastBarEnd >= rangeEnd || data.clock.lastBarEnd >= session.stop;
    if (!over) return row;
    const inRange = session.bars.filter((bar) => bar.t >= session.anchor && bar.t < rangeEnd);
    row.bars = inRange.length;
    if (inRange.length > 0) {
      const volumeRatio = naiveVolumeRatio(sessions, s, 0, asked.orb_minutes);
      row.range = rangeOf(session, inRange, volumeRatio, rangeEnd, asked);
    }
    return row;
  });
}

function rangeOf(
  session: NaiveSession,
  inRange: NaiveBar[],
  volumeRatio: Maybe,
  rangeEnd: number,
  asked: OrbAsked,
): NaiveRange {
  const high = Math.max(...inRange.map((bar) => bar.high));
  const low = Math.min(...inRange.map((bar) => bar.low));
  const closes = asked.breakout_criteria === 'close';
  const breaksHigh = (bar: NaiveBar) => (closes ? bar.close : bar.high) > high;
  const breaksLow = (bar: NaiveBar) => (closes ? bar.close : bar.low) < low;
  const later = session.bars.filter((bar) => bar.t >= rangeEnd);
  const first = later.find((bar) => breaksHigh(bar) || breaksLow(bar));
  const range: NaiveRange = {
    high,
    low,
    rangePct: ((high - low) / session.bars[0].open) * 100,
    volume: inRange.reduce((sum, bar) => sum + bar.volume, 0),
    volumeRatio,
    brokeHigh: later.some(breaksHigh),
    brokeLow: later.some(breaksLow),
  };
  if (first && breaksHigh(first) !== breaksLow(first)) {
    const side = breaksHigh(first) ? 'up' : 'down';
    range.breakout = breakoutOf(session, later.slice(later.indexOf(first)), side, high, low, asked);
  }
  return range;
}

function breakoutOf(
  session: NaiveSession,
  from: NaiveBar[],
  side: Side,
  high: number,
  low: number,
  asked: OrbAsked,
): NaiveBreakout {
  const highest = Math.max(...from.map((bar) => bar.high));
  const lowest = Math.min(...from.map((bar) => bar.low));
  const up = side === 'up';
  const level = up ? high : low;
  const size = up ? highest - level : level - lowest;
  const attained = from.find((bar) => (up ? bar.high === highest : bar.low === lowest));
  const against = up ? level - lowest : highest - level;
  const needed = asked.orb_reentry_candles;
  const inside = from.map((bar, i) => i > 0 && bar.close >= low && bar.close <= high);
  const last = from.findIndex((_, i) => i + 1 >= needed && inside.slice(i + 1 - needed, i + 1).every(Boolean));
  return {
    side,
    time: from[0].t,
    minutes: from[0].t - session.anchor,
    level,
    size,
    sizePct: (size / level) * 100,
    sizeX: high === low ? null : size / (high - low),
    minutesToMax: attained!.t - from[0].t,
    adversePct: (Math.max(0, against) / level) * 100,
    reentryTime: last === -1 ? null : from[last].t,
    continuation: up ? closeOf(session) > level : closeOf(session) < level,
  };
}

const TARGETS = { '0.5x': 0.5, '1x': 1, '1.5x': 1.5, '2x': 2 };
const hit = (breakout: NaiveBreakout | undefined, ranges: number): boolean | null => {
  if (!breakout || breakout.sizeX === null) return null;
  return breakout.sizeX > ranges || Math.abs(breakout.sizeX - ranges) <= 1e-9;
};

function breakType({ brokeHigh, brokeLow }: NaiveRange): string {
  if (brokeHigh) return brokeLow ? 'both' : 'up';
  return brokeLow ? 'down' : 'none';
}

export function shownOrb(symbol: string, row: NaiveOrb) {
  const { range, session } = row;
  const breakout = range?.breakout;
  return {
    symbol,
    date: dateText(row.day),
    weekday: NAMES[row.weekday],
    orb_minutes: row.orbMinutes,
    or_high: price(range?.high ?? null),
    or_low: price(range?.low ?? null),
    or_range: price(range ? range.high - range.low : null),
    or_range_pct: percent(range?.rangePct ?? null),
    or_bars: row.bars ?? null,
    session_open: price(session.open),
    session_high: price(session.high),
    session_low: price(session.low),
    session_close: price(session.close),
    broke_high: range?.brokeHigh ?? null,
    broke_low: range?.brokeLow ?? null,
    break_type: range ? breakType(range) : null,
    first_direction: breakout?.side ?? null,
    breakout_time: breakout ? timeText(breakout.time) : null,
    minutes_to_breakout: breakout?.minutes ?? null,
    breakout_level: price(breakout?.level ?? null),
    breakout_size: price(breakout?.size ?? null),
    breakout_size_pct: percent(breakout?.sizePct ?? null),
    breakout_size_x: ratio(breakout?.sizeX ?? null),
    minutes_to_max: breakout?.minutesToMax ?? null,
    hit_0_5x: hit(breakout, 0.5),
    hit_1x: hit(breakout, 1),
    hit_1_5x: hit(breakout, 1.5),
    hit_2x: hit(breakout, 2),
    max_adverse_pct: percent(breakout?.adversePct ?? null),
    reentry: breakout ? breakout.reentryTime !== null : null,
    reentry_time: breakout && breakout.reentryTime !== null ? timeText(breakout.reentryTime) : null,
    false_breakout: breakout ? breakout.reentryTime !== null && !breakout.continuation : null,
    continuation: breakout?.continuation ?? null,
    or_volume: volume(range?.volume ?? null),
    volume_ratio: ratio(range?.volumeRatio ?? null),
    complete: row.complete,
  };
}

/** Of rows that are in the range and on the weekdays asked for. */
export function naiveOrbSummary(symbol: string, all: NaiveOrb[], orbMinutes: number, timeWindow: string) {
  const complete = all.filter((row) => row.complete);
  const days = complete.filter((row) => row.range !== undefined);
  const { confidence, rate, rates } = naiveRates();
  const type = (row: NaiveOrb) => breakType(row.range!);
  const side = (name: Side) => {
    const found = days.map((row) => row.range!.breakout).filter((breakout) => breakout?.side === name);
    const breakouts = found as NaiveBreakout[];
    return {
      [`count_${name}`]: breakouts.length,
      ...rates({
        [`continuation_rate_pct_${name}`]: breakouts.map((breakout) => breakout.continuation),
        [`false_breakout_rate_pct_${name}`]: breakouts.map(
          (breakout) => breakout.reentryTime !== null && !breakout.continuation,
        ),
        [`reentry_rate_pct_${name}`]: breakouts.map((breakout) => breakout.reentryTime !== null),
      }),
      [`avg_breakout_size_pct_${name}`]: percent(average(breakouts.map(({ sizePct }) => sizePct))),
      [`median_breakout_size_pct_${name}`]: percent(middle(breakouts.map(({ sizePct }) => sizePct))),
      [`avg_breakout_size_x_${name}`]: ratio(average(breakouts.map(({ sizeX }) => sizeX))),
      [`avg_minutes_to_breakout_${name}`]: percent(average(breakouts.map(({ minutes }) => minutes))),
      [`avg_minutes_to_max_${name}`]: percent(average(breakouts.map(({ minutesToMax }) => minutesToMax))),
      [`avg_max_adverse_pct_${name}`]: percent(average(breakouts.map(({ adversePct }) => adversePct))),
    };
  };
  const targets = (name: Side) =>
    Object.fromEntries(
      Object.entries(TARGETS).map(([key, ranges]) => [
        key,
        rate(
          `target_hit_rates.${name}.${key}`,
          days.map(({ range }) => (range!.breakout?.side === name ? hit(range!.breakout, ranges) : null)),
        ),
      ]),
    );
  const times: Record<string, number> = {};
  for (let from = 0; from < 1500; from += 30) {
    const n = days.filter(({ range }) => {
      const minutes = range!.breakout?.minutes ?? -1;
      return minutes >= from && minutes < from + 30;
    }).length;
    if (n > 0) times[`${from}-${from + 30}`] = n;
  }
  return {
    symbol,
    orb_minutes: orbMinutes,
    total_days: complete.length,
    no_range_days: complete.filter((row) => row.bars === 0).length,
    high_breaks: days.filter((row) => ['up', 'both'].includes(type(row))).length,
    low_breaks: days.filter((row) => ['down', 'both'].includes(type(row))).length,
    both_breaks: days.filter((row) => type(row) === 'both').length,
    no_breaks: days.filter((row) => type(row) === 'none').length,
    ...rates({
      breakout_rate_pct: days.map((row) => type(row) !== 'none'),
      high_break_rate_pct: days.map((row) => row.range!.brokeHigh),
      low_break_rate_pct: days.map((row) => row.range!.brokeLow),
      both_break_rate_pct: days.map((row) => row.range!.brokeHigh && row.range!.brokeLow),
    }),
    ...side('up'),
    ...side('down'),
    target_hit_rates: { up: targets('up'), down: targets('down') },
    breakout_time_distribution: times,
    avg_or_range_pct: percent(average(days.map((row) => row.range!.rangePct))),
    avg_volume_ratio: ratio(average(days.map((row) => row.range!.volumeRatio))),
    weekday_breakdown: byWeekday(days, (rows, name) => ({
      count: rows.length,
      ...rates(
        {
          breakout_rate_pct: rows.map((row) => type(row) !== 'none'),
          continuation_rate_pct: rows.map(({ range }) => range!.breakout?.continuation ?? null),
        },
        `weekday_breakdown.${name}.`,
      ),
    })),
    ...naiveOutcomes(
      days.map(({ weekday, range }) => ({
        weekday,
        brokeHigh: range!.brokeHigh,
        brokeLow: range!.brokeLow,
        sizePct: range!.rangePct,
      })),
      confidence,
    ),
    sample_size: days.length,
    confidence,
    time_window: timeWindow,
  };
}

/** Rows with a direction, by the order of the tops. */
export function naiveOrbTop(all: NaiveOrb[]): NaiveOrb[] {
  const size = ({ range }: NaiveOrb) => percent(range!.breakout!.sizePct)!;
  const relative = ({ range }: NaiveOrb) => ratio(range!.volumeRatio) ?? -1;
  return all
    .filter((row) => row.range?.breakout !== undefined)
    .sort((a, b) => size(b) - size(a) || relative(b) - relative(a) || a.day - b.day);
}
