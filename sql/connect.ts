/**
 * Opens the store: a ClickHouse server, or the embedded engine on a data directory. Nothing else in the project
 * knows which of the two it is.
 */
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { StoreConfig } from '../lib/variables.ts';
import { type Analyst, createAnalyst } from './analysts/analyst.ts';
import { prepareDirectory, unusable, whyNotOpened } from './data-directory.ts';
import { embeddedSession, SCRATCH_NAME } from './embedded.ts';
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
  /**
   * For what every request waits for before anything else, tokens and the day's counts: a session that no long statement
   * stands in.
   */
  readonly priorityReader: Reader;
  /** SQL of people: the database `market` alone. */
  readonly analyst: Analyst;
  close(): Promise<void>;
}

/** Sessions a reader spreads its statements over: a slow one holds up only its own session. */
const READER_SESSIONS = 3;
/** Above every statement's own deadline (see server.ts). */
const REQUEST_TIMEOUT_MS = 620_000;
/** Failures are thrown; who catches them logs them. */
const QUIET = { level: ClickHouseLogLevel.OFF };

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

/** The engine serves one data directory a process: which, and how many stores are open on it. */
const inUse = { path: '', stores: 0 };

function claimDirectory(path: string): () => void {
  if (inUse.stores > 0 && inUse.path !== path) {
    throw unusable(path, `this process has ${inUse.path} open already; close that store first`);
  }
  inUse.path = path;
  inUse.stores++;
  let released = false;
  return () => {
    if (!released) inUse.stores--;
    released = true;
  };
}

/** Patterns in a path would make the engine look for several files. */
const HAS_PATTERN = /[*?{}[\]\\]/;

/** Where bodies are on their way into the engine. Of what a crash left there only our own folders are removed. */
function scratchFolder(path: string): string {
  if (HAS_PATTERN.test(path)) return tmpdir();
  const folder = join(path, '..', 'clickhouse-scratch');
  prepareDirectory(folder);
  for (const name of inUse.stores === 1 ? readdirSync(folder) : []) {
    if (SCRATCH_NAME.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  return folder;
}

function embeddedClients(dataDir: string, path: string): (settings: Settings, database?: string) => Session {
  const createConnection = loadEngine();
  const scratch = scratchFolder(path);
  return (settings, database) => {
    try {
      const client = createClient({ connection: createConnection({ path }), log: QUIET });
      return embeddedSession(client, settings, database, scratch);
    } catch (error) {
      throw unusable(dataDir, whyNotOpened(path), error);
    }
  };
}

function assemble(
  sessions: { writer: Session; readers: Session[]; priority: Session; analyst: Session },
  server: StoreConfig['server'],
  onClosed = () => {},
): Store {
  const { writer, readers, priority, analyst } = sessions;
  let closed: Promise<void> | undefined;
  return {
    kind: server ? 'server' : 'embedded',
    cluster: server?.cluster,
    writer: createWriter(writer, server?.cluster, server?.timeoutMs),
    reader: createReader(readers),
    priorityReader: createReader([priority]),
    analyst: createAnalyst(readers[0], analyst),
    close() {
      closed ??= Promise.all(
        [...new Set([writer, analyst, priority, ...readers])].map((session) => session.close()),
      ).then(onClosed);
      return closed;
    },
  };
}

/**
 * Opens the store that the configuration names. Throws a fatal {@link StoreError} that says what to do where the
 * data directory is in use, not writable or full; a server that is unavailable shows at the first statement (transient).
 * On a server the reader's user needs SELECT on `market` and `market_accounts` and a profile that lets it set its own
 * bounds: `readonly` 0 or 2, as the reader itself asks for 2 and the analysts' session for 1.
 */
export async function openStore(config: StoreConfig): Promise<Store> {
  const { server } = config;
  if (!server) {
    const path = join(resolve(config.dataDir), 'clickhouse');
    prepareDirectory(path, config.dataDir);
    const release = claimDirectory(path);
    try {
      const session = embeddedClients(config.dataDir, path);
      const sessions = {
        writer: session(WRITER_SETTINGS),
        readers: Array.from({ length: READER_SESSIONS }, () => session(READER_SETTINGS)),
        priority: session(READER_SETTINGS),
        analyst: session(ANALYST_SETTINGS, 'market'),
      };
      return assemble(sessions, server, release);
    } catch (error) {
      release();
      throw error;
    }
  }
  const client = (username: string, password: string | undefined, database?: string): ClickHouseClient =>
    createClient({
      url: server.url,
      database,
      username,
      password: password ?? '',
      request_timeout: REQUEST_TIMEOUT_MS,
      application: 'market-stats',
      log: QUIET,
    });
  const readerClient = (database?: string) => client(server.readerUser, server.readerPassword?.reveal(), database);
  const reads = { ...READER_SETTINGS, max_execution_time: server.timeoutMs / 1000 };
  // A server takes any number of statements at a time.
  const reading = serverSession(readerClient(), reads);
  const sessions = {
    writer: serverSession(client(server.user, server.password?.reveal()), WRITER_SETTINGS),
    readers: [reading],
    priority: reading,
    analyst: serverSession(readerClient('market'), ANALYST_SETTINGS),
  };
  return assemble(sessions, server);
}
