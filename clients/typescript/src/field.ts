/** Fields of a source: each makes conditions of itself and a value, or another field. */
import {
  before,
  type Condition,
  earlier,
  type KnownAt,
  latest,
  ofSymbol,
  type Subject,
  textOf,
  type Value,
  written,
} from './condition.ts';

export type FieldType = 'number' | 'integer' | 'boolean' | 'string' | 'enum' | 'date' | 'timestamp';

/** What the service says of a field. */
export interface FieldInfo {
  readonly type: FieldType;
  readonly knownAt: KnownAt;
}

/**
 * Makes what a test of a field is: a condition, or a test of single records. With a field on the right, `test` is the
 * operator alone.
 */
export type Made<Result> = (subject: Subject, test: string, knownAt: KnownAt, against: Subject | null) => Result;

/** A field on the right of an operator: of the same unit, type and words, which the service checks. */
type Against<V extends Value, Result> = Result extends Condition ? Field<V, Result> : never;

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
    return this.made(this.subject, text, this.knownAt, null);
  }

  protected compared(operator: string, right: V | Field<V, Result>): Result {
    if (!(right instanceof Field)) return this.test(operator + written(right));
    return this.made(this.subject, operator, latest(this.knownAt, right.knownAt), right.subject);
  }

  eq(value: V | Against<V, Result>): Result {
    return this.compared('=', value);
  }

  ne(value: V | Against<V, Result>): Result {
    return this.compared('!=', value);
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
  lt(value: V | Against<V, Result>): Result {
    return this.compared('<', value);
  }

  le(value: V | Against<V, Result>): Result {
    return this.compared('<=', value);
  }

  gt(value: V | Against<V, Result>): Result {
    return this.compared('>', value);
  }

  ge(value: V | Against<V, Result>): Result {
    return this.compared('>=', value);
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

  /** The same of another symbol. @throws TypeError where it has one already */
  on(symbol: string): NumberField<Result> {
    return new NumberField(ofSymbol(this.subject, symbol), this.knownAt, this.made);
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

export type FieldInfos = Readonly<Record<string, FieldInfo>>;
export type FieldsFor<Infos extends FieldInfos, Result> = {
  readonly [Name in keyof Infos]: FieldFor<Infos[Name], Result>;
};

export function fieldOf<Result>(info: FieldInfo, subject: Subject, made: Made<Result>): Field<never, Result> {
  const knownAt = subject.previous > 0 ? earlier(info.knownAt) : info.knownAt;
  if (info.type === 'number' || info.type === 'integer') return new NumberField(subject, knownAt, made);
  if (info.type === 'date' || info.type === 'timestamp') return new OrderedField(subject, knownAt, made);
  return new Field(subject, knownAt, made);
}
