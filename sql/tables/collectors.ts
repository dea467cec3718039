import type { AssetClass } from '../../lib/symbol.ts';
import { tsvDate, tsvMillis } from '../text.ts';
import { defineTable } from './table.ts';

export type CollectorState = 'running' | 'stopped' | 'removed';

export interface CollectorRow {
  id: string;
  kind: string;
  options: Readonly<Record<string, unknown>>;
  state: CollectorState;
  createdAtMs: number;
  version: number;
}

export const collectorsTable = defineTable<CollectorRow>('market.collectors', {
  id: (row) => row.id,
  kind: (row) => row.kind,
  options: (row) => JSON.stringify(row.options),
  state: (row) => row.state,
  created_at: (row) => tsvMillis(row.createdAtMs),
  version: (row) => row.version,
});

/** Times in epoch ms. */
export interface ProgressRow {
  collector: string;
  item: string;
  resumeMs: number | null;
  runMs: number | null;
  nextRunMs: number | null;
  /** Empty where the last run was well. */
  error: string;
  errorMs: number | null;
  version: number;
}

const millis = (ms: number | null) => (ms === null ? null : tsvMillis(ms));

export const progressTable = defineTable<ProgressRow>('market.collector_progress', {
  collector: (row) => row.collector,
  item: (row) => row.item,
  resume_at: (row) => millis(row.resumeMs),
  run_at: (row) => millis(row.runMs),
  next_run_at: (row) => millis(row.nextRunMs),
  error: (row) => row.error,
  error_at: (row) => millis(row.errorMs),
  version: (row) => row.version,
});

export interface CollectorDayRow {
  collector: string;
  symbol: string;
  /** Days since 1970. */
  day: number;
  bars: number;
  askedAtMs: number;
  deleted: boolean;
  version: number;
}

export const collectorDaysTable = defineTable<CollectorDayRow>('market.collector_days', {
  collector: (row) => row.collector,
  symbol: (row) => row.symbol,
  day: (row) => tsvDate(row.day),
  bars: (row) => row.bars,
  asked_at: (row) => tsvMillis(row.askedAtMs),
  is_deleted: (row) => row.deleted,
  version: (row) => row.version,
});

export interface OwnerRow {
  collector: string;
  owner: string;
  beatMs: number;
  version: number;
}

export const ownersTable = defineTable<OwnerRow>('market.collector_owners', {
  collector: (row) => row.collector,
  owner: (row) => row.owner,
  beat_at: (row) => tsvMillis(row.beatMs),
  version: (row) => row.version,
});

export interface WaitingNewsRow {
  source: string;
  id: string;
  symbol: string;
  assetClass: AssetClass;
  eventMs: number;
  updatedMs: number;
  title: string;
  summary: string;
  provider: string;
  url: string;
  receivedMs: number;
}

export const waitingNewsTable = defineTable<WaitingNewsRow>('market.news_waiting', {
  source: (row) => row.source,
  id: (row) => row.id,
  symbol: (row) => row.symbol,
  asset_class: (row) => row.assetClass,
  event_timestamp: (row) => tsvMillis(row.eventMs),
  updated_at: (row) => tsvMillis(row.updatedMs),
  title: (row) => row.title,
  summary: (row) => row.summary,
  provider: (row) => row.provider,
  url: (row) => row.url,
  received_at: (row) => tsvMillis(row.receivedMs),
  version: (row) => row.updatedMs,
});
