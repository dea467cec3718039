/**
 * PDHLB once more, the slow and obvious way and from the statistics page alone: one object a bar, every question asked
 * with its own loop. Tests hold the kernel, the summary and the lists against it.
 */
import {
  dateText,
  type NaiveBar,
  type NaiveSession,
  type NaiveSymbol,
  type NaiveWindow,
  naivePrevious,
  naiveSessions,
  naiveVolumeRatio,
  timeText,
} from './sessions.ts';
import { average, byWeekday, NAMES, naiveRates, percent, price, ratio, volume } from './values.ts';

interface Break {
  time: number;
  followThroughPct: number;
  timeToMax: number;
  duration: number;
  retestTime: number | null;
  held: boolean | null;
  success: boolean;
  falseBreakout: boolean;
  volumeRatio: number | null;
  score: number;
}

interface Day {
  date: number;
  weekday: number;
  complete: boolean;
  previous: NaiveSession;
  session: NaiveSession;
  prevHigh: number;
  prevLow: number;
  openedBeyond: 'high' | 'low' | null;
  high: Break | null;
  low: Break | null;
  highStreak: number;
  lowStreak: number;
}

export interface NaiveRequest {
  range: { from: number; to: number };
  weekday?: number | undefined;
  openInsideOnly?: boolean;
  direction?: 'high' | 'low' | 'both';
  limit?: number;
  timeWindow?: string;
}

const highOf = (bars: NaiveBar[]) => Math.max(...bars.map((bar) => bar.high));
const lowOf = (bars: NaiveBar[]) => Math.min(...bars.map((bar) => bar.low));
const closeOf = (session: NaiveSession) => session.bars[session.bars.length - 1].close;

function highBreak(sessions: NaiveSession[], s: number, level: number, prevRange: number, minutes: number) {
  const session = sessions[s];
  const at = session.bars.findIndex((bar) => bar.high > level);
  if (at === -1) return null;
  const from = session.bars.slice(at);
  const most = highOf(from);
  const closes = from.map((bar) => bar.close > level);
  return finish(sessions, s, minutes, prevRange, from, {
    distance: most - level,
    followThroughPct: ((most - level) / level) * 100,
    maxBar: from.find((bar) => bar.high === most),
    closes,
    touches: from.map((bar) => bar.low <= level),
    success: closeOf(session) > level,
  });
}

function lowBreak(sessions: NaiveSession[], s: number, level: number, prevRange: number, minutes: number) {
  const session = sessions[s];
  const at = session.bars.findIndex((bar) => bar.low < level);
  if (at === -1) return null;
  const from = session.bars.slice(at);
  const least = lowOf(from);
  const closes = from.map((bar) => bar.close < level);
  return finish(sessions, s, minutes, prevRange, from, {
    distance: level - least,
    followThroughPct: ((level - least) / level) * 100,
    maxBar: from.find((bar) => bar.low === least),
    closes,
    touches: from.map((bar) => bar.high >= level),
    success: closeOf(session) < level,
  });
}

interface Seen {
  distance: number;
  followThroughPct: number;
  maxBar: NaiveBar | undefined;
  /** Of the bars from the break on: closed beyond the level; touched it from beyond. */
  closes: boolean[];
  touches: boolean[];
  success: boolean;
}

function finish(
  sessions: NaiveSession[],
  s: number,
  minutes: number,
  prevRange: number,
  from: NaiveBar[],
  seen: Seen,
): Break {
  const session = sessions[s];
  const start = from[0].t;
  const sessionEnd = from[from.length - 1].t + minutes;
  const duration = seen.closes.filter((beyond) => beyond).length * minutes;
  const firstClose = seen.closes.indexOf(true);
  const retest = firstClose === -1 ? -1 : seen.touches.findIndex((touch, i) => i > firstClose && touch);
  const held = retest === -1 ? null : holds(seen.closes.slice(retest + 1));
  const volumeRatio = naiveVolumeRatio(sessions, s, start - session.anchor, minutes);
  const moveTerm = prevRange === 0 ? 1 : Math.min(1, seen.distance / prevRange);
  const durationTerm = Math.min(1, duration / (sessionEnd - start));
  const volumeTerm = volumeRatio === null ? 0 : Math.min(1, volumeRatio / 3);
  return {
    time: start,
    followThroughPct: seen.followThroughPct,
    timeToMax: (seen.maxBar?.t ?? Number.NaN) - start,
    duration,
    retestTime: retest === -1 ? null : from[retest].t,
    held,
    success: seen.success,
    falseBreakout: !seen.success && held !== true,
    volumeRatio,
    score: 100 * (0.4 * moveTerm + 0.3 * durationTerm + 0.3 * volumeTerm),
  };
}

