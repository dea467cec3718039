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
}

export interface NaiveCondition extends NaiveReference {
  readonly operator: string;
  readonly values: readonly Value[];
  /** Of an opening range or candle: when it is complete on a date, ms. */
  readonly completeMs?: (date: string) => number;
}

export interface NaiveOutcome extends NaiveReference {
  /** Null: a number. */
  readonly operator: string | null;
  readonly values: readonly Value[];
  /** Of an event: when it was known, by the records looked at. */
  readonly knownMs?: (records: readonly Rec[]) => number;
}

export interface NaiveMarket {
  /** Every session, oldest first: `date` and `complete`. */
  readonly sessions: readonly Rec[];
  readonly lists: Readonly<Record<string, readonly Rec[]>>;
}

/** True, false; null: nobody can say. */
function test(operator: string, values: readonly Value[], value: Value): boolean | null {
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

export function naiveQuery(
  { sessions, lists }: NaiveMarket,
  conditions: readonly NaiveCondition[],
  outcome: NaiveOutcome,
  from: string,
  to: string,
) {
  const look = (
    reference: NaiveReference,
    position: number,
  ): { exists: boolean; value: Value; records?: readonly Rec[] } => {
    const session = sessions[position - reference.previous];
    const records = session ? lists[reference.list].filter(({ date }) => date === session['date']) : [];
    if (reference.of === 'exists') return { exists: true, value: records.length > 0 };
    if (reference.of === 'count') {
      const counted = records.filter((record) =>
        (reference.filters ?? []).every(
          ({ field, operator, values }) => test(operator, values, record[field]) === true,
        ),
      );
      return { exists: true, value: counted.length, records: counted };
    }
    if (records.length === 0) return { exists: false, value: null };
    return { exists: true, value: records[0][reference.field], records };
  };
  const out = { sessions: 0, unknownWhen: 0, unknownThen: 0, unknownEarly: 0 };
  const cases: { date: string; values: Value[]; outcome: Value }[] = [];
  const rest: Value[] = [];
  sessions.forEach((session, position) => {
    const date = session['date'] as string;
    if (!session['complete'] || date < from || date > to) return;
    out.sessions++;
    const seen = conditions.map((condition) => ({ condition, ...look(condition, position) }));
    const states = seen.map(({ condition, exists, value }) =>
      exists ? test(condition.operator, condition.values, value) : false,
    );
    if (states.includes(null)) {
      out.unknownWhen++;
      return;
    }
    const holds = !states.includes(false);
    const then = look(outcome, position);
    const passed = !then.exists
      ? null
      : outcome.operator === null
        ? then.value
        : test(outcome.operator, outcome.values, then.value);
    if (passed === null) {
      if (holds) out.unknownThen++;
      return;
    }
    const happened = outcome.knownMs && then.records ? outcome.knownMs(then.records) : Number.NaN;
    const completes = conditions.flatMap(({ completeMs }) => (completeMs ? [completeMs(date)] : []));
    if (completes.some((ms) => happened <= ms)) {
      out.unknownEarly++;
      return;
    }
    if (holds) cases.push({ date, values: [...seen.map(({ value }) => value), then.value], outcome: passed });
    else rest.push(passed);
  });
  const hits = (values: readonly Value[]) => values.filter((value) => value === true).length;
  const own = cases.map((one) => one.outcome);
  const years = [...new Set(cases.map(({ date }) => Number(date.slice(0, 4))))];
  return {
    sessions: out.sessions,
    unknown: [out.unknownWhen, out.unknownThen, out.unknownEarly],
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
    outcomes: { cases: own as number[], rest: rest as number[] },
  };
}

export function naiveMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}
