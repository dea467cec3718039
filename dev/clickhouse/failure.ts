/** Failures as ClickHouse tells them: its codes and names, and the HTTP status that its server sends with each. */

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
    ...[6, 8, 25, 26, 27, 36, 38, 41, 43, 44, 53, 62, 69, 72, 84, 85, 117, 130, 167, 168, 223, 304, 321, 427],
    ...[131, 441, 456, 467, 675, 676],
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

/** What the engine said, without the frames it repeats around it. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  const said = /^Code: (\d+)\. DB::\w*Exception: (.*)$/s.exec(message);
  if (!said) return new Failure(1002, 'UNKNOWN_EXCEPTION', message);
  const type = /\(([A-Z][A-Z0-9_]+)\)[^()]*$/.exec(said[2])?.[1] ?? 'UNKNOWN_EXCEPTION';
  const words = said[2].replace(/(?: \([A-Z0-9_]+\)(?: \(version [^)]*\)\.?)?)+\s*$/, '').replace(/\.$/, '');
  return new Failure(Number(said[1]), type, words);
}
