/** The text of a question, as read from a URL. */
import { DoesNotFit, recordsKey, valuesOf } from '../../compute/answers/query/gather.ts';
import { parseThen, parseWhen, type Reference, type SyntaxProblem } from '../../compute/answers/query/grammar.ts';
import { lookAheads, lookAheadText } from '../../compute/answers/query/look-ahead.ts';
import type { Question } from '../../compute/answers/query/tally.ts';
import { type Problem, queryProblem } from '../errors.ts';
import type { OwnRoute } from '../routes.ts';

/** What a question asks, as read from its URL. */
export interface AskedQuestion extends Question {
  readonly when: string;
  readonly thenText: string;
  readonly allowLookAhead: boolean;
}

/** With the place in the text, so that a client can point at it. */
function questionProblem(name: string, { type, position, message, expected, didYouMean }: SyntaxProblem): Problem {
  const meant = didYouMean === null ? '' : `; did you mean '${didYouMean}'?`;
  return {
    ...queryProblem(name, type, `At ${position}: ${message}; expected ${expected}${meant}`),
    ctx: { position, expected, did_you_mean: didYouMean },
  };
}

export const lookAheadProblem = (found: ReturnType<typeof lookAheads>[number], question: AskedQuestion): Problem => ({
  ...queryProblem(
    'when',
    'look_ahead',
    `${lookAheadText(found, question.outcome)}: drop it, or set allow_look_ahead=true`,
  ),
  ctx: {
    position: found.condition.reference.position,
    expected: 'a condition that is known before the outcome',
    did_you_mean: null,
  },
});

/** Of routes without one. */
export const NO_QUESTION: { question: AskedQuestion | null; problems: Problem[] } = { question: null, problems: [] };

export function questionOf({ kind, sources }: OwnRoute, sent: ReadonlyMap<string, unknown>): typeof NO_QUESTION {
  if (kind === 'bars') return NO_QUESTION;
  const when = (sent.get('when') as string | undefined) ?? '';
  const thenText = sent.get('then') as string | undefined;
  const asked = parseWhen(when, sources);
  const problems = asked.problems.map((one) => questionProblem('when', one));
  if (thenText === undefined) return { question: null, problems };
  const { outcome, problems: wrong } = parseThen(thenText, sources);
  problems.push(...wrong.map((one) => questionProblem('then', one)));
  if (outcome?.reference.source.kind === 'week') {
    problems.push(
      questionProblem('then', {
        type: 'value_error',
        position: outcome.reference.position,
        message: `${outcome.reference.source.name} describes the week before the session and cannot be an outcome of it`,
        expected: 'another outcome',
        didYouMean: null,
      }),
    );
  }
  if (problems.length > 0 || outcome === null) return { question: null, problems };
  const allowLookAhead = sent.get('allow_look_ahead') === true;
  const question = {
    when: when.trim(),
    thenText: thenText.trim(),
    conditions: asked.conditions,
    outcome,
    allowLookAhead,
  };
  // By the parameters as they are on a feed of minutes; what a coarser feed makes of them is looked at when it is known.
  const ahead = allowLookAhead ? [] : lookAheads(question.conditions, outcome, (one) => valuesOf(one, 1));
  return { question, problems: ahead.map((one) => lookAheadProblem(one, question)) };
}

/** What of the question a feed does not take: the parameter that it is in, and why. */
export function misfits(question: AskedQuestion | null, intervalMin: number): Problem[] {
  if (question === null) return [];
  const places: (readonly [string, Reference])[] = [
    ...question.conditions.map(({ reference }) => ['when', reference] as const),
    ['then', question.outcome.reference],
  ];
  const seen = new Set<string>();
  return places.flatMap(([name, reference]) => {
    const key = `${name} ${recordsKey(reference)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    try {
      valuesOf(reference, intervalMin);
      return [];
    } catch (error) {
      if (!(error instanceof DoesNotFit)) throw error;
      const { position } = reference;
      const expected = 'parameters that fit the feed';
      return [
        questionProblem(name, { type: 'value_error', position, message: error.message, expected, didYouMean: null }),
      ];
    }
  });
}
