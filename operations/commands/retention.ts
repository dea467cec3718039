/** `retention list|set|remove|run`: what is kept for how long. */

import { formatInterval } from '../../exchange/symbol.ts';
import {
  BARS_KEEP_DAYS_MIN,
  KINDS_BY_CLASS,
  type Policy,
  type PolicyScope,
  readPolicies,
  writePolicy,
} from '../../ingest/landing/policies.ts';
import { nextRunMs, type Retention, readLastRun } from '../../ingest/retention/run.ts';
import type { Step } from '../../ingest/retention/steps.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import type { ArgumentsOf } from '../commands.ts';
import type { Projection } from '../deployment/projection.ts';
import type { Handlers } from '../handlers.ts';
import { notDone, usageError } from '../operation.ts';
import { iso } from './collectors.ts';

export interface RetentionOperationsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly retention: Retention;
  readonly projection: Pick<Projection, 'settled'>;
}

const KEEP_DAYS_MAX = 36_500;

export function retentionOperations(options: RetentionOperationsOptions): Handlers<'retention'> {
  const { store, clock, retention, projection } = options;
  return {
    'retention.list': () => retentionStatus(store, clock),
    async 'retention.set'({ keep, ...given }) {
      const scope = scopeOf(given);
      const days = Number(/^(\d{1,6})d$/.exec(keep)?.[1] ?? 0);
      const least = scope.kind === 'bars' ? BARS_KEEP_DAYS_MIN : 1;
      if (days < least || days > KEEP_DAYS_MAX)
        throw usageError(`--keep: "${keep}" is not a number of days from ${least}d to ${KEEP_DAYS_MAX}d, such as 730d`);
      await writePolicy(store, scope, days, clock);
      const { next_run } = await retentionStatus(store, clock);
      return { ...shownScope(scope), keep_days: days, next_run, would_remove: (await retention.plan()).map(shownStep) };
    },
    async 'retention.remove'(given) {
      const scope = scopeOf(given);
      const { list } = await readPolicies(store.reader);
      const isSame = (one: Policy) =>
        one.kind === scope.kind && one.assetClass === scope.assetClass && one.intervalMin === scope.intervalMin;
      if (!list.some(isSame)) throw notDone('there is no such policy; `retention list` shows the policies');
      await writePolicy(store, scope, null, clock);
      return { ...shownScope(scope), removed: true };
    },
    async 'retention.run'({ dryRun }) {
      if (dryRun) return { dry_run: true, steps: (await retention.plan()).map(shownStep) };
      const done = await retention.run('operator');
      await projection.settled(done.symbols);
      return shownRun(done);
    },
  };
}

/** `last_run` null: never; its `ended_at` null: it is under way, or was killed and is finished at the next start. */
export async function retentionStatus(store: Store, clock: Clock) {
  const policies = await readPolicies(store.reader);
  const last = await readLastRun(store);
  const next = nextRunMs(policies, last, clock.nowMs());
  return {
    policies: policies.list.map((policy) => ({
      ...shownScope(policy),
      keep_days: policy.keepDays,
      set_at: iso(policy.setAtMs),
    })),
    last_run: last && {
      id: last.id,
      started_by: last.startedBy,
      started_at: iso(last.startedAtMs),
      ended_at: last.endedAtMs === null ? null : iso(last.endedAtMs),
      removed: last.removed,
    },
    next_run: next === null ? null : iso(next),
  };
}

function scopeOf({ kind, assetClass, interval }: ArgumentsOf<'retention.remove'>): PolicyScope {
  if (assetClass && !KINDS_BY_CLASS.includes(kind))
    throw usageError(`--asset-class: applies to ${KINDS_BY_CLASS.join(' and ')} only`);
  if (interval !== undefined && kind !== 'bars') throw usageError('--interval: applies to bars only');
  return { kind, assetClass: assetClass ?? null, intervalMin: interval ?? null };
}

const shownScope = ({ kind, assetClass, intervalMin }: PolicyScope) => ({
  kind,
  asset_class: assetClass,
  interval: intervalMin === null ? null : formatInterval(intervalMin),
});

const shownStep = ({ policy, before, rows }: Step) => ({ ...shownScope(policy), before, rows });

function shownRun({ id, steps, symbols }: Awaited<ReturnType<Retention['run']>>) {
  return { id, steps: steps.map(shownStep), symbols: symbols.length };
}
