/** What an operator can ask of an installation: operations, their failures, and how the command line finds the service. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RightError } from '../ingest/kafka/kafkajs/rights.ts';
import { ConfigError } from '../lib/config.ts';
import { DiskError } from '../sql/errors.ts';

/** Plain data. */
export type Args = Readonly<Record<string, unknown>>;

export interface Progress {
  readonly label: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
}

export interface OperationContext {
  progress(progress: Progress): void;
  notice(text: string): void;
  /** Takes the next bytes of an answer that is a file. */
  data?(bytes: Uint8Array): Promise<void>;
}

/** Nobody waits at a terminal. */
export const SILENT: OperationContext = { progress() {}, notice() {} };

/** Answers plain data: what `--json` prints. */
export type Operation = (args: Args, context: OperationContext) => Promise<unknown>;
export type Operations = Readonly<Record<string, Operation>>;

export const EXIT = { done: 0, refusedInput: 1, usageError: 2, notDone: 3 } as const;

/** A failure that the operator can do something about: its message says what. */
export class OperationError extends Error {
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.name = 'OperationError';
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new OperationError(EXIT.usageError, message);
export const notDone = (message: string) => new OperationError(EXIT.notDone, message);

/** Failures whose message alone tells the operator what to do: a stack would only hide it. */
export const isOperatorError = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof OperationError ||
  error instanceof RightError ||
  error instanceof DiskError;

/** What was asked for is durable; something that follows from it was waited for, and is not there yet. */
export class BehindError extends OperationError {
  constructor(message: string) {
    super(EXIT.notDone, message);
    this.name = 'BehindError';
  }
}

/** `waiting_for`: what follows from it and is not there yet, and why; left out where all is there. */
export interface Waited {
  waiting_for?: string;
}

/** Waits for what follows from something durable: that it takes too long is reported, and no failure. */
export async function waitedFor(wait: () => Promise<unknown>, context: OperationContext): Promise<Waited> {
  try {
    await wait();
    return {};
  } catch (error) {
    if (!(error instanceof BehindError)) throw error;
    context.notice(`done, and durable; ${error.message}`);
    return { waiting_for: error.message };
  }
}

/** How the CLI finds a running embedded service: `DATA_DIR/ops.json`, readable by the owner alone. */
export interface OpsFile {
  readonly port: number;
  readonly host: string;
  readonly token: string;
  readonly pid: number;
}

const pathOf = (dataDir: string) => join(dataDir, 'ops.json');

/** A file whose process is gone counts as absent. */
export function readOpsFile(dataDir: string): OpsFile | null {
  let file: OpsFile;
  try {
    file = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'));
  } catch {
    return null;
  }
  return isAlive(file.pid) ? file : null;
}

export function writeOpsFile(dataDir: string, file: OpsFile): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = pathOf(dataDir);
  // Written aside and moved into place: a reader sees a whole file or none.
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, `${JSON.stringify(file)}\n`, { mode: 0o600 });
  renameSync(aside, path);
}

/** Removes the file if it is this process's own. */
export function removeOpsFile(dataDir: string): void {
  if (readOpsFile(dataDir)?.pid === process.pid) rmSync(pathOf(dataDir), { force: true });
}

export const newOpsToken = () => randomBytes(32).toString('base64url');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
