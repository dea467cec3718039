/** The figures of a question as answers show them, and its cases as rows. Pure. */
import { MS_PER_DAY } from '../../../lib/days.ts';
import { date, type Field, shown, type Unit } from '../../market/fields.ts';
import { rate, wilson } from '../../market/math.ts';
import { numbers, type RecordTable } from '../../market/records.ts';
import type { Json } from '../../market/render.ts';
import { type Distribution, distribution, fisher, type Interval, rateDifference, welch } from './inference.ts';
import { curveOf } from './moments.ts';
import type { Material } from './source-columns.ts';
import type { Tally } from './tally.ts';
import { conditionsOf, type Outcome, type Question, type Reference, referencesOf } from './tree.ts';
import { isNumeric } from './values.ts';

type JsonObject = { [key: string]: Json };

export const FEW_CASES = 30;
const RECENT_CASES = 30;

const orNull = (value: number, unit: Unit): Json => (Number.isNaN(value) ? null : shown(value, unit));
const percent = (value: number) => orNull(value, 'pct');
const interval = ({ low, high }: Interval, unit: Unit): Json => ({ low: orNull(low, unit), high: orNull(high, unit) });
/** p and q values: 6 decimals. */
export const probability = (value: number) => orNull(value, 'ratio');

/** Means and quantiles of prices are prices; all others have 4 decimals. */
const unitOf = ({ reference }: Outcome): Unit => (reference.field.unit === 'price' ? 'price' : 'none');

const hitsOf = (outcomes: Float64Array, rows: readonly number[]) => rows.reduce((sum, row) => sum + outcomes[row], 0);

/** How many sessions went which way: `sessions`, `population`, `cases`, `unknown`. */
export function counts(found: Tally): JsonObject {
  const { sessions, population, cases, unknownAmong, unknownWhen, unknownThen, unknownEarly } = found;
  return {
    sessions,
    population,
    cases: cases.length,
    unknown: Object.fromEntries([
      ['among', unknownAmong],
      ['when', unknownWhen],
      ['then', unknownThen],
      ['early', unknownEarly],
    ]),
  };
}

/** Everything from `sessions` to `curve`. */
export function figures(outcome: Outcome, found: Tally, material: Material): JsonObject {
  const isNumber = outcome.test === null;
  const of = isNumber ? distributions(outcome, found, material) : rates(found, material);
  const compared = isNumber ? 'difference' : 'difference_pct';
  const points = curveOf(found.columns, outcome, found);
  const { casesAlone } = found.moments;
  return {
    ...counts(found),
    ...of,
    ...(casesAlone ? { base: null, rest: null, [compared]: null, p_value: null } : {}),
    curve:
      points?.map(({ minutes, casesPct, restPct }) => ({
        minutes,
        cases_pct: percent(casesPct),
        rest_pct: casesAlone ? null : percent(restPct),
      })) ?? null,
  };
}

function rates({ cases, rest, outcomes }: Tally, { days }: Material): JsonObject {
  const counted = (rows: readonly number[]) => ({ n: rows.length, hits: hitsOf(outcomes, rows) });
  const of = ({ n, hits }: { n: number; hits: number }): JsonObject => ({
    hits,
    rate_pct: percent(rate(hits, n)),
    confidence: interval(wilson(hits, n), 'pct'),
  });
  const [own, others] = [counted(cases), counted(rest)];
  const all = { n: own.n + others.n, hits: own.hits + others.hits };
  const difference = rateDifference(own.hits, own.n, others.hits, others.n);
  const short = (rows: readonly number[]): JsonObject => {
    const { n, hits } = counted(rows);
    return { cases: n, hits, rate_pct: percent(rate(hits, n)) };
  };
  return {
    ...of(own),
    base: { cases: all.n, ...of(all) },
    rest: { cases: others.n, ...of(others) },
    difference_pct: { value: percent(difference.value), ...(interval(difference, 'pct') as JsonObject) },
    p_value: probability(fisher(own.hits, own.n, others.hits, others.n)),
    by_year: byYear(cases, days).map(([year, rows]) => ({ year, ...short(rows) })),
    last_30: short(cases.slice(-RECENT_CASES)),
  };
}

