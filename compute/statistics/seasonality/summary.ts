/** The strongest and weakest weekday, ISO week and month. */
import { WEEKDAYS } from '../../../lib/days.ts';
import { type Field, shown } from '../../market/fields.ts';
import { numbers, type RecordTable } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import type { Rates } from '../figures.ts';
import type { Values } from '../params.ts';
import type { View } from '../statistic.ts';
import {
  metricOf,
  NAMED_SEGMENTS,
  SEGMENTS,
  type SegmentType,
  type SUMMARY_PARAMS,
  segmentFields,
  summaryName,
  TYPES,
} from './fields.ts';
import { segmentRows } from './segments.ts';

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
