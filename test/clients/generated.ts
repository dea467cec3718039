/** The clients' generated files, by their path. */
import { readFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApi } from '../../api/reference/openapi.ts';
import { ownRoutesOf, routesOf } from '../../api/routes.ts';
import { sourcesOf } from '../../compute/answers/questions/question.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { projectFile } from '../../lib/paths.ts';
import { pythonSources } from './python-sources.ts';
import { describedSources } from './sources.ts';
import { typescriptSources } from './typescript-sources.ts';

export const MADE_BY = 'Made by `npm run clients:generate` of the service this client belongs to: not edited by hand.';

interface Operation {
  operationId: string;
  summary: string;
  parameters?: unknown[];
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}

/** Paths with their parameters and what 200 answers as JSON: errors and headers have classes of their own in the clients. */
function trimmed(document: ReturnType<typeof openApi>): OpenAPI3 {
  const paths = Object.entries(document.paths as Record<string, { get?: Operation }>).flatMap(([path, { get }]) => {
    const ok = get?.responses['200'];
    const json = ok?.content?.['application/json'];
    if (!get || !ok || !json) return [];
    const { summary, parameters } = get;
    const responses = { '200': { description: ok.description, content: { 'application/json': json } } };
    return [[path, { get: { summary, parameters, responses } }] as const];
  });
  const {
    securitySchemes: _,
    headers: __,
    responses: ___,
    ...components
  } = document.components as Record<string, unknown>;
  return { ...document, servers: undefined, tags: undefined, paths: Object.fromEntries(paths), components } as never;
}

/**
 * Paths whose pages are small unless asked otherwise, and the largest there are: who wants all rows would pay for hundreds
 * of requests.
 */
function largestPages({ paths }: ReturnType<typeof openApi>): [path: string, limit: number][] {
  return Object.entries(paths as Record<string, { get?: Operation }>).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []) as { name: string; schema: { default?: number; maximum?: number } }[];
    const limit = parameters.find(({ name }) => name === 'limit')?.schema;
    const paged = parameters.some(({ name }) => name === 'cursor');
    return paged && limit?.default !== undefined && limit.maximum !== undefined ? [[path, limit.maximum]] : [];
  });
}

const pagesComment = 'Rows of the largest page, of paths that give fewer unless asked.';

function typescriptPages(pages: readonly (readonly [string, number])[]): string {
  const lines = pages.map(([path, limit]) => `  '${path}': ${limit},\n`).join('');
  return `/** ${MADE_BY} */\n\n/** ${pagesComment} */\nexport const LARGEST_PAGES: Readonly<Record<string, number>> = {\n${lines}};\n`;
}

function pythonPages(pages: readonly (readonly [string, number])[]): string {
  const lines = pages.map(([path, limit]) => `    "${path}": ${limit},\n`).join('');
  return `"""${MADE_BY}"""\n\n# ${pagesComment}\nLARGEST_PAGES = {\n${lines}}\n`;
}

/** What the client without asyncio has in other words; all else is the same. */
const BLOCKING: readonly (readonly [RegExp, string])[] = [
  [/ for asyncio: methods to ``await``, iterators for ``async for``/, ''],
  [/\basync (?=def|for|with)/g, ''],
  [/\bawait /g, ''],
  [/\bAsync(?=MarketStats|Iterator|Client)/g, ''],
  [/\basyncio(?=\.sleep|$)/gm, 'time'],
  [/\ba(?=close\(|read\(|iter_lines\()/g, ''],
  [/__a(?=enter__|exit__)/g, '__'],
];

function blockingClient(source: string): string {
  return `"""${MADE_BY}"""\n\n${BLOCKING.reduce((text, [from, to]) => text.replace(from, to), source)}`;
}

export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const statistics = await loadStatistics();
  const document = openApi(statistics, routesOf(statistics), ownRoutesOf(statistics));
  const sources = describedSources(sourcesOf(statistics));
  const types = astToString(await openapiTS(trimmed(document), { alphabetize: false, emptyObjectsUnknown: true }));
  const pages = largestPages(document);
  return new Map([
    ['clients/typescript/src/generated/openapi.ts', `/** ${MADE_BY} */\n${types}`],
    ['clients/typescript/src/generated/pages.ts', typescriptPages(pages)],
    ['clients/typescript/src/generated/sources.ts', typescriptSources(sources, MADE_BY)],
    [
      'clients/python/src/market_stats/_client.py',
      blockingClient(readFileSync(projectFile('clients/python/src/market_stats/_async_client.py'), 'utf8')),
    ],
    ['clients/python/src/market_stats/_pages.py', pythonPages(pages)],
    ['clients/python/src/market_stats/_sources.py', pythonSources(sources, MADE_BY)],
  ]);
}
