/** `backup` and `restore`, as the command line asks for them. */

import { rmSync } from 'node:fs';
import { changeFeed, claimFeed, type Feed, fedBy } from '../../ingest/landing/feed.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import { movedBetween, readBaseIntervals } from '../../ingest/landing/registry/stored-bars.ts';
import { createBarsView } from '../../ingest/landing/registry/table.ts';
import { type ImportState, importsTable } from '../../ingest/landing/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { projectVersion } from '../../lib/paths.ts';
import type { Store } from '../../sql/connect.ts';
import { backupStore, restoreStore } from '../backup/backup.ts';
import { BackupError, type Manifest, readManifest } from '../backup/format.ts';
import type { Projection } from '../deployment/projection.ts';
import { notDone, type OperationContext, usageError, waitedFor } from '../operation.ts';
import { asUsageError, type FeedParts, feedOf } from './feed.ts';

interface BackupParts extends FeedParts {
  readonly landing: Pick<Landing, 'registry' | 'recoverPushed'>;
  readonly projection: Projection;
  readonly clock: Clock;
  readonly logger?: Logger;
}

export async function backup(parts: BackupParts, path: string, context: OperationContext) {
  const { store, clock, logger } = parts;
  const fed = await fedBy(store);
  const write = () =>
    backupStore(store, path, {
      version: projectVersion(),
      nowMs: () => clock.nowMs(),
      fedBy: fed?.by ?? null,
      onProgress: (label, done, total) => context.progress({ label, done, total }),
    });
  const manifest = await unlessMoved(store, path, () => asOperatorErrors(write));
  const answer = answerOf(path, manifest);
  logger?.info({ path, rows: answer.rows, startedAt: manifest.startedAt }, 'a backup was written');
  return answer;
}

/** What a backup of the other form changes in a store of this one. */
const OF_THE_FEED = ['market.ingest_ledger', 'market.version_floors'];

/** Into an empty store; answers once what was restored is durable, and the statistics are made where somebody makes them. */
export async function restore(parts: BackupParts, path: string, context: OperationContext) {
  const { store, log, landing, projection, logger } = parts;
  const { registry } = landing;
  const feed = feedOf(parts);
  const from = await asOperatorErrors(async () => readManifest(path).fedBy);
  if (from === 'log' && feed === 'direct' && store.kind === 'server')
    throw usageError(
      'restore: KAFKA_BROKERS is not set, but a log fed the store of this backup: set it to the value of `ingest`. Nothing was written',
    );
  await asUsageError(() => claimFeed(store, feed));
  const manifest = await asOperatorErrors(() =>
    restoreStore(store, path, {
      onProgress: (label, done, total) => context.progress({ label, done, total }),
      changing: from === feed ? [] : OF_THE_FEED,
      onRestored: () => takenOver(parts, from, context),
    }),
  );
  // The ledger is brought up to rows that landed while it was being copied.
  if (!log) await landing.recoverPushed();
  await registry.refresh();
  const known = registry.list();
  for (const { symbol, viewName } of known) if (viewName !== '') await createBarsView(store.writer, symbol, viewName);
  for (const { id, state } of await changedMeanwhile(store, manifest))
    context.notice(`import ${id} ${MEANWHILE[state]?.(id)}`);
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

const left = (id: string) => `its rows may be there; run \`imports undo ${id}\``;
const missing = 'rows of it may be missing; import its files again: rows that are there change nothing';

const MEANWHILE: Partial<Record<ImportState, (id: string) => string>> = {
  running: () => `had not ended when the backup was written: ${missing}`,
  done: () => `ended while the backup was written: ${missing}`,
  undoing: (id) => `was being undone when the backup was written, or its undo had broken off: ${left(id)}`,
  undone: (id) => `was undone while the backup was written: ${left(id)}`,
  refused: (id) => `was refused while the backup was written: ${left(id)}`,
};

/** Imports whose rows may have been copied before they landed, or before they were removed. */
function changedMeanwhile({ reader }: Store, { startedAt }: Manifest) {
  return importsTable.select(
    reader,
    `FINAL WHERE state IN ('running', 'undoing')
       OR state IN ('done', 'undone', 'refused') AND ended_at >= parseDateTime64BestEffort({startedAt:String}, 3, 'UTC')
     ORDER BY id`,
    { startedAt },
  );
}

/** Places that the form of before gave are none of the log's, nor the other way round. */
async function takenOver({ store, log }: FeedParts, from: Feed | null, context: OperationContext) {
  const feed = feedOf({ log });
  if (from === feed) return;
  const ends = log ? (await log.state()).ends : [];
  const change = await changeFeed(store, feed, { ends, ...(from === 'direct' ? { hadLog: false } : {}) });
  if (change.ledger_entries > 0)
    context.notice(
      `the backup is of a store without a log: its ${change.ledger_entries} entries of the ledger are left out`,
    );
}

function answerOf(path: string, { version, startedAt, tables }: Manifest) {
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

const NAMES_MAX = 5;

/**
 * Daily bars change their table when another interval becomes their symbol's base. A backup reads one table after the
 * other while rows land: where that happened meanwhile it may have these bars twice, or not at all, and is not kept.
 * @throws OperationError after the folder was removed again
 */
async function unlessMoved<T>({ reader }: Store, path: string, write: () => Promise<T>): Promise<T> {
  const before = await readBaseIntervals(reader);
  const done = await write();
  const moved = movedBetween(before, await readBaseIntervals(reader));
  if (moved.length === 0) return done;
  rmSync(path, { recursive: true, force: true });
  const names = `${moved.slice(0, NAMES_MAX).join(', ')}${moved.length > NAMES_MAX ? ', ...' : ''}`;
  throw notDone(
    `the base interval of ${names} changed while the backup was written, so the backup was removed: run it again`,
  );
}
