/** What NEWS is asked, the fields of its records and summary, and the records that pass the filters, those in progress too. */
import { ASSET_CLASSES } from '../../../exchange/symbol.ts';
import {
  boolean,
  date,
  type Field,
  json,
  number,
  oneOf,
  SYMBOL_FIELD,
  shown,
  text,
  timestamp,
} from '../../market/fields.ts';
import { reaches } from '../../market/math.ts';
import { filterRows, numbers, type RecordTable, texts, withColumns } from '../../market/records.ts';
import { NEWS_SOURCES } from '../../market/symbol-data.ts';
import { below, count, counted, type Division, divided, figure, figuresOf, together, workedOut } from '../figures.ts';
import { floatParam, type Param, type Values, wordParam } from '../params.ts';
import type { View } from '../statistic.ts';

/** The classified sentiment, in the order of the codes -1, 0, 1 of the news themselves. */
export const SENTIMENTS = ['negative', 'neutral', 'positive'] as const;
export const SOURCE_TABLES = ['events_sentiment', 'events_sentiment_crypto'] as const;
export const MOVES = ['up', 'down', 'flat'] as const;
export const REACTION_WINDOWS = ['5m', '15m', '30m', '60m', 'eod'] as const;
export const ALIGNMENTS = [
  'aligned_positive',
  'bearish_divergence',
  'aligned_negative',
  'bullish_absorption',
  'neutral_or_unclear',
] as const;

export const PARAMS = {
  event_source: wordParam(NEWS_SOURCES, {
    description: 'sentiment: news of equities and ETFs; sentiment_crypto: news of crypto pairs. Never mixed.',
    fallback: 'sentiment',
    affects: 'records',
    echoed: true,
  }),
  direction: wordParam(SENTIMENTS, { description: 'Only news classified so' }) as Param<
    (typeof SENTIMENTS)[number] | undefined
  >,
  min_impact_score: floatParam({
    description: 'Only news with at least this impact_score',
    minimum: 0,
    maximum: 1,
  }) as Param<number | undefined>,
};

export type NewsValues = Values<typeof PARAMS>;

const internal = { internal: true };
const nullable = { nullable: true };

const IDENTITY = [
  text('news_id', 'Identity of the news within its symbol and source'),
  oneOf('event_source', NEWS_SOURCES, 'sentiment: equities and ETFs; sentiment_crypto: crypto pairs'),
  oneOf('source_table', SOURCE_TABLES, 'Table of the store that holds the news'),
  oneOf('asset_class', ASSET_CLASSES, 'Asset class the news was classified for'),
  timestamp('event_timestamp', 'When the news came out'),
  text('title', 'Title'),
  text('headline', 'Headline, where the source has one besides the title', nullable),
  oneOf('direction', SENTIMENTS, 'Classified sentiment'),
  number('impact_score', 'score', 'Classified impact, 0 to 1', { nullable: false }),
  text('provider', 'Who published it', nullable),
  text('url', 'Where it stands', nullable),
];

const REACTIONS = json('reactions', 'Move from the baseline, one object for each of 5m, 15m, 30m, 60m and eod', {
  formula:
    '{window: {return_pct, direction, absolute_move_pct}}; return_pct = (price - baseline) / baseline * 100; ' +
    'direction up, down or flat (|return_pct| < 0.01); all three null where the window has no price',
});

const SCORES = [
  oneOf('reaction_alignment', ALIGNMENTS, 'Classified sentiment against the direction of the 60m reaction'),
  number('sentiment_reaction_alignment_score', 'score', 'Agreement of sentiment and 60m reaction, -1 to 1', {
    formula: 's * clamp(return_pct_60m / ref, -1, 1); s = -1 | 1; ref = 1 (equity, ETF) or 2 (crypto); null if neutral',
  }),
  number('impact_realization_score', 'score', 'Size of the 60m reaction against the classified impact, 0 to 1', {
    formula: 'clamp(|return_pct_60m| / (ref * max(impact_score, 0.1)), 0, 1)',
  }),
  number('absorption_score', 'score', 'Impact that the market went against, 0 to 1', {
    formula: 'impact_score * max(0, -sentiment_reaction_alignment_score)',
  }),
  boolean('complete', "The data reach beyond the news' date and every window: the reactions are final"),
];

