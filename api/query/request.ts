/** Reads a request from its URL: every parameter by its schema, then what they mean together. */
import { hash } from 'node:crypto';
import { referencesOf } from '../../compute/answers/questions/question.ts';
import { DEFAULT_TIME_WINDOW, monthsOf, type RangeRequest, type TimeWindow } from '../../compute/evaluation/range.ts';
import type { Adjustment } from '../../compute/market/bars.ts';
import { sessionKey, sessionSpec } from '../../compute/market/sessions.ts';
import { type ParamSet, PROBLEM_TYPES, type ProblemType } from '../../compute/statistics/params.ts';
import { getOrMake } from '../../lib/collections.ts';
import { nearestName } from '../../lib/text.ts';
import { invalid, type Problem, queryProblem } from '../errors.ts';
import { FEATURE_PARAMETERS, type Feature } from '../plans.ts';
import { decodeCursor, NO_CURSOR, queryMark } from '../responses/pages.ts';
import type { DataRequest, DataRoute } from '../route.ts';
import { type Format, RANGE, SESSION } from './params.ts';
import { NO_QUESTION, type ParsedQuestion, questionOf } from './question.ts';

/** More than twice the parameters of any endpoint. */
const MAX_PARAMETERS = 64;
const NONE: ReadonlySet<string> = new Set();

function unknownName(name: string, params: ParamSet, elsewhere: ReadonlySet<string>): string {
  const meant = nearestName(name, Object.keys(params)) ?? nearestName(name, elsewhere);
  return `Extra inputs are not permitted${meant === null ? '' : `; did you mean '${meant}'?`}`;
}

