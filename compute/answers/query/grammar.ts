/**
 * The text of a question. `when`: conditions joined by `;`. `then`: one condition, or one numeric field. A condition is
 * `[prevN.]<statistic>[<parameters>].<field><operator><value>`; of statistics with many records a session
 * `count(<statistic>[...];<field><operator><value>...)` or `exists(...)`. Everything that is wrong is reported at once, with
 * its place in the text.
 */
import { parseIsoDate } from '../../../lib/days.ts';
import { nearestName } from '../../../lib/did-you-mean.ts';
import { boolean, type Field, integer } from '../../market/records/fields.ts';
import type { ProblemType } from '../../statistics/params.ts';
import type { Source } from './sources.ts';

export const MAX_CONDITIONS = 12;
export const MAX_CHARACTERS = 4_096;
export const MAX_PREVIOUS = 250;

export interface SyntaxProblem {
  readonly type: ProblemType;
  /** Offset in the text, from 0. */
  readonly position: number;
  readonly message: string;
  /** What was expected at the position. */
  readonly expected: string;
  readonly didYouMean: string | null;
}

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'one_of' | 'is_null';

/** Values as columns hold them: numbers, codes of enums, 0 and 1, days, milliseconds; texts of text fields. */
export interface Test {
  readonly operator: Operator;
  readonly values: readonly (number | string)[];
}

/** A test of a field of single records, inside `count` and `exists`. */
export interface Filter {
  readonly field: Field;
  readonly test: Test;
}

/** What a condition looks at. */
export interface Reference {
  /** As written, without the spaces around it. */
  readonly text: string;
  readonly position: number;
  /** Sessions before; 0: the session itself. */
  readonly previous: number;
  readonly source: Source;
  /** Parameters as sent, in their types. */
  readonly params: ReadonlyMap<string, unknown>;
  readonly of: 'field' | 'record' | 'count' | 'exists';
  /** The field; of a record, a count, an existence: what its value is like. */
  readonly field: Field;
  readonly filters: readonly Filter[];
}

export interface Condition {
  /** As written. */
  readonly text: string;
  readonly reference: Reference;
  readonly test: Test;
}

/** The outcome: a condition's rate, or a number's distribution. */
export interface Outcome {
  readonly text: string;
  readonly reference: Reference;
  /** Null: the number itself. */
  readonly test: Test | null;
}

type Sources = ReadonlyMap<string, Source>;

const EXISTS = boolean('exists', 'There is a record');
const COUNT = integer('count', 'count', 'Number of records');

class Refusal extends Error {
  readonly problem: SyntaxProblem;
  constructor(problem: SyntaxProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

function refuse(
  position: number,
  message: string,
  expected: string,
  { type = 'value_error', meant = null }: { type?: ProblemType; meant?: string | null } = {},
): never {
  throw new Refusal({ type, position, message, expected, didYouMean: meant });
}

export function parseWhen(text: string, sources: Sources): { conditions: Condition[]; problems: SyntaxProblem[] } {
  const conditions: Condition[] = [];
  const problems: SyntaxProblem[] = [];
  if (text.trim() === '') return { conditions, problems };
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push(error.problem);
    }
  };
  attempt(() => refuseLong(text));
  if (problems.length > 0) return { conditions, problems };
  const parts = split(text);
  attempt(() => {
    if (parts.length <= MAX_CONDITIONS) return;
    const message = `${parts.length} conditions`;
    refuse(parts[MAX_CONDITIONS].from, message, `at most ${MAX_CONDITIONS} conditions`, { type: 'too_long' });
  });
  for (const { from, to } of parts.slice(0, MAX_CONDITIONS)) {
    attempt(() => conditions.push(new Parser(text, from, to, sources).condition()));
  }
  return { conditions, problems };
}

export function parseThen(text: string, sources: Sources): { outcome: Outcome | null; problems: SyntaxProblem[] } {
  try {
    refuseLong(text);
    const parts = split(text);
    if (parts.length > 1) {
      const message = 'then holds several conditions';
      refuse(parts[1].from - 1, message, 'one condition, or one numeric field; more conditions belong in when');
    }
    return { outcome: new Parser(text, 0, text.length, sources).outcome(), problems: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: null, problems: [error.problem] };
  }
}

