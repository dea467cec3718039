/**
 * `/query` a second time, from its words alone: a filter over plain lists of records as the ordinary endpoints give
 * them. Nothing is shared with the service but the records.
 */

// biome-ignore lint/suspicious/noExplicitAny: records of any statistic
export type Rec = Readonly<Record<string, any>>;
type Value = string | number | boolean | null;

export interface NaiveReference {
  readonly previous: number;
  /** Name of the list that it looks at. */
  readonly list: string;
  readonly field: string;
  readonly of: 'field' | 'exists' | 'count';
  /** Of `count`: what its records must be like. */
  readonly filters?: readonly {
    readonly field: string;
    readonly operator: string;
    readonly values: readonly Value[];
  }[];
  /** Where a null of the field means that what it is about never came. */
  readonly never?: { readonly field: string; readonly is: readonly Value[] };
}

export interface NaiveCondition extends NaiveReference {
  readonly operator: string;
  readonly values: readonly Value[];
  /** Of an opening range or candle: when it is complete on a date, ms. */
  readonly completeMs?: (date: string) => number;
}

/** One condition, or several of which one has to hold. */
export type NaiveClause = NaiveCondition | readonly NaiveCondition[];

export interface NaiveOutcome extends NaiveReference {
  /** Null: a number. */
  readonly operator: string | null;
  readonly values: readonly Value[];
  /** Of an event: when it was known, by the records looked at. */
  readonly knownMs?: (records: readonly Rec[]) => number;
  /** Of a moment or of minutes under an upper bound: by when it is decided on a date at the latest, ms. */
  readonly boundMs?: (date: string) => number;
}

export interface NaiveMarket {
  /** Every session, oldest first: `date` and `complete`. */
  readonly sessions: readonly Rec[];
  readonly lists: Readonly<Record<string, readonly Rec[]>>;
}

/** True, false; null: nobody can say. */
type State = boolean | null;

function test(operator: string, values: readonly Value[], value: Value): State {
  if (operator === 'null') return value === null;
  if (value === null) return null;
  const comparable = (one: Value) => (typeof one === 'string' && /^\d{4}-.*T/.test(one) ? Date.parse(one) : one);
  const [own, ...others] = [value, ...values].map(comparable) as number[];
  if (operator === '=') return own === others[0];
  if (operator === '!=') return own !== others[0];
  if (operator === '<') return own < others[0];
  if (operator === '<=') return own <= others[0];
  if (operator === '>') return own > others[0];
  if (operator === '>=') return own >= others[0];
  if (operator === '..') return own >= others[0] && own <= others[1];
  return others.includes(own);
}

interface Seen {
  /** There is no such session in the data. */
  readonly before: boolean;
  readonly exists: boolean;
  readonly value: Value;
  /** It never came. */
  readonly never: boolean;
  readonly records: readonly Rec[];
}

const all = (states: readonly State[]): State => (states.includes(false) ? false : states.includes(null) ? null : true);
const any = (states: readonly State[]): State => (states.includes(true) ? true : states.includes(null) ? null : false);

export function naiveQuery(
  { sessions, lists }: NaiveMarket,
  { among, when }: { readonly among: readonly NaiveClause[]; readonly when: readonly NaiveClause[] },
  outcome: NaiveOutcome,
  from: string,
  to: string,
) {
  const look = (reference: NaiveReference, position: number): Seen => {
    const session = sessions[position - reference.previous];
    const none = { before: !session, exists: false, value: null, never: false, records: [] };
    if (!session) return none;
    const records = lists[reference.list].filter(({ date }) => date === session['date']);
    if (reference.of === 'exists') return { ...none, exists: true, value: records.length > 0 };
    if (reference.of === 'count') {
      const counted = records.filter((record) =>
        (reference.filters ?? []).every(
          ({ field, operator, values }) => test(operator, values, record[field]) === true,
        ),
      );
      return { ...none, exists: true, value: counted.length, records: counted };
    }
    if (records.length === 0) return none;
    const value = records[0][reference.field];
    const { never } = reference;
    const neverCame = value === null && never !== undefined && never.is.includes(records[0][never.field]);
    return { before: false, exists: true, value, never: neverCame, records };
  };
  const state = (condition: NaiveCondition, { before, exists, value, never }: Seen, noRecord: State): State => {
    if (before) return null;
    if (!exists) return noRecord;
    if (never) return condition.operator === 'null';
    if (condition.operator === 'null' && value === null && condition.never) return null;
    return test(condition.operator, condition.values, value);
  };
  const holds = (clauses: readonly NaiveClause[], position: number): State =>
    all(
      clauses.map((clause) =>
        any((Array.isArray(clause) ? clause : [clause]).map((one) => state(one, look(one, position), false))),
      ),
    );
  const out = { sessions: 0, population: 0, unknownAmong: 0, unknownWhen: 0, unknownThen: 0, unknownEarly: 0 };
  const cases: { date: string; outcome: Value }[] = [];
  const rest: Value[] = [];
  const conditions = [...among, ...when].flat() as NaiveCondition[];
  sessions.forEach((session, position) => {
    const date = session['date'] as string;
    if (!session['complete'] || date < from || date > to) return;
    out.sessions++;
    const within = holds(among, position);
    if (within === false) return;
    if (within === null) {
      out.unknownAmong++;
      return;
    }
    out.population++;
    const isCase = holds(when, position);
    if (isCase === null) {
      out.unknownWhen++;
      return;
    }
    const then = look(outcome, position);
    const decided =
      outcome.operator === null ? then.value : state({ ...outcome, operator: outcome.operator }, then, null);
    if (decided === null && !(outcome.operator === null && then.never)) {
      if (isCase) out.unknownThen++;
      return;
    }
    const happened = outcome.knownMs ? outcome.knownMs(then.records) : Number.NaN;
    const bound = outcome.boundMs?.(date) ?? Number.NaN;
    const completes = conditions.flatMap(({ completeMs }) => (completeMs ? [completeMs(date)] : []));
    if (completes.length > 0 && [happened, bound].some((ms) => ms <= Math.max(...completes))) {
      if (isCase) out.unknownEarly++;
      return;
    }
    if (isCase) cases.push({ date, outcome: decided });
    else rest.push(decided);
  });
  const hits = (values: readonly Value[]) => values.filter((value) => value === true).length;
  const own = cases.map((one) => one.outcome);
  const years = [...new Set(cases.map(({ date }) => Number(date.slice(0, 4))))];
  return {
    sessions: out.sessions,
    population: out.population,
    unknown: [out.unknownAmong, out.unknownWhen, out.unknownThen, out.unknownEarly],
    cases: cases.length,
    hits: hits(own),
    base: { cases: own.length + rest.length, hits: hits([...own, ...rest]) },
    rest: { cases: rest.length, hits: hits(rest) },
    by_year: years.map((year) => {
      const of = cases.filter(({ date }) => Number(date.slice(0, 4)) === year).map((one) => one.outcome);
      return { year, cases: of.length, hits: hits(of) };
    }),
    last_30: { cases: own.slice(-30).length, hits: hits(own.slice(-30)) },
    data: [...cases].reverse(),
    outcomes: { cases: valued(own), rest: valued(rest) },
    never: own.filter((value) => value === null).length,
  };
}

const valued = (values: readonly Value[]) => values.filter((value) => value !== null) as number[];

export function naiveMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}
