/** SEASONALITY: which weekdays, ISO weeks and months have been strong, and which weak. */

import { getOrMake } from '../../../lib/collections.ts';
import { isoMonday, isoWeek, isWeekend, monthIndex, WEEKDAYS, weekdayOf } from '../../../lib/days.ts';
import { PREVIOUS_MAX_DAYS, sessionFigures } from '../../market/candles.ts';
import { date, type Field, integer, json, number, oneOf, shown, text, unsaid } from '../../market/fields.ts';
import { mean, median, sampleDeviation, wilson } from '../../market/math.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { defineStatistic } from '../define.ts';
import { completeOnly, extremeRow, type Rates, workedOut } from '../figures.ts';
import { limitParam, type Values, wordParam } from '../params.ts';
import { completeField, dayFields } from '../sessions.ts';
import type { View } from '../statistic.ts';

export const TYPES = ['weekday', 'week', 'month'] as const;
type SegmentType = (typeof TYPES)[number];

/** One a weekday session: what days, ISO weeks and months are added up from. */
const RECORD_FIELDS = [
  ...dayFields('Date of the session, Monday to Friday', unsaid),
  integer('iso_year', 'none', 'Year that the ISO week belongs to'),
  integer('iso_week', 'none', 'ISO week number, 1 to 53'),
  integer('month', 'none', 'Calendar month, 1 to 12'),
  number('close', 'price', 'Close of the session', { nullable: false }),
  date('prev_date', 'Date of the previous weekday session, at most 7 calendar days back', { nullable: true }),
  number('prev_close', 'price', 'Its close'),
  number('return_pct', 'pct', 'Close against the previous close', {
    formula: '(close - prev_close) / prev_close * 100',
  }),
  number('volume', 'volume', "Sum of the session's volumes", { nullable: false }),
  completeField(unsaid),
] as const;

/** What a segment is called by: the column of its number (a weekday's name), and its own green rate. */
const SEGMENTS: Readonly<Record<SegmentType, { readonly name: string; readonly green: string }>> = {
  weekday: { name: 'weekday', green: 'green_days_pct' },
  week: { name: 'week_number', green: 'green_weeks_pct' },
  month: { name: 'month', green: 'green_months_pct' },
};

const NAME_FIELDS: Readonly<Record<SegmentType, Field>> = {
  weekday: oneOf('weekday', WEEKDAYS, 'Weekday of the sessions'),
  week: integer('week_number', 'none', 'ISO week number, 1 to 53, of any year'),
  month: integer('month', 'none', 'Calendar month, 1 to 12, of any year'),
};

const PLURALS: Readonly<Record<SegmentType, string>> = { weekday: 'days', week: 'weeks', month: 'months' };

const RETURN_METRICS = [
  'avg_return_pct',
  'median_return_pct',
  'avg_volume',
  'stdev_return_pct',
  'min_return_pct',
  'max_return_pct',
] as const;
/** What segments can be ranked by; each green rate stands for the green rate of the segment in question. */
export const METRICS = [...RETURN_METRICS, ...TYPES.map((type) => SEGMENTS[type].green)] as readonly string[];

const sortBy = wordParam(METRICS, {
  description: "Metric that segments are ranked by; a green rate means the segment's own",
  fallback: 'median_return_pct',
});

const SUMMARY_PARAMS = { sort_by: sortBy };

const TOP_PARAMS = {
  type: wordParam(TYPES, { description: 'Which segments are ranked', fallback: 'weekday' }),
  direction: wordParam(['top', 'bottom'], {
    description: 'top: highest metric first; bottom: lowest first',
    fallback: 'top',
  }),
  sort_by: sortBy,
  limit: limitParam('Number of segments'),
};

/** Column of a segment's table that a metric ranks by. */
function metricOf(type: SegmentType, sortBy: string): string {
  return sortBy.startsWith('green_') ? SEGMENTS[type].green : sortBy;
}

