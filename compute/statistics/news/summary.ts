/** The records that pass the filters, as lists show them and as the summary counts them: also those in progress. */
import { shown } from '../../market/fields.ts';
import { mean, reaches } from '../../market/math.ts';
import { filterRows, numbers, type RecordTable, texts, withColumns } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import { count, where } from '../figures.ts';
import type { View } from '../statistic.ts';
import { ALIGNMENTS, MOVES, type NewsValues, REACTION_WINDOWS, SENTIMENTS } from './fields.ts';

export function filtered(view: View<NewsValues>): RecordTable {
  const sentiment = view.values.direction;
  const leastImpact = view.values.min_impact_score;
  const { records } = view;
  const direction = numbers(records, 'direction');
  const impact = numbers(records, 'impact_score');
  const code = sentiment === undefined ? undefined : SENTIMENTS.indexOf(sentiment);
  return filterRows(
    records,
    (row) =>
      (code === undefined || direction[row] === code) &&
      (leastImpact === undefined || reaches(impact[row], leastImpact)),
  );
}

/** Adds the JSON text of `reactions`, numbers rounded as answers show them; a headline that is missing is the title. */
export function withReactions(records: RecordTable): RecordTable {
  const windows = REACTION_WINDOWS.map((name, index) => ({
    lead: `${index === 0 ? '{' : ','}"${name}":`,
    returns: numbers(records, `return_pct_${name}`),
    moves: numbers(records, `direction_${name}`),
  }));
  const reactions = Array.from({ length: records.length }, (_, row) => {
    let text = '';
    for (const { lead, returns, moves } of windows) text += lead + reaction(returns[row], moves[row]);
    return `${text}}`;
  });
  const titles = texts(records, 'title');
  const headline = texts(records, 'headline').map((text, row) => text ?? titles[row]);
  return withColumns(records, { reactions, headline });
}

function reaction(returnPct: number, move: number): string {
  if (Number.isNaN(returnPct)) return '{"return_pct":null,"direction":null,"absolute_move_pct":null}';
  const value = shown(returnPct, 'pct');
  return `{"return_pct":${value},"direction":"${MOVES[move]}","absolute_move_pct":${Math.abs(value)}}`;
}

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
