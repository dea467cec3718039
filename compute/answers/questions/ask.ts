/** One question about one symbol, from what is stored to its figures, its cases, and the state now. */

import { turn } from '../../../lib/async.ts';
import { grouped } from '../../../lib/collections.ts';
import { MS_PER_DAY } from '../../../lib/days.ts';
import type { RangeRequest, ResolvedRange } from '../../evaluation/range.ts';
import type { Adjustment } from '../../market/bars.ts';
import { date, type Field, shown, type Unit } from '../../market/fields.ts';
import { rate, wilson } from '../../market/math.ts';
import { type Column, isText, numbers, type RecordTable, type TextColumn } from '../../market/records.ts';
import type { Json } from '../../market/render.ts';
import type { Warning, WarningCode } from '../../market/warning.ts';
import type { Answers, ViewAnswer } from '../answers.ts';
import { type Gathered, type GatherRequest, gather, placeIn } from './gather.ts';
import {
  type Difference,
  type Distribution,
  distribution,
  fisher,
  type Interval,
  rateDifference,
  welch,
} from './inference.ts';
import { type LookAhead, lookAheads, lookAheadText, outsideWindow } from './look-ahead.ts';
import { type Now, nowOf, stopped } from './now.ts';
import { pathsIn } from './paths.ts';
import { conditionsOf, isNumeric, type Outcome, type Question, referencesIn, referencesOf } from './question.ts';
import type { Material } from './source-columns.ts';
import { curveOf, type Tally, tally } from './tally.ts';

export interface AskRequest extends Omit<GatherRequest, 'references'> {
  readonly question: Question;
  readonly allowLookAhead: boolean;
  readonly adjustment: Adjustment;
  readonly withPaths?: boolean;
  /** The data of the symbol have stopped: see stale.ts; left out: no. */
  readonly isStale?: boolean;
}

/** Conditions that look ahead, and nobody said that they may. */
export class LooksAhead extends Error {
  readonly found: readonly LookAhead[];
  constructor(found: readonly LookAhead[]) {
    super('the question looks ahead');
    this.name = 'LooksAhead';
    this.found = found;
  }
}

export interface Found {
  readonly gathered: Gathered;
  readonly tally: Tally;
  readonly lookAhead: readonly LookAhead[];
}

export interface Asked {
  readonly range: ResolvedRange;
  readonly source: ViewAnswer['source'];
  /** From `sessions` to `curve`, and `paths` where they are asked for. */
  readonly figures: { readonly [key: string]: Json };
  readonly lookAhead: boolean;
  readonly warnings: readonly Warning[];
  readonly now: Now;
  readonly cases: Cases;
}

/**
 * The sessions of the range, distinguished.
 * @throws LooksAhead, DoesNotFit; what `Answers.view` throws
 */
export async function find(answers: Answers, request: AskRequest): Promise<Found> {
  const { question, allowLookAhead } = request;
  const place = placeIn(request);
  const lookAhead = lookAheads(question, place);
  if (lookAhead.length > 0 && !allowLookAhead) throw new LooksAhead(lookAhead);
  const found = await gather(answers, { ...request, references: referencesOf(question) });
  const gathered = { ...found, warnings: [...outsideWindow(question, place), ...found.warnings] };
  // Several symbols' records arrive at one moment: what is computed of each takes its turn.
  await turn(question);
  return { gathered, tally: tally(gathered.material, question, gathered.from, gathered.to), lookAhead };
}

export async function ask(answers: Answers, request: AskRequest): Promise<Asked> {
  const { question, withPaths } = request;
  const found = await find(answers, request);
  const { gathered } = found;
  const drawn = withPaths ? await pathsIn(answers, request, gathered, found.tally) : null;
  return {
    range: gathered.range,
    source: gathered.source,
    figures: { ...figures(question.outcome, found.tally, gathered.material), ...(drawn && { paths: drawn.paths }) },
    lookAhead: found.lookAhead.length > 0,
    warnings: [...ownWarnings(request, found), ...gathered.warnings, ...(drawn?.refused ?? [])],
    now: await now(answers, request, gathered),
    cases: casesOf(question, found.tally, gathered.material),
  };
}

export async function now(answers: Answers, request: AskRequest, at: Gathered): Promise<Now> {
  const state = await stateAtEnd(answers, request, at);
  const { date, session, as_of, ...rest } = state;
  return request.isStale ? stopped(state) : { date, session, stale: false, as_of, ...rest };
}

async function stateAtEnd(answers: Answers, request: AskRequest, at: Gathered): Promise<Omit<Now, 'stale'>> {
  const { symbol, question, range } = request;
  const clauses = [...question.among, ...question.when];
  if (symbol.lastBar === null) {
    return { date: null, session: null, as_of: null, matches: clauses.length === 0 || 'pending', conditions: [] };
  }
  const holdsLatest = at.range.wanted.to >= (at.latest ?? Number.POSITIVE_INFINITY) && at.material.days.length > 0;
  if (holdsLatest) return nowOf(at.material, clauses);
  const lately: RangeRequest = { months: 1, timeWindow: 'custom', earliest: range.earliest };
  const recent = await gather(answers, { ...request, range: lately, references: referencesIn(clauses) });
  return nowOf(recent.material, clauses);
}

