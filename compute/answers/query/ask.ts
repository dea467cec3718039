/** One question about one symbol, from what is stored to its figures, its cases, and the state now. */

import type { RangeRequest, ResolvedRange } from '../../engine/range.ts';
import type { Adjustment } from '../../market/adjustment.ts';
import type { Json } from '../../market/records/render.ts';
import type { SessionSpec } from '../../market/sessions/spec.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import type { Answers, SymbolInfo, ViewAnswer } from '../answers.ts';
import { BarsUsed } from '../bars-used.ts';
import { type Cases, casesOf, comparesPrices, FEW_CASES, figures } from './answer.ts';
import { type Gathered, gather, valuesOf } from './gather.ts';
import { type LookAhead, lookAheads, lookAheadText } from './look-ahead.ts';
import { type Now, nowOf } from './now.ts';
import { type Question, referencesOf, type Tally, tally } from './tally.ts';

export interface AskRequest {
  readonly statistics: readonly Statistic[];
  readonly symbol: SymbolInfo;
  readonly session: SessionSpec;
  readonly range: RangeRequest;
  readonly question: Question;
  readonly allowLookAhead: boolean;
  readonly adjustment: Adjustment;
  /** Of a request over several symbols: what they have used of its bound together. */
  readonly barsUsed?: BarsUsed;
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
  /** From `sessions` to `last_30`. */
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
  const { question, symbol, allowLookAhead } = request;
  const lookAhead = lookAheads(question.conditions, question.outcome, (one) => valuesOf(one, symbol.intervalMin));
  if (lookAhead.length > 0 && !allowLookAhead) throw new LooksAhead(lookAhead);
  const barsUsed = request.barsUsed ?? new BarsUsed();
  const gathered = await gather(answers, { ...request, references: referencesOf(question), barsUsed });
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
  const references = question.conditions.map(({ reference }) => reference);
  const lastBarEnd = symbol.lastBar === null ? Number.NaN : symbol.lastBar + symbol.intervalMin;
  if (Number.isNaN(lastBarEnd)) {
    return { date: null, session: null, as_of: null, matches: references.length === 0 || 'pending', conditions: [] };
  }
  const holdsLatest = gathered.range.wanted.to >= (gathered.latest ?? Number.POSITIVE_INFINITY);
  const material =
    holdsLatest && gathered.material.days.length > 0
      ? gathered.material
      : (await latestOf(answers, request, references, range.earliest)).material;
  return nowOf(material, question.conditions, lastBarEnd);
}

function latestOf(
  answers: Answers,
  { statistics, symbol, session, barsUsed = new BarsUsed() }: AskRequest,
  references: readonly Question['conditions'][number]['reference'][],
  earliest: number | undefined,
): Promise<Gathered> {
  const range: RangeRequest = { months: 1, timeWindow: 'custom', earliest };
  return gather(answers, { statistics, symbol, session, range, references, barsUsed });
}

/** What the question itself gives reason to doubt, whatever the symbol. */
export function questionWarnings(
  { conditions, outcome }: Question,
  adjustment: Adjustment,
  lookAhead: readonly LookAhead[],
): string[] {
  const never = conditions.filter(
    ({ reference }) =>
      reference.source.kind === 'week' && ['close', 'later'].includes(reference.field.knownAt ?? 'before'),
  );
  return [
    ...lookAhead.map((one) => lookAheadText(one, outcome)),
    ...(adjustment !== 'raw' && comparesPrices({ conditions, outcome })
      ? ['a condition on an absolute price looks ahead where bars are adjusted by later splits; see adjustment=raw']
      : []),
    ...never.map(({ reference }) => `${reference.text} is known at the end of the week: null before all its sessions`),
  ];
}

function ownWarnings({ question, adjustment, symbol }: AskRequest, { tally, lookAhead }: Found): string[] {
  const cases = tally.cases.length;
  return [
    ...questionWarnings(question, adjustment, lookAhead),
    ...(cases < FEW_CASES ? [`fewer than ${FEW_CASES} cases (${cases}): the figures say little`] : []),
    ...(symbol.hasBars ? [] : [`no bars of ${symbol.symbol} are stored`]),
  ];
}
