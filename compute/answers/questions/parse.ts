/**
 * The text of a question. `among` and `when`: conditions joined by `;`, each by itself or several in `any(a;b)`. `then`:
 * one condition, or one numeric field. A condition is `[prevN.][<symbol>@]<statistic>[<parameters>].<field><operator>`
 * and a value or another field; of statistics with many records a session `count(<statistic>[...];<field><operator><value>...)`
 * or `exists(...)`. Everything that is wrong is reported at once, with its place in the text.
 */
import { parseSymbol } from '../../../exchange/symbol.ts';
import { nearestName, nearestNames } from '../../../lib/text.ts';
import type { Field } from '../../market/fields.ts';
import type { ProblemType } from '../../statistics/params.ts';
import {
  type AnyOf,
  type Clause,
  COUNT,
  type Condition,
  conditionsIn,
  EXISTS,
  type Filter,
  isNumeric,
  MAX_CHARACTERS,
  MAX_CONDITIONS,
  MAX_OTHERS,
  MAX_PREVIOUS,
  newShared,
  type Outcome,
  type Reference,
  type Shared,
  type Source,
  type Test,
} from './question.ts';
import {
  attempt,
  closing,
  kindOf,
  type Name,
  OPERATOR_WORDS,
  readSign,
  readTest,
  refuse,
  Scanner,
  type Span,
  type SyntaxProblem,
  split,
  wordsFor,
} from './scanner.ts';

const FEW_CONDITIONS = `at most ${MAX_CONDITIONS} conditions in among and when together`;

