/** Reads a condition, an `any` of several, or an outcome. Every method throws a Refusal at what does not belong. */

import { parseSymbol } from '../../../exchange/symbol.ts';
import { nearestName } from '../../../lib/text.ts';
import { boolean, type Field, integer } from '../../market/fields.ts';
import type { ProblemType } from '../../statistics/params.ts';
import { closing, refuse, Scanner, type Span, split } from './scanner.ts';
import type { Source } from './sources.ts';
import type { AnyOf, Clause, Condition, Filter, Outcome, Reference, Test } from './tree.ts';
import { isNumeric, OPERATOR_WORDS, readSign, readTest, type Sign, wordsFor } from './values.ts';

export const MAX_CONDITIONS = 12;
export const MAX_PREVIOUS = 250;
/** Symbols beside the one that a question is about. */
export const MAX_OTHERS = 4;

const EXISTS = boolean('exists', 'There is a record');
const COUNT = integer('count', 'count', 'Number of records');

const PREVIOUS = /prev(\d*)\s*\./iy;
const SYMBOL = /[a-z0-9.-]+\s*@/iy;
const QUOTED_SYMBOL = /"[^"]*"\s*@/y;
const ANY = /any\s*\(/iy;
/** What may be a reference on the right of an operator: no number, no word of an enum looks like it. */
const REFERENCE = /prev\d*\s*\.|[a-z0-9.-]+\s*@|"[^"]*"\s*@|[a-z_][a-z0-9_]*\s*[.[]\s*[a-z_]|(?:count|exists)\s*\(/iy;

export interface Rules {
  readonly sources: ReadonlyMap<string, Source>;
  /** The session's window crosses midnight: times of day may run into the next day. */
  readonly wraps: boolean;
  /** Other symbols named so far, in all texts of the question. */
  readonly symbols: Set<string>;
  /** The symbol that the question is about; null: not known. */
  readonly own: string | null;
}

export class Parser {
  readonly #scanner: Scanner;
  readonly #rules: Rules;

  constructor(text: string, span: Span, rules: Rules) {
    this.#scanner = new Scanner(text, span);
    this.#rules = rules;
  }

  /** @param free how many more conditions the question may have */
  clause(free: number): Clause {
    const from = this.#start();
    const previous = this.#scanner.match(PREVIOUS);
    if (previous && this.#lookPast(previous[0].length, ANY)) {
      refuse(from, 'prev before any', 'prev inside, before each condition that it belongs to');
    }
    return this.#scanner.match(ANY) ? this.#any(free) : this.condition();
  }

  condition(): Condition {
    const from = this.#start();
    if (this.#scanner.match(ANY)) refuse(from, 'any inside of any, or as an outcome', 'a single condition');
    const reference = this.#reference();
    const test = this.#comparison(reference);
    this.#finished();
    return { text: this.#written(from), reference, test };
  }

  outcome(): Outcome {
    const scanner = this.#scanner;
    const from = this.#start();
    if (scanner.match(ANY)) refuse(from, 'any as an outcome', 'one condition, or one numeric field');
    const reference = this.#reference();
    scanner.spaces();
    let test: Test | null = null;
    if (scanner.at < scanner.end) {
      test = this.#comparison(reference);
      this.#finished();
    } else if (!isNumeric(reference.field)) {
      const { name } = reference.field;
      const message = `'${name}' is ${wordsFor(reference.field)}, which has no distribution`;
      refuse(scanner.at, message, `an operator after it, ${OPERATOR_WORDS}`);
    }
    return { text: this.#written(from), reference, test };
  }

  #written(from: number): string {
    return this.#scanner.text.slice(from, this.#scanner.end).trim();
  }

  #start(): number {
    const scanner = this.#scanner;
    scanner.spaces();
    if (scanner.at >= scanner.end) refuse(scanner.at, 'an empty condition', 'a condition such as gap.direction=up');
    return scanner.at;
  }

  #finished(): void {
    const scanner = this.#scanner;
    scanner.spaces();
    if (scanner.at >= scanner.end) return;
    const found = scanner.text[scanner.at];
    refuse(scanner.at, `'${found}' after the end of a condition`, "';' and another condition, or the end");
  }