function distributions(outcome: Outcome, { cases, rest, outcomes }: Tally, { days }: Material): JsonObject {
  const unit = unitOf(outcome);
  const valuesOf = (rows: readonly number[]) =>
    rows.map((row) => outcomes[row]).filter((value) => !Number.isNaN(value));
  const of = (rows: readonly number[], one: Distribution): JsonObject => ({
    n: one.n,
    never: rows.length - one.n,
    mean: orNull(one.mean, unit),
    mean_confidence: interval(one.meanConfidence, unit),
    median: orNull(one.median, unit),
    median_confidence: interval(one.medianConfidence, unit),
    std: orNull(one.deviation, unit),
    quantiles: {
      p5: orNull(one.quantiles.p5, unit),
      p25: orNull(one.quantiles.p25, unit),
      p75: orNull(one.quantiles.p75, unit),
      p95: orNull(one.quantiles.p95, unit),
    },
  });
  const [own, others] = [valuesOf(cases), valuesOf(rest)];
  const together = [...cases, ...rest].sort((a, b) => a - b);
  const { difference, p } = welch(own, others);
  const short = (rows: readonly number[]): JsonObject => {
    const { mean, median } = distribution(valuesOf(rows));
    return { cases: rows.length, mean: orNull(mean, unit), median: orNull(median, unit) };
  };
  return {
    ...of(cases, distribution(own)),
    base: { cases: together.length, ...of(together, distribution(valuesOf(together))) },
    rest: { cases: rest.length, ...of(rest, distribution(others)) },
    difference: { value: orNull(difference.value, unit), ...(interval(difference, unit) as JsonObject) },
    p_value: probability(p),
    by_year: byYear(cases, days).map(([year, rows]) => ({ year, ...short(rows) })),
    last_30: short(cases.slice(-RECENT_CASES)),
  };
}

/** The rows by the calendar year of their session, years ascending. */
function byYear(rows: readonly number[], days: RecordTable): [number, number[]][] {
  const dates = numbers(days, 'date');
  const years = new Map<number, number[]>();
  for (const row of rows) {
    const year = new Date(dates[row] * MS_PER_DAY).getUTCFullYear();
    const known = years.get(year);
    if (known) known.push(row);
    else years.set(year, [row]);
  }
  return [...years];
}

/** References by the text they are written with, each text once. */
export function namedReferences(question: Question): readonly Reference[] {
  return [...new Map(referencesOf(question).map((reference) => [reference.text, reference])).values()];
}

export interface Cases {
  /** `date`, one field for each reference named as it is written, `outcome`. */
  readonly fields: readonly Field[];
  /** Newest first. */
  readonly rows: RecordTable;
}

export function casesOf(question: Question, { cases, outcomes, columns }: Tally, { days }: Material): Cases {
  const newest = [...cases].reverse();
  const dates = numbers(days, 'date');
  const named = namedReferences(question);
  const taken = named.map((reference) => {
    const { values } = columns.of(reference);
    return values instanceof Float64Array
      ? Float64Array.from(newest, (row) => values[row])
      : newest.map((row) => values[row]);
  });
  const { field } = question.outcome.reference;
  const outcome: Field =
    question.outcome.test === null
      ? { ...field, name: 'outcome', nullable: field.never !== undefined }
      : { name: 'outcome', type: 'boolean', unit: 'none', nullable: false, description: 'Whether then holds' };
  return {
    fields: [
      date('date', 'Date of the session'),
      ...named.map(({ text, field }): Field => ({ ...field, name: text, nullable: true })),
      outcome,
    ],
    rows: {
      length: newest.length,
      columns: {
        ...Object.fromEntries(named.map(({ text }, i) => [text, taken[i]])),
        date: Float64Array.from(newest, (row) => dates[row]),
        outcome: Float64Array.from(newest, (row) => outcomes[row]),
      },
    },
  };
}

/** Whether a condition compares a price with a price of its own: such prices move with every later split. */
export const comparesPrices = ({ among, when, outcome }: Question): boolean =>
  [...conditionsOf([...among, ...when]), outcome].some(({ reference, test }) => {
    const priced = (field: Field, values: number) => field.unit === 'price' && isNumeric(field) && values > 0;
    return (
      (test !== null && priced(reference.field, test.values.length)) ||
      reference.filters.some(({ field, test: inner }) => priced(field, inner.values.length))
    );
  });
