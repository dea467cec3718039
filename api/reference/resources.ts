/** What anybody may read: the index, and the reference in its forms. */
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Changes, type Entry, newEntry, withPolicy } from '../cache.ts';
import { CONTENT_TYPES } from '../responses/body.ts';
import type { OwnRoute, StatisticRoute } from '../routes.ts';
import { docPaths, statisticDoc, statisticsIndex } from './doc.ts';
import { llmsText } from './llms.ts';
import { openApi } from './openapi.ts';
import { PAGE_CSP, referencePage } from './page.ts';
import { withSharedParameters } from './parameters.ts';

/** Finished once, by path. */
export function openResources(
  statistics: readonly Statistic[],
  routes: readonly StatisticRoute[],
  ownRoutes: readonly OwnRoute[],
): ReadonlyMap<string, Entry> {
  const { any: counter } = new Changes();
  const finished = (body: Buffer, contentType: string) =>
    newEntry(
      { body, contentType, source: null, historyLimited: false, nextCursor: null },
      { key: '', counter, count: 0, version: '' },
      0,
    );
  const json = (value: unknown) => finished(Buffer.from(JSON.stringify(value)), CONTENT_TYPES.json);
  const description = openApi(statistics, routes, ownRoutes);
  const text = referencePage(statistics, routes, ownRoutes, description);
  const page = finished(Buffer.from(text), 'text/html; charset=utf-8');
  const { body } = page.encoded.identity;
  // The page's own style is let in.
  const headers = withPolicy(page.encoded.identity.headers, PAGE_CSP);
  const unchangedHeaders = withPolicy(page.unchangedHeaders, PAGE_CSP);
  const resources = new Map<string, Entry>([
    ['/stats', json(statisticsIndex(statistics, routes))],
    ['/openapi.json', json(withSharedParameters(description))],
    ['/llms.txt', finished(Buffer.from(llmsText(statistics)), 'text/plain; charset=utf-8')],
    ['/docs', { ...page, encoded: { identity: { body, headers } }, unchangedHeaders }],
  ]);
  for (const statistic of statistics) {
    const own = routes.filter((route) => route.statistic === statistic);
    const entry = json(statisticDoc(statistic, own));
    for (const path of docPaths(statistic)) resources.set(path, entry);
  }
  return resources;
}
