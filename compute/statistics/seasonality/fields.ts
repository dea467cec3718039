/** What SEASONALITY is asked, and every field that it answers with. */
import { WEEKDAYS } from '../../../lib/days.ts';
import { date, type Field, integer, json, number, oneOf, text, unsaid } from '../../market/fields.ts';
import { limitParam, wordParam } from '../params.ts';
import { completeField, dayFields } from '../sessions.ts';

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
