/** Serves the stored summary of a default variant where it is what would be computed now: one short statement. */
import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import { resolveRange } from '../evaluation/range.ts';
import type { Unit } from '../evaluation/stored-records.ts';
import { STORED_WINDOW, summarizedUnits, summaryValues } from '../evaluation/summary-job.ts';
import { rowVersion } from '../evaluation/tables/coverage.ts';
import { summaryTableName } from '../evaluation/tables/schema.ts';
import type { SummaryEndpoint } from '../statistics/statistic.ts';
import type { SummaryAnswer, ViewRequest } from './answers.ts';
import type { Records } from './records.ts';
import { isUnsettled } from './symbols.ts';

/** Dates in days since the epoch; JSON texts. */
interface StoredSummary {
  readonly from: number;
  readonly to: number;
  readonly summary: string;
  readonly warnings: string;
}

/**
 * Returns null where it is not what would be computed now, and where the records are in memory anyway.
 *
 * @param unit whose records are stored for the request
 */
export async function storedSummary(
  reader: Reader,
  records: Records,
  request: ViewRequest,
  endpoint: SummaryEndpoint,
  unit: Unit,
): Promise<SummaryAnswer | null> {
  const { statistic, symbol, values, range: requested } = request;
  const { landed } = symbol;
  if (landed === undefined) return null;
  if (!records.isCurrent(statistic, symbol) || isUnsettled(symbol)) return null;
  if (endpoint.path !== statistic.summary.path) return null;
  const { timeWindow, date, startDate, earliest } = requested;
  // The plan's first day takes what lies before it out of the records, too.
  if (timeWindow !== STORED_WINDOW || (date ?? startDate ?? earliest) !== undefined) return null;
  if (!summarizedUnits(statistic, symbol).includes(unit)) return null;
  const expected = Object.entries(summaryValues(statistic, symbol, unit));
  if (!expected.every(([name, value]) => isDeepStrictEqual(values[name], value))) return null;
  if (records.areInMemory(statistic, symbol, unit)) return null;
  const [stored] = await reader.query<StoredSummary>(
    `SELECT toInt32(start_date) AS from, toInt32(end_date) AS to, summary, warnings
     FROM ${summaryTableName(statistic)} FINAL
     WHERE series = {series:String} AND session = {session:String} AND variant = {variant:String}
       AND version = {version:UInt64}
     SETTINGS ${QUICK_PLAN}`,
    {
      series: symbol.series,
      session: unit.session,
      variant: unit.variant,
      version: String(rowVersion(statistic.definitionNumber, landed)),
    },
  );
  if (!stored) return null;
  const range = resolveRange(requested, stored.to);
  if (range.effectiveStart !== stored.from || range.effectiveEnd !== stored.to) return null;
  const { summary, warnings } = stored;
  return { range, source: 'materialized', summary: JSON.parse(summary), warnings: JSON.parse(warnings) };
}
