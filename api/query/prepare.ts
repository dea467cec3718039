/** A request as its URL alone tells it: read once, remembered by its text. */
import { hash } from 'node:crypto';
import type { RangeRequest } from '../../compute/engine/range.ts';
import { DEFAULT_TIME_WINDOW, monthsOf, type TimeWindow } from '../../compute/engine/time-windows.ts';
import type { Adjustment } from '../../compute/market/adjustment.ts';
import { type SessionSpec, sessionKey, sessionSpec } from '../../compute/market/sessions/spec.ts';
import { type Problem, queryProblem } from '../errors.ts';
import { FEATURE_PARAMETERS, type Feature } from '../plans.ts';
import { isOwn, type Route, type ScreenRoute, type StatisticRoute } from '../routes.ts';
import type { Format } from './common.ts';
import { decodeCursor, NO_CURSOR, type Place, queryMark } from './cursor.ts';
import { parseQuery } from './parse.ts';

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
  /** Values of the statistic's and the endpoint's parameters that were sent. */
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
  readonly place: Place | undefined;
  readonly cursorMark: string;
  /** Counts as a request that only draws, should the console send it. */
  readonly draws: boolean;
  /** Parameters that were sent and have no effect. */
  readonly ignored: readonly string[];
  /** Equal for queries that mean the same; without the format. */
  readonly key: string;
}

/** Of an endpoint of a statistic. */
export interface PreparedStatistic extends Prepared {
  readonly route: StatisticRoute;
}

export function prepare(route: StatisticRoute, search: string): PreparedStatistic {
  const { sent, ignored, names, problems: found } = parseQuery(search, route.params, route.elsewhere);
  const problems = [...found];
  const timeWindow = (sent.get('time_window') as TimeWindow | undefined) ?? DEFAULT_TIME_WINDOW;
  const range: RangeWords = {
    timeWindow,
    months: monthsOf(timeWindow),
    startDate: sent.get('start_date') as number | undefined,
    endDate: sent.get('end_date') as number | undefined,
    date: sent.get('date') as number | undefined,
  };
  if (range.startDate !== undefined && range.endDate !== undefined && range.startDate > range.endDate) {
    problems.push(queryProblem('start_date', 'value_error', 'start_date is after end_date'));
  }
  if (route.kind === 'screen') problems.push(...notKept(route, sent));
  const session =
    route.statistic.events === undefined
      ? sessionSpec({
          startMin: sent.get('start_time') as number | undefined,
          endMin: sent.get('end_time') as number | undefined,
          exchange: sent.get('session') === 'exchange',
          extended: sent.get('include_extended_hours') === true,
        })
      : null;
  const symbols = sent.has('symbol') ? [sent.get('symbol') as string] : ((sent.get('symbols') as string[]) ?? []);
  const own = ownValues(route, sent);
  const adjustment = (sent.get('adjustment') as Adjustment | undefined) ?? 'splits';
  const query = JSON.stringify([
    route.path,
    [...symbols].sort(),
    session && sessionKey(session),
    [...own].sort(([a], [b]) => (a < b ? -1 : 1)),
    adjustment,
    [range.timeWindow, range.startDate, range.endDate, range.date],
    ignored,
  ]);
  const paged = route.kind === 'list' && route.endpoint.paged;
  const cursorMark = paged ? queryMark(query.replaceAll('/', '')) : '';
  const cursorText = paged ? (sent.get('cursor') as string | undefined) : undefined;
  const place = cursorText === undefined ? undefined : (decodeCursor(cursorText, cursorMark) ?? null);
  if (place === null) {
    problems.push(queryProblem('cursor', 'value_error', NO_CURSOR));
  }
  const limit = paged ? (sent.get('limit') as number | undefined) : undefined;
  return {
    route,
    problems,
    symbols,
    sent: own,
    session,
    range,
    adjustment,
    needs: problems.length > 0 ? [] : needsOf(route, names),
    format: (sent.get('format') as Format | undefined) ?? 'json',
    formatSent: sent.has('format'),
    limit,
    place: place ?? undefined,
    cursorMark,
    draws: false,
    ignored,
    key: hash('sha256', JSON.stringify([query, limit, place]), 'base64url'),
  };
}

/** What the statistic and the endpoint themselves asked for. */
function ownValues({ statistic, endpoint, kind, params }: StatisticRoute, sent: ReadonlyMap<string, unknown>) {
  const own = new Map<string, unknown>();
  for (const [name, value] of sent) {
    const screen = kind === 'screen' && ['sort_by', 'order', 'min_sample_size', 'asset_class', 'limit'].includes(name);
    const theirs = Object.hasOwn(statistic.params, name) || (kind !== 'screen' && Object.hasOwn(endpoint.params, name));
    if (screen || theirs) own.set(name, value);
    else if (!params.has(name)) throw new Error(`'${name}' is no parameter of ${kind}`);
  }
  return own;
}

/** Summaries are kept for some variants only: another cannot be ranked. */
function notKept(route: ScreenRoute, sent: ReadonlyMap<string, unknown>): Problem[] {
  return [...route.kept].flatMap(([name, kept]) => {
    if (!route.params.has(name) || !sent.has(name) || kept.has(sent.get(name))) return [];
    const words = [...kept].filter((value) => value !== undefined).join(', ');
    return [queryProblem(name, 'value_error', `Summaries are kept for ${words}: only these can be ranked`)];
  });
}

function needsOf(route: StatisticRoute, names: readonly string[]): Prepared['needs'] {
  const oneDate = route.kind === 'list' && route.endpoint.oneDate === true;
  return (Object.entries(FEATURE_PARAMETERS) as [Feature, readonly string[]][]).flatMap(([feature, parameters]) => {
    const parameter = names.find((name) => parameters.includes(name) && !(oneDate && name === 'date'));
    return parameter === undefined ? [] : [{ feature, parameter }];
  });
}
