/**
 * Steps through the text of a question: names, operators, and values as the columns hold them. What does not belong there is
 * refused with its place.
 */
import { parseIsoDate } from '../../../lib/days.ts';
import { nearestName } from '../../../lib/text.ts';
import type { Field } from '../../market/fields.ts';
import type { ProblemType } from '../../statistics/params.ts';
import { isNumeric, type Test } from './question.ts';

export interface SyntaxProblem {
  readonly type: ProblemType;
  /** Offset in the text, from 0. */
  readonly position: number;
  readonly message: string;
  readonly expected: string;
  /** The same for a sentence, where it is a long list. */
  readonly shortly?: string | undefined;
  readonly didYouMean: string | null;
}

class Refusal extends Error {
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
  {
    type = 'value_error',
    meant = null,
    shortly,
  }: { type?: ProblemType | undefined; meant?: string | null; shortly?: string } = {},
): never {
  throw new Refusal({ type, position, message, expected, shortly, didYouMean: meant });
}

/** Null where it is refused, which is one of the problems then. */
export function attempt<T>(problems: SyntaxProblem[], act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problems.push(error.problem);
    return null;
  }
}

/** A part of the text: `[from, to)`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the signs stand that are in no quotes. */
function* unquoted(text: string, { from, to }: Span): Generator<number> {
  let quoted = false;
  for (let at = from; at < to; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (!quoted) yield at;
  }
}

/** Parts of the span between the `;` that are in no quotes and no parentheses. */
export function split(text: string, span: Span): Span[] {
  const parts: Span[] = [];
  let start = span.from;
  let depth = 0;
  for (const at of unquoted(text, span)) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth = Math.max(0, depth - 1);
    else if (text[at] === ';' && depth === 0) {
      parts.push({ from: start, to: at });
      start = at + 1;
    }
  }
  return [...parts, { from: start, to: span.to }];
}

