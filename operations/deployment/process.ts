/**
 * Every program has a log, a store and an ops port, and fails and stops in the same way. What the operator can fix is reported in
 * one line, anything else with its stack.
 */
import type { CollectorRunner } from '../../ingest/collectors/runner.ts';
import type { ImportTarget } from '../../ingest/landing/landing.ts';
import type { Retention } from '../../ingest/retention/run.ts';
import { RetentionSchedule } from '../../ingest/retention/run.ts';
import { type RetryOptions, retry, shared } from '../../lib/async.ts';
import { systemClock, systemTimers } from '../../lib/clock.ts';
import { ConfigError } from '../../lib/config.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import { collectProcessMetrics } from '../../lib/metrics.ts';
import { projectVersion } from '../../lib/paths.ts';
import { createShutdown, type Shutdown, stopOnSignals } from '../../lib/shutdown.ts';
import type { LogConfig } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { classify, StoreError } from '../../sql/errors.ts';
import { EXIT, isOperatorError, newOpsToken, type Operations, type OpsFile } from '../operation.ts';
import { startOpsServer } from '../ops-port/ops-server.ts';
import { pushRoute } from '../ops-port/push-route.ts';
import { type ProgramConfig, type ProgramName, readConfig } from './config.ts';

export interface Process {
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  /** Ends the program in order because of an error; the first one counts. */
  readonly fail: (error: unknown) => void;
}

/** A program waits for a server that is away at its start. */
export const PATIENT = {
  attempts: Number.POSITIVE_INFINITY,
  firstDelayMs: 100,
  maxDelayMs: 5_000,
} satisfies RetryOptions;

const MS = { ops: 5_000, store: 20_000, watchdog: 1_000, collectors: 30_000, commands: 20_000 } as const;
const STORE_ANSWER_MS = 5_000;
const PROBE_KEPT_MS = 1_000;
const WATCH_EVERY_MS = 10_000;
/** Programs that land or compute end after being unready for so long. */
export const UNREADY_EXIT_MS = 300_000;
/** A run of retention that another process began is that one's for so long. */
const RETENTION_OTHERS_MS = 3_600_000;
/** Another start may repair it. */
export const CRASHED = 1;

/** The fix for each error of listening. */
const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'set PORT or OPS_PORT to another one',
  EACCES: 'set PORT or OPS_PORT to one that this user may have',
  EADDRNOTAVAIL: 'set HOST or OPS_HOST to an address of this machine',
  ENOTFOUND: 'set HOST or OPS_HOST to an address of this machine',
};

/** Returns one line for what the operator can fix, else null. */
function lineOf(error: unknown): string | null {
  const { code = '', syscall = '', message } = error as NodeJS.ErrnoException;
  const fix = syscall === 'listen' || syscall === 'getaddrinfo' ? CANNOT_LISTEN[code] : undefined;
  if (fix) return `${message}: ${fix}`;
  return isOperatorError(error) ? error.message : null;
}

const codeOf = (error: unknown, otherwise: number) => (error instanceof ConfigError ? EXIT.usageError : otherwise);

/** `crashed`: how it exits where its configuration is right. */
export function run(main: () => Promise<void>, crashed: number = EXIT.notDone): void {
  main().catch((error) => {
    const line = lineOf(error) ?? (error instanceof StoreError ? error.message : (error.stack ?? error));
    process.stderr.write(`${line}\n`);
    process.exit(codeOf(error, crashed));
  });
}

export type Ending = (error: unknown) => { readonly code: number; readonly message?: string };

function openProcess(name: string, { level }: LogConfig, ending?: Ending): Process {
  const logger = createLogger({ name, level });
  const shutdown = createShutdown(logger);
  collectProcessMetrics(projectVersion());
  let isFailing = false;
  const fail = (error: unknown) => {
    if (isFailing) return;
    isFailing = true;
    const { code = codeOf(error, EXIT.notDone), message } = ending?.(error) ?? {};
    const line = ending ? null : lineOf(error);
    if (line !== null) process.stderr.write(`${line}\n`);
    else logger.fatal({ err: error }, message ?? 'stopping: the program cannot recover from this error');
    void shutdown.stop('error').then(() => process.exit(code));
  };
  return { logger, shutdown, fail };
}

/** Does `task` as soon as what it needs is there: the store, where nothing else is said. */
export function onceThere<T>(
  task: () => Promise<T>,
  { logger, shutdown }: Process,
  what = 'the store',
  isAway: (error: unknown) => boolean = (error) => classify(error) === 'transient',
): Promise<T> {
  return retry(task, {
    ...PATIENT,
    signal: shutdown.signal,
    isTransient: isAway,
    onRetry: ({ error }) => logger.warn({ err: error }, `waiting for ${what}`),
  });
}

