/** The data endpoints: path, parameters and what each accepts without effect. */
import { z } from 'zod';
import { type Source, sourcesOf } from '../compute/answers/questions/question.ts';
import type { Field } from '../compute/market/fields.ts';
import { SummaryFields } from '../compute/market/render.ts';
import { intParam, limitParam, type Param, type ParamSet, problem, wordParam } from '../compute/statistics/params.ts';
import type { Endpoint, ListEndpoint, Statistic, SummaryEndpoint } from '../compute/statistics/statistic.ts';
import { ASSET_CLASSES, BASE_INTERVALS_MIN } from '../exchange/symbol.ts';
import {
  ADJUSTMENT,
  BARS_PARAMS,
  direction,
  EVENT_RANGE,
  LIST_FORMAT,
  ONE_DATE,
  paging,
  QUESTION_PARAMS,
  RANGE,
  SCAN_PARAMS,
  SESSION,
  SESSION_CHOICE,
  SUMMARY_FORMAT,
  SYMBOL,
  symbolsParam,
  WINDOW_ONLY,
} from './query/params.ts';

interface RouteBase {
  /** `/stats/orb/top`. */
  readonly path: string;
  readonly statistic: Statistic;
  readonly description: string;
  /** Parameters, in the order of the documentation. */
  readonly params: ReadonlyMap<string, Param>;
  /** Parameters of other endpoints of the statistic, which are accepted here without effect. */
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
  /** Values of each parameter that symbols are ranked by. */
  readonly stored: ReadonlyMap<string, ReadonlySet<unknown>>;
}

export type StatisticRoute = SummaryRoute | ListRoute | ManyRoute | ScreenRoute;

/** An endpoint that belongs to no statistic: questions over all of them, and bars. */
export interface OwnRoute {
  readonly kind: 'question' | 'scan' | 'bars';
  readonly statistic: null;
  readonly scope: 'symbol' | 'universe';
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly params: ReadonlyMap<string, Param>;
  readonly elsewhere: ReadonlySet<string>;
  /** Sources that the conditions of a question can name. */
  readonly sources: ReadonlyMap<string, Source>;
}

export type DataRoute = StatisticRoute | OwnRoute;

export const SCREEN_DESCRIPTION =
  'Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count';

function paramsOf(statistic: Statistic, endpoint: Endpoint): ParamSet {
  const list = endpoint.kind === 'list';
  const scope = list ? endpoint.scope : 'symbol';
  const range = statistic.events ? EVENT_RANGE : RANGE;
  return {
    ...(scope === 'symbol' ? SYMBOL : scope === 'symbols' ? symbolsParam() : {}),
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

/** Returns every data endpoint of the statistics, including `/screen`. */
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

/** Returns `/query`, `/query/scan` and `/bars`. */
export function ownRoutesOf(statistics: readonly Statistic[]): readonly OwnRoute[] {
  const sources = sourcesOf(statistics);
  const sets = { '/query': QUESTION_PARAMS, '/query/scan': SCAN_PARAMS, '/bars': BARS_PARAMS };
  const questions = new Set([...Object.keys(sets['/query']), ...Object.keys(sets['/query/scan'])]);
  const route = (
    path: keyof typeof sets,
    rest: Pick<OwnRoute, 'kind' | 'scope' | 'title' | 'description'>,
  ): OwnRoute => ({
    ...rest,
    path,
    statistic: null,
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
        `all other sessions, with every case and how the conditions are now. ${BASE_ALONE}. ` +
        `Fields of a statistic: /stats/<name>/doc. Others: ${ownFields(sources)}`,
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

/** Lists the fields that no statistic has, such as `session.weekday`. */
function ownFields(sources: ReadonlyMap<string, Source>): string {
  const own = [...sources.values()].filter(({ statistic }) => statistic === null);
  return own.map(({ name, fields }) => `${name} (${[...fields.keys()].join(', ')})`).join(', ');
}

/** Returns the path that the statistic's endpoints have in common: `/stats/orb`, `/stats/news/reactions`. */
export function basePath(statistic: Statistic): string {
  const paths = statistic.endpoints.map((endpoint) => endpoint.path);
  const shared = paths.find((path) => paths.every((other) => other === path || other.startsWith(`${path}/`)));
  return `/stats/${statistic.name}${shared ?? ''}`;
}

/** Returns the parameters of `/screen`: among them a figure of the summaries to rank all symbols by. */
function screenParams(statistic: Statistic): ParamSet {
  return {
    sort_by: sortParam(statistic),
    order: wordParam(['desc', 'asc'], { description: 'desc: the largest first', fallback: 'desc' }),
    min_sample_size: intParam({
      description: 'Leave out symbols whose sample_size is smaller',
      minimum: 0,
      maximum: 1_000_000_000,
      fallback: 0,
    }),
    asset_class: wordParam(ASSET_CLASSES, { description: 'Only symbols of this class' }),
    ...WINDOW_ONLY,
    ...SESSION_CHOICE,
    ...ADJUSTMENT,
    ...Object.fromEntries([...rankedValues(statistic).keys()].map((name) => [name, statistic.params[name]])),
    limit: limitParam('Number of symbols'),
    ...LIST_FORMAT,
  };
}

/**
 * Returns the values of each parameter that symbols can be ranked by: summaries are stored for them on every feed that they
 * fit. A value that only coarse feeds store, since the default becomes it there, would leave out the finer feeds.
 */
function rankedValues(statistic: Statistic): ReadonlyMap<string, ReadonlySet<unknown>> {
  const feeds = BASE_INTERVALS_MIN.flatMap((intervalMin) =>
    ASSET_CLASSES.map((assetClass) => ({
      intervalMin,
      stored: statistic.materialised({ symbol: 'ANY', assetClass, intervalMin }),
    })),
  ).filter(({ stored }) => stored.length > 0);
  const variants = feeds.flatMap(({ stored }) => stored);
  const ranked = new Map<string, ReadonlySet<unknown>>();
  for (const name of new Set(variants.flatMap((variant) => Object.keys(variant)))) {
    const values = [...new Set(variants.map((variant) => variant[name]))];
    const { fits } = statistic.params[name];
    const isRanked = (value: unknown) =>
      feeds.every(
        (feed) => fits?.(value, feed.intervalMin) === false || feed.stored.some((one) => one[name] === value),
      );
    if (values.length > 1) ranked.set(name, new Set(values.filter(isRanked)));
  }
  return ranked;
}

const isNumber = (field: Field | undefined) => field?.type === 'number' || field?.type === 'integer';

function sortParam(statistic: Statistic): Param<string> {
  const fields = new SummaryFields(statistic.summary.fields);
  const schema = z.string().transform((text, context) => {
    const path = text.trim();
    const sound = path.length <= 200 && !path.includes('*');
    // A leading `summary.` may be left out, as in the keys of confidence.
    const full = sound ? [path, `summary.${path}`].find((candidate) => isNumber(fields.find(candidate))) : undefined;
    if (full !== undefined) return full;
    return problem(
      context,
      'value_error',
      `Input should be the dotted path of a number in the summary; /stats/${statistic.name}/doc lists them`,
    );
  });
  const description = 'Dotted path of a number in the summary, such as sample_size';
  return {
    schema,
    doc: { type: 'string', required: false, default: 'sample_size', description },
    fallback: 'sample_size',
    affects: 'answer',
  };
}
