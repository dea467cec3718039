/** Initial balances and what became of them: sessions in, one record a session out. */
import { lowerBound } from '../../market/bars.ts';
import { type RecordTable, TableBuilder } from '../../market/records/table.ts';
import type { DataClock, SessionSet } from '../../market/sessions/build.ts';
import { sessionFigures } from '../../market/sessions/figures.ts';
import { writeDay } from '../day-fields.ts';
import { RECORD_FIELDS } from './fields.ts';

const MS_PER_MINUTE = 60_000;
const [UP, DOWN, BOTH, NONE] = [0, 1, 2, 3];
const [BELOW, INSIDE, ABOVE] = [0, 1, 2];

export function ibRecords(sessions: SessionSet, clock: DataClock, ibMinutes: number): RecordTable {
  const { minute, high, low } = sessions.bars;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(RECORD_FIELDS, sessions.length);
  const c = table.all();
  for (const name of ['open', 'high', 'low', 'close'] as const) c[`session_${name}`].set(figures[name]);

  for (let s = 0; s < sessions.length; s++) {
    writeDay(c, s, sessions, s);
    c.ib_minutes[s] = ibMinutes;
    const balanceEnd = sessions.anchor[s] + ibMinutes;
    // A balance still under way is not shown; one beyond the window's end is over with the window.
    if (clock.lastBarEnd < Math.min(balanceEnd, sessions.windowEnd[s])) continue;

    const end = sessions.end[s];
    const from = lowerBound(minute, sessions.anchor[s], sessions.first[s], end);
    const after = lowerBound(minute, balanceEnd, from, end);
    c.ib_bars[s] = after - from;
    if (after === from) continue;
    let top = high[from];
    let bottom = low[from];
    for (let i = from + 1; i < after; i++) {
      if (high[i] > top) top = high[i];
      if (low[i] < bottom) bottom = low[i];
    }

    let highest = top;
    let lowest = bottom;
    let upAt = -1;
    let downAt = -1;
    for (let i = after; i < end; i++) {
      if (upAt === -1 && high[i] > top) upAt = i;
      if (downAt === -1 && low[i] < bottom) downAt = i;
      if (high[i] > highest) highest = high[i];
      if (low[i] < lowest) lowest = low[i];
    }
    const up = upAt !== -1;
    const down = downAt !== -1;
    const range = top - bottom;
    const close = figures.close[s];
    c.ib_high[s] = top;
    c.ib_low[s] = bottom;
    c.ib_range[s] = range;
    c.ib_range_pct[s] = (range / figures.open[s]) * 100;
    c.broke_high[s] = up ? 1 : 0;
    c.broke_low[s] = down ? 1 : 0;
    c.break_type[s] = up ? (down ? BOTH : UP) : down ? DOWN : NONE;
    c.close_place[s] = close > top ? ABOVE : close < bottom ? BELOW : INSIDE;
    if (up) c.broke_high_time[s] = minute[upAt] * MS_PER_MINUTE;
    if (down) c.broke_low_time[s] = minute[downAt] * MS_PER_MINUTE;
    if (up || down) {
      const first = up && (!down || upAt <= downAt) ? upAt : downAt;
      if (upAt !== downAt) c.first_direction[s] = first === upAt ? UP : DOWN;
      c.first_break_time[s] = minute[first] * MS_PER_MINUTE;
      c.minutes_to_first_break[s] = minute[first] - sessions.anchor[s];
    }
    if (range === 0) continue;
    c.extension_up_x[s] = (highest - top) / range;
    c.extension_down_x[s] = (bottom - lowest) / range;
    c.extension_x[s] = Math.max(c.extension_up_x[s], c.extension_down_x[s]);
    c.close_location[s] = (close - bottom) / range;
  }
  return table.finish(sessions.length);
}
