/**
 * Retention policies: how many days before today are kept of each kind of data. What no policy is about is kept for ever.
 * Of bars whole days of the exchange go, as its calendar cuts them (see exchange/trading-days.ts): never a part of a session.
 */

import type { AssetClass } from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import type { Clock } from '../../lib/clock.ts';
import { dayOfMs, isoDate, MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import type { Reader } from '../../sql/reader.ts';
import { defineTable } from '../../sql/table.ts';

export const RETENTION_KINDS = ['bars', 'news', 'earnings', 'crypto', 'macro', 'dead_letters'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

export const retentionPoliciesTable = defineTable('market.retention_policies', (c) => ({
  kind: c.oneOf<RetentionKind>('kind'),
  /** Empty: any. */
  assetClass: c.oneOf<AssetClass | ''>('asset_class'),
  /** 0: any. */
  intervalMin: c.number('interval_min'),
  keepDays: c.number('keep_days'),
  setAtMs: c.millis('set_at'),
  version: c.number('version'),
  deleted: c.flag('is_deleted'),
}));

export const KINDS_BY_CLASS: readonly RetentionKind[] = ['bars', 'news'];

/** Which data a policy is about; `null`: any. */
export interface PolicyScope {
  readonly kind: RetentionKind;
  readonly assetClass: AssetClass | null;
  readonly intervalMin: number | null;
}

export interface Policy extends PolicyScope {
  readonly keepDays: number;
  readonly setAtMs: number;
}

/** Fewer days of bars are not kept: collectors ask for the last week again. */
export const BARS_KEEP_DAYS_MIN = 14;

export class Policies {
  readonly list: readonly Policy[];

  constructor(list: readonly Policy[]) {
    this.list = list;
  }

  /** The one that applies: an interval says more than an asset class, and both more than either. */
  of(kind: RetentionKind, assetClass: AssetClass | null = null, intervalMin: number | null = null): Policy | null {
    const fitting = this.list.filter(
      (one) =>
        one.kind === kind &&
        (one.assetClass === null || one.assetClass === assetClass) &&
        (one.intervalMin === null || one.intervalMin === intervalMin),
    );
    const rank = (one: Policy) => Number(one.intervalMin !== null) * 2 + Number(one.assetClass !== null);
    return fitting.sort((a, b) => rank(b) - rank(a))[0] ?? null;
  }

  /** First day of an asset class that is kept of its bars of an interval; `null`: all are. */
  firstBarsDay(assetClass: AssetClass, intervalMin: number, nowMs: number): number | null {
    const policy = this.of('bars', assetClass, intervalMin);
    return policy && tradingDaysOf(assetClass).dayAt(nowMs) - policy.keepDays;
  }

  /** The policy that applies, and its cut, epoch ms: what is before it goes. `null`: all is kept. */
  cut(kind: RetentionKind, assetClass: AssetClass | null, intervalMin: number | null, nowMs: number) {
    const policy = this.of(kind, assetClass, intervalMin);
    if (!policy) return null;
    const days = assetClass && tradingDaysOf(assetClass);
    const day = (days ? days.dayAt(nowMs) : dayOfMs(nowMs)) - policy.keepDays;
    // Daily bars are stored at 00:00 UTC of their date.
    return { policy, cutMs: days && intervalMin !== MINUTES_PER_DAY ? days.startMs(day) : day * MS_PER_DAY };
  }
}

export async function readPolicies(reader: Pick<Reader, 'query'>): Promise<Policies> {
  const rows = await retentionPoliciesTable.select(reader, 'FINAL ORDER BY kind, asset_class, interval_min');
  return new Policies(
    rows.map((row) => ({ ...row, assetClass: row.assetClass || null, intervalMin: row.intervalMin || null })),
  );
}

/** @param keepDays null: the policy is removed */
export async function writePolicy(
  { writer }: Pick<Store, 'writer'>,
  { kind, assetClass, intervalMin }: PolicyScope,
  keepDays: number | null,
  clock: Clock,
): Promise<void> {
  const [{ last }] = await writer.query<{ last: number }>(
    'SELECT toFloat64(max(version)) AS last FROM market.retention_policies',
  );
  const setAtMs = clock.nowMs();
  await retentionPoliciesTable.insert(writer, [
    {
      kind,
      assetClass: assetClass ?? '',
      intervalMin: intervalMin ?? 0,
      keepDays: keepDays ?? 0,
      setAtMs,
      version: Math.max(setAtMs, last + 1),
      deleted: keepDays === null,
    },
  ]);
}

export const cutDate = (cutMs: number) => isoDate(dayOfMs(cutMs));
