import { tsvMillis } from '../text.ts';
import { defineTable } from './table.ts';

export interface PolicyRow {
  kind: string;
  /** Empty: any. */
  assetClass: string;
  /** 0: any. */
  intervalMin: number;
  keepDays: number;
  setAtMs: number;
  version: number;
  deleted: boolean;
}

export const retentionPoliciesTable = defineTable<PolicyRow>('market.retention_policies', {
  kind: (row) => row.kind,
  asset_class: (row) => row.assetClass,
  interval_min: (row) => row.intervalMin,
  keep_days: (row) => row.keepDays,
  set_at: (row) => tsvMillis(row.setAtMs),
  version: (row) => row.version,
  is_deleted: (row) => row.deleted,
});

export interface RetentionRunRow {
  id: string;
  startedBy: 'operator' | 'schedule';
  state: 'running' | 'done';
  startedAtMs: number;
  endedAtMs: number | null;
  steps: readonly object[];
  removed: Readonly<Record<string, number>>;
  version: number;
}

export const retentionRunsTable = defineTable<RetentionRunRow>('market.retention_runs', {
  id: (row) => row.id,
  started_by: (row) => row.startedBy,
  state: (row) => row.state,
  started_at: (row) => tsvMillis(row.startedAtMs),
  ended_at: (row) => (row.endedAtMs === null ? null : tsvMillis(row.endedAtMs)),
  steps: (row) => JSON.stringify(row.steps),
  removed: (row) => JSON.stringify(row.removed),
  version: (row) => row.version,
});