  #lookPast(length: number, pattern: RegExp): boolean {
    const scanner = this.#scanner;
    const { at } = scanner;
    scanner.at += length;
    scanner.spaces();
    const found = scanner.match(pattern) !== null;
    scanner.at = at;
    return found;
  }

  #any(free: number): AnyOf {
    const scanner = this.#scanner;
    const position = scanner.at;
    scanner.name();
    scanner.take('(');
    const { text, at: from, end: to } = scanner;
    const end = closing(text, { from, to });
    if (end === -1) refuse(position, `'(' is not closed`, `')' after the conditions of any(`);
    const parts = split(text, { from, to: end });
    if (parts.length > free) {
      const message = `${parts.length} conditions in any(`;
      const expected = `at most ${MAX_CONDITIONS} conditions in among and when together`;
      refuse(parts[free].from, message, expected, { type: 'too_long' });
    }
    const any = parts.map((part) => new Parser(text, part, this.#rules).condition());
    scanner.at = end + 1;
    this.#finished();
    return { text: this.#written(position), position, any };
  }

  /** An operator and what stands on its right. */
  #comparison(reference: Reference): Test {
    const { field, of } = reference;
    const found = readSign(this.#scanner, field);
    this.#scanner.spaces();
    if (found.sign !== ':' && this.#isReference(field)) return this.#against(reference, found.sign);
    return readTest(this.#scanner, found, {
      field,
      nullable: of === 'field',
      ends: [],
      wraps: this.#rules.wraps,
    });
  }

  /** Of a text field only what names a known source is a reference, everything else is a text. */
  #isReference({ type }: Field): boolean {
    const match = this.#scanner.match(REFERENCE);
    if (!match || type !== 'string') return match !== null;
    const name = /^[a-z_][a-z0-9_]*/i.exec(match[0])?.[0].toLowerCase() ?? '';
    return this.#rules.sources.has(name) || /@$|^prev/i.test(match[0]);
  }

  #against({ field }: Reference, sign: Exclude<Sign, ':'>): Test {
    const against = this.#reference();
    const other = against.field;
    const isSame =
      (field.type === other.type || (isNumeric(field) && isNumeric(other))) &&
      field.unit === other.unit &&
      (field.values ?? []).join('|') === (other.values ?? []).join('|');
    if (!isSame) {
      const message = `${other.name} (${kindOf(other)}) cannot be compared with ${field.name}`;
      refuse(against.position, message, `a field like ${field.name} (${kindOf(field)})`);
    }
    return { operator: sign, values: [], against };
  }

  #reference(): Reference {
    const scanner = this.#scanner;
    scanner.spaces();
    const position = scanner.at;
    const previous = this.#previous();
    const symbol = this.#symbol();
    const first = scanner.name();
    const common = () => ({ text: scanner.text.slice(position, scanner.at).trim(), position, previous, symbol });
    if (first && (first.name === 'count' || first.name === 'exists') && scanner.take('(')) {
      const { source, params } = this.#source();
      if (source.kind !== 'candle') {
        const message = `${source.name} has one record a session`;
        refuse(first.from, message, `${source.name}.exists=true, or a condition on one of its fields`);
      }
      const filters: Filter[] = [];
      while (scanner.take(';')) filters.push(this.#filter(source));
      if (filters.length > MAX_CONDITIONS) {
        const message = `${filters.length} conditions in ${first.name}(...)`;
        refuse(first.from, message, `at most ${MAX_CONDITIONS} conditions`, { type: 'too_long' });
      }
      scanner.need(')', `the conditions of ${first.name}(`);
      const field = first.name === 'count' ? COUNT : EXISTS;
      return { ...common(), source, params, of: first.name as 'count' | 'exists', field, filters };
    }
    if (first) scanner.at = first.from;
    const { source, params, from } = this.#source();
    if (source.kind === 'candle') {
      const message = `${source.name} may have many records a session`;
      refuse(from, message, `count(${source.name};...) or exists(${source.name};...)`);
    }
    scanner.need('.', source.name);
    const named = scanner.name();
    if (named?.name === 'exists') return { ...common(), source, params, of: 'record', field: EXISTS, filters: [] };
    const field = this.#field(source, named, ['exists']);
    return { ...common(), source, params, of: 'field', field, filters: [] };
  }

  #previous(): number {
    const scanner = this.#scanner;
    const match = scanner.match(PREVIOUS);
    if (!match) return 0;
    const count = match[1] === '' ? 1 : Number(match[1]);
    const expected = `prev1 to prev${MAX_PREVIOUS}`;
    if (count < 1) refuse(scanner.at, `prev${match[1]}`, expected, { type: 'greater_than_equal' });
    if (count > MAX_PREVIOUS) refuse(scanner.at, `prev${match[1]}`, expected, { type: 'less_than_equal' });
    scanner.at += match[0].length;
    return count;
  }

  #symbol(): string | null {
    const scanner = this.#scanner;
    scanner.spaces();
    const from = scanner.at;
    const plain = scanner.match(SYMBOL);
    if (!plain && !scanner.match(QUOTED_SYMBOL)) return null;
    const text = plain ? plain[0].slice(0, -1) : scanner.quoted().text;
    if (plain) scanner.at += plain[0].length;
    else scanner.take('@');
    const symbol = parseSymbol(text);
    if (symbol === null) return refuse(from, `'${text.trim()}' is no symbol`, 'a symbol such as SPY');
    // A pair has two spellings, with its slash and without.
    const { own, symbols } = this.#rules;
    if (own !== null && own.replaceAll('/', '') === symbol.replaceAll('/', '')) return null;
    symbols.add(symbol);
    return symbol;
  }

  #source(): { source: Source; params: ReadonlyMap<string, unknown>; from: number } {
    const { sources } = this.#rules;
    const scanner = this.#scanner;
    const named = scanner.name();
    const names = [...sources.keys()];
    const expected = `one of ${names.join(', ')}`;
    if (!named) return refuse(scanner.at, `${scanner.found()} where a statistic is named`, expected);
    const source = sources.get(named.name);
    if (!source) {
      const meant = nearestName(named.name, names);
      return refuse(named.from, `nothing here is named '${named.name}'`, expected, { meant });
    }
    return { source, params: scanner.take('[') ? this.#params(source) : new Map(), from: named.from };
  }

  #params(source: Source): ReadonlyMap<string, unknown> {
    const scanner = this.#scanner;
    const known = source.statistic?.params ?? {};
    const allowed = Object.keys(known).filter((name) => known[name].affects === 'records');
    const expected =
      allowed.length === 0 ? `no parameters: ${source.name} has none here` : `one of ${allowed.join(', ')}`;
    const params = new Map<string, unknown>();
    do {
      const named = scanner.name();
      if (!named) return refuse(scanner.at, `${scanner.found()} where a parameter is named`, expected);
      const { name, from } = named;
      if (!allowed.includes(name)) {
        if (Object.hasOwn(known, name)) {
          refuse(from, `${name} only chooses among the records: write a condition instead`, expected);
        }
        const meant = nearestName(name, allowed);
        refuse(from, `'${name}' is no parameter that changes the records of ${source.name}`, expected, { meant });
      }
      if (params.has(name)) refuse(from, `${name} is given twice`, 'each parameter once');
      scanner.need('=', name);
      const value = scanner.value([',', ']']);
      const parsed = known[name].schema.safeParse(value.text);
      if (!parsed.success) {
        const issue = parsed.error.issues[0] as { message: string; params?: { type?: ProblemType } };
        const type = issue.params?.type ?? 'value_error';
        const words = issue.message.replace(/^Input should be |, unable to .*$/g, '');
        refuse(value.from, `'${value.text}' is no value of ${name}`, words, { type });
      }
      params.set(name, parsed.data);
    } while (scanner.take(','));
    scanner.need(']', 'the parameters');
    return params;
  }

  #filter(source: Source): Filter {
    const scanner = this.#scanner;
    const field = this.#field(source, scanner.name(), []);
    const found = readSign(scanner, field);
    const { wraps } = this.#rules;
    return { field, test: readTest(scanner, found, { field, nullable: true, ends: [';', ')'], wraps }) };
  }

  #field(source: Source, named: { name: string; from: number } | null, others: readonly string[]): Field {
    const scanner = this.#scanner;
    const names = [...source.fields.keys(), ...others];
    const expected = `a field of ${source.name}: ${names.join(', ')}`;
    if (!named) return refuse(scanner.at, `${scanner.found()} where a field is named`, expected);
    const field = source.fields.get(named.name);
    if (field && field.type !== 'json') return field;
    const meant = nearestName(named.name, names);
    return refuse(named.from, `'${named.name}' is no field of ${source.name}`, expected, { meant });
  }
}

/** Type, unit and words, where they tell fields apart. */
function kindOf({ type, unit, values }: Field): string {
  if (values) return values.join(', ');
  return unit === 'none' ? type : `${type}, ${unit}`;
}
