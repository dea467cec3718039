/**
 * Opens the store: a ClickHouse server, or the embedded engine on a data directory. Nothing else in the project
 * knows which of the two it is.
 */
import { accessSync, constants, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import type { StoreConfig } from '../lib/variables.ts';
import { type Analyst, createAnalyst } from './analyst.ts';
import { embeddedSession } from './embedded.ts';
import { StoreError } from './errors.ts';
import { createReader, type Reader } from './reader.ts';
import { serverSession } from './server.ts';
import type { Session, Settings } from './session.ts';
import { ANALYST_SETTINGS, READER_SETTINGS, WRITER_SETTINGS } from './settings.ts';
import { createWriter, type Writer } from './writer.ts';

export interface Store {
  readonly kind: 'embedded' | 'server';
  /** The cluster its tables are spread over, where there is one. */
  readonly cluster: string | undefined;
  readonly writer: Writer;
  readonly reader: Reader;
  /** SQL of people: the database `market` alone. */
  readonly analyst: Analyst;
  close(): Promise<void>;
}

/** Sessions a reader spreads its statements over: a slow one holds up only its own session. */
const READER_SESSIONS = 3;
const REQUEST_TIMEOUT_MS = 610_000;

function unusable(path: string, why: string, cause?: unknown): StoreError {
  return new StoreError(`the data directory ${path} cannot be used: ${why}`, { kind: 'fatal', cause });
}

const REASONS: Record<string, string> = {
  EACCES: 'no permission to write there; change its owner, or set DATA_DIR',
  EPERM: 'no permission to write there; change its owner, or set DATA_DIR',
  EROFS: 'its file system is read-only; set DATA_DIR',
  ENOTDIR: 'a part of the path is a file; set DATA_DIR',
  EEXIST: 'it is a file; set DATA_DIR',
  ENOENT: 'it does not exist and cannot be made; set DATA_DIR',
  ENOSPC: 'the disk is full; make room',
};

function prepareDirectory(dataDir: string): string {
  const path = join(resolve(dataDir), 'clickhouse');
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw unusable(dataDir, REASONS[code] ?? message, error);
  }
  return path;
}

/** Why the engine would not start: it says so on stderr only, but leaves its pid in its lock file. */
function whyNotOpened(path: string): string {
  const { bavail } = statfsSync(path);
  if (bavail === 0) return REASONS['ENOSPC'];
  let owner: string | undefined;
  try {
    owner = /^PID: (\d+)/m.exec(readFileSync(join(path, 'status'), 'utf8'))?.[1];
  } catch {
    // No lock file: another reason.
  }
  if (owner) return `process ${owner} has it open; stop that one first, or set another DATA_DIR`;
  return 'the engine could not open it; its own message stands on stderr';
}

type ConnectionFactory = (options: { path: string }) => never;

function loadEngine(): ConnectionFactory {
  try {
    const engine = createRequire(import.meta.url)('chdb/connection');
    return engine.createChdbConnection;
  } catch (error) {
    const message = 'the embedded engine (package chdb) cannot be loaded on this machine; set CLICKHOUSE_URL';
    throw new StoreError(message, { kind: 'fatal', cause: error });
  }
}

function embeddedClients(dataDir: string): (settings: Settings, database?: string) => Session {
  const path = prepareDirectory(dataDir);
  const createConnection = loadEngine();
  return (settings, database) => {
    try {
      return embeddedSession(createClient({ connection: createConnection({ path }) }), settings, database);
    } catch (error) {
      throw unusable(dataDir, whyNotOpened(path), error);
    }
  };
}

function assemble(
  kind: Store['kind'],
  cluster: string | undefined,
  sessions: { writer: Session; readers: Session[]; analyst: Session },
): Store {
  const { writer, readers, analyst } = sessions;
  let closed: Promise<void> | undefined;
  return {
    kind,
    cluster,
    writer: createWriter(writer, cluster),
    reader: createReader(readers),
    analyst: createAnalyst(readers[0], analyst),
    close() {
      closed ??= Promise.all([writer, analyst, ...readers].map((session) => session.close())).then(() => {});
      return closed;
    },
  };
}

/**
 * Opens the store that the configuration names. Throws a fatal {@link StoreError} that says what to do where the
 * data directory is in use, not writable or full; a server that is away shows at the first statement (transient).
 */
export async function openStore(config: StoreConfig): Promise<Store> {
  const { server } = config;
  if (!server) {
    const session = embeddedClients(config.dataDir);
    return assemble('embedded', undefined, {
      writer: session(WRITER_SETTINGS),
      readers: Array.from({ length: READER_SESSIONS }, () => session(READER_SETTINGS)),
      analyst: session(ANALYST_SETTINGS, 'market'),
    });
  }
  const client = (username: string, password: string | undefined, database?: string): ClickHouseClient =>
    createClient({
      url: server.url,
      database,
      username,
      password: password ?? '',
      request_timeout: REQUEST_TIMEOUT_MS,
      application: 'market-stats',
    });
  const readerClient = (database?: string) => client(server.readerUser, server.readerPassword?.reveal(), database);
  return assemble('server', server.cluster, {
    writer: serverSession(client(server.user, server.password?.reveal()), WRITER_SETTINGS),
    readers: [serverSession(readerClient(), READER_SETTINGS)],
    analyst: serverSession(readerClient('market'), ANALYST_SETTINGS),
  });
}