/** Where the parenthesis that was opened before the span is closed; -1 where it is not in it. */
export function closing(text: string, span: Span): number {
  let depth = 1;
  for (const at of unquoted(text, span)) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

export interface Name {
  /** In lower case. */
  readonly name: string;
  readonly from: number;
}

interface Value {
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

  name(): Name | null {
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

const OPERATORS = ['!=', '<=', '>=', '=', '<', '>', ':'] as const;
type Sign = (typeof OPERATORS)[number];
export const OPERATOR_WORDS = 'one of = != < <= > >= :a..b :a|b|c';

const isOrdered = (field: Field) => isNumeric(field) || field.type === 'date' || field.type === 'timestamp';

export function wordsFor(field: Field): string {
  switch (field.type) {
    case 'boolean':
      return 'true or false';
    case 'enum':
      return `one of ${(field.values ?? []).join(', ')}`;
    case 'date':
      return 'a date in the form YYYY-MM-DD';
    case 'timestamp':
      return 'a time of day in the form HH:MM, or a time in ISO 8601, such as 2024-06-03T13:45:00+00:00';
    case 'string':
      return 'a text';
    default:
      return 'a number';
  }
}

/** The operator that comes next. @throws Refusal where there is none, or the field has no order */
export function readSign(scanner: Scanner, field: Field): { sign: Sign; at: number } {
  scanner.spaces();
  const { at } = scanner;
  const sign = OPERATORS.find((operator) => scanner.take(operator));
  if (!sign) return refuse(at, `${scanner.found()} after ${field.name}`, OPERATOR_WORDS);
  if (sign !== ':' && !isOrdered(field) && sign !== '=' && sign !== '!=') {
    refuse(at, `${field.name} has no order`, 'one of = != :a|b|c');
  }
  return { sign, at };
}

interface Reading {
  readonly field: Field;
  /** `=null` may be asked. */
  readonly nullable: boolean;
  readonly ends: readonly string[];
  /** The session's window crosses midnight: a range of times of day may run into the next day. */
  readonly wraps: boolean;
}

/** The values after an operator. @throws Refusal */
export function readTest(scanner: Scanner, { sign, at }: { sign: Sign; at: number }, reading: Reading): Test {
  const { field, nullable, ends } = reading;
  if (sign === ':') return several(scanner, reading);
  const value = scanner.value(ends);
  if (!value.quoted && value.text.toLowerCase() === 'null') {
    if (sign !== '=') refuse(at, `null can only be asked by =`, `${field.name}=null`);
    if (!nullable) refuse(value.from, `${field.name} is never null`, wordsFor(field));
    return { operator: 'is_null', values: [] };
  }
  if (!value.quoted && /\||\.\./.test(value.text) && field.type !== 'string') {
    refuse(at, `'${sign}' with several values`, `':' before them, as in ${field.name}:${value.text}`);
  }
  return testOf(sign, field, [value]);
}

/** `a..b` or `a|b|c`, after the colon. */
function several(scanner: Scanner, { field, ends, wraps }: Reading): Test {
  const between = ['..', '|', ...ends];
  const first = scanner.value(between);
  if (scanner.take('..')) {
    if (!isOrdered(field)) refuse(first.from, `${field.name} has no order`, 'values joined by |');
    const last = scanner.value(between);
    const test = testOf('between', field, [first, last]);
    const [low, high] = test.values;
    if (low > high && !(test.clock && wraps)) {
      refuse(first.from, `the range ${first.text}..${last.text} is reversed`, 'the lower end first');
    }
    return test;
  }
  const values = [first];
  while (scanner.take('|')) values.push(scanner.value(between));
  return testOf('one_of', field, values);
}

function testOf(operator: Test['operator'], field: Field, values: readonly Value[]): Test {
  const times = field.type === 'timestamp' ? values.map(({ text }) => timeOfDay(text)) : [];
  if (times.length > 0 && times.every((time) => time !== null)) {
    return { operator, values: times as number[], clock: true };
  }
  const odd = times.findIndex((time) => (time === null) !== (times[0] === null));
  if (odd > 0) refuse(values[odd].from, 'times of day and moments together', 'values of one kind');
  return { operator, values: values.map((value) => read(field, value)) };
}

/** Minutes of the day; null where the text is no time of day. */
function timeOfDay(text: string): number | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

const BAD_VALUE: Readonly<Record<Field['type'], ProblemType>> = {
  number: 'float_parsing',
  integer: 'float_parsing',
  boolean: 'bool_parsing',
  enum: 'literal_error',
  date: 'date_from_datetime_parsing',
  timestamp: 'time_parsing',
  string: 'value_error',
  json: 'value_error',
};

function read(field: Field, value: Value): number | string {
  if (field.type === 'string') return value.text;
  const found = numberOf(field, value.text);
  if (found !== null) return found;
  const meant = field.type === 'enum' ? nearestName(value.text, field.values ?? []) : null;
  const type = BAD_VALUE[field.type];
  return refuse(value.from, `'${value.text}' is no value of ${field.name}`, wordsFor(field), { type, meant });
}

function numberOf(field: Field, text: string): number | null {
  const word = text.toLowerCase();
  switch (field.type) {
    case 'boolean':
      return word === 'true' ? 1 : word === 'false' ? 0 : null;
    case 'enum': {
      const code = (field.values ?? []).findIndex((one) => one.toLowerCase() === word);
      return code === -1 ? null : code;
    }
    case 'date':
      return parseIsoDate(text);
    case 'timestamp':
      return timeOf(text);
    default:
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text))
        ? Number(text)
        : null;
  }
}

/** Milliseconds since the epoch; UTC without a zone. A plus sign that a query's decoding made a space is one again. */
function timeOf(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?)?\s?(Z|[+-]?\d{2}:\d{2})?$/i.exec(
    text,
  );
  if (!match || parseIsoDate(match[1]) === null) return null;
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = match;
  const offset = /^\d/.test(zone) ? `+${zone}` : zone.toUpperCase();
  const ms = Date.parse(`${day}T${time}${seconds}${offset}`);
  return Number.isNaN(ms) ? null : ms;
}

/** Type, unit and words, where they tell fields apart. */
export function kindOf({ type, unit, values }: Field): string {
  if (values) return values.join(', ');
  return unit === 'none' ? type : `${type}, ${unit}`;
}
