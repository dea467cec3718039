/** What anybody may read: the index, the reference, and whether the service is well. */
import type { Statistic } from '../compute/statistics/statistic.ts';
import { Changes } from './cache/changes.ts';
import { type Entry, newEntry } from './cache/entry.ts';
import { docPaths, statisticDoc, statisticsIndex } from './reference/doc.ts';
import { llmsText } from './reference/llms.ts';
import { openApi } from './reference/openapi.ts';
import { PAGE_CSP, referencePage } from './reference/page.ts';
import { withSharedParameters } from './reference/parameters.ts';
import { CONTENT_TYPES } from './responses/body.ts';
import type { OwnRoute, StatisticRoute } from './routes.ts';

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
  const resources = new Map<string, Entry>([
    ['/stats', json(statisticsIndex(statistics, routes))],
    ['/openapi.json', json(withSharedParameters(description))],
    ['/llms.txt', finished(Buffer.from(llmsText(statistics)), 'text/plain; charset=utf-8')],
    [
      '/docs',
      page(
        finished(Buffer.from(referencePage(statistics, routes, ownRoutes, description)), 'text/html; charset=utf-8'),
      ),
    ],
  ]);
  for (const statistic of statistics) {
    const own = routes.filter((route) => route.statistic === statistic);
    const entry = json(statisticDoc(statistic, own));
    for (const path of docPaths(statistic)) resources.set(path, entry);
  }
  return resources;
}

/** With the policy that lets the page's own style in. */
function page(entry: Entry): Entry {
  const policed = (headers: readonly string[]) => {
    const own = [...headers];
    own[own.indexOf('Content-Security-Policy') + 1] = PAGE_CSP;
    return own;
  };
  const { body, headers } = entry.encoded.identity;
  return {
    ...entry,
    encoded: { identity: { body, headers: policed(headers) } },
    unchangedHeaders: policed(entry.unchangedHeaders),
  };
}