function segmentFields(type: SegmentType): readonly Field[] {
  const many = PLURALS[type];
  return [
    NAME_FIELDS[type],
    number('avg_return_pct', 'pct', `Mean return of these ${many}`, { nullable: false }),
    number('median_return_pct', 'pct', `Median return of these ${many}`, { nullable: false }),
    number(SEGMENTS[type].green, 'pct', `Share of these ${many} with a return above 0`, { nullable: false }),
    number('avg_volume', 'volume', `Mean volume of these ${many}`, { nullable: false }),
    integer('count', 'count', `How many ${many} with a return there were`),
    number('stdev_return_pct', 'pct', 'Standard deviation of the returns, of a sample; null below two'),
    number('min_return_pct', 'pct', 'Smallest return', { nullable: false }),
    number('max_return_pct', 'pct', 'Largest return', { nullable: false }),
    json('confidence', `Wilson 95 % interval of ${SEGMENTS[type].green}: {${SEGMENTS[type].green}: {n, low, high}}`),
  ];
}

/** Fields of `/top`, whose rows are of one type: the names and green rates of the others are not shown. */
const TOP_FIELDS: readonly Field[] = [
  ...TYPES.map((type) => ({ ...NAME_FIELDS[type], nullable: true })),
  ...TYPES.map((type) => ({ ...segmentFields(type)[3], nullable: true })),
  ...segmentFields('weekday').filter(({ name }) => name !== 'weekday' && !name.startsWith('green_')),
].map((field) =>
  field.name === 'confidence' ? json('confidence', "Wilson 95 % interval of the segment's green rate") : field,
);

/** The named segments of the summary: of which type, and whether the highest or the lowest metric wins. */
const NAMED_SEGMENTS = [
  { key: 'best_weekday', type: 'weekday', best: true },
  { key: 'worst_weekday', type: 'weekday', best: false },
  { key: 'best_week', type: 'week', best: true },
  { key: 'worst_week', type: 'week', best: false },
  { key: 'strongest_month', type: 'month', best: true },
  { key: 'weakest_month', type: 'month', best: false },
] as const;

/** Name of a segment inside a summary's object: a weekday is called by its `name`. */
const summaryName = (type: SegmentType) => (type === 'weekday' ? 'name' : SEGMENTS[type].name);

const SUMMARY_FIELDS: readonly Field[] = [
  text('used_field', 'The metric that segments are ranked by'),
  ...NAMED_SEGMENTS.flatMap(({ key, type, best }) => [
    type === 'weekday'
      ? text(`summary.${key}.name`, `Weekday with the ${best ? 'highest' : 'lowest'} ranked metric`)
      : integer(
          `summary.${key}.${summaryName(type)}`,
          'none',
          `The ${type === 'week' ? 'ISO week' : 'month'} with the ${best ? 'highest' : 'lowest'} ranked metric`,
        ),
    number(`summary.${key}.${SEGMENTS[type].green}`, 'pct', `Share of these ${PLURALS[type]} with a return above 0`),
  ]),
  integer('summary.*.count', 'count', 'How many days, weeks or months with a return the segment has'),
  ...segmentFields('weekday')
    .filter(({ name }) => (RETURN_METRICS as readonly string[]).includes(name))
    .map((field) => ({ ...field, name: `summary.*.${field.name}`, nullable: true })),
];

/** Returns and volumes by the number of their segment (weekday 0-4, ISO week, month), oldest first. */
type Samples = Map<number, { returns: number[]; volumes: number[] }>;

function add(samples: Samples, segment: number, returnPct: number, volume: number): void {
  const { returns, volumes } = getOrMake(samples, segment, () => ({ returns: [], volumes: [] }));
  returns.push(returnPct);
  volumes.push(volume);
}

function days(view: View): Samples {
  const rows = completeOnly(view.records);
  const weekday = numbers(rows, 'weekday');
  const returns = numbers(rows, 'return_pct');
  const volume = numbers(rows, 'volume');
  const samples: Samples = new Map();
  for (let i = 0; i < rows.length; i++) {
    if (!Number.isNaN(returns[i])) add(samples, weekday[i], returns[i], volume[i]);
  }
  return samples;
}

