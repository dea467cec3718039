/** What GAP and PREVCLOSE share: how a gap is filled, or filled in part, and how many sessions have one. */

import { MS_PER_MINUTE } from '../../lib/days.ts';
import { type BarColumns, lowerBound } from '../market/bars.ts';
import { PREVIOUS_MAX_DAYS } from '../market/candles.ts';
import { atClose, type Extra, fillBucket, integer, isPartialFill, number, type Unit } from '../market/fields.ts';
import { type NumberColumns, numbers } from '../market/records.ts';
import { completeOnly, count, type Figures, figure, onWeekdays, together } from './figures.ts';
import type { View } from './statistic.ts';

/** Of fields of the full fill: null means that the gap was observed and not filled. */
export const UNFILLED: Extra = { never: { field: 'filled', is: [false], inOrder: true } };

/** Of fields of a partial fill: null means that nothing of the gap was traded back, or all of it. */
const NOT_PARTIAL: Extra = { never: { field: 'fill_bucket', is: ['0%', '100%'], inOrder: true } };

export const partialFillFields = <const N extends string>(time: N, unit: Unit) =>
  [
    atClose.timestamp(
      'partial_fill_time',
      'Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars',
      { nullable: true, ...NOT_PARTIAL },
    ),
    atClose.number(time, unit, 'From the start of the first bar to the start of that bar', NOT_PARTIAL),
    atClose.number('volume_at_partial_fill', 'volume', 'Volume of that bar', NOT_PARTIAL),
  ] as const;

/** Figures that begin a summary of gaps. @param daysOf how many sessions could have had one */
export const gapTotals = (days: string, daysOf: (view: View) => number, ...totals: readonly Figures[]): Figures =>
  together(
    figure(integer('total_days', 'sessions', days), (_rows, _rates, _path, view) => daysOf(view)),
    ...totals,
    figure(
      number('gap_rate_pct', 'pct', 'Gaps per session', { formula: 'total_gaps / total_days * 100' }),
      (gaps, rates, path, view) => rates.of(path, gaps.length, daysOf(view)),
    ),
  );

export interface Gap {
  readonly open: number;
  /** Price that fills it: below the open of a gap up. */
  readonly level: number;
  /** Bars `[first, stop)` are observed. */
  readonly first: number;
  readonly stop: number;
  /** A bar fills it by its close alone. */
  readonly byClose?: boolean;
  /** A 1d bar: nothing is known of times and volumes. */
  readonly daily: boolean;
}

type FillColumns = NumberColumns<
  | 'filled'
  | 'partial_fill_pct'
  | 'fill_bucket'
  | 'fill_time'
  | 'volume_at_fill'
  | 'partial_fill_time'
  | 'volume_at_partial_fill'
>;

/**
 * Writes what became of a gap.
 * @returns the bar that filled it and the volume up to and with that bar, else the bar at the deepest point; -1 for none
 */
export function followGap(c: FillColumns, row: number, bars: BarColumns, gap: Gap) {
  const { open, level, first, stop } = gap;
  const up = open > level;
  const towards = gap.byClose ? bars.close : up ? bars.low : bars.high;
  let nearest = open;
  let deepest = -1;
  let fill = -1;
  let volume = 0;
  for (let i = first; i < stop; i++) {
    if (up ? towards[i] < nearest : towards[i] > nearest) {
      nearest = towards[i];
      deepest = i;
    }
    if (fill === -1) {
      volume += bars.volume[i];
      if (up ? towards[i] <= level : towards[i] >= level) fill = i;
    }
  }
  c.filled[row] = fill === -1 ? 0 : 1;
  c.partial_fill_pct[row] = Math.min(1, Math.abs(open - nearest) / Math.abs(open - level)) * 100;
  c.fill_bucket[row] = fillBucket(fill !== -1, c.partial_fill_pct[row]);
  if (gap.daily) return { fill: -1, deepest: -1, volume };
  if (fill !== -1) {
    c.fill_time[row] = bars.minute[fill] * MS_PER_MINUTE;
    c.volume_at_fill[row] = bars.volume[fill];
    return { fill, deepest: -1, volume };
  }
  if (!isPartialFill(c.fill_bucket[row])) return { fill, deepest: -1, volume };
  c.partial_fill_time[row] = bars.minute[deepest] * MS_PER_MINUTE;
  c.volume_at_partial_fill[row] = bars.volume[deepest];
  return { fill, deepest, volume };
}

/** Complete sessions of the range that have a session before, on these weekdays. */
export function sessionsWithPrevious(view: View, weekdays: number | undefined): number {
  const days = completeOnly(onWeekdays(view.days, weekdays));
  return count(numbers(days, 'prev_date'), (date) => !Number.isNaN(date));
}

/** Complete weekday sessions of the range that have an earlier weekday session at most 7 calendar days back. */
export function weekdaySessionsWithPrevious(view: View, wanted: number | undefined): number {
  const dates = numbers(view.allDays, 'date');
  const weekday = numbers(view.allDays, 'weekday');
  const complete = numbers(view.allDays, 'complete');
  let n = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (let row = lowerBound(dates, view.range.from - PREVIOUS_MAX_DAYS); row < dates.length; row++) {
    if (dates[row] > view.range.to) break;
    if (weekday[row] >= 5) continue;
    const hasPrevious = dates[row] - before <= PREVIOUS_MAX_DAYS;
    before = dates[row];
    if (dates[row] < view.range.from || !hasPrevious || complete[row] !== 1) continue;
    if (wanted === undefined || (wanted >> weekday[row]) & 1) n++;
  }
  return n;
}
