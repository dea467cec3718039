/**
 * Questions as code: conditions that write themselves in the grammar of `/query`. Names, words and types of fields are
 * the service's own (generated/sources.ts), so a misspelt one is a compile error, and a value is quoted where it has to be.
 */

/**
 * When a field of a session is known, in the order of the day: `before` the session, at its `open`, at the `end_of_range`
 * (opening range or candle complete), at an `event` of the session, at its `close`, `later`.
 */
export type KnownAt = 'before' | 'open' | 'end_of_range' | 'event' | 'close' | 'later';

export type FieldType = 'number' | 'integer' | 'boolean' | 'string' | 'enum' | 'date' | 'timestamp';

/** What the service says of a field. */
export interface FieldInfo {
  readonly type: FieldType;
  readonly knownAt: KnownAt;
}

export type ParameterValue = string | number | boolean;
export type Parameters = Readonly<Record<string, ParameterValue | undefined>>;

/** A value of a condition: numbers, words, texts; dates `YYYY-MM-DD`; times ISO 8601 or a Date. */
export type Value = string | number | boolean | Date;

const MAX_PREVIOUS = 250;

/** As the grammar takes it without quotes: no delimiter, no space at an end, nothing that `..` or `null` could be read in. */
const BARE = /^(?!null$)[A-Za-z0-9_:+-]+(?:\.[A-Za-z0-9_:+-]+)*$/i;

