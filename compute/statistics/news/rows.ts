/** The records that pass the filters, and their nested `reactions`. */

import { shown } from '../../market/fields.ts';
import { reaches } from '../../market/math.ts';
import { filterRows, numbers, type RecordTable, texts, withColumns } from '../../market/records.ts';
import type { View } from '../statistic.ts';
import { MOVES, type NewsValues, REACTION_WINDOWS, SENTIMENTS } from './fields.ts';

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
