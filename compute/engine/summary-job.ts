/** The pure part of the summaries tables: records in, one line per unit and window out. */

import { isoDate } from '../../lib/days.ts';
import { stringLiteral, tsvCells, tsvMillis } from '../../sql/text.ts';
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

/** Where the window will be in a summary's text. */
const WINDOW = '{time_window}';

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
  const lines: string[] = [];
  for (const { unit, records, days } of job.units) {
    const latest = latestDate(statistic, records, days);
    if (latest === null) continue;
    const values = {
      ...defaultsOf(statistic.params, job.meta.intervalMin),
      ...defaultsOf(statistic.summary.params, job.meta.intervalMin),
      ...unit.values,
    };
    const first = Math.min(numbers(records, 'date')[0] ?? latest, numbers(days, 'date')[0] ?? latest);
    let whole: ((timeWindow: string, from: number) => string) | undefined;
    for (const [timeWindow, months] of Object.entries(TIME_WINDOWS)) {
      const { effectiveStart: from, effectiveEnd: to } = resolveRange({ months, timeWindow }, latest);
      // Windows that begin before all there is hold the same.
      const holdsAll = from <= first;
      if (holdsAll && whole) {
        lines.push(whole(timeWindow, from));
        continue;
      }
      const view = viewOf({
        meta: job.meta,
        session: unit.spec,
        range: { from, to },
        timeWindow,
        values,
        allRecords: records,
        allDays: days,
      });
      const summary = renderSummary(fields, statistic.summary.summarize(view));
      const { symbol, assetClass } = job.meta;
      const key = tsvCells([symbol, unit.session, unit.variant]);
      const figures = [
        tsvCells([Number(summary['sample_size'] ?? 0), ...scalars.map(({ name }) => scalar(summary[name]))]),
        metrics(summary),
      ].join('\t');
      // The window is in the text itself, too.
      const [before, after] = tsvCells([JSON.stringify({ ...summary, time_window: WINDOW })]).split(WINDOW);
      const stamp = tsvCells([job.version, statistic.definitionNumber]);
      const computedAt = tsvMillis(job.computedAtMs);
      const line = (word: string, start: number) =>
        `${key}\t${tsvCells([word, assetClass, isoDate(start), isoDate(to)])}\t${figures}\t${before}${word}${after}\t${stamp}\t${computedAt}\n`;
      lines.push(line(timeWindow, from));
      if (holdsAll) whole = line;
    }
  }
  return { columns, tsv: lines.join(''), rows: lines.length };
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
