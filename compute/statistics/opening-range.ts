/** The range of the day's first minutes and the sides of it that are broken: what ORB and IB share. */
import { lowerBound } from '../market/bars.ts';
import { integer } from '../market/records/fields.ts';
import { type NumberColumns, numbers, partOf, type RecordTable } from '../market/records/table.ts';
import type { DataClock, SessionSet } from '../market/sessions/build.ts';
import { asked, counted, type Figures, figure, together } from './figures.ts';
import { fillsWindow } from './opening-window.ts';
import { BREAK_TYPE } from './outcomes.ts';
import { numberOf } from './params.ts';
import type { View } from './statistic.ts';

const MS_PER_MINUTE = 60_000;

export interface OpeningRange {
  /** Index of its first bar; of the first bar after it; of the end of the session. */
  from: number;
  after: number;
  end: number;
  high: number;
  low: number;
  volume: number;
}

export const noRange = (): OpeningRange => ({ from: 0, after: 0, end: 0, high: 0, low: 0, volume: 0 });

/** False while the range is under way: it is not shown then. One beyond the window's end is over with the window. */
export function rangeOver(sessions: SessionSet, clock: DataClock, s: number, minutes: number): boolean {
  return clock.lastBarEnd >= Math.min(sessions.anchor[s] + minutes, sessions.windowEnd[s]);
}

/** @returns whether session `s` has a bar in its first `minutes` */
export function openingRange(sessions: SessionSet, s: number, minutes: number, into: OpeningRange): boolean {
  const { minute, high, low, volume } = sessions.bars;
  const end = sessions.end[s];
  const from = lowerBound(minute, sessions.anchor[s], sessions.first[s], end);
  const rangeEnd = sessions.anchor[s] + minutes;
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  let traded = 0;
  let after = from;
  for (; after < end && minute[after] < rangeEnd; after++) {
    if (high[after] > top) top = high[after];
    if (low[after] < bottom) bottom = low[after];
    traded += volume[after];
  }
  into.from = from;
  into.after = after;
  into.end = end;
  into.high = top;
  into.low = bottom;
  into.volume = traded;
  return after > from;
}

type SideColumns = NumberColumns<'broke_high' | 'broke_high_time' | 'broke_low' | 'broke_low_time' | 'break_type'>;

/** @param highAt the bar that broke the high (low); `end` where none did */
export function writeSides(
  c: SideColumns,
  row: number,
  minute: ArrayLike<number>,
  end: number,
  highAt: number,
  lowAt: number,
): void {
  const [up, down] = [highAt < end, lowAt < end];
  c.broke_high[row] = up ? 1 : 0;
  c.broke_low[row] = down ? 1 : 0;
  if (up) c.broke_high_time[row] = minute[highAt] * MS_PER_MINUTE;
  if (down) c.broke_low_time[row] = minute[lowAt] * MS_PER_MINUTE;
  c.break_type[row] = up ? (down ? BREAK_TYPE.both : BREAK_TYPE.up) : down ? BREAK_TYPE.down : BREAK_TYPE.none;
}

/**
 * A summary of sessions by their ranges: how many there are, how many without a bar in the range (`bars` is the column
 * that counts them), and `figures` of the others.
 */
export function rangeSummary(minutes: string, range: string, bars: string, figures: Figures) {
  const having = (rows: RecordTable) => {
    const counts = numbers(rows, bars);
    return partOf(rows, (row) => counts[row] > 0);
  };
  return {
    figures: together(
      asked(minutes, 'minutes', `Length of the ${range}`),
      counted('total_days', 'sessions', 'Complete sessions'),
      figure(
        integer('no_range_days', 'sessions', `Complete sessions without a bar in the ${range}`),
        (rows) => rows.length - having(rows).length,
      ),
      { ...figures, of: (rows, rates, path, view) => figures.of(having(rows), rates, path, view) },
    ),
    sampleSize: (rows: RecordTable) => having(rows).length,
  };
}

/** Of a statistic on the first minutes, the number of which is the parameter `minutes`. */
export const windowWarnings =
  (minutes: string, lost = 'to break it') =>
  (view: View): string[] =>
    fillsWindow(view.session, view.meta, numberOf(view.values, minutes))
      ? [`${minutes} takes up the whole window, at least in part of the year: nothing of the day is left ${lost}`]
      : [];
