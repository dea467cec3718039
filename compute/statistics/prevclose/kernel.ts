/** Gaps against the previous close and their fills: sessions in, one record a gap out. */
import { MINUTES_PER_DAY, weekdayOf } from '../../../lib/days.ts';
import { fillBucket } from '../../market/records/fill-buckets.ts';
import { type RecordTable, TableBuilder } from '../../market/records/table.ts';
import type { SessionSet } from '../../market/sessions/build.ts';
import { sessionFigures } from '../../market/sessions/figures.ts';
import { comparisonSure, firstWanted } from '../look-back.ts';
import type { DateRange } from '../statistic.ts';
import { RECORD_FIELDS } from './fields.ts';

const MS_PER_MINUTE = 60_000;

/** @param byClose a bar fills the gap by its close alone */
export function prevcloseRecords(sessions: SessionSet, byClose: boolean): RecordTable {
  const { bars } = sessions;
  const daily = sessions.meta.intervalMin >= MINUTES_PER_DAY;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(RECORD_FIELDS, sessions.length);
  const c = table.columns(
    'date', 'weekday', 'direction', 'prev_date', 'prev_close', 'open', 'gap_size', 'gap_pct', 'open_place', 'filled',
    'partial_fill_pct', 'fill_bucket', 'fill_time', 'minutes_to_fill', 'max_run_pct', 'close',
    'closed_in_gap_direction', 'complete',
  ); // biome-ignore format: one list
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    const p = figures.previous[s];
    if (p === -1) continue;
    const open = figures.open[s];
    const prevClose = figures.close[p];
    if (open === prevClose) continue;

    const up = open > prevClose;
    const close = figures.close[s];
    const size = Math.abs(open - prevClose);
    c.date[n] = sessions.date[s];
    c.weekday[n] = weekdayOf(sessions.date[s]);
    c.direction[n] = up ? 0 : 1;
    c.prev_date[n] = sessions.date[p];
    c.prev_close[n] = prevClose;
    c.open[n] = open;
    c.gap_size[n] = size;
    c.gap_pct[n] = (size / prevClose) * 100;
    c.open_place[n] = open > figures.high[p] || open < figures.low[p] ? 0 : 1;
    c.max_run_pct[n] = ((up ? figures.high[s] - prevClose : prevClose - figures.low[s]) / prevClose) * 100;
    c.close[n] = close;
    c.closed_in_gap_direction[n] = (up ? close > open : close < open) ? 1 : 0;
    c.complete[n] = sessions.complete[s];
    follow(s, prevClose, up, size, n);
    n++;
  }
  return table.finish(n);

  function follow(s: number, prevClose: number, up: boolean, size: number, row: number): void {
    const towards = byClose ? bars.close : up ? bars.low : bars.high;
    const first = sessions.first[s];
    const open = bars.open[first];
    let nearest = open;
    let fill = -1;
    for (let i = first; i < sessions.end[s]; i++) {
      if (up ? towards[i] < nearest : towards[i] > nearest) nearest = towards[i];
      if (fill === -1 && (up ? towards[i] <= prevClose : towards[i] >= prevClose)) fill = i;
    }
    const partial = Math.min(1, Math.abs(open - nearest) / size) * 100;
    c.filled[row] = fill === -1 ? 0 : 1;
    c.partial_fill_pct[row] = partial;
    c.fill_bucket[row] = fillBucket(fill !== -1, partial);
    if (fill === -1 || daily) return;
    c.fill_time[row] = bars.minute[fill] * MS_PER_MINUTE;
    c.minutes_to_fill[row] = bars.minute[fill] - bars.minute[first];
  }
}

/** Whether the previous session of the first wanted one may be cut, or missing, in a stretch with bars before it. */
export function prevcloseBackShort(sessions: SessionSet, wanted: DateRange): boolean {
  const s = firstWanted(sessions, wanted);
  return s !== -1 && !comparisonSure(sessions, s);
}
