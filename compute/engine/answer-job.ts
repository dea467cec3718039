/** The pure part of an on-demand answer: bars in, records and days out. Runs in a worker thread or in place. */
import type { BarColumns } from '../market/bars.ts';
import { type RecordTable, takeRows } from '../market/records/table.ts';
import { type DataClock, type SymbolMeta, weekendBars } from '../market/sessions/build.ts';
import type { SessionSpec } from '../market/sessions/spec.ts';
import { dayRecords } from '../statistics/days.ts';
import type { AnyValues } from '../statistics/params.ts';
import { loadStatistics } from '../statistics/registry.ts';
import {
  type DateRange,
  type NewsColumns,
  type RawSummary,
  type Statistic,
  SymbolData,
} from '../statistics/statistic.ts';
import { type Evaluated, isDone } from './evaluation.ts';
import { viewWithWarnings } from './warnings.ts';

export interface AnswerJob {
  readonly meta: SymbolMeta;
  readonly bars: BarColumns;
  readonly clock: DataClock;
  readonly reachesStart: boolean;
  readonly reachesEnd: boolean;
  readonly news: { sentiment?: NewsColumns; sentiment_crypto?: NewsColumns };
  readonly statistic: string;
  readonly session: SessionSpec;
  readonly values: AnyValues;
  readonly wanted: DateRange;
  /** See `ViewParts`. */
  readonly earliest?: number;
  readonly firstDay: number | null;
  /** Makes the summary of the wanted dates, too, and keeps the records: those of many bars take long to hand over. */
  readonly summary?: { readonly path: string; readonly timeWindow: string };
}

export interface AnswerJobResult extends Evaluated {
  readonly records: RecordTable;
  readonly days: RecordTable;
  /** Bars of the wanted dates lost to a weekend date. */
  readonly weekendBars: number;
  /** Where it was asked for and the bars reached. */
  readonly summary?: { readonly raw: RawSummary; readonly warnings: readonly string[] };
}

export async function runAnswer(job: AnswerJob): Promise<AnswerJobResult> {
  return answerWith(await loadStatistics(), job);
}

/** The same with other statistics than this build's. */
export function answerWith(statistics: readonly Statistic[], job: AnswerJob): AnswerJobResult {
  const statistic = statistics.find(({ name }) => name === job.statistic);
  if (!statistic) throw new Error(`no statistic '${job.statistic}'`);
  const data = new SymbolData(job);
  const { session, values, wanted } = job;
  const {
    records,
    insufficientLookBack = false,
    insufficientLookAhead = false,
  } = statistic.compute(data, { session, values }, wanted);
  const sessions = data.sessions(session);
  const result: AnswerJobResult = {
    records,
    insufficientLookBack: insufficientLookBack && !job.reachesStart,
    insufficientLookAhead: insufficientLookAhead && !job.reachesEnd,
    settled: true,
    days: dayRecords(sessions),
    weekendBars: weekendBars(sessions, wanted.from, wanted.to),
  };
  return job.summary && isDone(result, wanted) ? summarized(statistic, job, job.summary, result) : result;
}

function summarized(
  statistic: Statistic,
  job: AnswerJob,
  { path, timeWindow }: NonNullable<AnswerJob['summary']>,
  result: AnswerJobResult,
): AnswerJobResult {
  const endpoint = statistic.endpoints.find((one) => one.kind === 'summary' && one.path === path);
  if (endpoint?.kind !== 'summary') throw new Error(`no summary '${path}' of '${statistic.name}'`);
  const { records, days, weekendBars } = result;
  const { meta, session, values, wanted, earliest, firstDay } = job;
  const dates = { wanted, earliest, firstDay, timeWindow };
  const parts = { meta, session, values, ...dates, allRecords: records, allDays: days, weekendBars };
  const { view, warnings } = viewWithWarnings(statistic, parts);
  return {
    ...result,
    records: takeRows(records, []),
    days: takeRows(days, []),
    summary: { raw: endpoint.summarize(view), warnings },
  };
}
