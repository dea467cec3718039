/** What anybody may read: the index of statistics, the definition of each, and `/openapi.json`. */
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { once } from '../../lib/collections.ts';
import { Changes, Entry } from '../cache.ts';
import { CONTENT_TYPES } from '../responses/body.ts';
import type { OwnRoute, StatisticRoute } from '../routes.ts';
import { withSharedParameters } from './components.ts';
import { docPaths, statisticDoc, statisticsIndex } from './fields.ts';
import { openApi } from './openapi.ts';

/** Returns the entry of each open path; an entry is made when it is first requested. */
export function openResources(
  statistics: readonly Statistic[],
  routes: readonly StatisticRoute[],
  ownRoutes: readonly OwnRoute[],
): ReadonlyMap<string, () => Entry> {
  const { any: counter } = new Changes();
  const json = (value: unknown) =>
    new Entry(
      {
        body: Buffer.from(JSON.stringify(value)),
        contentType: CONTENT_TYPES.json,
        source: null,
        historyLimited: false,
        nextCursor: null,
      },
      { key: '', counter, count: 0, version: '' },
      0,
    );
  const resources = new Map<string, () => Entry>([
    ['/stats', () => json(statisticsIndex(statistics, routes))],
    ['/openapi.json', () => json(withSharedParameters(openApi(statistics, routes, ownRoutes)))],
  ]);
  for (const statistic of statistics) {
    const own = routes.filter((route) => route.statistic === statistic);
    const entry = once(() => json(statisticDoc(statistic, own)));
    for (const path of docPaths(statistic)) resources.set(path, entry);
  }
  return new Map([...resources].map(([path, make]) => [path, once(make)]));
}