/** A close beyond comes before two closes in a row that are not. */
function holds(closesAfter: boolean[]): boolean {
  const beyond = closesAfter.indexOf(true);
  const twoBack = closesAfter.findIndex((close, i) => i > 0 && !close && !closesAfter[i - 1]);
  return beyond !== -1 && (twoBack === -1 || beyond < twoBack);
}

function allDays(symbol: NaiveSymbol, window: NaiveWindow): { sessions: NaiveSession[]; days: Day[] } {
  const sessions = naiveSessions(symbol, window);
  const days: Day[] = [];
  sessions.forEach((session, s) => {
    const previous = naivePrevious(sessions, s);
    if (!previous) return;
    const prevHigh = highOf(previous.bars);
    const prevLow = lowOf(previous.bars);
    const high = highBreak(sessions, s, prevHigh, prevHigh - prevLow, symbol.intervalMin);
    const low = lowBreak(sessions, s, prevLow, prevHigh - prevLow, symbol.intervalMin);
    const before = days.at(-1)?.date === previous.date ? days.at(-1) : undefined;
    const open = session.bars[0].open;
    days.push({
      date: session.date,
      weekday: session.weekday,
      complete: session.complete,
      previous,
      session,
      prevHigh,
      prevLow,
      openedBeyond: open > prevHigh ? 'high' : open < prevLow ? 'low' : null,
      high,
      low,
      highStreak: high ? (before?.highStreak ?? 0) + 1 : 0,
      lowStreak: low ? (before?.lowStreak ?? 0) + 1 : 0,
    });
  });
  return { sessions, days };
}

function sideFields(found: Break | null, side: 'high' | 'low', daily: boolean) {
  const intraday = daily ? null : found;
  return {
    [`${side}_break`]: found !== null,
    [`${side}_break_time`]: intraday ? timeText(intraday.time) : null,
    [`follow_through_${side}_pct`]: percent(found?.followThroughPct ?? null),
    [`time_to_max_follow_through_${side}_min`]: percent(intraday?.timeToMax ?? null),
    [side === 'high' ? 'duration_above_prev_high_min' : 'duration_below_prev_low_min']: intraday?.duration ?? null,
    [`retest_${side}`]: intraday ? intraday.retestTime !== null : null,
    [`retest_${side}_time`]: intraday && intraday.retestTime !== null ? timeText(intraday.retestTime) : null,
    [`retest_${side}_held`]: intraday?.held ?? null,
    [`${side}_success`]: found?.success ?? null,
    [`false_breakout_${side}`]: intraday?.falseBreakout ?? null,
    [`volume_ratio_${side}`]: ratio(found?.volumeRatio ?? null),
    [`breakout_strength_score_${side}`]: percent(intraday?.score ?? null),
  };
}

const rangeOf = (session: NaiveSession) => highOf(session.bars) - lowOf(session.bars);
const relativeClose = (day: Day) => closeOf(day.session) / closeOf(day.previous);
const relativeRange = (day: Day) => (rangeOf(day.previous) === 0 ? null : rangeOf(day.session) / rangeOf(day.previous));

function shownDay(symbol: NaiveSymbol, day: Day) {
  const { session, previous } = day;
  const daily = symbol.intervalMin === 1440;
  return {
    symbol: symbol.symbol,
    date: dateText(day.date),
    weekday: NAMES[day.weekday],
    prev_date: dateText(previous.date),
    prev_high: price(day.prevHigh),
    prev_low: price(day.prevLow),
    prev_close: price(closeOf(previous)),
    prev_range: price(rangeOf(previous)),
    open: price(session.bars[0].open),
    high: price(highOf(session.bars)),
    low: price(lowOf(session.bars)),
    close: price(closeOf(session)),
    volume: volume(session.bars.reduce((sum, bar) => sum + bar.volume, 0)),
    opened_beyond: day.openedBeyond,
    ...sideFields(day.high, 'high', daily),
    ...sideFields(day.low, 'low', daily),
    both_broken_same_day: day.high !== null && day.low !== null,
    relative_close_vs_prev_close: ratio(relativeClose(day)),
    relative_range_vs_prev_range: ratio(relativeRange(day)),
    high_break_streak: day.highStreak,
    low_break_streak: day.lowStreak,
    complete: day.complete,
  };
}

