/**
 * Questions as code: conditions that write themselves in the grammar of `/query`. Names, words and types of fields are
 * the service's own (generated/sources.ts), so a misspelt one is a compile error, and a value is quoted where it has to be.
 */

import {
  type AnyOf,
  before,
  Condition,
  Existence,
  earlier,
  type KnownAt,
  latest,
  ofSymbol,
  RecordTest,
  written,
} from './condition.ts';
import { type FieldInfos, type FieldsFor, fieldOf, type Made, NumberField } from './field.ts';

export { AnyOf, anyOf, Condition, Existence, type KnownAt, RecordTest, type Value } from './condition.ts';
export { Field, type FieldInfo, type FieldType, NumberField, OrderedField } from './field.ts';

export type ParameterValue = string | number | boolean;
export type Parameters = Readonly<Record<string, ParameterValue | undefined>>;

const SOURCE: unique symbol = Symbol('source');

/** What is known of a source without its fields. */
interface Stated {
  readonly name: string;
  readonly previous: number;
  readonly symbol: string | null;
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

const condition: Made<Condition> = (...parts) => new Condition(...parts);

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
    const { previous, symbol } = stated;
    defineLazily(
      source,
      Object.fromEntries(
        Object.entries(infos).map(([field, info]) => [
          field,
          () => fieldOf(info, { previous, symbol, body: `${named(stated)}.${field}` }, condition),
        ]),
      ),
    );
    const knownAt = previous > 0 ? earlier(existsKnownAt) : existsKnownAt;
    const exists = (there = true) =>
      condition({ previous, symbol, body: `${named(stated)}.exists` }, `=${there}`, knownAt, null);
    return Object.assign(source, { exists, [SOURCE]: stated, [MAKE]: make });
  };
  return make({ name, previous: 0, symbol: null, parameters: {} }) as SessionSource<Infos, P>;
}

/** @internal of the generated sources */
export function recordsSource<
  const Name extends string,
  const Infos extends FieldInfos,
  P extends Parameters = Record<never, never>,
>(name: Name, infos: Infos): RecordsSource<Name, Infos, P> {
  const made: Made<RecordTest<Name>> = ({ body }, test, knownAt, against) => {
    if (against) throw new TypeError(`${name}.${body} takes a value, not the field ${against.body}`);
    return new RecordTest(name, body + test, knownAt);
  };
  const make = (stated: Stated): object => {
    const source = (parameters: Parameters) => make({ ...stated, parameters });
    defineLazily(
      source,
      Object.fromEntries(
        Object.entries(infos).map(([field, info]) => [
          field,
          () => fieldOf(info, { previous: 0, symbol: null, body: field }, made),
        ]),
      ),
    );
    return Object.assign(source, { statistic: name, [SOURCE]: stated });
  };
  return make({ name, previous: 0, symbol: null, parameters: {} }) as RecordsSource<Name, Infos, P>;
}

/**
 * The same of a session before: `prev(gap, 2).direction.eq('up')`. Takes a source, a number or a condition; without a
 * count the session just before.
 *
 * @throws RangeError outside 1 to 250
 */
export function prev<T extends (Stating & MayExist) | NumberField | Condition>(of: T, sessions = 1): T {
  if (of instanceof Condition || of instanceof NumberField) return of.before(sessions) as T;
  return made(of, (stated) => before(stated, sessions));
}

/**
 * The same of another symbol's session of the same date: `on(gap, 'SPY').direction.eq('up')`. Takes a source, a number or a
 * condition; only symbols of the same clock, four others in a question.
 *
 * @throws TypeError where it is of another symbol already
 */
export function on<T extends (Stating & MayExist) | NumberField | Condition>(of: T, symbol: string): T {
  if (of instanceof Condition || of instanceof NumberField) return of.on(symbol) as T;
  return made(of, (stated) => ofSymbol(stated, symbol));
}

function made<T>(of: T, change: (stated: Stated) => Stated): T {
  const { [SOURCE]: stated, [MAKE]: make } = of as unknown as Stating & { [MAKE](stated: Stated): T };
  return make(change(stated));
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

const knownOf = (tests: readonly RecordTest[]) => latest('event', ...tests.map(({ knownAt }) => knownAt));

/** How many records of the session pass all tests: a number. Of daily and weekly candles it is known later than it says. */
export function count<Name extends string>(
  source: StatingOf<Name>,
  ...tests: RecordTest<NoInfer<Name>>[]
): NumberField {
  const body = recordsText('count', source, tests);
  return new NumberField({ previous: 0, symbol: null, body }, knownOf(tests), condition);
}

/** Some record of the session passes all tests. */
export function exists<Name extends string>(source: StatingOf<Name>, ...tests: RecordTest<NoInfer<Name>>[]): Existence {
  const body = recordsText('exists', source, tests);
  return new Existence({ previous: 0, symbol: null, body }, true, knownOf(tests));
}

type Clause = Condition | AnyOf | string;
/** What must hold of a session: conditions, the API's text of them, or both in a list; an empty one: every session. */
export type When = Clause | readonly Clause[];
/** What is asked of it: a condition's rate, or a number's distribution. */
export type Then = Condition | NumberField | string;

/** The text of `when` and of `among`. */
export function whenText(when: When): string {
  return Array.isArray(when) ? when.map(String).join(';') : String(when);
}
