/** What the text of a question is read as, and what it can ask about: statistics, the session itself, its news. */
import { WEEKDAYS } from '../../../lib/days.ts';
import { atClose, atOpen, before, boolean, type Field, integer } from '../../market/fields.ts';
import { visibleFields } from '../../market/render.ts';
import type { Statistic } from '../../statistics/statistic.ts';

export const MAX_CONDITIONS = 12;
export const MAX_PREVIOUS = 250;
export const MAX_CHARACTERS = 4_096;
export const MAX_OTHERS = 4;

/** Of the statistics: what a record stands for; `self` and `news` are made here. */
type SourceKind = NonNullable<Statistic['recordOf']> | 'self' | 'news';

export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
  /** Null for the session and its news. */
  readonly statistic: Statistic | null;
  readonly fields: ReadonlyMap<string, Field>;
}

export const SESSION_FIELDS = [
  before.oneOf('weekday', WEEKDAYS, 'Weekday of the date'),
  before.integer('month', 'none', 'Calendar month, 1 to 12'),
  atOpen.price('open', 'First price of the session'),
  atClose.price('high', 'Highest price'),
  atClose.price('low', 'Lowest price'),
  atClose.price('close', 'Last price'),
  atClose.number('return_pct', 'pct', 'Close against the close of the previous session, at most 7 calendar days back', {
    formula: '(close - prev_close) / prev_close * 100',
  }),
  atClose.pct('range_pct', 'Range in percent of the open', '(high - low) / open * 100'),
  atClose.number('volume', 'volume', "Sum of the bars' volumes", { nullable: false }),
  before.boolean(
    'early_close',
    'The exchange closes early by its calendar; null on days that the calendar does not know',
    { nullable: true },
  ),
];

/** Directions of the strongest item; `none` where there is no item. */
export const NEWS_DIRECTIONS = ['negative', 'neutral', 'positive', 'none'] as const;

export const NEWS_FIELDS = [
  before.integer('count', 'count', "News from the end of the previous session's window to the start of this one's"),
  before.number('max_impact_score', 'score', 'Highest classified impact of them, 0 without any', { nullable: false }),
  before.oneOf(
    'direction',
    NEWS_DIRECTIONS,
    'Classified sentiment of the one with the highest impact, of several the latest',
  ),
];

const byName = (fields: readonly Field[]) =>
  new Map(visibleFields(fields).flatMap((field) => (field.constant ? [] : [[field.name, field] as const])));

export function sourcesOf(statistics: readonly Statistic[]): ReadonlyMap<string, Source> {
  const own: Source[] = [
    { name: 'session', kind: 'self', statistic: null, fields: byName(SESSION_FIELDS) },
    { name: 'news', kind: 'news', statistic: null, fields: byName(NEWS_FIELDS) },
  ];
  const theirs = statistics.flatMap((statistic): Source[] =>
    statistic.recordOf === undefined
      ? []
      : [{ name: statistic.name, kind: statistic.recordOf, statistic, fields: byName(statistic.fields) }],
  );
  return new Map([...theirs, ...own].map((source) => [source.name, source]));
}

/** What `exists` and `count` are like, as fields. */
export const EXISTS = boolean('exists', 'There is a record');
export const COUNT = integer('count', 'count', 'Number of records');

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'one_of' | 'is_null';

export interface Test {
  readonly operator: Operator;
  /** As columns hold them: numbers, codes of enums, 0 and 1, days, milliseconds; texts of text fields. */
  readonly values: readonly (number | string)[];
  /** The values are times of day: minutes of the exchange's clock, of crypto UTC. */
  readonly clock?: true;
  /** A field stands on the right; there are no values. */
  readonly against?: Reference;
}

export interface Filter {
  readonly field: Field;
  readonly test: Test;
}

export interface Reference {
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
  readonly text: string;
  readonly reference: Reference;
  readonly test: Test;
}

export interface AnyOf {
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
  readonly test: Test | null;
}

export interface Question {
  /** The population; none: every session. */
  readonly among: readonly Clause[];
  readonly when: readonly Clause[];
  readonly outcome: Outcome;
}

export const conditionsIn = (clause: Clause): readonly Condition[] => ('any' in clause ? clause.any : [clause]);

export const conditionsOf = (clauses: readonly Clause[]): readonly Condition[] => clauses.flatMap(conditionsIn);

/** What a condition or an outcome looks at: its left side, and its right where a field stands there. */
export const sidesOf = ({ reference, test }: Pick<Outcome, 'reference' | 'test'>): readonly Reference[] =>
  test?.against ? [reference, test.against] : [reference];

export const referencesIn = (clauses: readonly Clause[]): readonly Reference[] =>
  conditionsOf(clauses).flatMap(sidesOf);

export const referencesOf = ({ among, when, outcome }: Question): readonly Reference[] => [
  ...referencesIn(among),
  ...referencesIn(when),
  ...sidesOf(outcome),
];

/** Symbols that a question names, each once, in order. */
export const symbolsOf = (references: readonly Reference[]): readonly string[] => [
  ...new Set(references.flatMap(({ symbol }) => (symbol === null ? [] : [symbol]))),
];

export const isNumeric = ({ type }: Field): boolean => type === 'number' || type === 'integer';

/**
 * What the texts of one question share: their conditions, and the other symbols in them, are counted together.
 *
 * @param wraps the session's window crosses midnight: a range of times of day may run into the next day
 * @param own the symbol that the question is about: named in a condition it is no other; null: not known
 */
export const newShared = ({ wraps = false, own = null as string | null } = {}) => ({
  wraps,
  own,
  symbols: new Set<string>(),
  conditions: 0,
});
export type Shared = ReturnType<typeof newShared>;

export const isNull = (value: number | string | null) => value === null || Number.isNaN(value);

/** A value against the values of a test; null where the value is null and the test does not ask for it. */
export function passes({ operator, values }: Test, value: number | string | null): boolean | null {
  if (operator === 'is_null') return isNull(value);
  if (value === null || Number.isNaN(value)) return null;
  const [first, last] = values;
  switch (operator) {
    case '=':
      return value === first;
    case '!=':
      return value !== first;
    case '<':
      return value < first;
    case '<=':
      return value <= first;
    case '>':
      return value > first;
    case '>=':
      return value >= first;
    case 'between':
      return value >= first && value <= last;
    default:
      return values.includes(value);
  }
}

/** The time column of the bar at which a field is decided, where an event decides it. */
export const decidingTime = ({ event, decidedAt }: Field): Field['decidedAt'] => event ?? decidedAt;
