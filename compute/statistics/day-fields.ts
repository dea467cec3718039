/** Fields of a record that stands for a session, and how they are written. */
import { WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { codesOf, SYMBOL_FIELD } from '../market/records/fields.ts';
import { atClose, atOpen, before } from '../market/records/moments.ts';
import type { NumberColumns } from '../market/records/table.ts';
import type { SessionSet } from '../market/sessions/build.ts';
import { sessionFigures } from '../market/sessions/figures.ts';

/** The first fields of the record, known before the session; of records whose being tells of its open, then. */
export const dayFields = (description = 'Date of the session', known: typeof before = before) =>
  [SYMBOL_FIELD, known.date('date', description), known.oneOf('weekday', WEEKDAYS, 'Weekday of the date')] as const;

/** Its last one. */
export const completeField = (known: typeof before = atClose) =>
  known.boolean('complete', 'The data reach the end of the window');
export const COMPLETE_FIELD = completeField();

export const OR_NULL = { nullable: true };

/** A price, date or size of the session before. */
export const LOOK_BACK = { lookBack: true };

/** High, low and close of the session before. */
export const previousPrices = (known: typeof before = before) =>
  (['high', 'low', 'close'] as const).map((name) =>
    known.price(`prev_${name}`, `${name[0].toUpperCase()}${name.slice(1)} of the previous session`, LOOK_BACK),
  );

/** Open, high, low and close of the session, which every record has. */
export const sessionPrices = <const P extends string = ''>(prefix: P = '' as P, of = '') =>
  [
    atOpen.price(`${prefix}open`, 'First price of the session'),
    atClose.price(`${prefix}high`, `Highest price${of}`),
    atClose.price(`${prefix}low`, `Lowest price${of}`),
    atClose.price(`${prefix}close`, `Last price${of}`),
  ] as const;

export const UP_DOWN = ['up', 'down'] as const;

export const DIRECTION = codesOf(UP_DOWN);

/** `date`, `weekday` and `complete` of session `s`. */
export function writeDay(
  columns: NumberColumns<'date' | 'weekday' | 'complete'>,
  row: number,
  sessions: SessionSet,
  s: number,
): void {
  columns.date[row] = sessions.date[s];
  columns.weekday[row] = weekdayOf(sessions.date[s]);
  columns.complete[row] = sessions.complete[s];
}

/** Date, high and low of the session `p` before. */
export function writePrevious(
  columns: NumberColumns<'prev_date' | 'prev_high' | 'prev_low'>,
  row: number,
  sessions: SessionSet,
  p: number,
): void {
  const { high, low } = sessionFigures(sessions);
  columns.prev_date[row] = sessions.date[p];
  columns.prev_high[row] = high[p];
  columns.prev_low[row] = low[p];
}
