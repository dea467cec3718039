/** What the text of a question is read as. */
import type { Field } from '../../market/fields.ts';
import type { Source } from './sources.ts';

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'one_of' | 'is_null';

export interface Test {
  readonly operator: Operator;
  /** As columns hold them: numbers, codes of enums, 0 and 1, days, milliseconds; texts of text fields. */
  readonly values: readonly (number | string)[];
  /** The values are times of day: minutes of the exchange's clock, of crypto UTC. */
  readonly clock?: true;
  /** A field stands on the right; there are no values. */
  readonly against?: Reference;
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
  /** Upper case, as written; null: the symbol that the question is about. */
  readonly symbol: string | null;
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

/** One of them holds. */
export interface AnyOf {
  /** As written. */
  readonly text: string;
  readonly position: number;
  readonly any: readonly Condition[];
}

/** What stands between the `;` of `among` and `when`. */
export type Clause = Condition | AnyOf;

/** The outcome: a condition's rate, or a number's distribution. */
export interface Outcome {
  readonly text: string;
  readonly reference: Reference;
  /** Null: the number itself. */
  readonly test: Test | null;
}

export interface Question {
  /** The population; none: every session. */
  readonly among: readonly Clause[];
  readonly when: readonly Clause[];
  readonly outcome: Outcome;
}

/** The conditions of a clause: itself, or those inside `any`. */
export const conditionsIn = (clause: Clause): readonly Condition[] => ('any' in clause ? clause.any : [clause]);

/** All conditions of a list, in order. */
export const conditionsOf = (clauses: readonly Clause[]): readonly Condition[] => clauses.flatMap(conditionsIn);

/** What a condition or an outcome looks at: its left side, and its right where a field stands there. */
export const sidesOf = ({ reference, test }: Pick<Outcome, 'reference' | 'test'>): readonly Reference[] =>
  test?.against ? [reference, test.against] : [reference];

/** All references of the clauses, in order. */
export const referencesIn = (clauses: readonly Clause[]): readonly Reference[] =>
  conditionsOf(clauses).flatMap(sidesOf);

/** All references of a question: of `among`, of `when`, then the outcome's. */
export const referencesOf = ({ among, when, outcome }: Question): readonly Reference[] => [
  ...referencesIn(among),
  ...referencesIn(when),
  ...sidesOf(outcome),
];

/** Symbols that a question names, each once, in order. */
export const symbolsOf = (references: readonly Reference[]): readonly string[] => [
  ...new Set(references.flatMap(({ symbol }) => (symbol === null ? [] : [symbol]))),
];