/** Cuts the name of an unknown parameter, which the client chose. */
const shortened = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}...` : name);

/**
 * Reads the parameters of a query and reports everything that is wrong with them at once.
 *
 * @param search the query's text, without its question mark
 * @param elsewhere parameters without effect here
 * @throws 422 for too many parameters, before any is read
 */
function parseQuery(search: string, params: ParamSet, elsewhere: ReadonlySet<string>) {
  const count = search.split('&').length;
  if (count > MAX_PARAMETERS) {
    const msg = `A query may have ${MAX_PARAMETERS} parameters, not ${count}: leave out those that no endpoint knows`;
    throw invalid([{ loc: ['query'], msg, type: 'too_long' }]);
  }
  const texts = new Map<string, string[]>();
  for (const [name, text] of new URLSearchParams(search)) getOrMake(texts, name, (): string[] => []).push(text);
  const sent = new Map<string, unknown>();
  const problems: Problem[] = [];
  for (const [name, param] of Object.entries(params)) {
    const values = texts.get(name);
    if (!values) {
      if (param.doc.required) problems.push(queryProblem(name, 'missing', 'Field required'));
      continue;
    }
    if (values.length > 1) {
      problems.push(queryProblem(name, 'value_error', `Given ${values.length} times: give it once`));
      continue;
    }
    const parsed = param.schema.safeParse(values[0]);
    if (parsed.success) sent.set(name, parsed.data);
    else for (const issue of parsed.error.issues) problems.push(queryProblem(name, problemType(issue), issue.message));
  }
  const names = [...texts.keys()];
  const others = names.filter((name) => !Object.hasOwn(params, name));
  for (const name of others.filter((name) => !elsewhere.has(name))) {
    problems.push(queryProblem(shortened(name), 'extra_forbidden', unknownName(name, params, elsewhere)));
  }
  return { sent, ignored: others.filter((name) => elsewhere.has(name)).sort(), names, problems };
}

export function problemType(issue: object): ProblemType {
  const type = (issue as { params?: { type?: unknown } }).params?.type;
  return PROBLEM_TYPES.find((known) => known === type) ?? 'value_error';
}

/** Returns the values that were sent to an endpoint that reads its own parameters. @throws 422 with all that is wrong */
export function readQuery(search: string, params: ParamSet): ReadonlyMap<string, unknown> {
  const { sent, problems } = parseQuery(search, params, NONE);
  if (problems.length > 0) throw invalid(problems);
  return sent;
}

/** Parameters that have properties of their own in `DataRequest`. */
const COMMON = new Set([
  'symbol',
  'symbols',
  ...Object.keys({ ...RANGE, ...SESSION }),
  'adjustment',
  'cursor',
  'format',
]);

/** Reads a request for data from its URL. */
export function readRequest(route: DataRoute, search: string): DataRequest {
  const { sent: all, ignored, names: sentNames, problems } = parseQuery(search, route.params, route.elsewhere);
  const get = <T>(name: string) => all.get(name) as T | undefined;
  const timeWindow = get<TimeWindow>('time_window') ?? DEFAULT_TIME_WINDOW;
  const [startDate, endDate, date] = [get<number>('start_date'), get<number>('end_date'), get<number>('date')];
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    problems.push(queryProblem('start_date', 'value_error', 'start_date is after end_date'));
  }
  const isPaged = Object.hasOwn(route.params, 'cursor');
  const isBackwards = isPaged && (get('order') ?? route.defaultOrder) === 'desc';
  const sent = new Map(
    [...all].filter(([name]) => !COMMON.has(name) && !(isPaged && (name === 'limit' || name === 'order'))),
  );
  problems.push(...(route.problemsOf?.(sent) ?? []));
  const sentSession = {
    startMin: get<number>('start_time'),
    endMin: get<number>('end_time'),
    exchange: get('session') === 'exchange',
    extended: get('include_extended_hours') === true,
  };
  const session = route.session ?? sessionSpec(sentSession);
  const symbol = get<string>('symbol');
  const names = symbol === undefined ? (get<readonly string[]>('symbols') ?? []) : [symbol];
  const { question, problems: wrong } = route.sources
    ? questionOf(route.sources, sent, symbol ?? null, session)
    : NO_QUESTION;
  problems.push(...wrong);
  const adjustment = get<Adjustment>('adjustment') ?? 'splits';
  const query = JSON.stringify([
    route.path,
    names,
    sessionKey(session),
    // An empty `among` or `when` is the same as none.
    [...sent].filter(([, value]) => value !== '').sort(([a], [b]) => (a < b ? -1 : 1)),
    adjustment,
    [timeWindow, startDate, endDate, date],
    ignored,
    ...(isBackwards ? ['desc'] : []),
  ]);
  // The next page may be requested with the other spelling of a pair.
  const cursorMark = isPaged ? queryMark(query.replaceAll('/', '')) : '';
  const cursor = get<string>('cursor');
  const place = cursor === undefined ? undefined : decodeCursor(cursor, cursorMark);
  if (place === null) problems.push(queryProblem('cursor', 'value_error', NO_CURSOR));
  const limit = get<number>('limit');
  return {
    route,
    problems,
    names,
    sent,
    session,
    range: { timeWindow, months: monthsOf(timeWindow), startDate, endDate, date },
    adjustment,
    needs: problems.length > 0 ? [] : needsOf(route, sentNames, question),
    format: get<Format>('format'),
    limit,
    isBackwards,
    place: place ?? undefined,
    cursorMark,
    ignored,
    question,
    key: hash('sha256', JSON.stringify([query, limit, place]), 'base64url'),
  };
}

/** Returns the features that the plan needs. Routes for one date open it to all plans; brackets count like parameters. */
function needsOf(route: DataRoute, names: readonly string[], question: ParsedQuestion | null) {
  const inBrackets = question ? referencesOf(question).flatMap(({ params }) => [...params.keys()]) : [];
  const used = [...names.filter((name) => !(route.isDateFree && name === 'date')), ...inBrackets];
  return (Object.entries(FEATURE_PARAMETERS) as [Feature, readonly string[]][]).flatMap(([feature, parameters]) => {
    const parameter = used.find((name) => parameters.includes(name));
    return parameter === undefined ? [] : [{ feature, parameter }];
  });
}

/** Returns the requested range of symbols whose first bars are known. Without a stored bar `MAX` begins before all data. */
export function rangeRequest(
  { range, route }: DataRequest,
  firstDays: readonly (number | null)[],
  earliest: number | undefined,
): RangeRequest {
  const first = Math.min(...firstDays.map((day) => day ?? Number.POSITIVE_INFINITY));
  // News may be older than bars.
  const firstDay = route.statistic?.events || !Number.isFinite(first) ? undefined : first;
  return { ...range, firstDay, earliest };
}
