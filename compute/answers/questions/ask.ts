/** One question about one symbol, from what is stored to its figures, its cases, and the state now. */

import { turn } from '../../../lib/async.ts';
import type { RangeRequest, ResolvedRange } from '../../evaluation/range.ts';
import type { Adjustment } from '../../market/bars.ts';
import type { Json } from '../../market/render.ts';
import type { SessionSpec } from '../../market/sessions.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import type { Answers, SymbolInfo, ViewAnswer } from '../answers.ts';
import { BarsUsed } from '../on-demand.ts';
import { type Cases, casesOf, comparesPrices, FEW_CASES, figures } from './answer.ts';
import { type Gathered, gather, placeIn, type SharedOthers } from './gather.ts';
import { type LookAhead, lookAheads, lookAheadText } from './look-ahead.ts';
import { type Now, nowOf } from './now.ts';
import { type Tally, tally } from './tally.ts';
import { conditionsOf, type Question, type Reference, referencesIn, referencesOf } from './tree.ts';

export interface AskRequest {
  readonly statistics: readonly Statistic[];
  readonly symbol: SymbolInfo;
  readonly session: SessionSpec;
  readonly range: RangeRequest;
  readonly question: Question;
  /** Other symbols that the question names, by their names there. */
  readonly others: ReadonlyMap<string, SymbolInfo>;
  readonly allowLookAhead: boolean;
  readonly adjustment: Adjustment;
  /** Of a request over several symbols: what they have used of its bound together. */
  readonly barsUsed?: BarsUsed;
  /** And the other symbols that they look at. */
  readonly shared?: SharedOthers;
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
  /** From `sessions` to `curve`. */
  readonly figures: { readonly [key: string]: Json };
  readonly lookAhead: boolean;
  readonly warnings: readonly string[];
  readonly now: Now;
  readonly cases: Cases;
}

/**
 * The sessions of the range, distinguished.
 * @throws LooksAhead, DoesNotFit; what `Answers.view` throws
 */
export async function find(answers: Answers, request: AskRequest): Promise<Found> {
  const { question, allowLookAhead } = request;
  const lookAhead = lookAheads(question, placeIn(request));
  if (lookAhead.length > 0 && !allowLookAhead) throw new LooksAhead(lookAhead);
  const barsUsed = request.barsUsed ?? new BarsUsed();
  const gathered = await gather(answers, { ...request, references: referencesOf(question), barsUsed });
  // Several symbols' records arrive at one moment: what is computed of each takes its turn.
  await turn(question);
  return { gathered, tally: tally(gathered.material, question, gathered.from, gathered.to), lookAhead };
}

/** @throws as `find` does */
export async function ask(answers: Answers, request: AskRequest): Promise<Asked> {
  const { question } = request;
  const found = await find(answers, request);
  const { gathered } = found;
  return {
    range: gathered.range,
    source: gathered.source,
    figures: figures(question.outcome, found.tally, gathered.material),
    lookAhead: found.lookAhead.length > 0,
    warnings: [...ownWarnings(request, found), ...gathered.warnings],
    now: await now(answers, request, gathered),
    cases: casesOf(question, found.tally, gathered.material),
  };
}

/** How the conditions are at the end of the data, whatever range was asked for. */
export async function now(answers: Answers, request: AskRequest, gathered: Gathered): Promise<Now> {
  const { symbol, question, range } = request;
  const clauses = [...question.among, ...question.when];
  if (symbol.lastBar === null) {
    return { date: null, session: null, as_of: null, matches: clauses.length === 0 || 'pending', conditions: [] };
  }
  const holdsLatest = gathered.range.wanted.to >= (gathered.latest ?? Number.POSITIVE_INFINITY);
  const material =
    holdsLatest && gathered.material.days.length > 0
      ? gathered.material
      : (await latestOf(answers, request, referencesIn(clauses), range.earliest)).material;
  return nowOf(material, clauses);
}

function latestOf(
  answers: Answers,
  { statistics, symbol, session, others, shared, barsUsed = new BarsUsed() }: AskRequest,
  references: readonly Reference[],
  earliest: number | undefined,
): Promise<Gathered> {
  const range: RangeRequest = { months: 1, timeWindow: 'custom', earliest };
  return gather(answers, { statistics, symbol, session, range, references, others, barsUsed, shared });
}

/** What the question itself gives reason to doubt, whatever the symbol. */
export function questionWarnings(
  question: Question,
  adjustment: Adjustment,
  lookAhead: readonly LookAhead[],
): string[] {
  const weekly = conditionsOf([...question.among, ...question.when]).filter(
    ({ reference }) =>
      reference.source.kind === 'week' && ['close', 'later'].includes(reference.field.knownAt ?? 'before'),
  );
  return [
    ...lookAhead.map((one) => lookAheadText(one, question.outcome)),
    ...(adjustment !== 'raw' && comparesPrices(question)
      ? ['a condition on an absolute price looks ahead where bars are adjusted by later splits; see adjustment=raw']
      : []),
    ...weekly.map(({ reference }) => `${reference.text} is known at the end of the week: null before all its sessions`),
  ];
}

/** Of the sessions in which `when` may hold, at most this share may be unknown or early without a warning. */
const UNSAID_SHARE = 0.1;

function ownWarnings({ question, adjustment, symbol }: AskRequest, { tally, lookAhead }: Found): string[] {
  const cases = tally.cases.length;
  const { unknownWhen, unknownThen, unknownEarly, moments, outcomes } = tally;
  const lost = unknownWhen + unknownThen + unknownEarly;
  const never = tally.cases.filter((row) => Number.isNaN(outcomes[row])).length;
  return [
    ...questionWarnings(question, adjustment, lookAhead),
    ...(cases < FEW_CASES ? [`fewer than ${FEW_CASES} cases (${cases}): the figures say little`] : []),
    ...(lost > UNSAID_SHARE * (lost + cases)
      ? [`${lost} of ${lost + cases} sessions in which when may hold are unknown or early, and are no cases`]
      : []),
    ...(never > 0 ? [`${question.outcome.text} never came in ${never} of ${cases} cases: they have no value`] : []),
    ...(moments.casesAlone
      ? [
          'conditions that are known at an event have no moment where they do not hold: nothing is compared with the cases',
        ]
      : []),
    ...(moments.withoutMoments
      ? ['daily bars have no moments inside a day: when conditions are known is looked at by their kinds alone']
      : []),
    ...(symbol.hasBars ? [] : [`no bars of ${symbol.symbol} are stored`]),
  ];
}
