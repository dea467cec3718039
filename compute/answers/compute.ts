/** The pure part of an on-demand answer: bars in, records and days out. Runs in a worker thread or in place. */
import type { BarColumns } from '../bars/columns.ts';
import type { RecordTable } from '../records/table.ts';
import { type DataClock, type SymbolMeta, weekendBars } from '../sessions/build.ts';
import type { SessionSpec } from '../sessions/spec.ts';
import { dayRecords } from '../statistics/days.ts';
import type { AnyValues } from '../statistics/params.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { type DateRange, type NewsColumns, SymbolData } from '../statistics/statistic.ts';

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
}

export interface AnswerJobResult {
  readonly backShort: boolean;
  readonly aheadShort: boolean;
  readonly records: RecordTable;
  readonly days: RecordTable;
  /** Bars of the wanted dates lost to a weekend date. */
  readonly weekendBars: number;
}

export async function runAnswer(job: AnswerJob): Promise<AnswerJobResult> {
  const statistics = await loadStatistics();
  const statistic = statistics.find(({ name }) => name === job.statistic);
  if (!statistic) throw new Error(`no statistic '${job.statistic}'`);
  const data = new SymbolData(job);
  const { session, values, wanted } = job;
  const { records, backShort = false, aheadShort = false } = statistic.compute(data, { session, values }, wanted);
  const sessions = data.sessions(session);
  return {
    records,
    backShort,
    aheadShort,
    days: dayRecords(sessions),
    weekendBars: weekendBars(sessions, wanted.from, wanted.to),
  };
}