/** What the question itself gives reason to doubt, whatever the symbol. */
export function questionWarnings(
  question: Question,
  adjustment: Adjustment,
  lookAhead: readonly LookAhead[],
): Warning[] {
  const weekly = conditionsOf([...question.among, ...question.when]).filter(
    ({ reference }) =>
      reference.source.kind === 'week' && ['close', 'later'].includes(reference.field.knownAt ?? 'before'),
  );
  return [
    ...lookAhead.map((one): Warning => ({ code: 'look_ahead', text: lookAheadText(one, question.outcome) })),
    ...(adjustment !== 'raw' && comparesPrices(question) ? [PRICE_LOOK_AHEAD] : []),
    ...weekly.map(
      ({ reference }): Warning => ({
        code: 'weekly_field',
        text: `${reference.text} is known at the end of the week: null before all its sessions`,
      }),
    ),
  ];
}

export const noBars = (symbol: string): Warning => ({ code: 'no_bars', text: `no bars of ${symbol} are stored` });

const PRICE_LOOK_AHEAD: Warning = {
  code: 'price_look_ahead',
  text: 'a condition on an absolute price looks ahead where bars are adjusted by later splits; see adjustment=raw',
};

/** Of the sessions in which `when` may hold, at most this share may be unknown or early without a warning. */
const UNSAID_SHARE = 0.1;

function ownWarnings({ question, adjustment, symbol }: AskRequest, { tally, lookAhead }: Found): Warning[] {
  const cases = tally.cases.length;
  const { unknownWhen, unknownThen, unknownEarly, moments, outcomes } = tally;
  const lost = unknownWhen + unknownThen + unknownEarly;
  const never = tally.cases.filter((row) => Number.isNaN(outcomes[row])).length;
  const out = questionWarnings(question, adjustment, lookAhead);
  const warn = (applies: boolean, code: WarningCode, text: string) => {
    if (applies) out.push({ code, text });
  };
  warn(cases < FEW_CASES, 'few_cases', `fewer than ${FEW_CASES} cases (${cases}): the figures say little`);
  warn(
    lost > UNSAID_SHARE * (lost + cases),
    'unknown_cases',
    `${lost} of ${lost + cases} sessions in which when may hold are unknown or early, and are no cases`,
  );
  warn(
    never > 0,
    'cases_without_value',
    `${question.outcome.text} never came in ${never} of ${cases} cases: they have no value`,
  );
  warn(
    moments.casesAlone,
    'no_comparison',
    'conditions that are known at an event have no moment where they do not hold: nothing is compared with the cases',
  );
  warn(
    moments.withoutMoments,
    'needs_intraday',
    'daily bars have no moments inside a day: when conditions are known is looked at by their kinds alone',
  );
  return symbol.hasBars ? out : [...out, noBars(symbol.symbol)];
}

type JsonObject = { [key: string]: Json };

const FEW_CASES = 30;
const RECENT_CASES = 30;

/** Some sessions: their rate in percent, or their distribution. NaN stands for null. */
interface Group {
  readonly cases: number;
  readonly hits: number;
  /** The rate, or the mean. */
  readonly value: number;
  readonly confidence: Interval;
  readonly distribution: Distribution | null;
}

const valuesOf = (rows: readonly number[], { outcomes }: Tally) =>
  rows.map((row) => outcomes[row]).filter((value) => !Number.isNaN(value));

function groupOf({ test }: Outcome, rows: readonly number[], found: Tally): Group {
  const values = valuesOf(rows, found);
  if (test === null) {
    const one = distribution(values);
    const { mean: value, meanConfidence: confidence } = one;
    return { cases: rows.length, hits: Number.NaN, value, confidence, distribution: one };
  }
  const hits = values.reduce((a, b) => a + b, 0);
  const cases = values.length;
  return { cases, hits, value: rate(hits, cases), confidence: wilson(hits, cases), distribution: null };
}

/** The cases, the rest, and both together. Cases that nothing is compared with are alone. */
export function comparison(
  outcome: Outcome,
  found: Tally,
): { cases: Group; base: Group; rest: Group; difference: Difference; p: number } {
  const { casesAlone } = found.moments;
  const rest = casesAlone ? [] : found.rest;
  const both = casesAlone ? [] : [...found.cases, ...rest];
  // Sums of numbers depend on their order.
  if (outcome.test === null) both.sort((a, b) => a - b);
  const [own, base, others] = [found.cases, both, rest].map((rows) => groupOf(outcome, rows, found));
  const groups = { cases: own, base, rest: others };
  if (outcome.test === null) return { ...groups, ...welch(valuesOf(found.cases, found), valuesOf(rest, found)) };
  const counts = [own.hits, own.cases, others.hits, others.cases] as const;
  return { ...groups, difference: rateDifference(...counts), p: fisher(...counts) };
}

