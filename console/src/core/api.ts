/** Bodies of answers, from the types that `npm run types:api` writes. */
import type { components } from '../../../clients/typescript/src/openapi.ts';
import type { ConsoleHints } from '../../../compute/statistics/statistic.ts';

export type Schemas = components['schemas'];

export type Metadata = Schemas['Metadata'];
export type Doc = Schemas['Doc'];
export type EndpointDoc = Doc['endpoints'][number];
export type FieldDoc = Doc['fields'][number];
type ParamDoc = EndpointDoc['parameters'][number];
export type Param = Pick<ParamDoc, 'name' | 'type' | 'required' | 'default' | 'description'> & Partial<ParamDoc>;
export type StatisticEntry = Omit<Schemas['StatisticsIndex']['statistics'][number], 'console'> & {
  readonly console: ConsoleHints;
};
export type SymbolEntry = Schemas['Symbols']['data'][number];
export type Usage = Schemas['Usage'];
export type Limit = Usage['rate_limits']['day'];
export type TodayRow = Schemas['TodayRow'];
export type CasePaths = NonNullable<Schemas['Query']['paths']>;
export type Curve = NonNullable<Schemas['Query']['curve']>;

type QueryAnswer = Schemas['Query'];
type RateNames = 'hits' | 'rate_pct' | 'confidence';
type NumberNames = 'n' | 'never' | 'mean' | 'mean_confidence' | 'median' | 'median_confidence' | 'std' | 'quantiles';
type ShortRate = 'hits' | 'rate_pct';
type ShortNumber = 'mean' | 'median';

/** T with the fields of one kind of outcome, and none of the other kind's. */
type Having<T, Names extends PropertyKey, Without extends PropertyKey> = Omit<T, Names | Without> & {
  [N in Names & keyof T]-?: Exclude<T[N], undefined>;
};

type Parts<
  Names extends PropertyKey,
  Without extends PropertyKey,
  Short extends PropertyKey,
  ShortWithout extends PropertyKey,
> = {
  /** Null if `when` is known at an event: then there is no comparison. */
  base: Having<NonNullable<QueryAnswer['base']>, Names, Without> | null;
  /** Null if `base` is null. */
  rest: Having<NonNullable<QueryAnswer['rest']>, Names, Without> | null;
  by_year: Having<QueryAnswer['by_year'][number], Short, ShortWithout>[];
  last_30: Having<QueryAnswer['last_30'], Short, ShortWithout>;
};
type PartNames = 'base' | 'rest' | 'by_year' | 'last_30' | 'data';
type Case<Outcome> = Omit<Schemas['QueryRow'], 'outcome'> & { outcome: Outcome };

/** Answer to a question whose outcome is a condition. */
export type RateAnswer = Omit<
  Having<QueryAnswer, RateNames | 'difference_pct', NumberNames | 'difference'>,
  PartNames
> &
  Parts<RateNames, NumberNames, ShortRate, ShortNumber> & { data: Case<boolean>[] };

/** Answer to a question whose outcome is a number. */
export type NumberAnswer = Omit<
  Having<QueryAnswer, NumberNames | 'difference', RateNames | 'difference_pct'>,
  PartNames
> &
  Parts<NumberNames, RateNames, ShortNumber, ShortRate> & { data: Case<number | null>[] };

export type QuestionAnswer = RateAnswer | NumberAnswer;
