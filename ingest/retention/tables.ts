import type { AssetClass } from '../../exchange/symbol.ts';
import { defineTable, flag, json, millis, millisOrNull, number, oneOf, type RowOf, text } from '../../sql/table.ts';

export const retentionPoliciesTable = defineTable('market.retention_policies', {
  kind: text('kind'),
  /** Empty: any. */
  assetClass: oneOf<AssetClass | ''>('asset_class'),
  /** 0: any. */
  intervalMin: number('interval_min'),
  keepDays: number('keep_days'),
  setAtMs: millis('set_at'),
  version: number('version'),
  deleted: flag('is_deleted'),
});

export const retentionRunsTable = defineTable('market.retention_runs', {
  id: text('id'),
  startedBy: oneOf<'operator' | 'schedule'>('started_by'),
  state: oneOf<'running' | 'done'>('state'),
  startedAtMs: millis('started_at'),
  endedAtMs: millisOrNull('ended_at'),
  steps: json<readonly object[]>('steps'),
  removed: json<Readonly<Record<string, number>>>('removed'),
  version: number('version'),
});
export type RetentionRunRow = RowOf<typeof retentionRunsTable>;
