/** Questions and requests for bars as their URL alone tells them. */
import { hash } from 'node:crypto';
import { DoesNotFit, recordsKey, valuesOf } from '../../compute/answers/query/gather.ts';
import { parseThen, parseWhen, type Reference, type SyntaxProblem } from '../../compute/answers/query/grammar.ts';
import { lookAheads, lookAheadText } from '../../compute/answers/query/look-ahead.ts';
import { type Question, referencesOf } from '../../compute/answers/query/tally.ts';
import { DEFAULT_TIME_WINDOW, monthsOf, type TimeWindow } from '../../compute/engine/time-windows.ts';
import type { Adjustment } from '../../compute/market/adjustment.ts';
import { sessionKey, sessionSpec } from '../../compute/market/sessions/spec.ts';
import { type Problem, queryProblem } from '../errors.ts';
import { FEATURE_PARAMETERS, type Feature } from '../plans.ts';
import type { OwnRoute } from '../routes.ts';
import type { Format } from './common.ts';
import { decodeCursor, NO_CURSOR, queryMark } from './cursor.ts';
import { parseQuery } from './parse.ts';
import type { Prepared, RangeWords } from './prepare.ts';

/** What a question asks, as read from its URL. */
export interface AskedQuestion extends Question {
  readonly when: string;
  readonly thenText: string;
  readonly allowLookAhead: boolean;
}

export interface PreparedOwn extends Prepared {
  readonly route: OwnRoute;
  /** Null for bars. */
  readonly question: AskedQuestion | null;
  /** The figures of a question without its cases. */
  readonly preview: boolean;
}

/** As `draws` of the request will say, by its text alone: looked at before anything is parsed. */
export function seemsToDraw({ kind }: OwnRoute, search: string): boolean {
  if (kind === 'bars') return /(?:^|&)date=/.test(search);
  return kind === 'question' && /(?:^|&)preview=(?:true|1|yes|on)(?:&|$)/i.test(search);
}

/** `2.` of a text of one parameter, so that a client can point at it. */
export function questionProblem(
  name: string,
  { type, position, message, expected, didYouMean }: SyntaxProblem,
): Problem {
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

export function prepareOwn(route: OwnRoute, search: string): PreparedOwn {
  const { sent, ignored, names, problems: found } = parseQuery(search, route.params, route.elsewhere);
  const problems = [...found];
  const text = (name: string) => sent.get(name) as string | undefined;
  const day = (name: string) => sent.get(name) as number | undefined;
  const timeWindow = (text('time_window') as TimeWindow | undefined) ?? DEFAULT_TIME_WINDOW;
  const dates = { startDate: day('start_date'), endDate: day('end_date'), date: day('date') };
  if (dates.startDate !== undefined && dates.endDate !== undefined && dates.startDate > dates.endDate) {
    problems.push(queryProblem('start_date', 'value_error', 'start_date is after end_date'));
  }
  const range: RangeWords = { timeWindow, months: monthsOf(timeWindow), ...dates };
  const session = sessionSpec({
    startMin: day('start_time'),
    endMin: day('end_time'),
    exchange: sent.get('session') === 'exchange',
    extended: sent.get('include_extended_hours') === true,
  });
  const { question, problems: wrong } = route.kind === 'bars' ? NO_QUESTION : questionOf(route, sent);
  problems.push(...wrong);
  const symbols = sent.has('symbol') ? [text('symbol')!] : ((sent.get('symbols') as string[] | undefined) ?? []);
  const paged = route.kind !== 'scan';
  const rest = [...sent].filter(
    ([name]) => !['symbol', 'symbols', 'cursor', 'format', ...(paged ? ['limit'] : [])].includes(name),
  );
  const query = JSON.stringify([route.path, [...symbols].sort(), sessionKey(session), rest.sort(byName), ignored]);
  const cursorMark = paged ? queryMark(query) : '';
  const cursorText = text('cursor');
  const place = cursorText === undefined ? undefined : decodeCursor(cursorText, cursorMark);
  if (place === null) problems.push(queryProblem('cursor', 'value_error', NO_CURSOR));
  const limit = day('limit');
  return {
    route,
    problems,
    symbols,
    sent,
    session,
    range,
    needs: problems.length > 0 ? [] : needsOf(route, names, question),
    format: (text('format') as Format | undefined) ?? 'json',
    formatSent: sent.has('format'),
    limit,
    place: place ?? undefined,
    cursorMark,
    draws: route.kind === 'bars' ? names.includes('date') : sent.get('preview') === true,
    preview: sent.get('preview') === true,
    ignored,
    key: hash('sha256', JSON.stringify([query, limit, place]), 'base64url'),
    adjustment: (text('adjustment') as Adjustment | undefined) ?? 'splits',
    question,
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

const NO_QUESTION: { question: AskedQuestion | null; problems: Problem[] } = { question: null, problems: [] };

function questionOf({ sources }: OwnRoute, sent: ReadonlyMap<string, unknown>): typeof NO_QUESTION {
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
        message: `${outcome.reference.source.name} tells of the week before the session, and is no outcome of it`,
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

/** Features that the plan needs: `date` of bars is everybody's, a parameter in brackets counts like any other. */
function needsOf(route: OwnRoute, names: readonly string[], question: AskedQuestion | null): Prepared['needs'] {
  const inBrackets = question ? referencesOf(question).flatMap(({ params }) => [...params.keys()]) : [];
  const used = [...names.filter((name) => !(route.kind === 'bars' && name === 'date')), ...inBrackets];
  return (Object.entries(FEATURE_PARAMETERS) as [Feature, readonly string[]][]).flatMap(([feature, parameters]) => {
    const parameter = used.find((name) => parameters.includes(name));
    return parameter === undefined ? [] : [{ feature, parameter }];
  });
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
