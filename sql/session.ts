import type { Params } from './formats/text.ts';

export type SettingValue = string | number | boolean;
export type Settings = Readonly<Record<string, SettingValue>>;

export interface Statement {
  sql: string;
  params?: Params;
  /** Settings of this statement alone, on top of the session's own. */
  settings?: Settings;
  /** Rows of an INSERT, in the format its text names. */
  body?: string;
  /** Rows of an INSERT whose text names no format: blocks in Native. */
  blocks?: readonly Uint8Array[];
  /**
   * How long a server may take, ms; its session's `max_execution_time` where none is given. A server that says nothing
   * for half as long again, at most ten seconds more, is considered unavailable. The embedded engine is in this process and
   * cannot fall silent: it takes the session's own.
   */
  limitMs?: number;
  /** Stops waiting; the embedded engine still finishes the statement. */
  signal?: AbortSignal;
}

/**
 * What the writer and the readers speak to: one statement in, the answer's bytes out. A session keeps its own
 * settings on every statement, whatever an earlier one asked for. All failures are StoreErrors.
 */
export interface Session {
  run(statement: Statement): Promise<Buffer>;
  close(): Promise<void>;
}

const PLACEHOLDER = /\{\s*([A-Za-z_]\w*)\s*:/g;

/** A forgotten parameter is a mistake in our SQL; a session that keeps parameters could answer with an older value. */
export function checkParams(sql: string, params: Params = {}): void {
  for (const match of sql.matchAll(PLACEHOLDER)) {
    if (!Object.hasOwn(params, match[1])) throw new TypeError(`the parameter ${match[1]} of the statement is missing`);
  }
}
