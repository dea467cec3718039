/**
 * Open, high, low, close and volume of each session, and which session came before: what most kernels start from. As
 * records they are what the range of every answer and the day counts of every summary rest on, and for analysts the daily
 * bars of each session window (`market.stat_sessions`).
 */
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkMinute } from '../../exchange/new-york.ts';
import { MINUTES_PER_DAY, WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { boolean, date, integer, number, oneOf, SYMBOL_FIELD } from './fields.ts';
import { type RecordTable, TableBuilder } from './records.ts';
import type { SessionSet } from './sessions.ts';

export interface SessionFigures {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** Index of the previous session, at most 7 calendar days back; -1 without one. */
  readonly previous: Int32Array;
}

export const PREVIOUS_MAX_DAYS = 7;

/** Kept with the sessions: many statistics, and many variants of one, start from the same sessions. */
const made = new WeakMap<SessionSet, SessionFigures>();

/** The figures of these sessions, made once; nobody may write to them. */
export function sessionFigures(sessions: SessionSet): SessionFigures {
  let figures = made.get(sessions);
  if (!figures) {
    figures = makeFigures(sessions);
    made.set(sessions, figures);
  }
  return figures;
}

/** Sums of volume add oldest first, so that equal input gives equal bytes. */
function makeFigures(sessions: SessionSet): SessionFigures {
  const n = sessions.length;
  const { bars } = sessions;
  const figures = {
    open: new Float64Array(n),
    high: new Float64Array(n),
    low: new Float64Array(n),
    close: new Float64Array(n),
    volume: new Float64Array(n),
    previous: new Int32Array(n),
  };
  for (let s = 0; s < n; s++) {
    const first = sessions.first[s];
    const end = sessions.end[s];
    let high = bars.high[first];
    let low = bars.low[first];
    let volume = 0;
    for (let i = first; i < end; i++) {
      if (bars.high[i] > high) high = bars.high[i];
      if (bars.low[i] < low) low = bars.low[i];
      volume += bars.volume[i];
    }
    figures.open[s] = bars.open[first];
    figures.high[s] = high;
    figures.low[s] = low;
    figures.close[s] = bars.close[end - 1];
    figures.volume[s] = volume;
    figures.previous[s] = s > 0 && sessions.date[s] - sessions.date[s - 1] <= PREVIOUS_MAX_DAYS ? s - 1 : -1;
  }
  return figures;
}

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