/** @throws TypeError of a number that is none, RangeError of a date that is none */
function written(value: Value): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`a condition needs a finite number, not ${value}`);
    return String(value);
  }
  if (typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  return BARE.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** What comes before the operator. */
interface Subject {
  /** Sessions before; 0: the session itself. */
  readonly previous: number;
  readonly body: string;
}

const textOf = ({ previous, body }: Subject) => (previous === 0 ? body : `prev${previous}.${body}`);

/** @throws RangeError outside 1 to 250 */
function before(subject: Subject, sessions: number): Subject {
  const previous = subject.previous + sessions;
  if (!Number.isInteger(sessions) || sessions < 1 || previous > MAX_PREVIOUS) {
    throw new RangeError(`prev takes 1 to ${MAX_PREVIOUS} sessions in all, not ${sessions}`);
  }
  return { ...subject, previous };
}

/** A condition on a session; its text is the API's. */
export class Condition {
  readonly #subject: Subject;
  readonly #test: string;
  /** When it is decided, seen from the session of the case, as far as the field alone tells. */
  readonly knownAt: KnownAt;

  constructor(subject: Subject, test: string, knownAt: KnownAt) {
    this.#subject = subject;
    this.#test = test;
    this.knownAt = knownAt;
  }

  /** The same, some sessions before. */
  before(sessions = 1): Condition {
    return new Condition(before(this.#subject, sessions), this.#test, earlier(this.knownAt));
  }

  toString(): string {
    return textOf(this.#subject) + this.#test;
  }

  /** As it is sent. */
  toJSON(): string {
    return this.toString();
  }
}

/** `exists(...)=true`, which has a contrary. */
export class Existence extends Condition {
  readonly #body: Subject;

  constructor(body: Subject, there: boolean, knownAt: KnownAt) {
    super(body, `=${there}`, knownAt);
    this.#body = body;
  }

  /** There is none. */
  not(): Existence {
    return new Existence(this.#body, false, this.knownAt);
  }

  override before(sessions = 1): Existence {
    return new Existence(before(this.#body, sessions), String(this).endsWith('=true'), earlier(this.knownAt));
  }
}

/** A test of single records, inside `count` and `exists` of its statistic; no condition on a session. */
export class RecordTest<Of extends string = string> {
  /** The statistic. */
  readonly of: Of;
  readonly knownAt: KnownAt;
  readonly #text: string;

  constructor(of: Of, text: string, knownAt: KnownAt) {
    this.of = of;
    this.#text = text;
    this.knownAt = knownAt;
  }

  toString(): string {
    return this.#text;
  }
}

const earlier = (knownAt: KnownAt): KnownAt => (knownAt === 'later' ? 'later' : 'before');

/** Makes what a test of a field is: a condition, or a test of single records. */
type Made<Result> = (subject: Subject, test: string, knownAt: KnownAt) => Result;

/** A field with values that are the same or not. */
export class Field<V extends Value = Value, Result = Condition> {
  readonly knownAt: KnownAt;
  protected readonly subject: Subject;
  protected readonly made: Made<Result>;

  constructor(subject: Subject, knownAt: KnownAt, made: Made<Result>) {
    this.subject = subject;
    this.knownAt = knownAt;
    this.made = made;
  }

  protected test(text: string): Result {
    return this.made(this.subject, text, this.knownAt);
  }

  eq(value: V): Result {
    return this.test(`=${written(value)}`);
  }

  ne(value: V): Result {
    return this.test(`!=${written(value)}`);
  }

  /** One of the values. @throws TypeError without any */
  isIn(...values: readonly [V, ...V[]]): Result {
    if (values.length === 0) throw new TypeError('isIn needs a value');
    return this.test(`:${values.map(written).join('|')}`);
  }

  /** The record is there, the field of it is null. */
  isNull(): Result {
    return this.test('=null');
  }

  toString(): string {
    return textOf(this.subject);
  }
}

/** A field with an order: dates and times. */
export class OrderedField<V extends Value = Value, Result = Condition> extends Field<V, Result> {
  lt(value: V): Result {
    return this.test(`<${written(value)}`);
  }

  le(value: V): Result {
    return this.test(`<=${written(value)}`);
  }

  gt(value: V): Result {
    return this.test(`>${written(value)}`);
  }

  ge(value: V): Result {
    return this.test(`>=${written(value)}`);
  }

  /** Both ends belong to it. @throws RangeError where the lower end is not first; of texts the service tells */
  between(low: V, high: V): Result {
    if (typeof low !== 'string' && typeof high !== 'string' && low > high)
      throw new RangeError(`between(${low}, ${high}): give the lower end first`);
    return this.test(`:${written(low)}..${written(high)}`);
  }
}

/** A number: conditions on it, and by itself an outcome whose distribution is answered. */
export class NumberField<Result = Condition> extends OrderedField<number, Result> {
  /** The same, some sessions before. */
  before(sessions = 1): NumberField<Result> {
    return new NumberField(before(this.subject, sessions), earlier(this.knownAt), this.made);
  }

  toJSON(): string {
    return this.toString();
  }
}

type Words<Info> = Info extends { readonly words: readonly (infer W extends string)[] } ? W : string;

type FieldFor<Info extends FieldInfo, Result> = Info['type'] extends 'number' | 'integer'
  ? NumberField<Result>
  : Info['type'] extends 'date'
    ? OrderedField<string, Result>
    : Info['type'] extends 'timestamp'
      ? OrderedField<string | Date, Result>
      : Info['type'] extends 'boolean'
        ? Field<boolean, Result>
        : Field<Words<Info>, Result>;

type FieldInfos = Readonly<Record<string, FieldInfo>>;
type FieldsFor<Infos extends FieldInfos, Result> = { readonly [Name in keyof Infos]: FieldFor<Infos[Name], Result> };

const SOURCE: unique symbol = Symbol('source');

/** What is known of a source without its fields. */
interface Stated {
  readonly name: string;
  readonly previous: number;
  readonly parameters: Parameters;
}

interface Stating {
  readonly [SOURCE]: Stated;
}

type WithParameters<P extends Parameters, Result> = keyof P extends never
  ? unknown
  : (parameters: Readonly<Partial<P>>) => Result;

interface MayExist {
  /** Whether there is a record of the session. */
  exists(there?: boolean): Condition;
}

/** A statistic with one record a session (or the session, its news, its week): its fields, and by a call its parameters. */
export type SessionSource<Infos extends FieldInfos, P extends Parameters> = Stating &
  MayExist &
  FieldsFor<Infos, Condition> &
  WithParameters<P, Stating & MayExist & FieldsFor<Infos, Condition>>;

/** A statistic with many records a session: asked by `count` and `exists`. */
export type RecordsSource<Name extends string, Infos extends FieldInfos, P extends Parameters> = StatingOf<Name> &
  FieldsFor<Infos, RecordTest<Name>> &
  WithParameters<P, StatingOf<Name>>;

interface StatingOf<Name extends string> extends Stating {
  /** The statistic. */
  readonly statistic: Name;
}

function parametersText(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `[${given.map(([name, value]) => `${name}=${written(value as ParameterValue)}`).join(',')}]`;
}

const named = ({ name, parameters }: Stated) => name + parametersText(parameters);

function fieldOf<Result>(info: FieldInfo, subject: Subject, made: Made<Result>): Field<never, Result> {
  const knownAt = subject.previous > 0 ? earlier(info.knownAt) : info.knownAt;
  if (info.type === 'number' || info.type === 'integer') return new NumberField(subject, knownAt, made);
  if (info.type === 'date' || info.type === 'timestamp') return new OrderedField(subject, knownAt, made);
  return new Field(subject, knownAt, made);
}

const condition: Made<Condition> = (subject, test, knownAt) => new Condition(subject, test, knownAt);

/** Properties made when they are looked at; a function's own (`name`, `length`) give way. */
function defineLazily(target: object, entries: Readonly<Record<string, () => unknown>>): void {
  for (const [name, get] of Object.entries(entries)) {
    Object.defineProperty(target, name, { get, enumerable: true, configurable: true });
  }
}

const MAKE: unique symbol = Symbol('make');

/** @internal of the generated sources */
export function sessionSource<const Infos extends FieldInfos, P extends Parameters = Record<never, never>>(
  name: string,
  infos: Infos,
  existsKnownAt: KnownAt,
): SessionSource<Infos, P> {
  const make = (stated: Stated): object => {
    const source = (parameters: Parameters) => make({ ...stated, parameters });
    const { previous } = stated;
    defineLazily(
      source,
      Object.fromEntries(
        Object.entries(infos).map(([field, info]) => [
          field,
          () => fieldOf(info, { previous, body: `${named(stated)}.${field}` }, condition),
        ]),
      ),
    );
    const knownAt = previous > 0 ? earlier(existsKnownAt) : existsKnownAt;
    const exists = (there = true) => condition({ previous, body: `${named(stated)}.exists` }, `=${there}`, knownAt);
    return Object.assign(source, { exists, [SOURCE]: stated, [MAKE]: make });
  };
  return make({ name, previous: 0, parameters: {} }) as SessionSource<Infos, P>;
}

/** @internal of the generated sources */
export function recordsSource<
  const Name extends string,
  const Infos extends FieldInfos,
  P extends Parameters = Record<never, never>,
>(name: Name, infos: Infos): RecordsSource<Name, Infos, P> {
  const made: Made<RecordTest<Name>> = ({ body }, test, knownAt) => new RecordTest(name, body + test, knownAt);
  const make = (stated: Stated): object => {
    const source = (parameters: Parameters) => make({ ...stated, parameters });
    defineLazily(
      source,
      Object.fromEntries(
        Object.entries(infos).map(([field, info]) => [field, () => fieldOf(info, { previous: 0, body: field }, made)]),
      ),
    );
    return Object.assign(source, { statistic: name, [SOURCE]: stated });
  };
  return make({ name, previous: 0, parameters: {} }) as RecordsSource<Name, Infos, P>;
}

/**
 * The same of a session before: `prev(gap, 2).direction.eq('up')`. Takes a source, a number or a condition; without a
 * count the session just before.
 *
 * @throws RangeError outside 1 to 250
 */
export function prev<T extends (Stating & MayExist) | NumberField | Condition>(of: T, sessions = 1): T {
  if (of instanceof Condition || of instanceof NumberField) return of.before(sessions) as T;
  const { [SOURCE]: stated, [MAKE]: make } = of as unknown as Stating & { [MAKE](stated: Stated): T };
  const { previous } = before({ previous: stated.previous, body: '' }, sessions);
  return make({ ...stated, previous });
}

function recordsText<Name extends string>(
  word: string,
  source: StatingOf<Name>,
  tests: readonly RecordTest<Name>[],
): string {
  const foreign = tests.find((test) => test.of !== source.statistic);
  if (foreign) throw new TypeError(`${word}(${source.statistic}, ...) cannot test ${foreign.of}: ${foreign}`);
  return `${word}(${[named(source[SOURCE]), ...tests].join(';')})`;
}

const ORDER: readonly KnownAt[] = ['before', 'open', 'end_of_range', 'event', 'close', 'later'];
const latest = (kinds: readonly KnownAt[]): KnownAt =>
  kinds.reduce((a, b) => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b), 'event');

/** How many records of the session pass all tests: a number. Of daily and weekly candles it is known later than it says. */
export function count<Name extends string>(
  source: StatingOf<Name>,
  ...tests: RecordTest<NoInfer<Name>>[]
): NumberField {
  const body = recordsText('count', source, tests);
  return new NumberField({ previous: 0, body }, latest(tests.map(({ knownAt }) => knownAt)), condition);
}

/** Some record of the session passes all tests. */
export function exists<Name extends string>(source: StatingOf<Name>, ...tests: RecordTest<NoInfer<Name>>[]): Existence {
  const body = recordsText('exists', source, tests);
  return new Existence({ previous: 0, body }, true, latest(tests.map(({ knownAt }) => knownAt)));
}

/** What must hold of a session: conditions, the API's text of them, or both in a list; an empty one: every session. */
export type When = Condition | string | readonly (Condition | string)[];
/** What is asked of it: a condition's rate, or a number's distribution. */
export type Then = Condition | NumberField | string;

/** The text of `when`. */
export function whenText(when: When): string {
  return typeof when === 'string' || when instanceof Condition ? String(when) : when.map(String).join(';');
}
