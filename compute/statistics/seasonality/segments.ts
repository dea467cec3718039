/** Day records in; returns of days, whole ISO weeks and whole months; then one row a segment. */
import { isoMonday, monthIndex } from '../../../lib/days.ts';
import { shown } from '../../market/fields.ts';
import { mean, median, sampleDeviation, wilson } from '../../market/math.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import { completeOnly } from '../figures.ts';
import type { View } from '../statistic.ts';
import { SEGMENTS, type SegmentType, segmentFields, TOP_FIELDS } from './fields.ts';

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

/** Complete sessions that have a return. */
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
