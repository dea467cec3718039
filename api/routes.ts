/** The data endpoints that follow from the statistics: path, parameters and what each accepts without effect. */
import { type Source, sourcesOf } from '../compute/answers/questions/sources.ts';
import type { Param, ParamSet } from '../compute/statistics/params.ts';
import type { Endpoint, ListEndpoint, Statistic, SummaryEndpoint } from '../compute/statistics/statistic.ts';
import {
  ADJUSTMENT,
  direction,
  EVENT_RANGE,
  LIST_FORMAT,
  ONE_DATE,
  paging,
  RANGE,
  SESSION,
  SUMMARY_FORMAT,
  SYMBOL,
  SYMBOLS,
} from './query/common.ts';
import { BARS_PARAMS, questionParams, scanParams } from './query/own-params.ts';
import { rankedValues, screenParams } from './query/screen-params.ts';

interface RouteBase {
  /** `/stats/orb/top`. */
  readonly path: string;
  readonly statistic: Statistic;
  readonly description: string;
  /** In the order that documents show them. */
  readonly params: ReadonlyMap<string, Param>;
  /** Parameters that other endpoints of the statistic know: accepted here, without effect. */
  readonly elsewhere: ReadonlySet<string>;
}

export interface SummaryRoute extends RouteBase {
  readonly kind: 'summary';
  readonly scope: 'symbol';
  readonly endpoint: SummaryEndpoint;
}

export interface ListRoute extends RouteBase {
  readonly kind: 'list';
  readonly scope: 'symbol';
  readonly endpoint: ListEndpoint;
}

export interface ManyRoute extends RouteBase {
  readonly kind: 'list';
  readonly scope: 'universe' | 'symbols';
  readonly endpoint: ListEndpoint;
}

export interface ScreenRoute extends RouteBase {
  readonly kind: 'screen';
  readonly scope: 'universe';
  readonly endpoint: SummaryEndpoint;
  /** By parameter, the values that symbols are ranked by. */
  readonly stored: ReadonlyMap<string, ReadonlySet<unknown>>;
}

export type StatisticRoute = SummaryRoute | ListRoute | ManyRoute | ScreenRoute;

/** Endpoints that no statistic has: questions over all of them, and bars. */
export interface OwnRoute {
  readonly kind: 'question' | 'scan' | 'bars';
  readonly scope: 'symbol' | 'universe';
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly params: ReadonlyMap<string, Param>;
  readonly elsewhere: ReadonlySet<string>;
  /** What conditions can ask about; of questions. */
  readonly sources: ReadonlyMap<string, Source>;
}

export type Route = StatisticRoute | OwnRoute;

export const isOwn = (route: Route): route is OwnRoute =>
  route.kind === 'question' || route.kind === 'scan' || route.kind === 'bars';

export const SCREEN_DESCRIPTION =
  'Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count';

function paramsOf(statistic: Statistic, endpoint: Endpoint): ParamSet {
  const list = endpoint.kind === 'list';
  const scope = list ? endpoint.scope : 'symbol';
  const range = statistic.events ? EVENT_RANGE : RANGE;
  return {
    ...(scope === 'symbol' ? SYMBOL : scope === 'symbols' ? SYMBOLS : {}),
    ...(list && endpoint.oneDate ? ONE_DATE : range),
    ...(statistic.events ? {} : SESSION),
    ...ADJUSTMENT,
    ...statistic.params,
    ...endpoint.params,
    ...(list && endpoint.paged
      ? { ...direction(endpoint.defaultOrder ?? 'asc'), ...paging(endpoint.defaultLimit) }
      : {}),
    ...(list ? LIST_FORMAT : SUMMARY_FORMAT),
  };
}

/** Every data endpoint of the statistics, the ranking of symbols included. */
export function routesOf(statistics: readonly Statistic[]): readonly StatisticRoute[] {
  return statistics.flatMap((statistic) => {
    const sets = statistic.endpoints.map((endpoint) => ({ endpoint, params: paramsOf(statistic, endpoint) }));
    const screen = statistic.events ? {} : screenParams(statistic);
    const known = new Set([...sets.map(({ params }) => params), screen].flatMap((params) => Object.keys(params)));
    const base = (path: string, description: string, params: ParamSet) => ({
      path: `/stats/${statistic.name}${path}`,
      statistic,
      description,
      params: new Map(Object.entries(params)),
      elsewhere: new Set([...known].filter((name) => !Object.hasOwn(params, name))),
    });
    const routes = sets.map(({ endpoint, params }): StatisticRoute => {
      const common = base(endpoint.path, endpoint.description, params);
      if (endpoint.kind === 'summary') return { ...common, kind: 'summary', scope: 'symbol', endpoint };
      if (endpoint.scope === 'symbol') return { ...common, kind: 'list', scope: 'symbol', endpoint };
      return { ...common, kind: 'list', scope: endpoint.scope, endpoint };
    });
    if (statistic.events) return routes;
    const { summary } = statistic;
    const common = base('/screen', SCREEN_DESCRIPTION, screen);
    const stored = rankedValues(statistic);
    return [...routes, { ...common, kind: 'screen' as const, scope: 'universe' as const, endpoint: summary, stored }];
  });
}

const BASE_ALONE =
  'Of a symbol with daily bars from before its base interval begins, the base interval alone is read; a warning says so';

/** `/query`, `/query/scan` and `/bars`. */
export function ownRoutesOf(statistics: readonly Statistic[]): readonly OwnRoute[] {
  const sources = sourcesOf(statistics);
  const sets = { '/query': questionParams(), '/query/scan': scanParams(), '/bars': BARS_PARAMS };
  const questions = new Set([...Object.keys(sets['/query']), ...Object.keys(sets['/query/scan'])]);
  const route = (
    path: keyof typeof sets,
    rest: Pick<OwnRoute, 'kind' | 'scope' | 'title' | 'description'>,
  ): OwnRoute => ({
    ...rest,
    path,
    params: new Map(Object.entries(sets[path])),
    elsewhere: new Set([...(path === '/bars' ? [] : questions)].filter((name) => !Object.hasOwn(sets[path], name))),
    sources,
  });
  return [
    route('/query', {
      kind: 'question',
      scope: 'symbol',
      title: 'Any condition over all statistics',
      description:
        'Of the sessions where all conditions of when hold, how often then holds, or how its number is distributed: beside ' +
        `all other sessions, with every case and how the conditions are now. ${BASE_ALONE}`,
    }),
    route('/query/scan', {
      kind: 'scan',
      scope: 'universe',
      title: 'The same question of many symbols',
      description: `A row a symbol, ranked, with the rate of false discoveries among them. ${BASE_ALONE}`,
    }),
    route('/bars', {
      kind: 'bars',
      scope: 'symbol',
      title: 'Bars',
      description: `Stored bars of a session window, or candles of them, oldest first: what the statistics look at. ${BASE_ALONE}`,
    }),
  ];
}

/** Path that the statistic's endpoints have in common: `/stats/orb`, `/stats/news/reactions`. */
export function basePath(statistic: Statistic): string {
  const paths = statistic.endpoints.map((endpoint) => endpoint.path);
  const shared = paths.find((path) => paths.every((other) => other === path || other.startsWith(`${path}/`)));
  return `/stats/${statistic.name}${shared ?? ''}`;
}
