/**
 * What a plan's history leaves of a view. Records look back: at the previous session, at swings, at the first of three
 * candles. A price or date of a session before the first day that the plan allows is null; what is derived from it
 * (percentages, ratios, counts, streaks, booleans) stays, and so does the record.
 */
import { numbers, withColumns } from '../market/records/table.ts';
import type { Statistic, View } from './statistic.ts';

const NONE: readonly string[] = [];

/** `olderFields` of records that all look back at one session, the one dated in `column`. */
export function olderByColumn(column: string, fields: readonly string[]): NonNullable<Statistic['olderFields']> {
  return ({ records }, earliest) => {
    const dates = numbers(records, column);
    return (row) => (dates[row] < earliest ? fields : NONE);
  };
}

/** The view as a plan sees it that allows no session dated before `earliest`. */
export function withoutOlder(statistic: Pick<Statistic, 'olderFields'>, view: View, earliest: number): View {
  if (!statistic.olderFields) return view;
  const { records } = view;
  const older = statistic.olderFields(view, earliest);
  const nulled: Record<string, Float64Array> = {};
  for (let row = 0; row < records.length; row++) {
    for (const name of older(row)) {
      // The table is shared with other accounts: a column is copied before its first null.
      nulled[name] ??= numbers(records, name).slice();
      nulled[name][row] = Number.NaN;
    }
  }
  return Object.keys(nulled).length === 0 ? view : { ...view, records: withColumns(records, nulled) };
}
