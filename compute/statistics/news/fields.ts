/** What NEWS is asked besides the symbol and the range, every field that it answers with, and the columns its records are stored in. */
import { ASSET_CLASSES } from '../../../exchange/symbol.ts';
import {
  boolean,
  date,
  type Field,
  integer,
  json,
  number,
  oneOf,
  SYMBOL_FIELD,
  text,
  timestamp,
} from '../../market/fields.ts';
import { NEWS_SOURCES } from '../../market/symbol-data.ts';
import { floatParam, type Param, type Values, wordParam } from '../params.ts';

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

const IDENTITY: readonly Field[] = [
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

const SCORES: readonly Field[] = [
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

/** Fields of an element of `events`. */
export const EVENT_FIELDS: readonly Field[] = [
  ...IDENTITY.map((field) =>
    field.name === 'headline' ? text('headline', 'Headline; the title where the source has none besides it') : field,
  ),
  REACTIONS,
  ...SCORES,
];

/** Columns of the stored records: `reactions` is made of the flat ones. */
export const RECORD_FIELDS: readonly Field[] = [
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

const average = (window: string) => number(`summary.average_return_${window}`, 'pct', `Mean ${window} return`);

export const SUMMARY_FIELDS: readonly Field[] = [
  oneOf('event_source', NEWS_SOURCES, 'The source asked for'),
  integer('summary.total_news_events', 'count', 'News of the range that pass the filters'),
  number('summary.average_impact_score', 'score', 'Mean classified impact'),
  oneOf('summary.dominant_sentiment', SENTIMENTS, 'The most frequent sentiment; neutral on a tie, null without news', {
    nullable: true,
  }),
  ...REACTION_WINDOWS.map(average),
  integer('summary.aligned_count', 'count', 'aligned_positive and aligned_negative'),
  integer('summary.divergence_count', 'count', 'bearish_divergence and bullish_absorption'),
  integer('summary.bullish_absorption_count', 'count', 'Negative news that price rose on'),
  integer('summary.bearish_divergence_count', 'count', 'Positive news that price fell on'),
  integer('summary.unclear_count', 'count', 'neutral_or_unclear'),
  number('summary.average_alignment_score', 'score', 'Mean of sentiment_reaction_alignment_score'),
  number('summary.average_impact_realization_score', 'score', 'Mean of impact_realization_score'),
  integer('summary.by_direction.*.count', 'count', 'News with this sentiment'),
  number('summary.by_direction.*.average_return_60m', 'pct', 'Mean 60m return of the news with this sentiment'),
];
