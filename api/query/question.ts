/** The text of a question, as read from a URL. */
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import { DoesNotFit, placeIn, recordsKey, valuesOf } from '../../compute/answers/questions/gather.ts';
import {
  clockOf,
  type LookAhead,
  lookAheads,
  lookAheadText,
  wrapsMidnight,
} from '../../compute/answers/questions/look-ahead.ts';
import { parseThen, parseWhen } from '../../compute/answers/questions/parse.ts';
import {
  newShared,
  type Question,
  type Reference,
  referencesIn,
  type Source,
  sidesOf,
  symbolsOf,
} from '../../compute/answers/questions/question.ts';
import type { SyntaxProblem } from '../../compute/answers/questions/scanner.ts';
import { EXCHANGE_SESSION, type SessionSpec } from '../../compute/market/sessions.ts';
import { ASSET_CLASSES } from '../../exchange/symbol.ts';
import { type Problem, queryProblem } from '../errors.ts';

/** Longest URL of a question; Node's bound of 16 KiB includes the headers. */
export const MAX_QUESTION_URL_BYTES = 14_336;

/** A question, as read from its URL. */
export interface ParsedQuestion extends Question {
  readonly texts: { readonly among: string; readonly when: string; readonly then: string };
  /** Names of other symbols. */
  readonly symbols: readonly string[];
  readonly allowLookAhead: boolean;
}

type Parameter = keyof ParsedQuestion['texts'];

/** The problem has its position in the text, so that a client can mark it. */
function questionProblem(
  name: Parameter,
  { type, position, message, expected, shortly = expected, didYouMean }: SyntaxProblem,
): Problem {
  const meant = didYouMean === null ? '' : `; did you mean '${didYouMean}'?`;
  return {
    ...queryProblem(name, type, `At ${position}: ${message}; expected ${shortly}${meant}`),
    ctx: { position, expected, did_you_mean: didYouMean },
  };
}

export const lookAheadProblem = (found: LookAhead, question: ParsedQuestion): Problem => ({
  ...queryProblem(found.parameter, 'look_ahead', `${lookAheadText(found, question.outcome)}: drop it`),
  ctx: {
    position: found.condition.reference.position,
    expected: 'a condition that is known before the outcome, or allow_look_ahead=true',
    did_you_mean: null,
  },
});

export const NO_QUESTION: { question: ParsedQuestion | null; problems: Problem[] } = { question: null, problems: [] };

/**
 * @param own the symbol that the request is about; null: any
 * @param session its window
 */
export function questionOf(
  sources: ReadonlyMap<string, Source>,
  sent: ReadonlyMap<string, unknown>,
  own: string | null,
  session: SessionSpec,
): typeof NO_QUESTION {
  const text = (name: Parameter) => sent.get(name) as string | undefined;
  const shared = newShared({ wraps: wrapsMidnight(session), own });
  const problems: Problem[] = [];
  const clauses = (name: 'among' | 'when') => {
    const read = parseWhen(text(name) ?? '', sources, shared);
    problems.push(...read.problems.map((one) => questionProblem(name, one)));
    return read.conditions;
  };
  const [among, when] = [clauses('among'), clauses('when')];
  const then = text('then');
  if (then === undefined) return { question: null, problems };
  const { outcome, problems: wrong } = parseThen(then, sources, shared);
  problems.push(...wrong.map((one) => questionProblem('then', one)));
  const week = outcome && sidesOf(outcome).find(({ source }) => source.kind === 'week');
  if (week) {
    problems.push(
      questionProblem('then', {
        type: 'value_error',
        position: week.position,
        message: `${week.source.name} describes the week before the session and cannot be an outcome of it`,
        expected: 'another outcome',
        didYouMean: null,
      }),
    );
  }
  const allowLookAhead = sent.get('allow_look_ahead') === true;
  if (problems.length > 0 || outcome === null) return { question: null, problems };
  const question: ParsedQuestion = {
    texts: Object.fromEntries([
      ...(['among', 'when'] as const).map((name) => [name, (text(name) ?? '').trim()]),
      ['then', then.trim()],
    ]) as unknown as ParsedQuestion['texts'],
    among,
    when,
    outcome,
    symbols: [...shared.symbols],
    allowLookAhead,
  };
  return {
    question,
    problems: allowLookAhead ? [] : aheadAnyway(question, session).map((one) => lookAheadProblem(one, question)),
  };
}

/**
 * What looks ahead on the clock of every symbol, by the parameters as they are on a feed of minutes; what a symbol's own
 * clock and a coarser feed make of them is looked at when it is known.
 */
export function aheadAnyway(question: Question, session: SessionSpec): readonly LookAhead[] {
  const found = ASSET_CLASSES.map((assetClass) =>
    lookAheads(question, {
      meta: { symbol: '', assetClass, intervalMin: 1 },
      session,
      valuesOf: (one) => valuesOf(one, 1),
      isDaily: () => false,
    }),
  );
  return found.every(({ length }) => length > 0) ? found[0] : [];
}

/** Returns the references of a question, each with the parameter that has it. */
const placesOf = ({ among, when, outcome }: ParsedQuestion): (readonly [Parameter, Reference])[] => [
  ...referencesIn(among).map((reference) => ['among', reference] as const),
  ...referencesIn(when).map((reference) => ['when', reference] as const),
  ...sidesOf(outcome).map((reference) => ['then', reference] as const),
];

/** Returns what of the question the feeds do not take: the parameter that it is in, and why. */
export function incompatible(
  { question }: { readonly question: ParsedQuestion | null },
  symbol: SymbolInfo,
  others: ReadonlyMap<string, SymbolInfo>,
): Problem[] {
  if (question === null) return [];
  const { valuesOf } = placeIn({ symbol, others, session: EXCHANGE_SESSION });
  const seen = new Set<string>();
  return placesOf(question).flatMap(([name, reference]) => {
    const key = `${name} ${reference.symbol} ${recordsKey(reference)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const { position } = reference;
    const problem = (message: string, expected: string) => [
      questionProblem(name, { type: 'value_error', position, message, expected, didYouMean: null }),
    ];
    const other = reference.symbol === null ? undefined : others.get(reference.symbol);
    if (other && clockOf(other) !== clockOf(symbol)) {
      const kind = (one: SymbolInfo) => (one.assetClass === 'crypto' ? 'crypto' : 'equities and ETFs');
      return problem(
        `${reference.symbol} trades by another clock than ${symbol.symbol}`,
        `a symbol of ${kind(symbol)}, as ${symbol.symbol} is one`,
      );
    }
    try {
      valuesOf(reference);
      return [];
    } catch (error) {
      if (!(error instanceof DoesNotFit)) throw error;
      return problem(error.message, 'parameters that fit the feed');
    }
  });
}

/** Other symbols that nothing is stored about, or that the account does not see. */
export function unknownSymbols(question: ParsedQuestion | null, others: ReadonlyMap<string, SymbolInfo>): Problem[] {
  if (question === null) return [];
  const places = placesOf(question);
  return symbolsOf(places.map(([, reference]) => reference)).flatMap((symbol) => {
    if (others.has(symbol)) return [];
    const [name, { position }] = places.find(([, reference]) => reference.symbol === symbol)!;
    const message = `nothing is stored about ${symbol}`;
    const expected = 'a symbol that /symbols names';
    return [questionProblem(name, { type: 'value_error', position, message, expected, didYouMean: null })];
  });
}
