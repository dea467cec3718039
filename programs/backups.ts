/** `backup` and `restore`, as the command line asks for them. */

import type { Landing } from '../ingest/landing/index.ts';
import type { Registry } from '../ingest/registry.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { projectVersion } from '../lib/paths.ts';
import { BackupError, backupStore, type readManifest, restoreStore } from '../sql/backup.ts';
import { createBarsView } from '../sql/bars-view.ts';
import type { Store } from '../sql/connect.ts';
import { notDone, type OperationContext } from './operation.ts';
import type { Projection } from './remote-projection.ts';

export interface BackupParts {
  readonly store: Store;
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
  const manifest = await asOperatorErrors(() =>
    backupStore(store, path, {
      version: projectVersion(),
      nowMs: () => clock.nowMs(),
      onProgress: (label, done, total) => context.progress({ label, done, total }),
    }),
  );
  const answer = answerOf(path, manifest);
  logger?.info({ path, rows: answer.rows, startedAt: manifest.startedAt }, 'a backup was written');
  return answer;
}

/** Into an empty store; answers once the statistics are made. */
export async function restore(parts: BackupParts, path: string, context: OperationContext): Promise<BackupAnswer> {
  const { store, registry, landing, projection, logger } = parts;
  const manifest = await asOperatorErrors(() =>
    restoreStore(store, path, { onProgress: (label, done, total) => context.progress({ label, done, total }) }),
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
  await projection.settled(symbols);
  logger?.info({ path, symbols: symbols.length }, 'a backup was restored');
  return answerOf(path, manifest);
}

function answerOf(path: string, { version, startedAt, tables }: ReturnType<typeof readManifest>): BackupAnswer {
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
