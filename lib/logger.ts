import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const SECRET_KEYS = ['password', 'token', 'secret', 'authorization', 'cookie', 'token_hash', 'readerPassword'];
/** Paths that are redacted: these names on the first three levels of a logged object. */
const REDACTED = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

interface LoggerOptions {
  name: string;
  level?: string;
  /** `stderr` (the default) keeps stdout free for answers. */
  stream?: 'stderr' | 'stdout' | DestinationStream;
}

/** Creates a logger of JSON lines; values under names such as `password`, `token` or `authorization` read `[secret]`. */
export function createLogger({ name, level = 'info', stream = 'stderr' }: LoggerOptions): Logger {
  const target = typeof stream === 'string' ? destination({ fd: stream === 'stderr' ? 2 : 1, sync: true }) : stream;
  return pino(
    { name, level, redact: { paths: REDACTED, censor: '[secret]' }, base: { pid: process.pid, name } },
    target,
  );
}

export const silentLogger: Logger = pino({ level: 'silent' });

interface SummedLogOptions {
  readonly logger: Logger;
  readonly message: string;
  readonly level?: 'info' | 'warn';
}

/** Time between two lines; the first event is logged at once. */
const EVERY_MS = 10_000;
/** Most kinds per line; further kinds are counted together as `others`. */
const MAX_KINDS = 50;
const OTHERS = 'others';

/** Logs events that happen thousands of times per second in one line now and then: the count per kind, and an example. */
export class SummedLog {
  readonly #options: SummedLogOptions;
  #counts = new Map<string, number>();
  #example: object = {};
  #loggedMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SummedLogOptions) {
    this.#options = options;
  }

  /** Counts an event. @param example fields of the line; the last example per kind wins */
  add(kind: string, example: object): void {
    const name = this.#counts.has(kind) || this.#counts.size < MAX_KINDS ? kind : OTHERS;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#example = example;
    if (this.#timer) return;
    const waitMs = this.#loggedMs + EVERY_MS - performance.now();
    // The timer runs after this tick, so that one batch is one line.
    this.#timer = setTimeout(() => this.flush(), Math.max(0, waitMs));
    this.#timer.unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    const { logger, message, level = 'warn' } = this.#options;
    const counts = Object.fromEntries(this.#counts);
    this.#counts = new Map();
    this.#loggedMs = performance.now();
    logger[level]({ counts, last: this.#example }, message);
  }
}
