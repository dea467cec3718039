/** What SEASONALITY is asked, its fields, and its segments: returns of days, whole ISO weeks and whole months. */
import { isoMonday, monthIndex, WEEKDAYS } from '../../../lib/days.ts';
import { date, type Field, integer, json, number, oneOf, shown, text, unsaid } from '../../market/fields.ts';
import { mean, median, sampleDeviation, wilson } from '../../market/math.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import { completeOnly } from '../figures.ts';
import { limitParam, wordParam } from '../params.ts';
import { completeField, dayFields } from '../sessions.ts';
import type { View } from '../statistic.ts';

export const TYPES = ['weekday', 'week', 'month'] as const;
export type SegmentType = (typeof TYPES)[number];

/** One a weekday session: what days, ISO weeks and months are added up from. */
export const RECORD_FIELDS = [
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
export const SEGMENTS: Readonly<Record<SegmentType, { readonly name: string; readonly green: string }>> = {
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

export const RETURN_METRICS = [
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

export const SUMMARY_PARAMS = { sort_by: sortBy };

export const TOP_PARAMS = {
  type: wordParam(TYPES, { description: 'Which segments are ranked', fallback: 'weekday' }),
  direction: wordParam(['top', 'bottom'], {
    description: 'top: highest metric first; bottom: lowest first',
    fallback: 'top',
  }),
  sort_by: sortBy,
  limit: limitParam('Number of segments'),
};

/** Column of a segment's table that a metric ranks by. */
export function metricOf(type: SegmentType, sortBy: string): string {
  return sortBy.startsWith('green_') ? SEGMENTS[type].green : sortBy;
}

export function segmentFields(type: SegmentType): readonly Field[] {
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
export const TOP_FIELDS: readonly Field[] = [
  ...TYPES.map((type) => ({ ...NAME_FIELDS[type], nullable: true })),
  ...TYPES.map((type) => ({ ...segmentFields(type)[3], nullable: true })),
  ...segmentFields('weekday').filter(({ name }) => name !== 'weekday' && !name.startsWith('green_')),
].map((field) =>
  field.name === 'confidence' ? json('confidence', "Wilson 95 % interval of the segment's green rate") : field,
);

/** The named segments of the summary: of which type, and whether the highest or the lowest metric wins. */
export const NAMED_SEGMENTS = [
  { key: 'best_weekday', type: 'weekday', best: true },
  { key: 'worst_weekday', type: 'weekday', best: false },
  { key: 'best_week', type: 'week', best: true },
  { key: 'worst_week', type: 'week', best: false },
  { key: 'strongest_month', type: 'month', best: true },
  { key: 'weakest_month', type: 'month', best: false },
] as const;

/** Name of a segment inside a summary's object: a weekday is called by its `name`. */
export const summaryName = (type: SegmentType) => (type === 'weekday' ? 'name' : SEGMENTS[type].name);

export const SUMMARY_FIELDS: readonly Field[] = [
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
  let sample = samples.get(segment);
  if (!sample) {
    sample = { returns: [], volumes: [] };
    samples.set(segment, sample);
  }
  sample.returns.push(returnPct);
  sample.volumes.push(volume);
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
    const touchesJoint =
      view.joint !== undefined && date[next - 1] >= view.joint && date[Math.max(0, first - 1)] < view.joint;
    if (inside && !touchesJoint && next < rows.length && first > 0 && periodOf(date[first - 1]) === period - 1) {
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
export function segmentRows(view: View, type: SegmentType): RecordTable {
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
