/** The pure part of the summaries tables: records in, one line per unit and window out. */

import { isoDate } from '../../lib/days.ts';
import { stringLiteral, tsvMillis, tsvValue } from '../../sql/text.ts';
import type { Json } from '../market/records/render.ts';
import { numbers, type RecordTable } from '../market/records/table.ts';
import type { SymbolMeta } from '../market/sessions/build.ts';
import { defaultsOf } from '../statistics/defaults.ts';
import { loadStatistics } from '../statistics/registry.ts';
import type { Statistic } from '../statistics/statistic.ts';
import { renderSummary, SummaryFields } from '../statistics/summary-fields.ts';
import { viewOf } from '../statistics/view.ts';
import { ofStatistic } from './evaluation.ts';
import { latestDate } from './latest.ts';
import { resolveRange } from './range.ts';
import type { SeriesUnit } from './series.ts';
import { summaryColumns } from './tables/schema.ts';
import { TIME_WINDOWS } from './time-windows.ts';

export interface SummaryJob {
  readonly meta: SymbolMeta;
  readonly statistic: string;
  readonly units: readonly { unit: SeriesUnit; records: RecordTable; days: RecordTable }[];
  readonly version: string;
  readonly computedAtMs: number;
}

export interface SummaryResult {
  readonly columns: readonly string[];
  readonly tsv: string;
  readonly rows: number;
}

/** @param statistics for tests: other definitions than this build's */
export async function runSummaries(job: SummaryJob, statistics?: readonly Statistic[]): Promise<SummaryResult> {
  const statistic = (statistics ?? (await loadStatistics())).find(({ name }) => name === job.statistic);
  if (!statistic) throw new Error(`no statistic '${job.statistic}'`);
  return ofStatistic(statistic.name, () => summariesOf(statistic, job));
}

function summariesOf(statistic: Statistic, job: SummaryJob): SummaryResult {
  const scalars = summaryColumns(statistic);
  const fields = new SummaryFields(statistic.summary.fields);
  const columns = [
    ...['symbol', 'session', 'variant', 'time_window', 'asset_class', 'start_date', 'end_date', 'sample_size'],
    ...scalars.map(({ name }) => name),
    ...['metrics', 'summary', 'version', 'definition', 'computed_at'],
  ];
  let tsv = '';
  let rows = 0;
  for (const { unit, records, days } of job.units) {
    const latest = latestDate(statistic, records, days);
    if (latest === null) continue;
    const values = {
      ...defaultsOf(statistic.params, job.meta.intervalMin),
      ...defaultsOf(statistic.summary.params, job.meta.intervalMin),
      ...unit.values,
    };
    const first = Math.min(numbers(records, 'date')[0] ?? latest, numbers(days, 'date')[0] ?? latest);
    let whole: { readonly [key: string]: Json } | undefined;
    let wholeMetrics: string | undefined;
    for (const [timeWindow, months] of Object.entries(TIME_WINDOWS)) {
      const { effectiveStart: from, effectiveEnd: to } = resolveRange({ months, timeWindow }, latest);
      const view = viewOf({
        meta: job.meta,
        session: unit.spec,
        range: { from, to },
        timeWindow,
        values,
        allRecords: records,
        allDays: days,
      });
      // Windows that begin before all there is hold the same.
      const holdsAll = from <= first;
      const summary =
        holdsAll && whole
          ? { ...whole, time_window: timeWindow }
          : renderSummary(fields, statistic.summary.summarize(view));
      if (holdsAll) whole ??= summary;
      const numbersText = holdsAll && wholeMetrics ? wholeMetrics : metrics(summary);
      if (holdsAll) wholeMetrics = numbersText;
      const cells = [
        ...[job.meta.symbol, unit.session, unit.variant, timeWindow, job.meta.assetClass, isoDate(from), isoDate(to)],
        Number(summary['sample_size'] ?? 0),
        ...scalars.map(({ name }) => scalar(summary[name])),
      ].map(tsvValue);
      const text = tsvValue(JSON.stringify(summary));
      cells.push(numbersText, text, job.version, String(statistic.definitionNumber), tsvMillis(job.computedAtMs));
      tsv += `${cells.join('\t')}\n`;
      rows++;
    }
  }
  return { columns, tsv, rows };
}

function scalar(value: Json | undefined): string | number | boolean | null {
  return value === undefined || (typeof value === 'object' && value !== null) ? null : value;
}

/** A map literal of every number by its dotted path, without a leading `summary.`. */
function metrics(summary: { readonly [key: string]: Json }): string {
  const out: string[] = [];
  for (const [key, value] of Object.entries(summary)) pairs(value, key === 'summary' ? '' : key, out);
  return `{${out.join(',')}}`;
}

function pairs(value: Json, path: string, out: string[]): void {
  if (typeof value === 'number') out.push(`${stringLiteral(path)}:${value}`);
  else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const key in value) pairs(value[key], path === '' ? key : `${path}.${key}`, out);
  }
}
