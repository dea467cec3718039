/**
 * The sessions of a symbol as records: what every answer's range and every summary's day counts rest on, and for
 * analysts the daily bars of each session window (`market.stat_sessions`).
 */

import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkMinute } from '../../exchange/new-york.ts';
import { MINUTES_PER_DAY, WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { boolean, date, integer, number, oneOf, SYMBOL_FIELD } from '../market/records/fields.ts';
import { type RecordTable, TableBuilder } from '../market/records/table.ts';
import type { SessionSet } from '../market/sessions/build.ts';
import { sessionFigures } from '../market/sessions/figures.ts';

export const DAY_FIELDS = [
  SYMBOL_FIELD,
  date('date', 'Date of the session'),
  oneOf('weekday', WEEKDAYS, 'Weekday of the date'),
  date('prev_date', 'Date of the previous session, at most 7 calendar days back', { nullable: true }),
  number('open', 'price', 'First price of the session', { nullable: false }),
  number('high', 'price', 'Highest price', { nullable: false }),
  number('low', 'price', 'Lowest price', { nullable: false }),
  number('close', 'price', 'Last price', { nullable: false }),
  number('volume', 'volume', "Sum of the bars' volumes", { nullable: false }),
  integer('bars', 'bars', 'Bars of the session'),
  number('gap_from_close_x', 'ratio', "Open over the previous session's close", { formula: 'open / prev_close' }),
  boolean('cut', 'The window leaves out part of the regular hours of this date (equities, ETFs)'),
  boolean('complete', 'Some stored bar of the symbol ends at or after the end of the window'),
] as const;

export function dayRecords(sessions: SessionSet): RecordTable {
  const n = sessions.length;
  const table = new TableBuilder(DAY_FIELDS, n);
  const figures = sessionFigures(sessions);
  const c = table.columns('date', 'weekday', 'prev_date', 'bars', 'gap_from_close_x', 'cut', 'complete');
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) table.column(name).set(figures[name]);
  for (let s = 0; s < n; s++) {
    const before = figures.previous[s];
    c.date[s] = sessions.date[s];
    c.weekday[s] = weekdayOf(sessions.date[s]);
    c.bars[s] = sessions.end[s] - sessions.first[s];
    c.cut[s] = cutsRegularHours(sessions, s) ? 1 : 0;
    c.complete[s] = sessions.complete[s];
    if (before === -1) continue;
    c.prev_date[s] = sessions.date[before];
    c.gap_from_close_x[s] = figures.open[s] / figures.close[before];
  }
  return table.finish(n);
}

function cutsRegularHours(sessions: SessionSet, s: number): boolean {
  if (sessions.meta.assetClass === 'crypto' || sessions.meta.intervalMin >= MINUTES_PER_DAY) return false;
  const day = sessions.date[s];
  return (
    sessions.windowStart[s] > newYorkMinute(day, EXCHANGE_OPEN_MIN) ||
    sessions.windowEnd[s] < newYorkMinute(day, EXCHANGE_CLOSE_MIN)
  );
}
