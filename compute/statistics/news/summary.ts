/** Reactions in, the summary out: over all news, also those in progress, with what each has. No rate, no interval. */
import { mean } from '../../market/math.ts';
import { numbers, type RecordTable } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import { count, where } from '../figures.ts';
import type { View } from '../statistic.ts';
import { ALIGNMENTS, type NewsValues, REACTION_WINDOWS, SENTIMENTS } from './fields.ts';
import { filtered } from './rows.ts';

export function newsFigures(view: View<NewsValues>): RawSummary {
  const rows = filtered(view);
  const labelled = (label: (typeof ALIGNMENTS)[number]) => withCode(rows, 'reaction_alignment', ALIGNMENTS, label);
  const absorbed = labelled('bullish_absorption');
  const diverged = labelled('bearish_divergence');
  return {
    event_source: view.values.event_source,
    summary: {
      total_news_events: rows.length,
      average_impact_score: mean(numbers(rows, 'impact_score')),
      dominant_sentiment: dominant(rows),
      ...Object.fromEntries(
        REACTION_WINDOWS.map((window) => [`average_return_${window}`, mean(numbers(rows, `return_pct_${window}`))]),
      ),
      aligned_count: labelled('aligned_positive') + labelled('aligned_negative'),
      divergence_count: diverged + absorbed,
      bullish_absorption_count: absorbed,
      bearish_divergence_count: diverged,
      unclear_count: labelled('neutral_or_unclear'),
      average_alignment_score: mean(numbers(rows, 'sentiment_reaction_alignment_score')),
      average_impact_realization_score: mean(numbers(rows, 'impact_realization_score')),
      by_direction: Object.fromEntries(
        [...SENTIMENTS].reverse().map((name) => {
          const of = where(rows, 'direction', SENTIMENTS.indexOf(name));
          return [name, { count: of.length, average_return_60m: mean(numbers(of, 'return_pct_60m')) }];
        }),
      ),
    },
    time_window: view.timeWindow,
    sample_size: rows.length,
  };
}

function withCode<W extends string>(rows: RecordTable, column: string, words: readonly W[], word: W): number {
  const code = words.indexOf(word);
  return count(numbers(rows, column), (value) => value === code);
}

/** The most frequent sentiment; neutral where several are. */
function dominant(rows: RecordTable): string | null {
  if (rows.length === 0) return null;
  const counts = SENTIMENTS.map((name) => withCode(rows, 'direction', SENTIMENTS, name));
  const most = Math.max(...counts);
  const leaders = SENTIMENTS.filter((_, code) => counts[code] === most);
  return leaders.length === 1 ? leaders[0] : 'neutral';
}