function refuseLong(text: string): void {
  if (text.length <= MAX_CHARACTERS) return;
  const message = `${text.length} characters`;
  refuse(MAX_CHARACTERS, message, `at most ${MAX_CHARACTERS} characters`, { type: 'too_long' });
}

/** Parts between the `;` that are in no quotes and no parentheses. */
function split(text: string): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let from = 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === '(') depth++;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (sign === ';' && depth === 0) {
      parts.push({ from, to: at });
      from = at + 1;
    }
  }
  parts.push({ from, to: text.length });
  return parts;
}

const OPERATORS = ['!=', '<=', '>=', '=', '<', '>', ':'] as const;
const OPERATOR_WORDS = 'one of = != < <= > >= :a..b :a|b|c';
const NAME = /[a-z_][a-z0-9_]*/iy;
const PREVIOUS = /prev(\d*)\s*\./iy;

class Parser {
  readonly #text: string;
  readonly #end: number;
  readonly #sources: Sources;
  #at: number;

  constructor(text: string, from: number, to: number, sources: Sources) {
    this.#text = text;
    this.#at = from;
    this.#end = to;
    this.#sources = sources;
  }

  condition(): Condition {
    const from = this.#start();
    const reference = this.#reference();
    const test = this.#test(reference.field, reference.of === 'field');
    this.#finished();
    return { text: this.#text.slice(from, this.#end).trim(), reference, test };
  }

  outcome(): Outcome {
    const from = this.#start();
    const reference = this.#reference();
    this.#spaces();
    let test: Test | null = null;
    if (this.#at < this.#end) {
      test = this.#test(reference.field, reference.of === 'field');
      this.#finished();
    } else if (!isNumeric(reference.field)) {
      const { name } = reference.field;
      const message = `'${name}' is ${wordsFor(reference.field)}, which has no distribution`;
      refuse(this.#at, message, `an operator after it, ${OPERATOR_WORDS}`);
    }
    return { text: this.#text.slice(from, this.#end).trim(), reference, test };
  }

  #start(): number {
    this.#spaces();
    if (this.#at >= this.#end) refuse(this.#at, 'an empty condition', 'a condition such as gap.direction=up');
    return this.#at;
  }

  #finished(): void {
    this.#spaces();
    if (this.#at >= this.#end) return;
    const found = this.#text[this.#at];
    refuse(this.#at, `'${found}' after the end of a condition`, "';' and another condition, or the end");
  }

  #spaces(): void {
    while (this.#at < this.#end && /\s/.test(this.#text[this.#at])) this.#at++;
  }

  /** Whether the sign comes next; it is consumed. */
  #take(sign: string): boolean {
    this.#spaces();
    if (!this.#text.startsWith(sign, this.#at) || this.#at + sign.length > this.#end) return false;
    this.#at += sign.length;
    return true;
  }

  #need(sign: string, after: string): void {
    if (this.#take(sign)) return;
    refuse(this.#at, `${this.#found()} after ${after}`, `'${sign}'`);
  }

  #found(): string {
    return this.#at < this.#end ? `'${this.#text[this.#at]}'` : 'nothing';
  }

  /** The name that comes next, in lower case; null where there is none. */
  #name(): { name: string; from: number } | null {
    this.#spaces();
    NAME.lastIndex = this.#at;
    const match = NAME.exec(this.#text);
    if (!match || match.index + match[0].length > this.#end) return null;
    const from = this.#at;
    this.#at += match[0].length;
    return { name: match[0].toLowerCase(), from };
  }

  #reference(): Reference {
    this.#spaces();
    const position = this.#at;
    const previous = this.#previous();
    const first = this.#name();
    const written = () => this.#text.slice(position, this.#at).trim();
    if (first && (first.name === 'count' || first.name === 'exists') && this.#take('(')) {
      const { source, params } = this.#source();
      if (source.kind !== 'candle') {
        const message = `${source.name} has one record a session`;
        refuse(first.from, message, `${source.name}.exists=true, or a condition on one of its fields`);
      }
      const filters: Filter[] = [];
      while (this.#take(';')) filters.push(this.#filter(source));
      if (filters.length > MAX_CONDITIONS) {
        const message = `${filters.length} conditions in ${first.name}(...)`;
        refuse(first.from, message, `at most ${MAX_CONDITIONS} conditions`, { type: 'too_long' });
      }
      this.#need(')', `the conditions of ${first.name}(`);
      const field = first.name === 'count' ? COUNT : EXISTS;
      const text = written();
      return { text, position, previous, source, params, of: first.name as 'count' | 'exists', field, filters };
    }
    if (first) this.#at = first.from;
    const { source, params, from } = this.#source();
    if (source.kind === 'candle') {
      const message = `${source.name} may have many records a session`;
      refuse(from, message, `count(${source.name};...) or exists(${source.name};...)`);
    }
    this.#need('.', source.name);
    const named = this.#name();
    if (named?.name === 'exists') {
      return { text: written(), position, previous, source, params, of: 'record', field: EXISTS, filters: [] };
    }
    const field = this.#field(source, named, ['exists']);
    return { text: written(), position, previous, source, params, of: 'field', field, filters: [] };
  }

  #previous(): number {
    PREVIOUS.lastIndex = this.#at;
    const match = PREVIOUS.exec(this.#text);
    if (!match || match.index + match[0].length > this.#end) return 0;
    const count = match[1] === '' ? 1 : Number(match[1]);
    const expected = `prev1 to prev${MAX_PREVIOUS}`;
    if (count < 1) refuse(this.#at, `prev${match[1]}`, expected, { type: 'greater_than_equal' });
    if (count > MAX_PREVIOUS) refuse(this.#at, `prev${match[1]}`, expected, { type: 'less_than_equal' });
    this.#at += match[0].length;
    return count;
  }

  #source(): { source: Source; params: ReadonlyMap<string, unknown>; from: number } {
    const named = this.#name();
    const names = [...this.#sources.keys()];
    const expected = `one of ${names.join(', ')}`;
    if (!named) return refuse(this.#at, `${this.#found()} where a statistic is named`, expected);
    const source = this.#sources.get(named.name);
    if (!source) {
      const meant = nearestName(named.name, names);
      return refuse(named.from, `nothing here is named '${named.name}'`, expected, { meant });
    }
    return { source, params: this.#take('[') ? this.#params(source) : new Map(), from: named.from };
  }

  #params(source: Source): ReadonlyMap<string, unknown> {
    const known = source.statistic?.params ?? {};
    const allowed = Object.keys(known).filter((name) => known[name].affects === 'records');
    const expected =
      allowed.length === 0 ? `no parameters: ${source.name} has none here` : `one of ${allowed.join(', ')}`;
    const params = new Map<string, unknown>();
    do {
      const named = this.#name();
      if (!named) return refuse(this.#at, `${this.#found()} where a parameter is named`, expected);
      const { name, from } = named;
      if (!allowed.includes(name)) {
        if (Object.hasOwn(known, name)) {
          refuse(from, `${name} only chooses among the records: write a condition instead`, expected);
        }
        const meant = nearestName(name, allowed);
        refuse(from, `'${name}' is no parameter that changes the records of ${source.name}`, expected, { meant });
      }
      if (params.has(name)) refuse(from, `${name} is given twice`, 'each parameter once');
      this.#need('=', name);
      const value = this.#value([',', ']']);
      const parsed = known[name].schema.safeParse(value.text);
      if (!parsed.success) {
        const issue = parsed.error.issues[0] as { message: string; params?: { type?: ProblemType } };
        const type = issue.params?.type ?? 'value_error';
        const words = issue.message.replace(/^Input should be |, unable to .*$/g, '');
        refuse(value.from, `'${value.text}' is no value of ${name}`, words, { type });
      }
      params.set(name, parsed.data);
    } while (this.#take(','));
    this.#need(']', 'the parameters');
    return params;
  }

  #filter(source: Source): Filter {
    this.#spaces();
    const field = this.#field(source, this.#name(), []);
    return { field, test: this.#test(field, true, true) };
  }

  #field(source: Source, named: { name: string; from: number } | null, others: readonly string[]): Field {
    const names = [...source.fields.keys(), ...others];
    const expected = `a field of ${source.name}: ${names.join(', ')}`;
    if (!named) return refuse(this.#at, `${this.#found()} where a field is named`, expected);
    const field = source.fields.get(named.name);
    if (field && field.type !== 'json') return field;
    const meant = nearestName(named.name, names);
    return refuse(named.from, `'${named.name}' is no field of ${source.name}`, expected, { meant });
  }

  /** @param nullable `=null` may be asked */
  #test(field: Field, nullable: boolean, inside = false): Test {
    this.#spaces();
    const at = this.#at;
    const sign = OPERATORS.find((operator) => this.#take(operator));
    if (!sign) return refuse(at, `${this.#found()} after ${field.name}`, OPERATOR_WORDS);
    const ends = inside ? [';', ')'] : [];
    if (sign === ':') return this.#several(field, ends);
    if (!isOrdered(field) && sign !== '=' && sign !== '!=') {
      refuse(at, `${field.name} has no order`, 'one of = != :a|b|c');
    }
    const value = this.#value(ends);
    if (!value.quoted && value.text.toLowerCase() === 'null') {
      if (sign !== '=') refuse(at, `null can only be asked by =`, `${field.name}=null`);
      if (!nullable) refuse(value.from, `${field.name} is never null`, wordsFor(field));
      return { operator: 'is_null', values: [] };
    }
    if (!value.quoted && /\||\.\./.test(value.text) && field.type !== 'string') {
      refuse(at, `'${sign}' with several values`, `':' before them, as in ${field.name}:${value.text}`);
    }
    return { operator: sign, values: [read(field, value)] };
  }

  /** `a..b` or `a|b|c`, after the colon. */
  #several(field: Field, ends: readonly string[]): Test {
    const first = this.#value(['..', '|', ...ends]);
    if (this.#take('..')) {
      if (!isOrdered(field)) refuse(first.from, `${field.name} has no order`, 'values joined by |');
      const last = this.#value(['..', '|', ...ends]);
      const [low, high] = [read(field, first), read(field, last)];
      if (low > high) {
        refuse(first.from, `the range ${first.text}..${last.text} is reversed`, 'the lower end first');
      }
      return { operator: 'between', values: [low, high] };
    }
    const values = [read(field, first)];
    while (this.#take('|')) values.push(read(field, this.#value(['..', '|', ...ends])));
    return { operator: 'one_of', values };
  }

  /** The text up to one of the delimiters; in quotes (`""` is one) it may hold them. */
  #value(ends: readonly string[]): Value {
    this.#spaces();
    const from = this.#at;
    if (this.#text[from] === '"' && from < this.#end) return this.#quoted(from);
    while (this.#at < this.#end && !ends.some((end) => this.#text.startsWith(end, this.#at))) {
      if (this.#text[this.#at] === '"') refuse(this.#at, 'a quote inside a value', 'the whole value in quotes');
      this.#at++;
    }
    const close = [')', ']'].find((sign) => ends.includes(sign));
    if (close && this.#at >= this.#end)
      refuse(from, `'${close === ')' ? '(' : '['}' is not closed`, `'${close}' after it`);
    const text = this.#text.slice(from, this.#at).trim();
    if (text === '') refuse(from, `${this.#found()} where a value belongs`, 'a value');
    return { text, from, quoted: false };
  }

  #quoted(from: number): Value {
    let text = '';
    for (let at = from + 1; at < this.#end; at++) {
      if (this.#text[at] !== '"') text += this.#text[at];
      else if (this.#text[at + 1] === '"' && at + 1 < this.#end) {
        text += '"';
        at++;
      } else {
        this.#at = at + 1;
        return { text, from, quoted: true };
      }
    }
    return refuse(from, 'a quote that is not closed', "'\"' at the end of the value");
  }
}

interface Value {
  readonly text: string;
  readonly from: number;
  readonly quoted: boolean;
}

export const isNumeric = (field: Field) => field.type === 'number' || field.type === 'integer';
const isOrdered = (field: Field) => isNumeric(field) || field.type === 'date' || field.type === 'timestamp';

/** What a value of the field looks like. */
function wordsFor(field: Field): string {
  switch (field.type) {
    case 'boolean':
      return 'true or false';
    case 'enum':
      return `one of ${(field.values ?? []).join(', ')}`;
    case 'date':
      return 'a date in the form YYYY-MM-DD';
    case 'timestamp':
      return 'a time in ISO 8601, such as 2024-06-03T13:45:00+00:00';
    case 'string':
      return 'a text';
    default:
      return 'a number';
  }
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

/** The value as the field's column holds it. */
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
