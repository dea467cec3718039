/** The embedded engine, with a session per request (0.1 ms), so that requests cannot affect each other. */

import { createRequire } from 'node:module';
import { messageOf } from '../../lib/text.ts';
import { exactObjects, identifier, stringLiteral } from '../../sql/formats/text.ts';

interface ChdbResult {
  readonly elapsed: number;
  readonly rowsRead: number;
  readonly bytesRead: number;
  bytes(): Uint8Array;
}

interface ChdbSession {
  queryAsync(sql: string, options?: { format: string }): Promise<ChdbResult>;
  close(): void;
}

export interface Question {
  readonly sql: string;
  /** Format of the answer if the statement has none. */
  readonly format: string;
  /** Databases, of which the first that exists is used; empty: the engine's default. */
  readonly databases: readonly string[];
  readonly settings: readonly (readonly [string, string])[];
  /** Bound parameters in the notation of ClickHouse over HTTP. */
  readonly params: readonly (readonly [string, string])[];
}

export interface Answer {
  readonly body: Buffer;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedS: number;
  /** Rows of the answer, if they were counted. */
  readonly rows?: number;
}

const UNKNOWN_DATABASE = 81;

export class Engine {
  readonly #open: () => ChdbSession;
  /** Session that keeps the data open while no request runs. */
  readonly #held: ChdbSession;

  constructor(path: string) {
    const { Session } = createRequire(import.meta.url)('chdb');
    this.#open = () => new Session(path);
    this.#held = this.#open();
  }

  /** Runs one statement. @throws {Failure} */
  async ask(question: Question): Promise<Answer> {
    const session = this.#open();
    try {
      await enter(session, question.databases);
      // This is a server's default; the embedded engine's own default takes any expression for a query.
      const settings = [['implicit_select', '0'], ...question.settings]
        // `readonly` is set last, because no setting can be changed after it.
        .sort(([a], [b]) => Number(a === 'readonly') - Number(b === 'readonly'))
        .map(([name, value]) => `SET ${name} = ${stringLiteral(value)}`);
      const params = question.params.map(([name, value]) => `SET param_${name} = ${stringLiteral(value)}`);
      await session.queryAsync([...params, ...settings].join('; '));
      const answer = await session.queryAsync(question.sql, { format: question.format });
      const bytes = answer.bytes();
      return {
        body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        rowsRead: answer.rowsRead,
        bytesRead: answer.bytesRead,
        elapsedS: answer.elapsed,
      };
    } catch (error) {
      throw toFailure(error);
    } finally {
      session.close();
    }
  }

  async rows<T>(sql: string): Promise<T[]> {
    const { body } = await this.ask({ sql, format: 'JSONCompact', databases: [], settings: [], params: [] });
    return exactObjects<T>(body);
  }

  close(): void {
    this.#held.close();
  }
}

async function enter(session: ChdbSession, databases: readonly string[]): Promise<void> {
  for (const [index, database] of databases.entries()) {
    try {
      await session.queryAsync(`USE ${identifier(database)}`);
      return;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code !== UNKNOWN_DATABASE || index === databases.length - 1) {
        throw failure.code === UNKNOWN_DATABASE
          ? new Failure(UNKNOWN_DATABASE, 'UNKNOWN_DATABASE', `Database ${database} does not exist`)
          : failure;
      }
    }
  }
}

// --- failures in ClickHouse's terms: its codes and names, and the HTTP status that its server sends with each

export class Failure extends Error {
  readonly code: number;
  readonly type: string;

  constructor(code: number, type: string, message: string) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.type = type;
  }
}

export const syntaxError = (message: string) => new Failure(62, 'SYNTAX_ERROR', message);
export const notImplemented = (message: string) => new Failure(48, 'NOT_IMPLEMENTED', message);
export const readOnly = (message: string) => new Failure(164, 'READONLY', message);
export const accessDenied = (message: string) => new Failure(497, 'ACCESS_DENIED', message);
export const incorrectData = (message: string) => new Failure(117, 'INCORRECT_DATA', message);

const STATUS: Readonly<Record<number, readonly number[]>> = {
  400: [
    6, 8, 25, 26, 27, 36, 38, 41, 43, 44, 53, 62, 69, 72, 84, 85, 117, 130, 167, 168, 223, 304, 321, 427, 131, 441, 456,
    467, 675, 676,
  ],
  401: [194],
  403: [192, 193, 291, 497, 512, 516],
  404: [46, 47, 50, 52, 56, 60, 63, 66, 73, 78, 81, 115],
  408: [159],
  413: [307],
  501: [48],
  503: [202, 209, 439],
};
const STATUS_OF = new Map(Object.entries(STATUS).flatMap(([status, codes]) => codes.map((code) => [code, +status])));

export const statusOf = (code: number): number => STATUS_OF.get(code) ?? 500;

/** Turns the engine's error into a Failure, without the frames that the engine repeats around the message. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = messageOf(error);
  const match = /^Code: (\d+)\. DB::\w*Exception: (.*)$/s.exec(message);
  if (!match) return new Failure(1002, 'UNKNOWN_EXCEPTION', message);
  const type = /\(([A-Z][A-Z0-9_]+)\)[^()]*$/.exec(match[2])?.[1] ?? 'UNKNOWN_EXCEPTION';
  const words = match[2].replace(/(?: \([A-Z0-9_]+\)(?: \(version [^)]*\)\.?)?)+\s*$/, '').replace(/\.$/, '');
  return new Failure(Number(match[1]), type, words);
}
