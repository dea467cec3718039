/** The data endpoints that follow from the statistics: path, parameters and what each accepts without effect. */
import type { Param, ParamSet } from '../compute/statistics/params.ts';
import type { Endpoint, ListEndpoint, Statistic, SummaryEndpoint } from '../compute/statistics/statistic.ts';
import {
  LIST_FORMAT,
  NEWS_RANGE,
  ONE_DATE,
  paging,
  RANGE,
  SESSION,
  SUMMARY_FORMAT,
  SYMBOL,
  SYMBOLS,
} from './query/common.ts';
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
  readonly kept: ReadonlyMap<string, ReadonlySet<unknown>>;
}

export type Route = SummaryRoute | ListRoute | ManyRoute | ScreenRoute;

export const SCREEN_DESCRIPTION =
  'Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count';

function paramsOf(statistic: Statistic, endpoint: Endpoint): ParamSet {
  const list = endpoint.kind === 'list';
  const scope = list ? endpoint.scope : 'symbol';
  const range = statistic.basis === 'news' ? NEWS_RANGE : RANGE;
  return {
    ...(scope === 'symbol' ? SYMBOL : scope === 'symbols' ? SYMBOLS : {}),
    ...(list && endpoint.oneDate ? ONE_DATE : range),
    ...(statistic.basis === 'sessions' ? SESSION : {}),
    ...statistic.params,
    ...endpoint.params,
    ...(list && endpoint.paged ? paging(endpoint.defaultLimit) : {}),
    ...(list ? LIST_FORMAT : SUMMARY_FORMAT),
  };
}

/** Every data endpoint of the statistics, the ranking of symbols included. */
export function routesOf(statistics: readonly Statistic[]): readonly Route[] {
  return statistics.flatMap((statistic) => {
    const sets = statistic.endpoints.map((endpoint) => ({ endpoint, params: paramsOf(statistic, endpoint) }));
    const screen = statistic.basis === 'sessions' ? screenParams(statistic) : {};
    const known = new Set([...sets.map(({ params }) => params), screen].flatMap((params) => Object.keys(params)));
    const base = (path: string, description: string, params: ParamSet) => ({
      path: `/stats/${statistic.name}${path}`,
      statistic,
      description,
      params: new Map(Object.entries(params)),
      elsewhere: new Set([...known].filter((name) => !Object.hasOwn(params, name))),
    });
    const routes = sets.map(({ endpoint, params }): Route => {
      const common = base(endpoint.path, endpoint.description, params);
      if (endpoint.kind === 'summary') return { ...common, kind: 'summary', scope: 'symbol', endpoint };
      if (endpoint.scope === 'symbol') return { ...common, kind: 'list', scope: 'symbol', endpoint };
      return { ...common, kind: 'list', scope: endpoint.scope, endpoint };
    });
    if (statistic.basis !== 'sessions') return routes;
    const { summary } = statistic;
    const common = base('/screen', SCREEN_DESCRIPTION, screen);
    const kept = rankedValues(statistic);
    return [...routes, { ...common, kind: 'screen' as const, scope: 'universe' as const, endpoint: summary, kept }];
  });
}

/** Path that the statistic's endpoints have in common: `/stats/orb`, `/stats/news/reactions`. */
export function basePath(statistic: Statistic): string {
  const paths = statistic.endpoints.map((endpoint) => endpoint.path);
  const shared = paths.find((path) => paths.every((other) => other === path || other.startsWith(`${path}/`)));
  return `/stats/${statistic.name}${shared ?? ''}`;
}
