/** Reads a request from its URL, and fits its parameters to a symbol's feed. */

import { hash } from 'node:crypto';
import { referencesOf } from '../../compute/answers/questions/question.ts';
import { DEFAULT_TIME_WINDOW, monthsOf, type RangeRequest, type TimeWindow } from '../../compute/evaluation/range.ts';
import type { Adjustment } from '../../compute/market/bars.ts';
import { sessionKey, sessionSpec } from '../../compute/market/sessions.ts';
import {
  type AnyValues,
  type Param,
  type ParamSet,
  PROBLEM_TYPES,
  type ProblemType,
} from '../../compute/statistics/params.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { getOrMake } from '../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { nearestName } from '../../lib/text.ts';
import { FEATURE_PARAMETERS, type Feature } from '../authenticator.ts';
import type { DataRoute, OwnRoute, ScreenRoute, StatisticRoute } from '../data-routes.ts';
import { invalid, type Problem, queryProblem } from '../errors.ts';
import { decodeCursor, NO_CURSOR, queryMark } from '../responses/pages.ts';
import { type Format, RANGE, SESSION } from './params.ts';
import { NO_QUESTION, type ParsedQuestion, questionOf } from './question.ts';

/** More than twice the parameters of any endpoint. */
const MAX_PARAMETERS = 64;
/** Longest URL of a question; Node's bound of 16 KiB includes the headers. */
export const MAX_QUESTION_URL_BYTES = 14_336;

