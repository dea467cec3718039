/** A request as its URL alone tells it: read once, remembered by its text. */
import { hash } from 'node:crypto';
import { referencesOf } from '../../compute/answers/questions/tree.ts';
import { DEFAULT_TIME_WINDOW, monthsOf, type RangeRequest, type TimeWindow } from '../../compute/evaluation/range.ts';
import type { Adjustment } from '../../compute/market/bars.ts';
import { type SessionSpec, sessionKey, sessionSpec } from '../../compute/market/sessions.ts';
import { type Problem, queryProblem } from '../errors.ts';
import { FEATURE_PARAMETERS, type Feature } from '../plans.ts';
import { isOwn, type OwnRoute, type Route, type ScreenRoute, type StatisticRoute } from '../routes.ts';
import { type Format, RANGE, SESSION } from './common.ts';
import { decodeCursor, NO_CURSOR, type Place, queryMark } from './cursor.ts';
import { parseQuery } from './parse.ts';
import { type AskedQuestion, NO_QUESTION, questionOf } from './question.ts';

/** The range in the query's words; days since the epoch. */
export interface RangeWords {
  readonly months: number;
  readonly timeWindow: TimeWindow;
  readonly startDate?: number;
  readonly endDate?: number;
  readonly date?: number;
}

/** The range as asked for, of symbols whose first bars are known. Where no bar is stored, `MAX` begins before anything. */
export function rangeRequest(
  { range, route }: Prepared,
  firstDays: readonly (number | null)[],
  earliest: number | undefined,
): RangeRequest {
  const first = Math.min(...firstDays.map((day) => day ?? Number.POSITIVE_INFINITY));
  // News may be older than bars.
  const firstDay = (!isOwn(route) && route.statistic.events) || !Number.isFinite(first) ? undefined : first;
  return { ...range, firstDay, earliest };
}

export interface Prepared {
  readonly route: Route;
  /** Not empty: nothing else here means anything. */
  readonly problems: readonly Problem[];
  /** Upper case; empty for endpoints over all symbols. */
  readonly symbols: readonly string[];
  /** Values of the parameters that were sent, but for those that have a property of their own here. */
  readonly sent: ReadonlyMap<string, unknown>;
  /** Null for statistics without a session window. */
  readonly session: SessionSpec | null;
  readonly range: RangeWords;
  readonly adjustment: Adjustment;
  /** The plan's features that the query needs, each with the parameter that needs it. */
  readonly needs: readonly { readonly feature: Feature; readonly parameter: string }[];
  readonly format: Format;
  /** The format was asked for by its parameter, whatever `Accept` says. */
  readonly formatSent: boolean;
  readonly limit: number | undefined;
  /** Of a paged list: from its last row to its first. */
  readonly backwards: boolean;
  readonly place: Place | undefined;
  readonly cursorMark: string;
  /** Parameters that were sent and have no effect. */
  readonly ignored: readonly string[];
  /** Null for all else than questions. */
  readonly question: AskedQuestion | null;
  /** The figures of a question without its cases. */
  readonly preview: boolean;
  /** Equal for queries that mean the same; without the format. */
  readonly key: string;
}

/** Of an endpoint of a statistic. */
export interface PreparedStatistic extends Prepared {
  readonly route: StatisticRoute;
}

/** Of questions and bars. */
export interface PreparedOwn extends Prepared {
  readonly route: OwnRoute;
}

/** As `preview` of the request will say, by its text alone: looked at before anything is parsed. */
export function seemsPreview({ kind }: OwnRoute, search: string): boolean {
  return kind === 'question' && /(?:^|&)preview=(?:true|1|yes|on)(?:&|$)/i.test(search);
}

/** Read into properties of their own. */
const COMMON = new Set([
  'symbol',
  'symbols',
  ...Object.keys({ ...RANGE, ...SESSION }),
  'adjustment',
  'cursor',
  'format',
]);

export function prepare(route: Route, search: string): Prepared {
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
  const hasSession = isOwn(route) || route.statistic.events === undefined;
  const session = sessionSpec({
    startMin: get<number>('start_time'),
    endMin: get<number>('end_time'),
    exchange: get('session') === 'exchange',
    extended: get('include_extended_hours') === true,
  });
  const symbols = sent.has('symbol') ? [get<string>('symbol')!] : (get<readonly string[]>('symbols') ?? []);
  const { question, problems: wrong } = isOwn(route) ? questionOf(route, own, symbols, session) : NO_QUESTION;
  problems.push(...wrong);
  const adjustment = get<Adjustment>('adjustment') ?? 'splits';
  const query = JSON.stringify([
    route.path,
    [...symbols].sort(),
    hasSession && sessionKey(session),
    // An empty `among` or `when` asks what none asks.
    [...own].filter(([, value]) => value !== '').sort(([a], [b]) => (a < b ? -1 : 1)),
    adjustment,
    [timeWindow, startDate, endDate, date],
    ignored,
    ...(backwards ? ['desc'] : []),
  ]);
  // The next page may be asked for with the other spelling of a pair.
  const cursorMark = paged ? queryMark(query.replaceAll('/', '')) : '';
  const cursor = get<string>('cursor');
  const place = cursor === undefined ? undefined : decodeCursor(cursor, cursorMark);
  if (place === null) problems.push(queryProblem('cursor', 'value_error', NO_CURSOR));
  const limit = get<number>('limit');
  const preview = own.get('preview') === true;
  return {
    route,
    problems,
    symbols,
    sent: own,
    session: hasSession ? session : null,
    range: { timeWindow, months: monthsOf(timeWindow), startDate, endDate, date },
    adjustment,
    needs: problems.length > 0 ? [] : needsOf(route, names, question),
    format: get<Format>('format') ?? 'json',
    formatSent: sent.has('format'),
    limit,
    backwards,
    place: place ?? undefined,
    cursorMark,
    ignored,
    question,
    preview,
    key: hash('sha256', JSON.stringify([query, limit, place]), 'base64url'),
  };
}

/** Summaries are stored for some variants only: another cannot be ranked. */
function notStored(route: ScreenRoute, sent: ReadonlyMap<string, unknown>): Problem[] {
  return [...route.stored].flatMap(([name, stored]) => {
    if (!route.params.has(name) || !sent.has(name) || stored.has(sent.get(name))) return [];
    const words = [...stored].filter((value) => value !== undefined).join(', ');
    return [queryProblem(name, 'value_error', `Summaries are stored for ${words}: only these can be ranked`)];
  });
}

/** Features that the plan needs: one date is everybody's where it is a choice of its own; brackets count like parameters. */
function needsOf(route: Route, names: readonly string[], question: AskedQuestion | null): Prepared['needs'] {
  const oneDate = route.kind === 'bars' || (route.kind === 'list' && route.endpoint.oneDate === true);
  const inBrackets = question ? referencesOf(question).flatMap(({ params }) => [...params.keys()]) : [];
  const used = [...names.filter((name) => !(oneDate && name === 'date')), ...inBrackets];
  return (Object.entries(FEATURE_PARAMETERS) as [Feature, readonly string[]][]).flatMap(([feature, parameters]) => {
    const parameter = used.find((name) => parameters.includes(name));
    return parameter === undefined ? [] : [{ feature, parameter }];
  });
}
