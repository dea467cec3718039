/** What is known of a session that has no bar yet: what earlier sessions and the calendar tell of it. */

import { cryptoCalendar, usEquities } from '../../../exchange/calendar.ts';
import { monthIndex, weekdayOf } from '../../../lib/days.ts';
import { type KnownAt, shown } from '../../market/fields.ts';
import { lowerRow, numbers } from '../../market/records.ts';
import { PREVIOUS_MAX_DAYS } from '../../market/session-figures.ts';
import { windowOf } from '../../market/sessions.ts';
import { numberOf } from '../../statistics/params.ts';
import type { Reference } from './question.ts';
import {
  ABSENT,
  type Answered,
  closesEarly,
  type Material,
  newsValue,
  THERE,
  UNKNOWN_RECORD,
} from './source-columns.ts';

const MS_PER_MINUTE = 60_000;

/** What a reference is at the end of the data. */
export interface Look {
  /** Of one row. */
  readonly answered: Answered;
  /** The value may still change. */
  readonly pending: boolean;
  /** It is pending, but can only grow. */
  readonly grows: boolean;
}

const one = (present: number, value: number): Answered => ({
  present: Uint8Array.of(present),
  values: Float64Array.of(value),
  never: null,
});

const known = (value: number): Look => ({ answered: one(THERE, value), pending: false, grows: false });
export const PENDING: Look = { answered: one(THERE, Number.NaN), pending: true, grows: false };
const NO_RECORD: Look = { answered: one(ABSENT, Number.NaN), pending: false, grows: false };
/** Not even whether there is a record. */
export const UNKNOWN_LOOK: Look = { answered: one(UNKNOWN_RECORD, Number.NaN), pending: false, grows: false };

/** @param reference of the symbol and session itself */
export function upcoming(material: Material, reference: Reference, kind: KnownAt, date: number): Look {
  const { days, meta, session, news, loaded } = material;
  const { source, field } = reference;
  const last = days.length - 1;
  const lastDate = numbers(days, 'date')[last];
  const hasPrevious = last >= 0 && date - lastDate <= PREVIOUS_MAX_DAYS;
  if (source.kind === 'news') {
    if (!hasPrevious) return NO_RECORD;
    if (reference.of === 'record') return known(1);
    const times = news ? numbers(news, 'event_timestamp') : new Float64Array(0);
    const from = lowerRow(times, windowOf(lastDate, session, meta).end * MS_PER_MINUTE);
    const to = Math.max(from, lowerRow(times, windowOf(date, session, meta).start * MS_PER_MINUTE));
    const impacts = news ? numbers(news, 'impact_score') : times;
    const directions = news ? numbers(news, 'direction') : times;
    const value = newsValue(field.name, impacts, directions, from, to);
    return { ...known(value), pending: true, grows: field.name === 'count' };
  }
  if (reference.of === 'record') return source.kind === 'self' ? known(1) : PENDING;
  if (kind !== 'before' || source.kind === 'week') return PENDING;
  switch (field.name) {
    case 'date':
      return known(date);
    case 'weekday':
      return known(weekdayOf(date));
    case 'month':
      return known((((monthIndex(date) % 12) + 12) % 12) + 1);
    case 'early_close':
      return known(closesEarly(meta.assetClass === 'crypto' ? cryptoCalendar : usEquities, date));
  }
  if (source.statistic?.params[field.name]) return known(numberOf(loaded(reference).values, field.name));
  if (!hasPrevious) return NO_RECORD;
  const price = (name: string) => shown(numbers(days, name)[last], 'price');
  switch (field.name) {
    case 'prev_date':
      return known(lastDate);
    case 'prev_high':
      return known(price('high'));
    case 'prev_low':
      return known(price('low'));
    case 'prev_close':
      return known(price('close'));
    case 'prev_range':
      return known(shown(price('high') - price('low'), 'price'));
    default:
      return PENDING;
  }
}
