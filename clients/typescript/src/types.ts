/** Parameters and answers by path, from the API's own description (generated/openapi.ts). */
import type { components, paths } from './generated/openapi.ts';
import type { Condition, NumberField, Then, When } from './question.ts';

type Schemas = components['schemas'];

/** A path that is answered with JSON, such as `/stats/gap/summary`. */
export type Path = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: { content: { 'application/json': unknown } } } } }
    ? P
    : never;
}[keyof paths];

type Query<P extends Path> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? [Q] extends [undefined]
    ? Record<never, never>
    : Exclude<Q, undefined>
  : Record<never, never>;

type Questions = { readonly among?: When; readonly when?: When; readonly then: Then };

/** Query parameters of a path; `format` is the method's business. Lists of symbols may be arrays. */
export type Params<P extends Path> = Readonly<
  Omit<Query<P>, 'format' | keyof Questions | 'symbols'> &
    ('then' extends keyof Query<P> ? Questions : unknown) &
    ('symbols' extends keyof Query<P>
      ? undefined extends Query<P>['symbols' & keyof Query<P>]
        ? { symbols?: string | readonly string[] }
        : { symbols: string | readonly string[] }
      : unknown)
>;

export type Answer<P extends Path> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

type List<R> = { data: readonly R[] } | { events: readonly R[] };

/** A path whose answer is a list: under `data`, of news under `events`. */
export type ListPath = { [P in Path]: Answer<P> extends List<unknown> ? P : never }[Path];

export type Row<P extends ListPath> = Answer<P> extends List<infer R> ? R : never;

/** Without a required parameter the argument may be left out. */
export type ParamsArgument<P extends Path> =
  Record<never, never> extends Params<P> ? [params?: Params<P>] : [params: Params<P>];

export type SavedQuery = Schemas['SavedQuery'];
export type Alert = Schemas['Alert'];
/** With the secret of its webhook, which is shown this once. */
export type AlertMade = Schemas['AlertMade'];
/** What an alert calls its webhook with. */
export type AlertCall = Schemas['AlertCall'];
/** A call as the list of an alert has it, with what came of it. */
export type AlertCallListed = AlertCalls['data'][number];
export type AlertCalls = Schemas['AlertCalls'];
export type AlertRequest = Schemas['AlertRequest'];
export type AlertSecret = Schemas['AlertSecret'];

type QueryAnswer = Schemas['Query'];
type RateNames = 'hits' | 'rate_pct' | 'confidence';
type NumberNames = 'n' | 'never' | 'mean' | 'mean_confidence' | 'median' | 'median_confidence' | 'std' | 'quantiles';
type ShortRate = 'hits' | 'rate_pct';
type ShortNumber = 'mean' | 'median';

/** The names are always there, the others never. */
type Having<T, Names extends PropertyKey, Without extends PropertyKey> = Omit<T, Names | Without> & {
  [N in Names & keyof T]-?: Exclude<T[N], undefined>;
};

type Parts<
  Names extends PropertyKey,
  Without extends PropertyKey,
  Short extends PropertyKey,
  No extends PropertyKey,
> = {
  /** Null where `when` is known at an event: nothing is compared. */
  base: Having<NonNullable<QueryAnswer['base']>, Names, Without> | null;
  /** As base. */
  rest: Having<NonNullable<QueryAnswer['rest']>, Names, Without> | null;
  by_year: Having<QueryAnswer['by_year'][number], Short, No>[];
  last_30: Having<QueryAnswer['last_30'], Short, No>;
};
type PartNames = 'base' | 'rest' | 'by_year' | 'last_30';

/** Of an outcome that holds or not. */
export type RateAnswer = Omit<
  Having<QueryAnswer, RateNames | 'difference_pct', NumberNames | 'difference'>,
  PartNames | 'data'
> &
  Parts<RateNames, NumberNames, ShortRate, ShortNumber> & { data: Case<boolean>[] };

/** Of an outcome that is a number. */
export type NumberAnswer = Omit<
  Having<QueryAnswer, NumberNames | 'difference', RateNames | 'difference_pct'>,
  PartNames | 'data'
> &
  Parts<NumberNames, RateNames, ShortNumber, ShortRate> & { data: Case<number | null>[] };

/** A session where all conditions hold. */
export type Case<Outcome extends boolean | number | null = boolean | number | null> = Omit<
  Schemas['QueryRow'],
  'outcome'
> & {
  outcome: Outcome;
};

/** By what is asked; a text may be either. */
export type QuestionAnswer<T extends Then> = T extends NumberField
  ? NumberAnswer
  : T extends Condition
    ? RateAnswer
    : QueryAnswer;

export type CaseOf<T extends Then> = T extends NumberField
  ? Case<number | null>
  : T extends Condition
    ? Case<boolean>
    : Case;

export type QuestionParams<T extends Then> = Omit<Params<'/query'>, 'then'> & { readonly then: T };
export type BarsRow = Row<'/bars'>;
