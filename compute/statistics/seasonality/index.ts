/** SEASONALITY: which weekdays, ISO weeks and months have been strong, and which weak. */

import { numbers, type RecordTable } from '../../market/records.ts';
import { defineStatistic } from '../define.ts';
import { workedOut } from '../figures.ts';
import {
  metricOf,
  RECORD_FIELDS,
  SUMMARY_FIELDS,
  SUMMARY_PARAMS,
  segmentFields,
  TOP_FIELDS,
  TOP_PARAMS,
} from './fields.ts';
import { seasonalityRecords } from './kernel.ts';
import { segmentRows } from './segments.ts';
import { seasonalityFigures } from './summary.ts';

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
  console: { first: '/weekday', calendar: true },
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
