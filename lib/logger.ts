import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const SECRET_KEYS = ['password', 'token', 'secret', 'authorization', 'cookie', 'token_hash', 'readerPassword'];
/** Redaction looks at these names on the first three levels of what is logged. */
const REDACTED = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

export interface LoggerOptions {
  /** Which program speaks: `api`, `ingest`... */
  name: string;
  level?: string;
  /** `stderr` (the default) keeps stdout free for answers. */
  stream?: 'stderr' | 'stdout' | DestinationStream;
}

/** JSON lines; values under names such as `password`, `token` or `authorization` read `[secret]`. */
export function createLogger({ name, level = 'info', stream = 'stderr' }: LoggerOptions): Logger {
  const target = typeof stream === 'string' ? destination({ fd: stream === 'stderr' ? 2 : 1, sync: true }) : stream;
  return pino(
    { name, level, redact: { paths: REDACTED, censor: '[secret]' }, base: { pid: process.pid, name } },
    target,
  );
}

/** Says nothing: for tests and library use. */
export const silentLogger: Logger = pino({ level: 'silent' });