/** The answers of all four endpoints. */
export function naivePdhlb(symbol: NaiveSymbol, window: NaiveWindow, request: NaiveRequest) {
  const daily = symbol.intervalMin === 1440;
  const { sessions, days } = allDays(symbol, window);
  const dated = <T extends { date: number }>(list: T[]) =>
    list.filter(({ date }) => date >= request.range.from && date <= request.range.to);
  const kept = dated(days).filter(
    (day) =>
      (request.weekday === undefined || Math.floor(request.weekday / 2 ** day.weekday) % 2 === 1) &&
      !(request.openInsideOnly && day.openedBeyond !== null),
  );
  const complete = kept.filter((day) => day.complete);

  const rows = complete.flatMap((day) =>
    (['high', 'low'] as const)
      .filter((side) => day[side] !== null && [side, 'both'].includes(request.direction ?? 'both'))
      .map((side) => {
        const found = day[side] as Break;
        const retest = daily || found.retestTime === null ? null : found.retestTime;
        const row = {
          ...shownDay(symbol, day),
          direction: side,
          follow_through_pct: percent(found.followThroughPct),
          minutes_to_retest: retest === null ? null : retest - found.time,
        };
        return { day, side, row, retest };
      }),
  );
  const limit = request.limit ?? 10;
  const sideRank = (a: { side: string }, b: { side: string }) => Number(a.side === 'low') - Number(b.side === 'low');
  const top = [...rows]
    .sort(
      (a, b) =>
        Number(b.row.follow_through_pct) - Number(a.row.follow_through_pct) ||
        a.day.date - b.day.date ||
        sideRank(a, b),
    )
    .slice(0, limit)
    .map(({ row }) => row);
  const retest = rows
    .filter((row) => row.retest !== null)
    .sort((a, b) => b.day.date - a.day.date || Number(b.retest) - Number(a.retest) || sideRank(a, b))
    .slice(0, limit)
    .map(({ row }) => row);
  return {
    raw: kept.map((day) => shownDay(symbol, day)),
    top,
    retest,
    summary: naiveSummary(symbol, request, complete, dated(days), dated(sessions)),
  };
}

function naiveSummary(
  symbol: NaiveSymbol,
  request: NaiveRequest,
  days: Day[],
  unfiltered: Day[],
  sessions: NaiveSession[],
) {
  const daily = symbol.intervalMin === 1440;
  const { confidence, rates } = naiveRates();
  const settled = unfiltered.filter((day) => day.complete);
  const lastSession = sessions.filter((session) => session.complete).at(-1);
  const lastDay = settled.find((day) => day.date === lastSession?.date);

  const side = (which: 'high' | 'low') => {
    const found = days.map((day) => day[which]).filter((candidate) => candidate !== null);
    const intraday = daily ? [] : found;
    const durationName = which === 'high' ? 'avg_duration_above_prev_high_min' : 'avg_duration_below_prev_low_min';
    const streakName = which === 'high' ? 'highStreak' : 'lowStreak';
    const retestName = `retest_rate_${which}_pct`;
    const successName = `${which}_break_success_rate_pct`;
    const falseName = `false_breakout_rate_${which}_pct`;
    return {
      [`${which}_breaks`]: found.length,
      [`avg_follow_through_${which}_pct`]: percent(average(found.map((one) => one.followThroughPct))),
      ...rates({ [retestName]: intraday.map((one) => one.retestTime !== null) }),
      [`avg_time_to_max_follow_through_${which}_min`]: percent(average(intraday.map((one) => one.timeToMax))),
      [durationName]: percent(average(intraday.map((one) => one.duration))),
      ...rates({
        [successName]: found.map((one) => one.success),
        [falseName]: intraday.map((one) => one.falseBreakout),
      }),
      [`avg_volume_ratio_${which}_break`]: ratio(average(found.map((one) => one.volumeRatio))),
      [`avg_breakout_strength_score_${which}`]: percent(average(intraday.map((one) => one.score))),
      [`max_${which}_break_streak`]: settled.reduce((most, day) => Math.max(most, day[streakName]), 0),
      [`current_${which}_break_streak`]: lastDay?.[streakName] ?? 0,
      [`opened_beyond_${which}`]: days.filter((day) => day.openedBeyond === which).length,
    };
  };
  return {
    symbol: symbol.symbol,
    total_days: days.length,
    both_broken_same_day: days.filter((day) => day.high && day.low).length,
    ...side('high'),
    ...side('low'),
    avg_relative_close_vs_prev_close: ratio(average(days.map(relativeClose))),
    avg_relative_range_vs_prev_range: ratio(average(days.map(relativeRange))),
    weekday_breakdown: byWeekday(days, (those, name) => ({
      count: those.length,
      ...rates(
        {
          high_break_rate_pct: those.map((day) => day.high !== null),
          low_break_rate_pct: those.map((day) => day.low !== null),
        },
        `weekday_breakdown.${name}.`,
      ),
    })),
    sample_size: days.length,
    confidence,
    time_window: request.timeWindow ?? 'custom',
  };
}