/**
 * Whole periods: none of their sessions is outside the range, a later session shows that they are over, and the
 * period just before has a close, of bars of the same kind. `periodOf` numbers periods so that neighbours differ by one.
 */
function periods(view: View, segment: string, periodOf: (date: number) => number): Samples {
  const rows = view.allRecords;
  const date = numbers(rows, 'date');
  const close = numbers(rows, 'close');
  const volume = numbers(rows, 'volume');
  const segmentOf = numbers(rows, segment);
  const samples: Samples = new Map();
  for (let first = 0; first < rows.length; ) {
    const period = periodOf(date[first]);
    let next = first;
    let sum = 0;
    for (; next < rows.length && periodOf(date[next]) === period; next++) sum += volume[next];
    const inside = date[first] >= view.range.from && date[next - 1] <= view.range.to;
    if (inside && next < rows.length && first > 0 && periodOf(date[first - 1]) === period - 1) {
      const before = close[first - 1];
      add(samples, segmentOf[first], ((close[next - 1] - before) / before) * 100, sum);
    }
    first = next;
  }
  return samples;
}

function samplesOf(view: View, type: SegmentType): Samples {
  if (type === 'weekday') return days(view);
  if (type === 'week') return periods(view, 'iso_week', (date) => (isoMonday(date) - MONDAY) / 7);
  return periods(view, 'month', monthIndex);
}

/** Some Monday (1970-01-05). */
const MONDAY = 4;

/** Rows of the segments that have data, ascending; columns of `segmentFields(type)` and those of `TOP_FIELDS`. */
function segmentRows(view: View, type: SegmentType): RecordTable {
  const samples = [...samplesOf(view, type)].sort(([a], [b]) => a - b);
  const { name, green } = SEGMENTS[type];
  const table = new TableBuilder([...TOP_FIELDS, ...segmentFields(type)], samples.length);
  samples.forEach(([segment, { returns, volumes }], row) => {
    const up = returns.filter((value) => value > 0).length;
    const { n, low, high } = wilson(up, returns.length);
    table.column(name)[row] = segment;
    table.column('avg_return_pct')[row] = mean(returns);
    table.column('median_return_pct')[row] = median(returns);
    table.column(green)[row] = (up / returns.length) * 100;
    table.column('avg_volume')[row] = mean(volumes);
    table.column('count')[row] = returns.length;
    table.column('stdev_return_pct')[row] = sampleDeviation(returns);
    table.column('min_return_pct')[row] = Math.min(...returns);
    table.column('max_return_pct')[row] = Math.max(...returns);
    const interval = { n, low: shown(low, 'pct'), high: shown(high, 'pct') };
    table.text('confidence')[row] = JSON.stringify({ [green]: interval });
  });
  return table.finish(samples.length);
}

function seasonalityRecords(sessions: SessionSet): RecordTable {
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

function seasonalityFigures(view: View<Values<typeof SUMMARY_PARAMS>>, rates: Rates): RawSummary {
  const usedField = view.values.sort_by;
  const rows = Object.fromEntries(TYPES.map((type) => [type, segmentRows(view, type)])) as Record<
    SegmentType,
    RecordTable
  >;
  const named = NAMED_SEGMENTS.map(({ key, type, best }) => {
    const field = segmentFields(type).find(({ name }) => name === metricOf(type, usedField))!;
    const row = extremeRow(rows[type], field, best, numbers(rows[type], 'count'));
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
  // 2: the exchange's early closes and full closings count.
  definitionNumber: 2,
  weekdaysOnly: true,
  params: {},
  fields: RECORD_FIELDS,
  // One weekday session before gives the closes to compare with, one after shows that a period is over; a crypto
  // weekend may be between.
  reach: () => ({ back: 3, ahead: 3 }),
  compute(data, { session }, wanted) {
    const records = seasonalityRecords(data.sessions(session));
    const dates = numbers(records, 'date');
    return {
      records,
      insufficientLookBack: !data.reachesStart && !(dates[0] < wanted.from),
      insufficientLookAhead: !data.reachesEnd && !(dates[dates.length - 1] > wanted.to),
    };
  },
  console: { group: 'calendar', first: '/weekday' },
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
