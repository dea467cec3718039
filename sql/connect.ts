/** Opens the store, a server or the embedded engine. Nothing else in the project knows which of the two it is. */
import type { StoreConfig } from '../lib/variables.ts';
import { type Analyst, createAnalyst } from './analysts/analyst.ts';
import { onEngine } from './embedded.ts';
import { createReader, type Reader } from './reader.ts';
import { serverSessions } from './server.ts';
import { ANALYST_SETTINGS, READER_SETTINGS, type Session, WRITER_SETTINGS } from './session.ts';
import { createWriter, type Writer } from './writer.ts';

export interface Store {
  readonly kind: 'embedded' | 'server';
  readonly writer: Writer;
  readonly reader: Reader;
  /** For tokens and counts, which every request waits for first: no long statement is in its way. */
  readonly priorityReader: Reader;
  /** SQL of people: the database `market` alone. */
  readonly analyst: Analyst;
  close(): Promise<void>;
}

/** Sessions a reader spreads its statements over: a slow one holds up only its own session. */
const READER_SESSIONS = 3;

interface Sessions {
  readonly writer: Session;
  readonly readers: readonly Session[];
  readonly priority: Session;
  readonly analyst: Session;
}

function assemble(
  { writer, readers, priority, analyst }: Sessions,
  server: StoreConfig['server'],
  onClosed = () => {},
): Store {
  let closed: Promise<void> | undefined;
  const reader = createReader(readers);
  return {
    kind: server ? 'server' : 'embedded',
    writer: createWriter(writer, server?.timeoutMs),
    reader,
    priorityReader: createReader([priority]),
    analyst: createAnalyst(reader.query, analyst),
    close() {
      const all = new Set([writer, analyst, priority, ...readers]);
      closed ??= Promise.all([...all].map((session) => session.close())).then(onClosed);
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
export async function openStore({ dataDir, server }: StoreConfig): Promise<Store> {
  if (!server) {
    const { sessions, release } = onEngine(dataDir, (session) => ({
      writer: session(WRITER_SETTINGS),
      readers: Array.from({ length: READER_SESSIONS }, () => session(READER_SETTINGS)),
      priority: session(READER_SETTINGS),
      analyst: session(ANALYST_SETTINGS, 'market'),
    }));
    return assemble(sessions, server, release);
  }
  const session = serverSessions(server);
  // A server takes any number of statements at a time.
  const reading = session('reader', { ...READER_SETTINGS, max_execution_time: server.timeoutMs / 1000 });
  const sessions = {
    writer: session('writer', WRITER_SETTINGS),
    readers: [reading],
    priority: reading,
    analyst: session('reader', ANALYST_SETTINGS, 'market'),
  };
  return assemble(sessions, server);
}
