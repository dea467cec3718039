/** GAP's summary and tops a second time, from the rules alone. */

import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { asked, type NaiveGap, type NaiveQuestion, naiveGaps, pairs } from './gap.ts';
import { dateText } from './sessions.ts';
import { average, middle, NAMES, naiveRates, percent, price } from './values.ts';

/** The summary as answers show it. */
export function naiveSummary(data: SymbolData, question: NaiveQuestion, timeWindow: string) {
  const days = pairs(data, question.session).filter(({ today }) => asked(question, today) && today.complete);
  const gapDates = new Set<string>();
  const gaps = naiveGaps(data, question).filter(({ complete }) => complete);
  for (const { date } of gaps) gapDates.add(date);
  const seen = gaps.filter(({ filled }) => filled !== null);
  const { confidence, rate, rates } = naiveRates();
  const fillRate = (path: string, of: NaiveGap[]) =>
    rate(
      path,
      of.map(({ filled }) => filled),
    );
  const sizes: Record<string, (pct: number) => boolean> = {
    '<0.25': (pct) => pct < 0.25 - 1e-9,
    '0.25-0.5': (pct) => pct >= 0.25 - 1e-9 && pct < 0.5 - 1e-9,
    '0.5-1': (pct) => pct >= 0.5 - 1e-9 && pct < 1 - 1e-9,
    '1-2': (pct) => pct >= 1 - 1e-9 && pct < 2 - 1e-9,
    '>=2': (pct) => pct >= 2 - 1e-9,
  };
  const summary = {
    symbol: data.meta.symbol,
    total_days: days.length,
    total_gaps: gaps.length,
    filled_gaps: gaps.filter(({ filled }) => filled === true).length,
    unobserved_gaps: gaps.filter(({ filled }) => filled === null).length,
    ...rates({ gap_rate_pct: days.map(({ today }) => gapDates.has(dateText(today.date))) }),
    fill_rate: fillRate('fill_rate', gaps),
    ...rates({ filled_to_prev_close_rate: gaps.map(({ filled_to_prev_close }) => filled_to_prev_close) }),
    avg_gap_size: price(average(gaps.map((gap) => gap.gap_size))),
    avg_gap_pct: percent(average(gaps.map((gap) => gap.gap_pct))),
    avg_fill_time_seconds: percent(average(gaps.map((gap) => gap.fill_time_seconds))),
    median_fill_time_seconds: percent(middle(gaps.map((gap) => gap.fill_time_seconds))),
    partial_fills: seen.filter((gap) => !gap.filled && gap.partial_fill_pct! > 1e-9).length,
    avg_partial_fill_time_seconds: percent(average(gaps.map((gap) => gap.partial_fill_time_seconds))),
    avg_partial_fill_pct: percent(average(gaps.map((gap) => gap.partial_fill_pct))),
    avg_max_run_pct: percent(average(gaps.map((gap) => gap.max_run_pct))),
    gap_direction_stats: {} as Record<string, unknown>,
    weekday_breakdown: {} as Record<string, unknown>,
    partial_fill_distribution: {} as Record<string, number>,
    size_breakdown: {} as Record<string, unknown>,
    sample_size: seen.length,
    confidence,
    time_window: timeWindow,
  };
  for (const direction of ['up', 'down']) {
    const of = gaps.filter((gap) => gap.direction === direction);
    summary.gap_direction_stats[direction] = {
      count: of.length,
      fill_rate: fillRate(`gap_direction_stats.${direction}.fill_rate`, of),
      avg_gap_pct: percent(average(of.map((gap) => gap.gap_pct))),
    };
  }
  for (const name of NAMES.slice(0, 5)) {
    const of = gaps.filter((gap) => gap.weekday === name);
    summary.weekday_breakdown[name] = {
      count: of.length,
      fill_rate: fillRate(`weekday_breakdown.${name}.fill_rate`, of),
    };
  }
  for (const bucket of ['0%', '1-25%', '26-50%', '51-75%', '76-99%', '100%']) {
    summary.partial_fill_distribution[bucket] = gaps.filter((gap) => gap.fill_bucket === bucket).length;
  }
  for (const [name, inside] of Object.entries(sizes)) {
    const of = gaps.filter((gap) => inside(gap.gap_pct));
    summary.size_breakdown[name] = { count: of.length, fill_rate: fillRate(`size_breakdown.${name}.fill_rate`, of) };
  }
  return summary;
}

/** Largest gaps first by the shown value; equal ones oldest first. */
export function naiveTop(rows: NaiveGap[], sortBy: 'gap_pct' | 'gap_size'): NaiveGap[] {
  const complete = rows.filter((gap) => gap.complete);
  return complete.sort((a, b) => b[sortBy] - a[sortBy] || a.date.localeCompare(b.date));
}

/** Fastest fills first, then larger gaps; equal ones oldest first. */
export function naiveTopFills(rows: NaiveGap[]): NaiveGap[] {
  const filled = rows.filter((gap) => gap.complete && gap.filled && gap.fill_time_seconds !== null);
  return filled.sort(
    (a, b) => a.fill_time_seconds! - b.fill_time_seconds! || b.gap_pct - a.gap_pct || a.date.localeCompare(b.date),
  );
}
