/** Parameters of NEWS: besides the symbol and the range it takes these alone. */
import { floatParam, type Param, type Values, wordParam } from '../params.ts';
import { NEWS_SOURCES } from '../statistic.ts';
import { SENTIMENTS } from './fields.ts';

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
