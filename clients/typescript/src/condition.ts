/** Conditions of a question, and the text that the grammar of `/query` reads them from. */

/**
 * When a field of a session is known, in the order of the day: `before` the session, at its `open`, at the `end_of_range`
 * (opening range or candle complete), at an `event` of the session, at its `close`, `later`.
 */
export type KnownAt = 'before' | 'open' | 'end_of_range' | 'event' | 'close' | 'later';

const ORDER: readonly KnownAt[] = ['before', 'open', 'end_of_range', 'event', 'close', 'later'];

export const earlier = (knownAt: KnownAt): KnownAt => (knownAt === 'later' ? 'later' : 'before');

export const latest = (...kinds: readonly [KnownAt, ...KnownAt[]]): KnownAt =>
  kinds.reduce((a, b) => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b));

/** A value of a condition: numbers, words, texts; dates `YYYY-MM-DD`; times ISO 8601, a Date, or a time of day `HH:MM`. */
export type Value = string | number | boolean | Date;

const MAX_PREVIOUS = 250;

/**
 * As the grammar takes it without quotes: no delimiter, no space at an end, nothing that `..`, `null` or a field
 * (`gap.filled`) could be read in.
 */
const BARE = /^(?!null$|[a-z_].*\.)[a-z0-9_:+-]+(?:\.[a-z0-9_:+-]+)*$/i;

/** @throws TypeError of a number that is none and of what is no value, RangeError of a date that is none */
export function written(value: Value): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`a condition needs a finite number, not ${value}`);
    return String(value);
  }
  if (typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  if (typeof text !== 'string') throw new TypeError(`a value is a number, a word, a text or a Date, not ${text}`);
  return BARE.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** What stands on a side of an operator. */
export interface Subject {
  /** Sessions before; 0: the session itself. */
  readonly previous: number;
  /** Another symbol, as the text names it; null: the one that the question is about. */
  readonly symbol: string | null;
  readonly body: string;
}

export function textOf({ previous, symbol, body }: Subject): string {
  return (previous === 0 ? '' : `prev${previous}.`) + (symbol === null ? '' : `${symbol}@`) + body;
}

/** @throws RangeError outside 1 to 250 */
export function before<S extends { readonly previous: number }>(subject: S, sessions: number): S {
  const previous = subject.previous + sessions;
  if (!Number.isInteger(sessions) || sessions < 1 || previous > MAX_PREVIOUS) {
    throw new RangeError(`prev takes 1 to ${MAX_PREVIOUS} sessions in all, not ${sessions}`);
  }
  return { ...subject, previous };
}

/** What a symbol is written as without quotes; what begins like `prev1.` would be read as that. */
const BARE_SYMBOL = /^(?!prev\d*\.)[a-z0-9.-]+$/i;

/** @throws TypeError where it names a symbol already, or the text can be none */
export function ofSymbol<S extends { readonly symbol: string | null }>(subject: S, symbol: string): S {
  if (subject.symbol !== null) throw new TypeError(`of ${subject.symbol} already, not of ${symbol}`);
  if (symbol.trim() === '' || symbol.includes('"')) throw new TypeError(`'${symbol}' is not a symbol`);
  return { ...subject, symbol: BARE_SYMBOL.test(symbol) ? symbol : `"${symbol}"` };
}

/** A condition on a session; its text is the API's. */
export class Condition {
  readonly #subject: Subject;
  readonly #test: string;
  readonly #against: Subject | null;
  /** When it is decided, seen from the session of the case, as far as the fields alone tell. */
  readonly knownAt: KnownAt;

  /** @param against the field on the right, after the operator that `test` is then */
  constructor(subject: Subject, test: string, knownAt: KnownAt, against: Subject | null = null) {
    this.#subject = subject;
    this.#test = test;
    this.#against = against;
    this.knownAt = knownAt;
  }

  /** The same, some sessions before: of both sides. */
  before(sessions = 1): Condition {
    return this.moved((side) => before(side, sessions), earlier(this.knownAt));
  }

  /** The same of another symbol: of both sides. @throws TypeError where one has a symbol already */
  on(symbol: string): Condition {
    return this.moved((side) => ofSymbol(side, symbol), this.knownAt);
  }

  protected moved(move: (side: Subject) => Subject, knownAt: KnownAt): Condition {
    return new Condition(move(this.#subject), this.#test, knownAt, this.#against && move(this.#against));
  }

  toString(): string {
    return textOf(this.#subject) + this.#test + (this.#against ? textOf(this.#against) : '');
  }

  /** As it is sent. */
  toJSON(): string {
    return this.toString();
  }
}

/** `exists(...)=true`, which has a contrary. */
export class Existence extends Condition {
  readonly #body: Subject;
  readonly #there: boolean;

  constructor(body: Subject, there: boolean, knownAt: KnownAt) {
    super(body, `=${there}`, knownAt);
    this.#body = body;
    this.#there = there;
  }

  /** There is none. */
  not(): Existence {
    return new Existence(this.#body, !this.#there, this.knownAt);
  }

  override before(sessions = 1): Existence {
    return this.moved((side) => before(side, sessions), earlier(this.knownAt));
  }

  override on(symbol: string): Existence {
    return this.moved((side) => ofSymbol(side, symbol), this.knownAt);
  }

  protected override moved(move: (side: Subject) => Subject, knownAt: KnownAt): Existence {
    return new Existence(move(this.#body), this.#there, knownAt);
  }
}

/** One of the conditions holds: for `among` and `when`, no outcome. */
export class AnyOf {
  readonly #text: string;

  /** @throws TypeError without a condition */
  constructor(conditions: readonly (Condition | string)[]) {
    if (conditions.length === 0) throw new TypeError('anyOf needs a condition');
    this.#text = `any(${conditions.map(String).join(';')})`;
  }

  toString(): string {
    return this.#text;
  }

  /** As it is sent. */
  toJSON(): string {
    return this.#text;
  }
}

/** One of the conditions holds: `any(a;b)`. Not one inside of another. */
export function anyOf(...conditions: readonly [Condition | string, ...(Condition | string)[]]): AnyOf {
  return new AnyOf(conditions);
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
