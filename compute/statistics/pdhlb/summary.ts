/** PDHLB records in, the summary out. */

import { mean } from '../../market/math/sample.ts';
import { numbers, partOf, type RecordTable } from '../../market/records/table.ts';
import { selected } from '../define.ts';
import type { Rates } from '../rates.ts';
import type { RawSummary, View } from '../statistic.ts';
import { byWeekday, completeOnly, count } from '../summary-parts.ts';
import { SIDES, type Side, sideColumns } from './fields.ts';
import type { PdhlbValues } from './params.ts';

const isSet = (value: number) => value === 1;

/** Records that the filters `weekday` and `open_inside_only` leave. */
export function chosen(view: View<PdhlbValues>): RecordTable {
  const rows = selected(view);
  if (!view.values.open_inside_only) return rows;
  const beyond = numbers(rows, 'opened_beyond');
  return partOf(rows, (row) => Number.isNaN(beyond[row]));
}

export function pdhlbFigures(view: View<PdhlbValues>, rates: Rates): RawSummary {
  const days = completeOnly(chosen(view));
  const high = sideSummary(view, days, 'high', rates);
  const low = sideSummary(view, days, 'low', rates);
  return {
    total_days: days.length,
    high_breaks: high.breaks,
    low_breaks: low.breaks,
    both_broken_same_day: count(numbers(days, 'both_broken_same_day'), isSet),
    ...high.figures,
    ...low.figures,
    avg_relative_close_vs_prev_close: mean(numbers(days, 'relative_close_vs_prev_close')),
    avg_relative_range_vs_prev_range: mean(numbers(days, 'relative_range_vs_prev_range')),
    weekday_breakdown: byWeekday(days, (rows, name) => {
      const row: Record<string, number> = { count: rows.length };
      for (const side of SIDES) {
        const key = `${side}_break_rate_pct`;
        const hits = count(numbers(rows, sideColumns(side).broke), isSet);
        row[key] = rates.of(`weekday_breakdown.${name}.${key}`, hits, rows.length);
      }
      return row;
    }),
    sample_size: days.length,
  };
}

function sideSummary(view: View, days: RecordTable, side: Side, rates: Rates) {
  const name = sideColumns(side);
  const broke = numbers(days, name.broke);
  const breaks = partOf(days, (row) => broke[row] === 1);
  const average = (column: string) => mean(numbers(breaks, column));
  // On 1d bars a column that needs intraday order is null throughout: no case, not a miss.
  const share = (path: string, column: string) => {
    const values = numbers(breaks, column);
    const cases = count(values, (value) => !Number.isNaN(value));
    return { [path]: rates.of(path, count(values, isSet), cases) };
  };
  const code = SIDES.indexOf(side);
  const figures: RawSummary = {
    [`avg_${name.followThrough}`]: average(name.followThrough),
    ...share(`retest_rate_${side}_pct`, name.retest),
    [`avg_${name.timeToMax}`]: average(name.timeToMax),
    [`avg_${name.duration}`]: average(name.duration),
    ...share(`${side}_break_success_rate_pct`, name.success),
    ...share(`false_breakout_rate_${side}_pct`, name.falseBreakout),
    [`avg_volume_ratio_${side}_break`]: average(name.volumeRatio),
    [`avg_${name.score}`]: average(name.score),
    ...streaks(view, name.streak),
    [`opened_beyond_${side}`]: count(numbers(days, 'opened_beyond'), (value) => value === code),
  };
  return { breaks: breaks.length, figures };
}

/** Streaks of all complete sessions of the range, whatever the filters. */
function streaks(view: View, column: string): RawSummary {
  const records = completeOnly(view.records);
  const days = completeOnly(view.days);
  const lengths = numbers(records, column);
  let longest = 0;
  for (const length of lengths) if (length > longest) longest = length;
  // The last session may have no record, for want of a previous one: the run has ended then.
  const last = records.length - 1;
  const current = last >= 0 && numbers(records, 'date')[last] === numbers(days, 'date')[days.length - 1];
  return { [`max_${column}`]: longest, [`current_${column}`]: current ? lengths[last] : 0 };
}
