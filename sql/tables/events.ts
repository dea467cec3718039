import type { AssetClass } from '../../lib/symbol.ts';
import { tsvMillis } from '../text.ts';
import { type Provenance, provenanceColumns } from './provenance.ts';
import { defineTable } from './table.ts';

interface Event extends Provenance {
  /** Unique within its symbol. */
  id: string;
  /** Milliseconds since the epoch. */
  eventMs: number;
  /** Import that brought it; empty where none did. */
  importId?: string;
}

export interface SentimentRow extends Event {
  symbol: string;
  assetClass: AssetClass;
  title: string;
  headline: string | null;
  direction: 'negative' | 'neutral' | 'positive';
  /** 0 to 1. */
  impactScore: number;
  provider: string | null;
  url: string | null;
  /** Model that classified it at collection. */
  classifier?: string | null;
  prompt?: string | null;
}

const importColumn = { import_id: (row: Event) => row.importId ?? '' };

type UnclassifiedRow = Omit<SentimentRow, 'direction' | 'impactScore' | 'classifier' | 'prompt'>;

const unclassifiedColumns = {
  symbol: (row: UnclassifiedRow) => row.symbol,
  id: (row: UnclassifiedRow) => row.id,
  asset_class: (row: UnclassifiedRow) => row.assetClass,
  event_timestamp: (row: UnclassifiedRow) => tsvMillis(row.eventMs),
  title: (row: UnclassifiedRow) => row.title,
  headline: (row: UnclassifiedRow) => row.headline,
  provider: (row: UnclassifiedRow) => row.provider,
  url: (row: UnclassifiedRow) => row.url,
  ...provenanceColumns,
  ...importColumn,
};

const sentimentColumns = {
  symbol: (row: SentimentRow) => row.symbol,
  id: (row: SentimentRow) => row.id,
  asset_class: (row: SentimentRow) => row.assetClass,
  event_timestamp: (row: SentimentRow) => tsvMillis(row.eventMs),
  title: (row: SentimentRow) => row.title,
  headline: (row: SentimentRow) => row.headline,
  direction: (row: SentimentRow) => row.direction,
  impact_score: (row: SentimentRow) => row.impactScore,
  provider: (row: SentimentRow) => row.provider,
  url: (row: SentimentRow) => row.url,
  classifier: (row: SentimentRow) => row.classifier ?? null,
  prompt: (row: SentimentRow) => row.prompt ?? null,
  ...provenanceColumns,
  ...importColumn,
};

/** News without direction and impact, of all classes. */
export const unclassifiedTable = defineTable<UnclassifiedRow>('market.news_unclassified', unclassifiedColumns);
/** News of equities and ETFs. */
export const sentimentTable = defineTable<SentimentRow>('market.events_sentiment', sentimentColumns);
/** News of crypto pairs. */
export const sentimentCryptoTable = defineTable<SentimentRow>('market.events_sentiment_crypto', sentimentColumns);

export interface EarningsRow extends Event {
  symbol: string;
  epsActual: number | null;
  epsExpected: number | null;
  revenueActual: number | null;
  revenueExpected: number | null;
  fiscalPeriod: string | null;
  title: string | null;
}

export const earningsTable = defineTable<EarningsRow>('market.events_earnings', {
  symbol: (row) => row.symbol,
  id: (row) => row.id,
  event_timestamp: (row) => tsvMillis(row.eventMs),
  eps_actual: (row) => row.epsActual,
  eps_expected: (row) => row.epsExpected,
  revenue_actual: (row) => row.revenueActual,
  revenue_expected: (row) => row.revenueExpected,
  fiscal_period: (row) => row.fiscalPeriod,
  title: (row) => row.title,
  ...provenanceColumns,
  ...importColumn,
});

export interface CryptoEventRow extends Event {
  symbol: string;
  category: string;
  title: string;
  url: string | null;
}

export const cryptoEventsTable = defineTable<CryptoEventRow>('market.events_crypto', {
  symbol: (row) => row.symbol,
  id: (row) => row.id,
  event_timestamp: (row) => tsvMillis(row.eventMs),
  category: (row) => row.category,
  title: (row) => row.title,
  url: (row) => row.url,
  ...provenanceColumns,
  ...importColumn,
});

export interface MacroEventRow extends Event {
  country: string;
  name: string;
  actual: number | null;
  forecast: number | null;
  previous: number | null;
  unit: string | null;
  importance: string | null;
}

export const macroEventsTable = defineTable<MacroEventRow>('market.events_macro', {
  id: (row) => row.id,
  event_timestamp: (row) => tsvMillis(row.eventMs),
  country: (row) => row.country,
  name: (row) => row.name,
  actual: (row) => row.actual,
  forecast: (row) => row.forecast,
  previous: (row) => row.previous,
  unit: (row) => row.unit,
  importance: (row) => row.importance,
  ...provenanceColumns,
  ...importColumn,
});
