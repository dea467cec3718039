import { defineTable, millis, number, oneOf, type RowOf, text } from '../../sql/table.ts';

export const classificationsTable = defineTable('market.news_classifications', {
  contentHash: text('content_hash'),
  model: text('model'),
  prompt: text('prompt'),
  direction: oneOf<'negative' | 'neutral' | 'positive'>('direction'),
  /** 0 to 1. */
  impactScore: number('impact_score'),
  tokens: number('tokens'),
  classifiedMs: millis('classified_at'),
  version: number('version'),
});
export type ClassificationRow = RowOf<typeof classificationsTable>;

export const promptsTable = defineTable('market.classifier_prompts', {
  prompt: text('prompt'),
  text: text('text'),
  firstUsedMs: millis('first_used_at'),
});

export const labelsTable = defineTable('market.news_labels', {
  source: text('source'),
  symbol: text('symbol'),
  id: text('id'),
  itemVersion: number('item_version'),
  contentHash: text('content_hash'),
  model: text('model'),
  prompt: text('prompt'),
  state: oneOf<'landed' | 'rejected' | 'wanted'>('state'),
  wantedModel: text('wanted_model'),
  labelledMs: millis('labelled_at'),
  version: number('version'),
});
export type LabelRow = RowOf<typeof labelsTable>;

export const classifierRequestsTable = defineTable('market.classifier_requests', {
  atMs: millis('at'),
  source: text('source'),
  symbol: text('symbol'),
  id: text('id'),
  itemVersion: number('item_version'),
  model: text('model'),
  prompt: text('prompt'),
  outcome: text('outcome'),
  tokens: number('tokens'),
  durationMs: number('duration_ms'),
  message: text('message'),
});
export type ClassifierRequestRow = RowOf<typeof classifierRequestsTable>;
