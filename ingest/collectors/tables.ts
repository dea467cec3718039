import type { AssetClass } from '../../exchange/symbol.ts';
import {
  day,
  defineTable,
  flag,
  json,
  millis,
  millisOrNull,
  number,
  oneOf,
  type RowOf,
  text,
} from '../../sql/table.ts';

export type CollectorState = 'running' | 'stopped' | 'removed';

export const collectorsTable = defineTable('market.collectors', {
  id: text('id'),
  kind: text('kind'),
  options: json<Readonly<Record<string, unknown>>>('options'),
  state: oneOf<CollectorState>('state'),
  createdAtMs: millis('created_at'),
  version: number('version'),
});
export type CollectorRow = RowOf<typeof collectorsTable>;

/** Times in epoch ms. */
export const progressTable = defineTable('market.collector_progress', {
  collector: text('collector'),
  item: text('item'),
  /** Of a folder: the file that is being imported, else empty. */
  file: text('file_at_work'),
  resumeMs: millisOrNull('resume_at'),
  runMs: millisOrNull('run_at'),
  nextRunMs: millisOrNull('next_run_at'),
  /** Empty where the last run was well. */
  error: text('error'),
  errorMs: millisOrNull('error_at'),
  version: number('version'),
});
export type ProgressRow = RowOf<typeof progressTable>;

export const collectorDaysTable = defineTable('market.collector_days', {
  collector: text('collector'),
  symbol: text('symbol'),
  /** Days since 1970. */
  day: day('day'),
  bars: number('bars'),
  askedAtMs: millis('asked_at'),
  deleted: flag('is_deleted'),
  version: number('version'),
});
export type CollectorDayRow = RowOf<typeof collectorDaysTable>;

export const ownersTable = defineTable('market.collector_owners', {
  collector: text('collector'),
  owner: text('owner'),
  beatMs: millis('beat_at'),
  version: number('version'),
});
export type OwnerRow = RowOf<typeof ownersTable>;

export const waitingNewsTable = defineTable('market.news_waiting', {
  source: text('source'),
  id: text('id'),
  symbol: text('symbol'),
  assetClass: oneOf<AssetClass>('asset_class'),
  eventMs: millis('event_timestamp'),
  updatedMs: millis('updated_at'),
  title: text('title'),
  summary: text('summary'),
  provider: text('provider'),
  url: text('url'),
  receivedMs: millis('received_at'),
  version: number('version'),
});
export type WaitingNewsRow = RowOf<typeof waitingNewsTable>;
