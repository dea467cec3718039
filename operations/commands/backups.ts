/** `backup` and `restore`, as the command line asks for them. */

import { changeFeed, claimFeed, type Feed, fedBy } from '../../ingest/landing/feed.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import type { Registry } from '../../ingest/landing/registry/registry.ts';
import { createBarsView } from '../../ingest/landing/registry/table.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { projectVersion } from '../../lib/paths.ts';
import { backupStore, restoreStore } from '../backup/backup.ts';
import { BackupError, type Manifest, readManifest } from '../backup/format.ts';
import type { Projection } from '../deployment/remote-projection.ts';
import { notDone, type OperationContext, usageError, type Waited, waitedFor } from '../operation.ts';
import { asUsageError, type FeedParts } from './feed.ts';

export interface BackupParts extends FeedParts {
  readonly registry: Registry;
  /** Embedded: `recoverPushed` brings the ledger up to rows that landed while it was being copied. */
  readonly landing: Partial<Pick<Landing, 'recoverPushed'>>;
  readonly projection: Projection;
  readonly clock: Clock;
  readonly logger?: Logger;
}

export interface BackupAnswer {
  readonly path: string;
  readonly version: string;
  readonly started_at: string;
  readonly rows: number;
  readonly tables: Readonly<Record<string, number>>;
}

export async function backup(parts: BackupParts, path: string, context: OperationContext): Promise<BackupAnswer> {
  const { store, clock, logger } = parts;
  const fed = await fedBy(store);
  const manifest = await asOperatorErrors(() =>
    backupStore(store, path, {
      version: projectVersion(),
      nowMs: () => clock.nowMs(),
      fedBy: fed?.by ?? null,
      onProgress: (label, done, total) => context.progress({ label, done, total }),
    }),
  );
  const answer = answerOf(path, manifest);
  logger?.info({ path, rows: answer.rows, startedAt: manifest.startedAt }, 'a backup was written');
  return answer;
}

/** What a backup of the other form changes in a store of this one. */
const OF_THE_FEED = ['market.ingest_ledger', 'market.version_floors'];

/** Into an empty store; answers once what was restored is durable, and the statistics are made where somebody makes them. */
export async function restore(
  parts: BackupParts,
  path: string,
  context: OperationContext,
): Promise<BackupAnswer & Waited> {
  const { store, feed, registry, landing, projection, logger } = parts;
  const from = await asOperatorErrors(async () => readManifest(path).fedBy);
  if (from === 'log' && feed === 'direct' && store.kind === 'server')
    throw usageError(
      'restore: KAFKA_BROKERS is not set, but a log fed the store of this backup: set it as `ingest` has it. Nothing was written',
    );
  await asUsageError(() => claimFeed(store, feed));
  const manifest = await asOperatorErrors(() =>
    restoreStore(store, path, {
      onProgress: (label, done, total) => context.progress({ label, done, total }),
      changing: from === feed ? [] : OF_THE_FEED,
      onRestored: () => takenOver(parts, from, context),
    }),
  );
  await landing.recoverPushed?.();
  await registry.refresh();
  const known = registry.list();
  for (const { symbol, viewName } of known) if (viewName !== '') await createBarsView(store.writer, symbol, viewName);
  context.progress({ label: 'computing the statistics', done: 0, total: 1 });
  const rows = await store.reader.query<{ symbol: string }>(
    "SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM market.day_log",
  );
  const symbols = rows.map(({ symbol }) => symbol);
  projection.wake(symbols);
  const waited = await waitedFor(() => projection.settled(symbols), context);
  logger?.info({ path, symbols: symbols.length }, 'a backup was restored');
  return { ...answerOf(path, manifest), ...waited };
}

/** Places that the form of before gave are none of the log's, nor the other way round. */
async function takenOver({ store, feed, logState }: FeedParts, from: Feed | null, context: OperationContext) {
  if (from === feed) return;
  const ends = logState ? (await logState()).ends : [];
  const change = await changeFeed(store, feed, { ends, ...(from === 'direct' ? { hadLog: false } : {}) });
  if (change.ledger_entries > 0)
    context.notice(
      `the backup is of a store without a log: its ${change.ledger_entries} entries of the ledger are left out`,
    );
}

function answerOf(path: string, { version, startedAt, tables }: Manifest): BackupAnswer {
  return {
    path,
    version,
    started_at: startedAt,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: Object.fromEntries(tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows])),
  };
}

async function asOperatorErrors<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw error instanceof BackupError ? notDone(error.message) : error;
  }
}