const orNull = (value: number, unit: Unit): Json => (Number.isNaN(value) ? null : shown(value, unit));
const interval = ({ low, high }: Interval, unit: Unit) => ({ low: orNull(low, unit), high: orNull(high, unit) });

/** How many sessions went which way: `sessions`, `population`, `cases`, `unknown`. */
function counts(found: Tally): JsonObject {
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

/** Means and quantiles of prices are prices; all others have 4 decimals. */
const unitOf = ({ test, reference }: Outcome): Unit =>
  test !== null ? 'pct' : reference.field.unit === 'price' ? 'price' : 'none';

/** Everything from `sessions` to `curve`. */
function figures(outcome: Outcome, found: Tally, { days }: Material): JsonObject {
  const { casesAlone } = found.moments;
  const isNumber = outcome.test === null;
  const unit = unitOf(outcome);
  const { cases, base, rest, difference, p } = comparison(outcome, found);
  const compared = (shown: Json): Json => (casesAlone ? null : shown);
  const short = (rows: readonly number[]): JsonObject => {
    const { hits, value, distribution } = groupOf(outcome, rows, found);
    const [mean, median] = [value, distribution?.median ?? Number.NaN].map((one) => orNull(one, unit));
    return { cases: rows.length, ...(isNumber ? { mean, median } : { hits, rate_pct: mean }) };
  };
  return {
    ...counts(found),
    ...groupShown(cases, unit),
    base: compared({ cases: base.cases, ...groupShown(base, unit) }),
    rest: compared({ cases: rest.cases, ...groupShown(rest, unit) }),
    [isNumber ? 'difference' : 'difference_pct']: compared({
      value: orNull(difference.value, unit),
      ...interval(difference, unit),
    }),
    p_value: compared(orNull(p, 'ratio')),
    by_year: byYear(found.cases, days).map(([year, rows]) => ({ year, ...short(rows) })),
    last_30: short(found.cases.slice(-RECENT_CASES)),
    curve:
      curveOf(found.columns, outcome, found)?.map(({ minutes, casesPct, restPct }) => ({
        minutes,
        cases_pct: orNull(casesPct, 'pct'),
        rest_pct: compared(orNull(restPct, 'pct')),
      })) ?? null,
  };
}

function groupShown({ cases, hits, value, confidence, distribution }: Group, unit: Unit): JsonObject {
  if (!distribution) return { hits, rate_pct: orNull(value, unit), confidence: interval(confidence, unit) };
  const { n, median, medianConfidence, deviation, quantiles } = distribution;
  return {
    n,
    never: cases - n,
    mean: orNull(value, unit),
    mean_confidence: interval(confidence, unit),
    median: orNull(median, unit),
    median_confidence: interval(medianConfidence, unit),
    std: orNull(deviation, unit),
    quantiles: Object.fromEntries(Object.entries(quantiles).map(([name, one]) => [name, orNull(one, unit)])),
  };
}

/** The rows by the calendar year of their session, years ascending. */
function byYear(rows: readonly number[], days: RecordTable): [number, number[]][] {
  const dates = numbers(days, 'date');
  return [...grouped(rows, (row) => new Date(dates[row] * MS_PER_DAY).getUTCFullYear())];
}

export interface Cases {
  /** `date`, one field for each reference named as it is written, `outcome`. */
  readonly fields: readonly Field[];
  /** Newest first. */
  readonly rows: RecordTable;
}

function casesOf(question: Question, { cases, outcomes, columns }: Tally, { days }: Material): Cases {
  const newest = [...cases].reverse();
  const dates = numbers(days, 'date');
  // Each text once.
  const named = [...new Map(referencesOf(question).map((reference) => [reference.text, reference])).values()];
  const taken = named.map((reference): [string, Column] => {
    const column = columns.of(reference);
    const values = newest.map((row) => column(row).value);
    const isWord = isText(reference.field);
    return [
      reference.text,
      isWord ? (values as TextColumn) : Float64Array.from(values, (value) => Number(value ?? Number.NaN)),
    ];
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
        ...Object.fromEntries(taken),
        date: Float64Array.from(newest, (row) => dates[row]),
        outcome: Float64Array.from(newest, (row) => outcomes[row]),
      },
    },
  };
}

/** Whether a condition compares a price with a price of its own: it moves with every later split. */
const comparesPrices = ({ among, when, outcome }: Question): boolean =>
  [...conditionsOf([...among, ...when]), outcome].some(({ reference, test }) => {
    const priced = (field: Field, values: number) => field.unit === 'price' && isNumeric(field) && values > 0;
    return (
      (test !== null && priced(reference.field, test.values.length)) ||
      reference.filters.some(({ field, test: inner }) => priced(field, inner.values.length))
    );
  });
