/** The routes of statistics. Their paths, parameters and schemas follow from the folder of each statistic. */
import { SummaryFields } from '../../compute/market/render.ts';
import type { ParamSet } from '../../compute/statistics/params.ts';
import type { Endpoint, Statistic } from '../../compute/statistics/statistic.ts';
import { dataRoute } from '../data.ts';
import { docPaths } from '../doc.ts';
import { listSchemas, summarySchemas } from '../json-schema.ts';
import {
  ADJUSTMENT,
  direction,
  EVENT_RANGE,
  INTERVAL,
  LIST_FORMAT,
  ONE_DATE,
  paging,
  RANGE,
  SESSION,
  SUMMARY_FORMAT,
  SYMBOL,
  symbolsParam,
} from '../query/params.ts';
import type { StatisticRoute } from '../route.ts';
import { answerMany } from './many.ts';
import { answerList, answerSummary } from './one-symbol.ts';
import { type CommonOfStatistic, screenRoute } from './screen.ts';

/** Returns every route of the statistics, including `/screen`. */
export function statisticRoutes(statistics: readonly Statistic[]): readonly StatisticRoute[] {
  return statistics.flatMap((statistic) => {
    const elsewhere = new Set<string>();
    const common = (path: string) => ({
      path: `/stats/${statistic.name}${path}`,
      statistic,
      elsewhere,
      tag: statistic.name,
      description: `${statistic.title}. ${statistic.definition} Every field: \`${docPaths(statistic)[0]}\`.`,
    });
    const routes = statistic.endpoints.map((endpoint) => endpointRoute(endpoint, common(endpoint.path)));
    if (!statistic.events) routes.push(screenRoute(common('/screen')));
    for (const { params } of routes) for (const name of Object.keys(params)) elsewhere.add(name);
    return routes;
  });
}

function endpointRoute(endpoint: Endpoint, common: CommonOfStatistic): StatisticRoute {
  const { statistic } = common;
  const { fields, description: summary } = endpoint;
  const own = { ...statistic.params, ...endpoint.params };
  const declared = { ...common, summary, params: paramsOf(statistic, endpoint), own, fields };
  if (endpoint.kind === 'summary') {
    const shown = new SummaryFields(fields);
    return dataRoute({
      ...declared,
      scope: 'symbol',
      otherFormats: ['csv'],
      response: () => summarySchemas(common.path, fields),
      answer: (job, services) => answerSummary({ statistic, endpoint, shown }, job, services),
    });
  }
  const { scope, defaultOrder } = endpoint;
  const answer = scope === 'symbol' ? answerList : answerMany;
  const route: StatisticRoute = dataRoute({
    ...declared,
    scope,
    defaultOrder,
    isDateFree: endpoint.oneDate,
    otherFormats: ['csv', 'arrow'],
    response: () => listSchemas(route, endpoint.fieldsFor !== undefined),
    answer: (job, services) => answer({ statistic, endpoint }, job, services),
  });
  return route;
}

function paramsOf(statistic: Statistic, endpoint: Endpoint): ParamSet {
  const list = endpoint.kind === 'list' ? endpoint : null;
  const scope = list?.scope ?? 'symbol';
  const range = statistic.events ? EVENT_RANGE : RANGE;
  return {
    ...(scope === 'symbol' ? SYMBOL : scope === 'symbols' ? symbolsParam() : {}),
    ...(list?.oneDate ? ONE_DATE : range),
    ...(statistic.events ? {} : { ...SESSION, ...INTERVAL }),
    ...ADJUSTMENT,
    ...statistic.params,
    ...endpoint.params,
    ...(list?.paged ? { ...direction(list.defaultOrder ?? 'asc'), ...paging(list.defaultLimit) } : {}),
    ...(list ? LIST_FORMAT : SUMMARY_FORMAT),
  };
}
