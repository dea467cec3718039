/** Daily closes of the working week: sessions in, one record a weekday session out. */
import { isoWeek, isWeekend, monthIndex, weekdayOf } from '../../../lib/days.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import { PREVIOUS_MAX_DAYS, sessionFigures } from '../../market/session-figures.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { RECORD_FIELDS } from './fields.ts';

export function seasonalityRecords(sessions: SessionSet): RecordTable {
  const { date } = sessions;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(RECORD_FIELDS, sessions.length);
  const c = table.all();
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    if (isWeekend(date[s])) continue;
    const { year, week } = isoWeek(date[s]);
    const close = figures.close[s];
    c.date[n] = date[s];
    c.weekday[n] = weekdayOf(date[s]);
    c.iso_year[n] = year;
    c.iso_week[n] = week;
    c.month[n] = (((monthIndex(date[s]) % 12) + 12) % 12) + 1;
    c.close[n] = close;
    c.volume[n] = figures.volume[s];
    c.complete[n] = sessions.complete[s];
    if (n > 0 && date[s] - c.date[n - 1] <= PREVIOUS_MAX_DAYS) {
      const before = c.close[n - 1];
      c.prev_date[n] = c.date[n - 1];
      c.prev_close[n] = before;
      c.return_pct[n] = ((close - before) / before) * 100;
    }
    n++;
  }
  return table.finish(n);
}