function unknownName(name: string, params: ReadonlyMap<string, Param>, elsewhere: ReadonlySet<string>): string {
  const meant = nearestName(name, params.keys()) ?? nearestName(name, elsewhere);
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
function parseQuery(search: string, params: ReadonlyMap<string, Param>, elsewhere: ReadonlySet<string>) {
  const count = search.split('&').length;
  if (count > MAX_PARAMETERS) {
    const msg = `A query may have ${MAX_PARAMETERS} parameters, not ${count}: leave out those that no endpoint knows`;
    throw invalid([{ loc: ['query'], msg, type: 'too_long' }]);
  }
  const texts = new Map<string, string[]>();
  for (const [name, text] of new URLSearchParams(search)) getOrMake(texts, name, (): string[] => []).push(text);
  const sent = new Map<string, unknown>();
  const problems: Problem[] = [];
  for (const [name, param] of params) {
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
  const ignored: string[] = [];
  for (const name of texts.keys()) {
    if (params.has(name)) continue;
    if (elsewhere.has(name)) ignored.push(name);
    else problems.push(queryProblem(shortened(name), 'extra_forbidden', unknownName(name, params, elsewhere)));
  }
  return { sent, ignored: ignored.sort(), names: [...texts.keys()], problems };
}

export function problemType(issue: object): ProblemType {
  const type = (issue as { params?: { type?: unknown } }).params?.type;
  return PROBLEM_TYPES.find((known) => known === type) ?? 'value_error';
}

/** Values of the parameters sent to an endpoint that is alone with them. @throws 422 with all that is wrong */
export function readQuery(search: string, params: ParamSet): ReadonlyMap<string, unknown> {
  const { sent, problems } = parseQuery(search, new Map(Object.entries(params)), new Set());
  if (problems.length > 0) throw invalid(problems);
  return sent;
}

/** Returns the requested range of symbols whose first bars are known. Without a stored bar `MAX` begins before all data. */
export function rangeRequest(
  { range, route }: Prepared,
  firstDays: readonly (number | null)[],
  earliest: number | undefined,
): RangeRequest {
  const first = Math.min(...firstDays.map((day) => day ?? Number.POSITIVE_INFINITY));
  // News may be older than bars.
  const firstDay = route.statistic?.events || !Number.isFinite(first) ? undefined : first;
  return { ...range, firstDay, earliest };
}

export type Prepared = Readonly<ReturnType<typeof prepare>>;
export type PreparedStatistic = Prepared & { readonly route: StatisticRoute };
/** A request for a question or bars. */
export type PreparedOwn = Prepared & { readonly route: OwnRoute };

/** Parameters that have properties of their own in `Prepared`. */
const COMMON = new Set([
  'symbol',
  'symbols',
  ...Object.keys({ ...RANGE, ...SESSION }),
  'adjustment',
  'cursor',
  'format',
]);

/** Reads a request from its URL. If there are `problems`, the other properties mean nothing. */
export function prepare(route: DataRoute, search: string) {
  const { sent, ignored, names, problems: found } = parseQuery(search, route.params, route.elsewhere);
  const problems = [...found];
  const get = <T>(name: string) => sent.get(name) as T | undefined;
  const timeWindow = get<TimeWindow>('time_window') ?? DEFAULT_TIME_WINDOW;
  const [startDate, endDate, date] = [get<number>('start_date'), get<number>('end_date'), get<number>('date')];
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    problems.push(queryProblem('start_date', 'value_error', 'start_date is after end_date'));
  }
  const paged = route.params.has('cursor');
  const backwards = route.kind === 'list' && paged && (get('order') ?? route.endpoint.defaultOrder) === 'desc';
  const own = new Map(
    [...sent].filter(([name]) => !COMMON.has(name) && !(paged && (name === 'limit' || name === 'order'))),
  );
  if (route.kind === 'screen') problems.push(...notStored(route, own));
  const hasSession = route.statistic?.events === undefined;
  const session = sessionSpec({
    startMin: get<number>('start_time'),
    endMin: get<number>('end_time'),
    exchange: get('session') === 'exchange',
    extended: get('include_extended_hours') === true,
  });
  const symbols = sent.has('symbol') ? [get<string>('symbol')!] : (get<readonly string[]>('symbols') ?? []);
  const { question, problems: wrong } =
    route.statistic === null ? questionOf(route, own, symbols, session) : NO_QUESTION;
  problems.push(...wrong);
  const adjustment = get<Adjustment>('adjustment') ?? 'splits';
  const query = JSON.stringify([
    route.path,
    [...symbols].sort(),
    hasSession && sessionKey(session),
    // An empty `among` or `when` is the same as none.
    [...own].filter(([, value]) => value !== '').sort(([a], [b]) => (a < b ? -1 : 1)),
    adjustment,
    [timeWindow, startDate, endDate, date],
    ignored,
    ...(backwards ? ['desc'] : []),
  ]);
  // The next page may be requested with the other spelling of a pair.
  const cursorMark = paged ? queryMark(query.replaceAll('/', '')) : '';
  const cursor = get<string>('cursor');
  const place = cursor === undefined ? undefined : decodeCursor(cursor, cursorMark);
  if (place === null) problems.push(queryProblem('cursor', 'value_error', NO_CURSOR));
  const limit = get<number>('limit');
  return {
    route,
    problems: problems as readonly Problem[],
    /** Upper case; empty for endpoints over all symbols. */
    symbols,
    /** Values of the parameters that were sent and have no property of their own here. */
    sent: own as ReadonlyMap<string, unknown>,
    /** Null for statistics without a session window. */
    session: hasSession ? session : null,
    /** In the query's words; days since the epoch. */
    range: { timeWindow, months: monthsOf(timeWindow), startDate, endDate, date },
    adjustment,
    /** The plan's features that the query needs, each with the parameter that needs it. */
    needs: problems.length > 0 ? [] : needsOf(route, names, question),
    format: get<Format>('format') ?? 'json',
    /** The format was asked for by its parameter, whatever `Accept` says. */
    formatSent: sent.has('format'),
    limit,
    /** The list is paged from its last row to its first. */
    backwards,
    place: place ?? undefined,
    cursorMark,
    /** Parameters that were sent and have no effect. */
    ignored,
    /** Null if the route is not a question. */
    question,
    /** Equal for queries that mean the same; without the format. */
    key: hash('sha256', JSON.stringify([query, limit, place]), 'base64url'),
  };
}

/** Returns problems for values whose summaries are not stored. */
function notStored(route: ScreenRoute, sent: ReadonlyMap<string, unknown>): Problem[] {
  return [...route.stored].flatMap(([name, stored]) => {
    if (!route.params.has(name) || !sent.has(name) || stored.has(sent.get(name))) return [];
    const words = [...stored].filter((value) => value !== undefined).join(', ');
    return [queryProblem(name, 'value_error', `Summaries are stored for ${words}: only these can be ranked`)];
  });
}

/** Returns the features that the plan needs. Routes for one date open it to all plans; brackets count like parameters. */
function needsOf(route: DataRoute, names: readonly string[], question: ParsedQuestion | null) {
  const oneDate = route.kind === 'bars' || (route.kind === 'list' && route.endpoint.oneDate === true);
  const inBrackets = question ? referencesOf(question).flatMap(({ params }) => [...params.keys()]) : [];
  const used = [...names.filter((name) => !(oneDate && name === 'date')), ...inBrackets];
  return (Object.entries(FEATURE_PARAMETERS) as [Feature, readonly string[]][]).flatMap(([feature, parameters]) => {
    const parameter = used.find((name) => parameters.includes(name));
    return parameter === undefined ? [] : [{ feature, parameter }];
  });
}

/** Returns the statistic's and the endpoint's own parameters, in the order of their echo. */
export function ownParams({ statistic, endpoint, kind }: StatisticRoute): readonly (readonly [string, Param])[] {
  return Object.entries(kind === 'screen' ? statistic.params : { ...statistic.params, ...endpoint.params });
}

/** Returns the values as sent, else the defaults. */
export function plainValues(route: StatisticRoute, sent: ReadonlyMap<string, unknown>): AnyValues {
  return Object.fromEntries(
    ownParams(route).map(([name, param]) => [name, sent.has(name) ? sent.get(name) : param.fallback]),
  );
}

/**
 * Returns values that fit feeds of all these base intervals. Omitted values become the smallest fitting multiple at or above
 * the default; sent values that do not fit are problems.
 */
export function adaptedValues(
  route: StatisticRoute,
  sent: ReadonlyMap<string, unknown>,
  intervalsMin: readonly number[],
): { values: AnyValues; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const { needsIntraday } = route.statistic;
  if (needsIntraday && intervalsMin.some((interval) => interval >= MINUTES_PER_DAY)) {
    problems.push(
      queryProblem(needsIntraday.param, 'value_error', 'This statistic needs intraday bars: the feed is 1d'),
    );
    return { values: plainValues(route, sent), problems };
  }
  const together = intervalsMin.reduce(leastCommonMultiple, 1);
  const words = [...new Set(intervalsMin)].map(formatInterval).join(', ');
  const values: Record<string, unknown> = {};
  for (const [name, param] of ownParams(route)) {
    const given = sent.has(name);
    values[name] = given ? sent.get(name) : param.fit ? param.fit(together) : param.fallback;
    if (given && param.fits && !intervalsMin.every((interval) => param.fits?.(values[name], interval))) {
      problems.push(
        queryProblem(name, 'value_error', `Input should be a whole multiple of the base interval, ${words}`),
      );
    } else if (!given && param.fit && values[name] === null) {
      problems.push(
        queryProblem(name, 'value_error', `No value of ${name} is a whole multiple of the base interval, ${words}`),
      );
    }
  }
  return { values, problems };
}

/** Returns whether the values fit the feed as they are; endpoints over all symbols leave out the others. */
export const fitsFeed = (route: StatisticRoute, values: AnyValues, intervalMin: number): boolean =>
  unfitParameter(route, values, intervalMin) === null;

/** Returns the first parameter whose value does not fit the feed; null without one. */
export function unfitParameter(route: StatisticRoute, values: AnyValues, intervalMin: number): string | null {
  const { needsIntraday } = route.statistic;
  if (needsIntraday && intervalMin >= MINUTES_PER_DAY) return needsIntraday.param;
  const unfit = ownParams(route).find(([name, param]) => param.fits?.(values[name], intervalMin) === false);
  return unfit?.[0] ?? null;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
const leastCommonMultiple = (a: number, b: number) => (a / divisor(a, b)) * b;
