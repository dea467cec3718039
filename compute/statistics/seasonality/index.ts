/** SEASONALITY: which weekdays, ISO weeks and months have been strong, and which weak. */

import { isoWeek, isWeekend, monthIndex, WEEKDAYS, weekdayOf } from '../../../lib/days.ts';
import { PREVIOUS_MAX_DAYS, sessionFigures } from '../../market/candles.ts';
import { type Field, shown } from '../../market/fields.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { defineStatistic } from '../define.ts';
import { type Rates, workedOut } from '../figures.ts';
import type { Values } from '../params.ts';
import type { View } from '../statistic.ts';
import {
  metricOf,
  NAMED_SEGMENTS,
  RECORD_FIELDS,
  SEGMENTS,
  type SegmentType,
  SUMMARY_FIELDS,
  SUMMARY_PARAMS,
  segmentFields,
  segmentRows,
  summaryName,
  TOP_FIELDS,
  TOP_PARAMS,
  TYPES,
} from './segments.ts';

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

/** Segments with fewer returns than this are ranked only where there are no others. */
const FEWEST_RETURNS = 3;

export function seasonalityFigures(view: View<Values<typeof SUMMARY_PARAMS>>, rates: Rates): RawSummary {
  const usedField = view.values.sort_by;
  const rows = Object.fromEntries(TYPES.map((type) => [type, segmentRows(view, type)])) as Record<
    SegmentType,
    RecordTable
  >;
  const named = NAMED_SEGMENTS.map(({ key, type, best }) => {
    const row = extreme(rows[type], segmentFields(type), metricOf(type, usedField), best);
    return [key, row === -1 ? null : segment(rows[type], row, type, usedField, key, rates)] as const;
  });
  return {
    used_field: usedField,
    summary: Object.fromEntries(named),
    sample_size: numbers(rows.weekday, 'count').reduce((sum, n) => sum + n, 0),
  };
}

function segment(
  table: RecordTable,
  row: number,
  type: SegmentType,
  usedField: string,
  key: string,
  rates: Rates,
): RawSummary {
  const at = (name: string) => numbers(table, name)[row];
  const { name, green } = SEGMENTS[type];
  const metric = metricOf(type, usedField);
  const cases = at('count');
  return {
    [summaryName(type)]: type === 'weekday' ? WEEKDAYS[at(name)] : at(name),
    median_return_pct: at('median_return_pct'),
    [green]: rates.of(`${key}.${green}`, Math.round((at(green) / 100) * cases), cases),
    count: cases,
    [metric]: at(metric),
  };
}

/** Row with the highest (lowest) metric as shown, the earlier of equal ones; -1 without any. */
function extreme(table: RecordTable, fields: readonly Field[], metric: string, highest: boolean): number {
  const counts = numbers(table, 'count');
  const unit = fields.find(({ name }) => name === metric)!.unit;
  const values = numbers(table, metric).map((value) => shown(value, unit));
  const enough = counts.some((n) => n >= FEWEST_RETURNS);
  let found = -1;
  for (let row = 0; row < table.length; row++) {
    if (Number.isNaN(values[row]) || (enough && counts[row] < FEWEST_RETURNS)) continue;
    if (found === -1 || (highest ? values[row] > values[found] : values[row] < values[found])) found = row;
  }
  return found;
}

export default defineStatistic({
  name: 'seasonality',
  title: 'Seasonality',
  description: 'Returns, green rates and volumes by weekday, ISO week number and calendar month.',
  definition:
    "A day's return is its close against the close of the previous weekday session, at most 7 calendar days back. The " +
    'return of an ISO week (month) is its last close against the last close of the ISO week (month) just before it; ' +
    'without a session there it is dropped, and the period counts nowhere. Green means a return above 0. Volume of a ' +
    'week or month is the sum over its sessions.',
  notes: [
    'Monday to Friday only: weekend sessions of crypto pairs do not exist here, so their Monday is compared with Friday, and a week runs from close to close of its last weekday sessions.',
    'Only whole weeks and months count: all their sessions are inside the range, and a later weekday session (it may be in progress, or after the range) shows that they are over. The close they are compared with may be before the range.',
    'A week is known by its ISO number: the days around New Year belong to week 52, 53 or 1 of the ISO year, and week 53 exists in some years only.',
    'Segments without any return are left out of the lists. /top ranks all of them, however few their returns: look at count and confidence.',
    'The summary ranks by sort_by (default median_return_pct) among segments with at least 3 returns, if there are any; of equal ones the earlier segment wins. Best means the highest value also for avg_volume and stdev_return_pct.',
    "Any of the three green rates as sort_by means the segment's own. A null metric comes last in /top and is never best or worst.",
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known is a large return, and one outlier moves means more than medians.',
  ],
  weekdaysOnly: true,
  dailyHistory: {},
  params: {},
  fields: RECORD_FIELDS,
  // One weekday session before gives the closes to compare with, one after shows that a period is over; a crypto
  // weekend may be between.
  reach: () => ({ back: 3, ahead: 3 }),
  compute(data, { session }, wanted) {
    const records = seasonalityRecords(data.sessions(session));
    return {
      records,
      insufficientLookBack: !data.reachesStart && !(records.length > 0 && numbers(records, 'date')[0] < wanted.from),
      insufficientLookAhead: !data.reachesEnd && !(records.length > 0 && lastDate(records) > wanted.to),
    };
  },
  console: { group: 'calendar', first: '/weekday', calendar: true },
  endpoints: ({ summary, top }) => [
    ...(
      [
        ['weekday', 'Returns and volumes by weekday, Monday to Friday'],
        ['week', 'Returns and volumes by ISO week number'],
        ['month', 'Returns and volumes by calendar month'],
      ] as const
    ).map(([type, description]) =>
      top(description, {}, { path: `/${type}`, fields: segmentFields(type), rows: (view) => segmentRows(view, type) }),
    ),
    top('Weekdays, ISO weeks or months ranked by a metric, strongest or weakest first', TOP_PARAMS, {
      fields: TOP_FIELDS,
      fieldsFor: (values) => segmentFields(values.type),
      rows: (view) => segmentRows(view, view.values.type),
      order: ({ type, sort_by: by, direction }) => [{ field: metricOf(type, by), descending: direction === 'top' }],
    }),
    summary(
      'The strongest and the weakest weekday, ISO week and month',
      workedOut(SUMMARY_FIELDS, seasonalityFigures),
      {
        params: SUMMARY_PARAMS,
      },
    ),
  ],
});

function lastDate(records: RecordTable): number {
  return numbers(records, 'date')[records.length - 1];
}