const PREVIOUS = /prev(\d*)\s*\./iy;
const PREVIOUS_ANY = /prev\d*\s*\.\s*any\s*\(/iy;
const COUNTED = /(count|exists)\s*\(/iy;
const SYMBOL = /[a-z0-9.-]+\s*@/iy;
const QUOTED_SYMBOL = /"[^"]*"\s*@/y;
const ANY = /any\s*\(/iy;
/** What may be a reference on the right of an operator: no number, no word of an enum looks like it. */
const REFERENCE = /prev\d*\s*\.|[a-z0-9.-]+\s*@|"[^"]*"\s*@|[a-z_][a-z0-9_]*\s*[.[]\s*[a-z_]|(?:count|exists)\s*\(/iy;

type Sources = ReadonlyMap<string, Source>;
type Looked = Pick<Reference, 'source' | 'params' | 'of' | 'field' | 'filters'>;

export function parseWhen(text: string, sources: Sources, shared = newShared()) {
  const conditions: Clause[] = [];
  const problems: SyntaxProblem[] = [];
  const parts = text.trim() === '' ? [] : (attempt(problems, () => partsOf(text)) ?? []);
  const together = shared.conditions + parts.length;
  for (const part of parts) {
    const free = MAX_CONDITIONS - shared.conditions;
    const clause = attempt(problems, () => {
      if (free <= 0) refuse(part.from, `${together} conditions`, FEW_CONDITIONS, { type: 'too_long' });
      return read(text, part, sources, shared, (parser) => parser.clause(free));
    });
    if (free <= 0) break;
    if (clause) conditions.push(clause);
    // What cannot be read is a condition, too.
    shared.conditions += clause ? conditionsIn(clause).length : 1;
  }
  return { conditions, problems };
}

export function parseThen(text: string, sources: Sources, shared = newShared()) {
  const problems: SyntaxProblem[] = [];
  const outcome = attempt(problems, () => {
    const [whole, second] = partsOf(text);
    if (second) {
      const expected = 'one condition, or one numeric field; more conditions belong in when';
      refuse(second.from - 1, 'then holds several conditions', expected);
    }
    return read(text, whole, sources, shared, (parser) => parser.outcome());
  });
  return { outcome, problems };
}

function partsOf(text: string): Span[] {
  if (text.length > MAX_CHARACTERS) {
    const expected = `at most ${MAX_CHARACTERS} characters`;
    refuse(MAX_CHARACTERS, `${text.length} characters`, expected, { type: 'too_long' });
  }
  return split(text, { from: 0, to: text.length });
}

function read<T>(text: string, part: Span, sources: Sources, shared: Shared, act: (parser: Parser) => T): T {
  const found = act(new Parser(text, part, sources, shared));
  if (shared.symbols.size > MAX_OTHERS) {
    const message = `${shared.symbols.size} other symbols: ${[...shared.symbols].join(', ')}`;
    refuse(part.from, message, `at most ${MAX_OTHERS} symbols beside the one asked about`, { type: 'too_long' });
  }
  return found;
}

/** Reads a condition, an `any` of several, or an outcome. Every method throws a Refusal at what does not belong. */
class Parser extends Scanner {
  readonly #sources: Sources;
  readonly #shared: Shared;

  constructor(text: string, span: Span, sources: Sources, shared: Shared) {
    super(text, span);
    this.#sources = sources;
    this.#shared = shared;
  }

  /** @param free how many more conditions the question may have */
  clause(free: number): Clause {
    const from = this.#start();
    if (this.match(PREVIOUS_ANY))
      refuse(from, 'prev before any', 'prev inside, before each condition that it belongs to');
    return this.match(ANY) ? this.#any(free) : this.#condition();
  }

  outcome(): Outcome {
    const from = this.#start();
    if (this.match(ANY)) refuse(from, 'any as an outcome', 'one condition, or one numeric field');
    const reference = this.#reference();
    this.spaces();
    if (this.at < this.end)
      return { test: this.#test(reference), text: this.text.slice(from, this.end).trim(), reference };
    const { field } = reference;
    if (!isNumeric(field)) {
      const message = `'${field.name}' is ${wordsFor(field)}, which has no distribution`;
      refuse(this.at, message, `an operator after it, ${OPERATOR_WORDS}`);
    }
    return { text: this.text.slice(from, this.end).trim(), reference, test: null };
  }

  #condition(): Condition {
    const from = this.#start();
    if (this.match(ANY)) refuse(from, 'any inside of any, or as an outcome', 'a single condition');
    const reference = this.#reference();
    return { test: this.#test(reference), text: this.text.slice(from, this.end).trim(), reference };
  }

  #any(free: number): AnyOf {
    const position = this.at;
    this.name();
    this.take('(');
    const { text, at: from } = this;
    const to = closing(text, { from, to: this.end });
    if (to === -1) refuse(position, `'(' is not closed`, `')' after the conditions of any(`);
    const parts = split(text, { from, to });
    if (parts.length > free) {
      refuse(parts[free].from, `${parts.length} conditions in any(`, FEW_CONDITIONS, { type: 'too_long' });
    }
    const any = parts.map((part) => new Parser(text, part, this.#sources, this.#shared).#condition());
    this.at = to + 1;
    this.#finished();
    return { text: this.text.slice(position, this.end).trim(), position, any };
  }

  #start(): number {
    this.spaces();
    if (this.at >= this.end) refuse(this.at, 'an empty condition', 'a condition such as gap.direction=up');
    return this.at;
  }

  #finished(): void {
    this.spaces();
    if (this.at < this.end) {
      refuse(this.at, `${this.found()} after the end of a condition`, "';' and another condition, or the end");
    }
  }

  #test({ field, of }: Reference): Test {
    const found = readSign(this, field);
    this.spaces();
    const test =
      found.sign !== ':' && this.#isReference(field)
        ? { operator: found.sign, values: [], against: this.#against(field) }
        : this.#values(found, field, of === 'field', []);
    this.#finished();
    return test;
  }

  #values(found: ReturnType<typeof readSign>, field: Field, nullable: boolean, ends: readonly string[]): Test {
    return readTest(this, found, { field, nullable, ends, wraps: this.#shared.wraps });
  }

  /** Of a text field only what names a known source is a reference, everything else is a text. */
  #isReference({ type }: Field): boolean {
    const match = this.match(REFERENCE);
    if (!match || type !== 'string') return match !== null;
    const name = /^[a-z_][a-z0-9_]*/i.exec(match[0])?.[0].toLowerCase() ?? '';
    return this.#sources.has(name) || /@$|^prev/i.test(match[0]);
  }

  #against(field: Field): Reference {
    const against = this.#reference();
    const { field: other } = against;
    const isSame =
      (field.type === other.type || (isNumeric(field) && isNumeric(other))) &&
      field.unit === other.unit &&
      (field.values ?? []).join('|') === (other.values ?? []).join('|');
    if (!isSame) {
      const message = `${other.name} (${kindOf(other)}) cannot be compared with ${field.name}`;
      refuse(against.position, message, `a field like ${field.name} (${kindOf(field)})`);
    }
    return against;
  }

  #reference(): Reference {
    this.spaces();
    const position = this.at;
    const previous = this.#previous();
    const symbol = this.#symbol();
    this.spaces();
    const counted = this.match(COUNTED);
    const looked = counted ? this.#counted(counted) : this.#ofSession();
    return { ...looked, text: this.text.slice(position, this.at).trim(), position, previous, symbol };
  }

  #counted([text, name]: RegExpExecArray): Looked {
    const from = this.at;
    const of = name.toLowerCase() as 'count' | 'exists';
    this.at += text.length;
    const { source, params } = this.#source();
    if (source.kind !== 'candle') {
      const message = `${source.name} has one record a session`;
      refuse(from, message, `${source.name}.exists=true, or a condition on one of its fields`);
    }
    const filters: Filter[] = [];
    while (this.take(';')) filters.push(this.#filter(source));
    if (filters.length > MAX_CONDITIONS) {
      const message = `${filters.length} conditions in ${of}(...)`;
      refuse(from, message, `at most ${MAX_CONDITIONS} conditions`, { type: 'too_long' });
    }
    this.need(')', `the conditions of ${of}(`);
    return { source, params, of, field: of === 'count' ? COUNT : EXISTS, filters };
  }

  #ofSession(): Looked {
    const { source, params, from } = this.#source();
    if (source.kind === 'candle') {
      const message = `${source.name} may have many records a session`;
      refuse(from, message, `count(${source.name};...) or exists(${source.name};...)`);
    }
    this.need('.', source.name);
    const named = this.name();
    if (named?.name === 'exists') return { source, params, of: 'record', field: EXISTS, filters: [] };
    return { source, params, of: 'field', field: this.#field(source, named, ['exists']), filters: [] };
  }

  #previous(): number {
    const match = this.match(PREVIOUS);
    if (!match) return 0;
    const count = match[1] === '' ? 1 : Number(match[1]);
    if (count < 1 || count > MAX_PREVIOUS) {
      const type = count < 1 ? 'greater_than_equal' : 'less_than_equal';
      refuse(this.at, `prev${match[1]}`, `prev1 to prev${MAX_PREVIOUS}`, { type });
    }
    this.at += match[0].length;
    return count;
  }

  #symbol(): string | null {
    this.spaces();
    const from = this.at;
    const plain = this.match(SYMBOL);
    if (!plain && !this.match(QUOTED_SYMBOL)) return null;
    const text = plain ? plain[0].slice(0, -1) : this.quoted().text;
    if (plain) this.at += plain[0].length;
    else this.take('@');
    const symbol = parseSymbol(text);
    if (symbol === null) return refuse(from, `'${text.trim()}' is not a symbol`, 'a symbol such as SPY');
    // A pair has two spellings, with its slash and without.
    const { own, symbols } = this.#shared;
    if (own !== null && own.replaceAll('/', '') === symbol.replaceAll('/', '')) return null;
    symbols.add(symbol);
    return symbol;
  }

  #source(): { source: Source; params: ReadonlyMap<string, unknown>; from: number } {
    const names = [...this.#sources.keys()];
    const expected = `one of ${names.join(', ')}`;
    const { name, from } = this.name() ?? this.#unnamed('statistic', expected);
    const source = this.#sources.get(name);
    if (!source) return refuse(from, `nothing here is named '${name}'`, expected, { meant: nearestName(name, names) });
    return { source, params: this.take('[') ? this.#params(source) : new Map(), from };
  }

  #params(source: Source): ReadonlyMap<string, unknown> {
    const known = source.statistic?.params ?? {};
    const allowed = Object.keys(known).filter((name) => known[name].affects === 'records');
    const expected =
      allowed.length === 0 ? `no parameters: ${source.name} has none here` : `one of ${allowed.join(', ')}`;
    const params = new Map<string, unknown>();
    do {
      const { name, from } = this.name() ?? this.#unnamed('parameter', expected);
      if (!allowed.includes(name)) {
        if (Object.hasOwn(known, name)) {
          refuse(from, `${name} only chooses among the records: write a condition instead`, expected);
        }
        const meant = nearestName(name, allowed);
        refuse(from, `'${name}' is no parameter that changes the records of ${source.name}`, expected, { meant });
      }
      if (params.has(name)) refuse(from, `${name} is given twice`, 'each parameter once');
      this.need('=', name);
      const value = this.value([',', ']']);
      const parsed = known[name].schema.safeParse(value.text);
      if (!parsed.success) {
        const issue = parsed.error.issues[0] as { message: string; params?: { type?: ProblemType } };
        const words = issue.message.replace(/^Input should be |, unable to .*$/g, '');
        refuse(value.from, `'${value.text}' is no value of ${name}`, words, { type: issue.params?.type });
      }
      params.set(name, parsed.data);
    } while (this.take(','));
    this.need(']', 'the parameters');
    return params;
  }

  #filter(source: Source): Filter {
    const field = this.#field(source, this.name(), []);
    return { field, test: this.#values(readSign(this, field), field, true, [';', ')']) };
  }

  #field(source: Source, named: Name | null, others: readonly string[]): Field {
    const names = [...source.fields.keys(), ...others];
    const field = source.fields.get(named?.name ?? '');
    if (field && field.type !== 'json') return field;
    const what = `a field of ${source.name}`;
    const expected = `${what}: ${names.join(', ')}`;
    const shortly = (some: readonly string[]) =>
      `${what} such as ${some.slice(0, 3).join(', ')}, all in ${source.statistic ? `/stats/${source.name}/doc` : 'the description of /query at /docs'}`;
    if (!named) return this.#unnamed('field', expected, shortly(names));
    const { near, meant } = nearestNames(named.name, names);
    return refuse(named.from, `'${named.name}' is no ${what.slice(2)}`, expected, { meant, shortly: shortly(near) });
  }

  #unnamed(what: string, expected: string, shortly = expected): never {
    return refuse(this.at, `${this.found()} where a ${what} is named`, expected, { shortly });
  }
}