/** Returns whether the store answers: one query a second at most, however often it is asked. */
export function storeProbe({ reader }: Pick<Store, 'reader'>): () => Promise<boolean> {
  const ask = () =>
    reader.query('SELECT 1 AS one', {}, { signal: AbortSignal.timeout(STORE_ANSWER_MS) }).then(
      () => true,
      () => false,
    );
  return shared(ask, PROBE_KEPT_MS);
}

export interface Running extends Process {
  readonly store: Store;
  readonly ops: OpsFile;
}

interface Work {
  /** Printed with the number of the ops port. */
  readonly said?: string;
  /** Returns what it waits for beside the store; empty if it is ready. */
  notReady?(): string[];
  readonly pushed?: Pick<ImportTarget, 'landEvents'>;
  /** None: the program does not run commands. */
  readonly operations?: Operations;
}

interface ProgramOptions {
  readonly ending?: Ending;
  /** The ops port takes events and commands. */
  readonly lands?: boolean;
  /** Ends the program after being unready for so long; undefined: never. */
  readonly unreadyExitMs?: number;
}

/** Runs a program: its store and its ops port are open before `begin`, and closed after all that it has opened. */
export async function runProgram(
  name: ProgramName,
  begin: (running: Running, config: ProgramConfig) => Promise<Work>,
  { ending, lands = false, unreadyExitMs }: ProgramOptions = {},
): Promise<void> {
  const config = readConfig(name);
  const opened = openProcess(name, config.log, ending);
  const { logger, shutdown, fail } = opened;
  const store = await openStore(config.store);
  shutdown.onStop('store', MS.store, () => store.close());
  let work: Work | null = null;
  const storeAnswers = storeProbe(store);
  const isStopping = () => shutdown.signal.aborted;
  const notReady = async () => {
    if (isStopping()) return ['it is stopping'];
    const other = work ? (work.notReady?.() ?? []) : ['it is starting'];
    return (await storeAnswers()) ? other : ['the store', ...other];
  };
  const token = config.ops.token?.reveal() ?? newOpsToken();
  const server = await startOpsServer({
    ...config.ops,
    token,
    operations: () => (lands ? (!isStopping() && work?.operations) || null : {}),
    push: lands ? pushRoute(() => work?.pushed ?? null, logger) : undefined,
    notReady,
    logger,
  }).catch(async (error) => {
    await store.close();
    throw error;
  });
  shutdown.onStop('ops port', MS.ops, () => server.close());
  stopOnSignals(shutdown);
  if (unreadyExitMs !== undefined) exitWhenUnready(notReady, unreadyExitMs, opened);
  logger.info({ opsPort: server.port }, 'the ops port is open');
  try {
    const ops = { host: config.ops.host, port: server.port, token, pid: process.pid };
    work = await begin({ ...opened, store, ops }, config);
    shutdown.onStop('commands', MS.commands, server.idle);
    if (work.said) process.stdout.write(`${work.said}; its ops port is ${server.port}\n`);
  } catch (error) {
    if (!isStopping()) fail(error);
  }
}

/** Ends a program that was unready for so long, so that its supervisor starts it again. */
export function exitWhenUnready(
  notReady: () => Promise<string[]>,
  forMs: number,
  { logger, shutdown }: Pick<Process, 'logger' | 'shutdown'>,
): void {
  let readyAtMs = performance.now();
  const look = async () => {
    const waiting = await notReady();
    if (shutdown.signal.aborted) return;
    if (waiting.length === 0) readyAtMs = performance.now();
    const unreadyMs = performance.now() - readyAtMs;
    if (unreadyMs < forMs) return;
    clearInterval(timer);
    const seconds = Math.round(unreadyMs / 1000);
    logger.fatal(
      { waitingFor: waiting },
      `unready for ${seconds} s: ending, so that its supervisor starts it again; nothing is lost. It waits for: ${waiting.join('; ')}`,
    );
    await shutdown.stop('unready');
    process.exit(CRASHED);
  };
  const timer = setInterval(() => void look(), Math.min(WATCH_EVERY_MS, forMs / 3));
  shutdown.onStop('watchdog', MS.watchdog, () => clearInterval(timer));
}

/** Starts collectors and retention, which a program that lands runs by itself. */
export function startBackground(
  { logger, shutdown }: Process,
  parts: {
    readonly store: Store;
    readonly collectors: CollectorRunner;
    readonly retention: Retention;
    /** No other process does the same. */
    readonly isAlone: boolean;
  },
): void {
  const { store, collectors, isAlone } = parts;
  collectors.start();
  shutdown.onStop('collectors', MS.collectors, () => collectors.stop());
  const retention = new RetentionSchedule({
    retention: parts.retention,
    store,
    clock: systemClock,
    timers: systemTimers,
    logger,
    othersMs: isAlone ? 0 : RETENTION_OTHERS_MS,
  });
  retention.start();
  shutdown.onStop('retention', MS.collectors, () => retention.stop());
}
