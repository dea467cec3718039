import { tsvMillis } from '../text.ts';
import { defineTable } from './table.ts';

export interface ClassificationRow {
  contentHash: string;
  model: string;
  prompt: string;
  direction: 'negative' | 'neutral' | 'positive';
  /** 0 to 1. */
  impactScore: number;
  tokens: number;
  classifiedMs: number;
  version: number;
}

export const classificationsTable = defineTable<ClassificationRow>('market.news_classifications', {
  content_hash: (row) => row.contentHash,
  model: (row) => row.model,
  prompt: (row) => row.prompt,
  direction: (row) => row.direction,
  impact_score: (row) => row.impactScore,
  tokens: (row) => row.tokens,
  classified_at: (row) => tsvMillis(row.classifiedMs),
  version: (row) => row.version,
});

export interface PromptRow {
  prompt: string;
  text: string;
  firstUsedMs: number;
}

export const promptsTable = defineTable<PromptRow>('market.classifier_prompts', {
  prompt: (row) => row.prompt,
  text: (row) => row.text,
  first_used_at: (row) => tsvMillis(row.firstUsedMs),
});

export interface LabelRow {
  source: string;
  symbol: string;
  id: string;
  itemVersion: number;
  contentHash: string;
  model: string;
  prompt: string;
  state: 'landed' | 'rejected' | 'wanted';
  wantedModel: string;
  labelledMs: number;
  version: number;
}

export const labelsTable = defineTable<LabelRow>('market.news_labels', {
  source: (row) => row.source,
  symbol: (row) => row.symbol,
  id: (row) => row.id,
  item_version: (row) => row.itemVersion,
  content_hash: (row) => row.contentHash,
  model: (row) => row.model,
  prompt: (row) => row.prompt,
  state: (row) => row.state,
  wanted_model: (row) => row.wantedModel,
  labelled_at: (row) => tsvMillis(row.labelledMs),
  version: (row) => row.version,
});

export interface ClassifierRequestRow {
  atMs: number;
  source: string;
  symbol: string;
  id: string;
  itemVersion: number;
  model: string;
  prompt: string;
  outcome: string;
  tokens: number;
  durationMs: number;
  message: string;
}

export const classifierRequestsTable = defineTable<ClassifierRequestRow>('market.classifier_requests', {
  at: (row) => tsvMillis(row.atMs),
  source: (row) => row.source,
  symbol: (row) => row.symbol,
  id: (row) => row.id,
  item_version: (row) => row.itemVersion,
  model: (row) => row.model,
  prompt: (row) => row.prompt,
  outcome: (row) => row.outcome,
  tokens: (row) => row.tokens,
  duration_ms: (row) => row.durationMs,
  message: (row) => row.message,
});
