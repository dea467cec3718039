/** Makes the view of a range that summaries and lists are made from. */
import { datedInside, type RecordTable } from '../market/records/table.ts';
import type { SymbolMeta } from '../market/sessions/build.ts';
import type { SessionSpec } from '../market/sessions/spec.ts';
import type { AnyValues } from './params.ts';
import type { DateRange, View } from './statistic.ts';

export function viewOf(init: {
  meta: SymbolMeta;
  session: SessionSpec;
  range: DateRange;
  timeWindow: string;
  values: AnyValues;
  allRecords: RecordTable;
  allDays: RecordTable;
  joint?: number;
}): View {
  const { from, to } = init.range;
  return {
    ...init,
    records: datedInside(init.allRecords, from, to),
    days: datedInside(init.allDays, from, to),
  };
}