export const EVENT_FIELDS: readonly Field[] = [
  ...IDENTITY.map((field) =>
    field.name === 'headline' ? text('headline', 'Headline; the title where the source has none besides it') : field,
  ),
  REACTIONS,
  ...SCORES,
];

/** Columns of the stored records: `reactions` is made of the flat ones. */
export const RECORD_FIELDS = [
  { ...SYMBOL_FIELD, internal: true },
  date('date', 'Date of the news: New York for equities and ETFs, UTC for crypto', internal),
  ...IDENTITY,
  timestamp('baseline_time', 'Start of the first bar at or after the news', { ...internal, ...nullable }),
  number('baseline_price', 'price', 'Open of that bar: what every return is measured from', internal),
  ...REACTION_WINDOWS.flatMap((window) => [
    number(`return_pct_${window}`, 'pct', `Return from the baseline to the window ${window}`, internal),
    oneOf(`direction_${window}`, MOVES, `Direction of return_pct_${window}; flat below 0.01`, {
      ...internal,
      ...nullable,
    }),
  ]),
  ...SCORES,
];

/** The records that pass the filters, as lists show them and as the summary counts them: also those in progress. */
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

const of = figuresOf(RECORD_FIELDS);
const labelled = (name: string, description: string, ...labels: (typeof ALIGNMENTS)[number][]) =>
  of.counted(name, 'count', description, { reaction_alignment: labels });

/** Positive first. */
const BY_SENTIMENT: Division = {
  names: SENTIMENTS.toReversed(),
  codes: (rows) => numbers(rows, 'direction').map((code) => SENTIMENTS.length - 1 - code),
};

/** `time_window` is before the size of the sample here. */
export const SUMMARY = together(
  workedOut<NewsValues>([oneOf('event_source', NEWS_SOURCES, 'The source asked for')], ({ values }) => ({
    event_source: values.event_source,
  })),
  below(
    'summary',
    counted('total_news_events', 'count', 'News of the range that pass the filters'),
    of.mean('impact_score', 'Mean classified impact', 'average_impact_score'),
    figure(
      oneOf(
        'dominant_sentiment',
        SENTIMENTS,
        'The most frequent sentiment; neutral on a tie, null without news',
        nullable,
      ),
      dominant,
    ),
    ...REACTION_WINDOWS.map((window) =>
      of.mean(`return_pct_${window}`, `Mean ${window} return`, `average_return_${window}`),
    ),
    labelled('aligned_count', 'aligned_positive and aligned_negative', 'aligned_positive', 'aligned_negative'),
    labelled(
      'divergence_count',
      'bearish_divergence and bullish_absorption',
      'bearish_divergence',
      'bullish_absorption',
    ),
    labelled('bullish_absorption_count', 'Negative news that price rose on', 'bullish_absorption'),
    labelled('bearish_divergence_count', 'Positive news that price fell on', 'bearish_divergence'),
    labelled('unclear_count', 'neutral_or_unclear', 'neutral_or_unclear'),
    of.mean(
      'sentiment_reaction_alignment_score',
      'Mean of sentiment_reaction_alignment_score',
      'average_alignment_score',
    ),
    of.mean('impact_realization_score', 'Mean of impact_realization_score', 'average_impact_realization_score'),
    divided(
      'by_direction',
      BY_SENTIMENT,
      counted('count', 'count', 'News with this sentiment'),
      of.mean('return_pct_60m', 'Mean 60m return of the news with this sentiment', 'average_return_60m'),
    ),
  ),
  workedOut([], ({ timeWindow }) => ({ time_window: timeWindow })),
);

/** The most frequent sentiment; neutral where several are. */
function dominant(rows: RecordTable): string | null {
  if (rows.length === 0) return null;
  const counts = SENTIMENTS.map((_, code) => count(numbers(rows, 'direction'), code));
  const most = Math.max(...counts);
  const leaders = SENTIMENTS.filter((_, code) => counts[code] === most);
  return leaders.length === 1 ? leaders[0] : 'neutral';
}
