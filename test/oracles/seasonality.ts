/**
 * SEASONALITY once more, the slow and obvious way and from the statistics page alone. Tests hold the kernel, the
 * lists and the summary against it.
 */
import { dateText, type NaiveSession, type NaiveSymbol, type NaiveWindow, naiveSessions } from './sessions.ts';
import { average, interval, middle, percent, price, share, volume } from './values.ts';

export interface NaiveRequest {
  range: { from: number; to: number };
  type: 'weekday' | 'week' | 'month';
  direction: 'top' | 'bottom';
  sortBy: string;
  limit: number;
}

type Row = Record<string, unknown>;
interface Period {
  returnPct: number;
  volume: number;
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const KEYS = { weekday: 'weekday', week: 'week_number', month: 'month' } as const;
const GREENS = { weekday: 'green_days_pct', week: 'green_weeks_pct', month: 'green_months_pct' } as const;

const closeOf = (session: NaiveSession) => session.bars[session.bars.length - 1].close;
const volumeOf = (session: NaiveSession) => session.bars.reduce((sum, bar) => sum + bar.volume, 0);
const change = (now: number, before: number) => ((now - before) / before) * 100;

/** ISO year and week by counting Thursdays: a week belongs to the year that its Thursday is in. */
function isoWeekOf(day: number): { year: number; week: number } {
  const moment = new Date(day * 86_400_000);
  moment.setUTCDate(moment.getUTCDate() + 4 - (moment.getUTCDay() || 7));
  const year = moment.getUTCFullYear();
  return { year, week: Math.ceil(((moment.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7) };
}

const weekLabel = (day: number) => `${isoWeekOf(day).year} ${isoWeekOf(day).week}`;
const monthLabel = (day: number) => dateText(day).slice(0, 7);
const weekBefore = (day: number) => weekLabel(day - 7);
function monthBefore(day: number): string {
  const [year, month] = monthLabel(day).split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

export function naiveSeasonalityRecords(symbol: NaiveSymbol, window: NaiveWindow): Row[] {
  const sessions = naiveSessions(symbol, window).filter(({ weekday }) => weekday < 5);
  return sessions.map((session, i) => {
    const before = sessions[i - 1];
    const previous = before && session.date - before.date <= 7 ? before : null;
    const { year, week } = isoWeekOf(session.date);
    return {
      symbol: symbol.symbol,
      date: dateText(session.date),
      weekday: NAMES[session.weekday],
      iso_year: year,
      iso_week: week,
      month: Number(dateText(session.date).slice(5, 7)),
      close: price(closeOf(session)),
      prev_date: previous ? dateText(previous.date) : null,
      prev_close: previous ? price(closeOf(previous)) : null,
      return_pct: previous ? percent(change(closeOf(session), closeOf(previous))) : null,
      volume: volume(volumeOf(session)),
      complete: session.complete,
    };
  });
}

export function naiveSeasonality(symbol: NaiveSymbol, window: NaiveWindow, asked: NaiveRequest) {
  const { from, to } = asked.range;
  const sessions = naiveSessions(symbol, window).filter(({ weekday }) => weekday < 5);
  const inside = ({ date }: NaiveSession) => date >= from && date <= to;

  const days = NAMES.map((_, weekday): Period[] =>
    sessions.flatMap((session, i) => {
      const before = sessions[i - 1];
      if (session.weekday !== weekday || !inside(session) || !session.complete) return [];
      if (!before || session.date - before.date > 7) return [];
      return [{ returnPct: change(closeOf(session), closeOf(before)), volume: volumeOf(session) }];
    }),
  );

  function wholePeriods(label: (day: number) => string, labelBefore: (day: number) => string) {
    const byLabel = new Map<string, NaiveSession[]>();
    for (const session of sessions) {
      const list = byLabel.get(label(session.date)) ?? [];
      byLabel.set(label(session.date), [...list, session]);
    }
    return [...byLabel.values()].flatMap((own) => {
      const last = own[own.length - 1];
      const before = byLabel.get(labelBefore(last.date));
      const over = sessions.some(({ date }) => date > last.date);
      if (!before || !over || !own.every(inside)) return [];
      const total = own.reduce((sum, session) => session.bars.reduce((s, bar) => s + bar.volume, 0) + sum, 0);
      return [{ date: last.date, returnPct: change(closeOf(last), closeOf(before[before.length - 1])), volume: total }];
    });
  }
  const weeks = wholePeriods(weekLabel, weekBefore);
  const months = wholePeriods(monthLabel, monthBefore);

  const samples: Record<NaiveRequest['type'], [name: string | number, periods: Period[]][]> = {
    weekday: days.map((periods, weekday) => [NAMES[weekday], periods]),
    week: upTo(53).map((n) => [n, weeks.filter(({ date }) => isoWeekOf(date).week === n)]),
    month: upTo(12).map((n) => [n, months.filter(({ date }) => Number(dateText(date).slice(5, 7)) === n)]),
  };
  const rowsOf = (type: NaiveRequest['type']) =>
    samples[type].filter(([, periods]) => periods.length > 0).map(([name, periods]) => rowOf(type, name, periods));
  const lists = { weekday: rowsOf('weekday'), week: rowsOf('week'), month: rowsOf('month') };

  const metricOf = (type: NaiveRequest['type']) => (asked.sortBy.startsWith('green') ? GREENS[type] : asked.sortBy);
  const top = sorted(lists[asked.type], metricOf(asked.type), asked.direction === 'top').slice(0, asked.limit);

  const confidence: Row = {};
  function named(key: string, type: NaiveRequest['type'], best: boolean): Row | null {
    const often = lists[type].filter((row) => (row['count'] as number) >= 3);
    const ranked = sorted(often.length > 0 ? often : lists[type], metricOf(type), best);
    const first = ranked[0];
    if (!first || first[metricOf(type)] === null) return null;
    confidence[`${key}.${GREENS[type]}`] = (first['confidence'] as Row)[GREENS[type]];
    return {
      [type === 'weekday' ? 'name' : KEYS[type]]: first[KEYS[type]],
      median_return_pct: first['median_return_pct'],
      [GREENS[type]]: first[GREENS[type]],
      count: first['count'],
      [metricOf(type)]: first[metricOf(type)],
    };
  }
  const summary = {
    symbol: symbol.symbol,
    used_field: asked.sortBy,
    summary: {
      best_weekday: named('best_weekday', 'weekday', true),
      worst_weekday: named('worst_weekday', 'weekday', false),
      best_week: named('best_week', 'week', true),
      worst_week: named('worst_week', 'week', false),
      strongest_month: named('strongest_month', 'month', true),
      weakest_month: named('weakest_month', 'month', false),
    },
    sample_size: days.flat().length,
    confidence,
    time_window: 'custom',
  };
  return { lists, top, summary };
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

function rowOf(type: NaiveRequest['type'], name: string | number, periods: Period[]): Row {
  const returns = periods.map(({ returnPct }) => returnPct);
  const green = returns.map((value) => value > 0);
  const avg = average(returns) as number;
  const squares = returns.map((value) => (value - avg) ** 2).reduce((sum, square) => sum + square, 0);
  const lowToHigh = [...returns].sort((a, b) => a - b);
  return {
    [KEYS[type]]: name,
    avg_return_pct: percent(avg),
    median_return_pct: percent(middle(returns)),
    [GREENS[type]]: percent(share(green)),
    avg_volume: volume(average(periods.map((period) => period.volume))),
    count: returns.length,
    stdev_return_pct: returns.length < 2 ? null : percent(Math.sqrt(squares / (returns.length - 1))),
    min_return_pct: percent(lowToHigh[0]),
    max_return_pct: percent(lowToHigh[lowToHigh.length - 1]),
    confidence: { [GREENS[type]]: interval(green) },
  };
}

/** By one metric, nulls last, equal ones in the order they came. */
function sorted(rows: Row[], metric: string, descending: boolean): Row[] {
  const known = rows.filter((row) => row[metric] !== null);
  const unknown = rows.filter((row) => row[metric] === null);
  const value = (row: Row) => row[metric] as number;
  known.sort((a, b) => (descending ? value(b) - value(a) : value(a) - value(b)));
  return [...known, ...unknown];
}
