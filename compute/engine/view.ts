/** The view of a range, and what is to be said about it: the same in a worker thread as where the records are kept. */
import { takeRows } from '../market/records/table.ts';
import { withoutOlder } from '../statistics/plan-history.ts';
import type { DateRange, Statistic, View } from '../statistics/statistic.ts';
import { viewOf } from '../statistics/view.ts';
import { isEmptyRange } from './range.ts';
import { sessionOf } from './tables/units.ts';
import { coverageWarning, rangeWarnings } from './warnings.ts';

export interface ViewWithWarnings {
  readonly view: View;
  readonly warnings: readonly string[];
}

export interface ViewParts extends Omit<Parameters<typeof viewOf>[0], 'range'> {
  /** Dates to report of; where it is empty, nothing of the symbol is looked at. */
  readonly wanted: DateRange;
  /** First day that the plan allows; undefined: all history. */
  readonly earliest?: number;
  /** UTC date of the symbol's first stored bar, days since the epoch; null without one. */
  readonly firstDay: number | null;
  /** Bars of the range lost to a weekend date. */
  readonly weekendBars: number;
}

export function viewWithWarnings(statistic: Statistic, parts: ViewParts): ViewWithWarnings {
  const { weekendBars, wanted, earliest, firstDay, allRecords, allDays, ...rest } = parts;
  const { events } = statistic;
  const nothing = isEmptyRange(wanted);
  const all = viewOf({
    ...rest,
    range: wanted,
    session: sessionOf(statistic, parts.session),
    allRecords: nothing ? takeRows(allRecords, []) : allRecords,
    allDays: nothing ? takeRows(allDays, []) : allDays,
  });
  const view = earliest === undefined ? all : withoutOlder(statistic, all, earliest);
  const warnings = [
    ...(nothing ? [] : coverageWarning(view, firstDay, events)),
    ...(events || nothing ? [] : rangeWarnings(view, weekendBars)),
    ...(statistic.warnings?.(view) ?? []),
  ];
  return { view, warnings };
}
