/** PDHLB records in, the summary out. */

import { mean } from '../../market/math/sample.ts';
import { numbers, type RecordTable } from '../../market/records/table.ts';
import { counted, divided, ON_WEEKDAY, share } from '../figures.ts';
import type { Rates } from '../rates.ts';
import type { RawSummary, View } from '../statistic.ts';
import { completeOnly, where } from '../summary-parts.ts';
import { SIDES, type Side, sideColumns } from './fields.ts';

/** SUMMARY_FIELDS documents them, beside the others of their side. */
const BY_WEEKDAY = divided(
  'weekday_breakdown',
  ON_WEEKDAY,
  counted('count', 'sessions', ''),
  ...SIDES.map((side) => share(`${side}_break_rate_pct`, '', sideColumns(side).broke)),
);

export function pdhlbFigures(view: View, rates: Rates, days: RecordTable): RawSummary {
  const high = sideSummary(view, days, 'high', rates);
  const low = sideSummary(view, days, 'low', rates);
  return {
    total_days: days.length,
    high_breaks: high.breaks,
    low_breaks: low.breaks,
    both_broken_same_day: where(days, 'both_broken_same_day', 1).length,
    ...high.figures,
    ...low.figures,
    avg_relative_close_vs_prev_close: mean(numbers(days, 'relative_close_vs_prev_close')),
    avg_relative_range_vs_prev_range: mean(numbers(days, 'relative_range_vs_prev_range')),
    ...BY_WEEKDAY.of(days, rates),
    sample_size: days.length,
  };
}

function sideSummary(view: View, days: RecordTable, side: Side, rates: Rates) {
  const name = sideColumns(side);
  const breaks = where(days, name.broke, 1);
  const average = (column: string) => mean(numbers(breaks, column));
  // On 1d bars a column that needs intraday order is null throughout: no case, not a miss.
  const shareOf = (path: string, column: string) => ({ [path]: rates.share(path, breaks, column) });
  const figures: RawSummary = {
    [`avg_${name.followThrough}`]: average(name.followThrough),
    ...shareOf(`retest_rate_${side}_pct`, name.retest),
    [`avg_${name.timeToMax}`]: average(name.timeToMax),
    [`avg_${name.duration}`]: average(name.duration),
    ...shareOf(`${side}_break_success_rate_pct`, name.success),
    ...shareOf(`false_breakout_rate_${side}_pct`, name.falseBreakout),
    [`avg_volume_ratio_${side}_break`]: average(name.volumeRatio),
    [`avg_${name.score}`]: average(name.score),
    ...streaks(view, name.streak),
    [`opened_beyond_${side}`]: where(days, 'opened_beyond', SIDES.indexOf(side)).length,
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
