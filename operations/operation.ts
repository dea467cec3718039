/** What an operator can ask of an installation: the CLI's commands, run by the process that owns the store. */

/** Plain data, as it came from the CLI or over the ops port. */
export type Args = Readonly<Record<string, unknown>>;

export interface Progress {
  readonly label: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
}

export interface OperationContext {
  progress(progress: Progress): void;
  /** A remark for the operator. */
  notice(text: string): void;
}

/** Answers plain data: what `--json` prints. */
export type Operation = (args: Args, context: OperationContext) => Promise<unknown>;

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

/** Done, but some input was refused: rows that are dead letters now, or the end of a broken file. */
export function importExitCode(result: unknown): number {
  const answer = result as { dry_run?: true; error?: string; dead_letters?: object };
  if (answer.dry_run) return answer.error === undefined ? EXIT.done : EXIT.notDone;
  const rejected = Object.keys(answer.dead_letters ?? {}).length > 0;
  return answer.error !== undefined || rejected ? EXIT.refusedInput : EXIT.done;
}
