/** Steps through the text of a question; what does not belong there is refused with its place. */
import type { ProblemType } from '../../statistics/params.ts';

export interface SyntaxProblem {
  readonly type: ProblemType;
  /** Offset in the text, from 0. */
  readonly position: number;
  readonly message: string;
  /** What was expected at the position. */
  readonly expected: string;
  readonly didYouMean: string | null;
}

export class Refusal extends Error {
  readonly problem: SyntaxProblem;
  constructor(problem: SyntaxProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** @throws Refusal */
export function refuse(
  position: number,
  message: string,
  expected: string,
  { type = 'value_error', meant = null }: { type?: ProblemType; meant?: string | null } = {},
): never {
  throw new Refusal({ type, position, message, expected, didYouMean: meant });
}

/** A part of the text: `[from, to)`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Parts of the span between the `;` that are in no quotes and no parentheses. */
export function split(text: string, { from, to }: Span): Span[] {
  const parts: Span[] = [];
  let start = from;
  let depth = 0;
  let quoted = false;
  for (let at = from; at < to; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === '(') depth++;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (sign === ';' && depth === 0) {
      parts.push({ from: start, to: at });
      start = at + 1;
    }
  }
  parts.push({ from: start, to });
  return parts;
}

/** Where the parenthesis that was opened before `from` is closed; -1 where it is not before `to`. */
export function closing(text: string, { from, to }: Span): number {
  let depth = 1;
  let quoted = false;
  for (let at = from; at < to; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '(') depth++;
    else if (!quoted && sign === ')' && --depth === 0) return at;
  }
  return -1;
}

export interface Value {
  readonly text: string;
  readonly from: number;
  readonly quoted: boolean;
}

const NAME = /[a-z_][a-z0-9_]*/iy;

export class Scanner {
  readonly text: string;
  readonly end: number;
  at: number;

  constructor(text: string, { from, to }: Span) {
    this.text = text;
    this.at = from;
    this.end = to;
  }

  spaces(): void {
    while (this.at < this.end && /\s/.test(this.text[this.at])) this.at++;
  }

  /** Whether the sign comes next; it is consumed. */
  take(sign: string): boolean {
    this.spaces();
    if (!this.text.startsWith(sign, this.at) || this.at + sign.length > this.end) return false;
    this.at += sign.length;
    return true;
  }

  need(sign: string, after: string): void {
    if (this.take(sign)) return;
    refuse(this.at, `${this.found()} after ${after}`, `'${sign}'`);
  }

  found(): string {
    return this.at < this.end ? `'${this.text[this.at]}'` : 'nothing';
  }

  /** What the sticky pattern finds here; null where it does not, or only beyond the end. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    return match && match.index + match[0].length <= this.end ? match : null;
  }

  /** The name that comes next, in lower case; null where there is none. */
  name(): { name: string; from: number } | null {
    this.spaces();
    const match = this.match(NAME);
    if (!match) return null;
    const from = this.at;
    this.at += match[0].length;
    return { name: match[0].toLowerCase(), from };
  }

  /** The text up to one of the delimiters; in quotes (`""` is one) it may hold them. */
  value(ends: readonly string[]): Value {
    this.spaces();
    const from = this.at;
    if (this.text[from] === '"' && from < this.end) return this.quoted();
    while (this.at < this.end && !ends.some((end) => this.text.startsWith(end, this.at))) {
      if (this.text[this.at] === '"') refuse(this.at, 'a quote inside a value', 'the whole value in quotes');
      this.at++;
    }
    const close = [')', ']'].find((sign) => ends.includes(sign));
    if (close && this.at >= this.end) {
      refuse(from, `'${close === ')' ? '(' : '['}' is not closed`, `'${close}' after it`);
    }
    const text = this.text.slice(from, this.at).trim();
    if (text === '') refuse(from, `${this.found()} where a value belongs`, 'a value');
    return { text, from, quoted: false };
  }

  /** The text in the quotes that begin here. */
  quoted(): Value {
    const from = this.at;
    let text = '';
    for (let at = from + 1; at < this.end; at++) {
      if (this.text[at] !== '"') text += this.text[at];
      else if (this.text[at + 1] === '"' && at + 1 < this.end) {
        text += '"';
        at++;
      } else {
        this.at = at + 1;
        return { text, from, quoted: true };
      }
    }
    return refuse(from, 'a quote that is not closed', "'\"' at the end of the value");
  }
}
