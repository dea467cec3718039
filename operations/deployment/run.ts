/** How a program of ours runs: what the operator can fix is reported in a line, anything else with its stack. */

import { type RetryOptions, retry, shared } from '../../lib/async.ts';
import { ConfigError } from '../../lib/config.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Shutdown } from '../../lib/shutdown.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import { EXIT } from '../operation.ts';
import { isOperatorError } from '../operator-error.ts';

const STORE_ANSWER_MS = 5_000;
const PROBE_KEPT_MS = 1_000;

/** What is unavailable at the start is waited for. */
export const PATIENT: Pick<RetryOptions, 'attempts' | 'firstDelayMs' | 'maxDelayMs'> = {
  attempts: Number.POSITIVE_INFINITY,
  firstDelayMs: 100,
  maxDelayMs: 5_000,
};

/** What to do where a port or address cannot be had. */
const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'set PORT or OPS_PORT to another one',
  EACCES: 'set PORT or OPS_PORT to one that this user may have',
  EADDRNOTAVAIL: 'set HOST or OPS_HOST to an address of this machine',
  ENOTFOUND: 'set HOST or OPS_HOST to an address of this machine',
};

/** `crashed`: how it exits where its configuration is right. */
export function run(main: () => Promise<void>, crashed: number = EXIT.notDone): void {
  main().catch((error) => {
    const known = isOperatorError(error) || (error instanceof Error && error.name === 'StoreError');
    const { code = '', syscall = '', message } = error as NodeJS.ErrnoException;
    const fix = syscall === 'listen' || syscall === 'getaddrinfo' ? CANNOT_LISTEN[code] : undefined;
    if (fix) process.stderr.write(`${message}: ${fix}\n`);
    else process.stderr.write(`${known ? error.message : (error.stack ?? error)}\n`);
    process.exit(error instanceof ConfigError ? EXIT.usageError : crashed);
  });
}

/** Ends the program in order because of an error; the first one counts. */
export function failing(logger: Logger, shutdown: Shutdown): (error: unknown) => void {
  let reported = false;
  return (error) => {
    if (reported) return;
    reported = true;
    if (isOperatorError(error)) process.stderr.write(`${error.message}\n`);
    else logger.fatal({ err: error }, 'stopping because of an error that cannot be fixed from here');
    void shutdown.stop('error').then(() => process.exit(EXIT.notDone));
  };
}

/** Does `task` as soon as the store is there. */
export function onceStoreAnswers<T>(task: () => Promise<T>, logger: Logger, signal: AbortSignal): Promise<T> {
  return retry(task, {
    ...PATIENT,
    signal,
    isTransient: (error) => classify(error) === 'transient',
    onRetry: ({ error }) => logger.warn({ err: error }, 'waiting for the store'),
  });
}

/** Whether the store answers. Anybody may ask: a flood of questions is one query a second. */
export function storeProbe({ reader }: Pick<Store, 'reader'>): () => Promise<boolean> {
  const ask = () =>
    reader.query('SELECT 1 AS one', {}, { signal: AbortSignal.timeout(STORE_ANSWER_MS) }).then(
      () => true,
      () => false,
    );
  return shared(ask, PROBE_KEPT_MS);
}

/** What a projector says of bars whose symbol nobody has registered. */
export function unregistered(logger: Logger): (symbol: string) => void {
  return (symbol) =>
    logger.warn(
      { symbol },
      'its bars are left out: the symbol is not registered; use `symbols set`, or `symbols drop`',
    );
}
