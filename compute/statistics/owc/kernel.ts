/** Opening weekly candles: sessions in, one record an ISO week out. */
import { isoMonday, isoWeek } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { weekFinished } from '../../market/candles.ts';
import { type RecordTable, TableBuilder } from '../../market/records/table.ts';
import type { DataClock, SessionSet } from '../../market/sessions/build.ts';
import { type SessionFigures, sessionFigures } from '../../market/sessions/figures.ts';
import { candleColumns, type Prices, writeCandle, writePeriod } from '../opening-candle.ts';
import type { DateRange, SymbolData } from '../statistic.ts';
import { RECORD_FIELDS } from './fields.ts';

const DAYS_PER_WEEK = 7;

/** Weeks with no more sessions than `openingDays` have no record. */
export function owcRecords(sessions: SessionSet, clock: DataClock, openingDays: number): RecordTable {
  const { date, length } = sessions;
  const figures = sessionFigures(sessions);
  const table = new TableBuilder(RECORD_FIELDS, length);
  const week = table.text('week');
  const c = { ...table.columns('date', 'outside_period', 'complete'), ...candleColumns(table) };
  let n = 0;
  let before: Prices | null = null;
  let mondayBefore = Number.NEGATIVE_INFINITY;
  for (let first = 0; first < length; ) {
    const monday = isoMonday(date[first]);
    const end = lowerBound(date, monday + DAYS_PER_WEEK, first, Math.min(length, first + DAYS_PER_WEEK));
    const period = merged(figures, first, end);
    if (end - first > openingDays) {
      week[n] = weekName(date[first]);
      c.date[n] = date[first];
      c.complete[n] = weekFinished(sessions, monday, clock) ? 1 : 0;
      writePeriod(c, n, period);
      writeCandle(c, n, merged(figures, first, first + openingDays), period);
      if (before && monday - mondayBefore === DAYS_PER_WEEK) {
        c.outside_period[n] = period.high > before.high && period.low < before.low ? 1 : 0;
      }
      n++;
    }
    before = period;
    mondayBefore = monday;
    first = end;
  }
  return table.finish(n);
}

function merged(figures: SessionFigures, from: number, to: number): Prices {
  let high = figures.high[from];
  let low = figures.low[from];
  for (let s = from + 1; s < to; s++) {
    if (figures.high[s] > high) high = figures.high[s];
    if (figures.low[s] < low) low = figures.low[s];
  }
  return { open: figures.open[from], high, low, close: figures.close[to - 1] };
}

function weekName(day: number): string {
  const { year, week } = isoWeek(day);
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

/**
 * Whether the range may lack sessions that the weeks dated in `wanted` depend on: those of the first week and of the
 * week before it, and the last week's to its end. The outermost session of a range may be cut, so one more must be
 * there on each side.
 */
export function weeksShort(data: SymbolData, sessions: SessionSet, wanted: DateRange) {
  const { date, length } = sessions;
  const needFrom = isoMonday(wanted.from) - DAYS_PER_WEEK;
  const needTo = isoMonday(wanted.to) + DAYS_PER_WEEK - 1;
  return {
    insufficientLookBack: !data.reachesStart && !(length > 0 && date[0] < needFrom),
    insufficientLookAhead: !data.reachesEnd && !(length > 0 && date[length - 1] > needTo),
  };
}
