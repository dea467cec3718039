/** What anybody may read: the index of statistics, the definition of each, `/openapi.json`, and `/docs`. */
import { readFileSync } from 'node:fs';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { once } from '../../lib/collections.ts';
import { projectFile } from '../../lib/paths.ts';
import { Changes, type Entry, newEntry, withPolicy } from '../cache.ts';
import { CONTENT_TYPES } from '../responses/body.ts';
import type { OwnRoute, StatisticRoute } from '../routes.ts';
import { withSharedParameters } from './components.ts';
import { docPaths, statisticDoc, statisticsIndex } from './fields.ts';
import { openApi } from './openapi.ts';

/** Scalar sets styles from its script; it loads nothing from other hosts. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SCALAR_OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const DOCS_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>market-stats API</title></head><body>
<script id="api-reference" data-url="/openapi.json" data-configuration='${JSON.stringify(SCALAR_OPTIONS)}' src="/docs/scalar.js"></script>
</body></html>
`;

/** Returns the entry of each open path; an entry is made when it is first requested. */
export function openResources(
  statistics: readonly Statistic[],
  routes: readonly StatisticRoute[],
  ownRoutes: readonly OwnRoute[],
): ReadonlyMap<string, () => Entry> {
  const { any: counter } = new Changes();
  const finished = (body: Buffer, contentType: string) =>
    newEntry(
      { body, contentType, source: null, historyLimited: false, nextCursor: null },
      { key: '', counter, count: 0, version: '' },
      0,
    );
  const json = (value: unknown) => finished(Buffer.from(JSON.stringify(value)), CONTENT_TYPES.json);
  const page = (): Entry => {
    const entry = finished(Buffer.from(DOCS_PAGE), 'text/html; charset=utf-8');
    const { body, headers } = entry.encoded.identity;
    const encoded = { identity: { body, headers: withPolicy(headers, DOCS_CSP) } };
    return { ...entry, encoded, unchangedHeaders: withPolicy(entry.unchangedHeaders, DOCS_CSP) };
  };
  const scalar = () => readFileSync(projectFile('dist', 'docs', 'scalar.js'));
  const resources = new Map<string, () => Entry>([
    ['/stats', () => json(statisticsIndex(statistics, routes))],
    ['/openapi.json', () => json(withSharedParameters(openApi(statistics, routes, ownRoutes)))],
    ['/docs', page],
    ['/docs/scalar.js', () => finished(scalar(), 'text/javascript; charset=utf-8')],
  ]);
  for (const statistic of statistics) {
    const own = routes.filter((route) => route.statistic === statistic);
    const entry = once(() => json(statisticDoc(statistic, own)));
    for (const path of docPaths(statistic)) resources.set(path, entry);
  }
  return new Map([...resources].map(([path, make]) => [path, once(make)]));
}
