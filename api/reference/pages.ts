/** What anybody may read: the index of statistics, and the reference as a page, as text, as OpenAPI and by statistic. */
import { readFileSync } from 'node:fs';
import { Marked } from 'marked';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { once } from '../../lib/collections.ts';
import { projectFile } from '../../lib/paths.ts';
import { Changes, type Entry, newEntry, withPolicy } from '../cache.ts';
import { CONTENT_TYPES } from '../responses/body.ts';
import { basePath, type OwnRoute, type StatisticRoute } from '../routes.ts';
import type { DocField, DocParameter } from './bodies.ts';
import { withSharedParameters } from './components.ts';
import { decidedText, docParameter, docPaths, neverText, statisticDoc, statisticsIndex } from './fields.ts';
import { html, markdown, PAGE_CSP, type Page, pageText } from './layout.ts';
import { openApi } from './openapi.ts';
import { TASKS, TASKS_UNTIL, type Task } from './tasks.ts';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, texts: readonly string[]) => texts.map((text) => `<${tag}>${text}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return `<div class="wide"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function parameterTable(parameters: readonly DocParameter[]): string {
  const rows = parameters.map(({ name, type, required, default: fallback, description }) => [
    `<code>${html(name)}</code>`,
    html(type),
    required ? 'required' : fallback === null ? '' : `<code>${html(fallback)}</code>`,
    html(description),
  ]);
  return table(['Parameter', 'Type', 'Default', 'Meaning'], rows);
}

/** Parameters that several endpoints of a page take stand once, before them; each names those, and has a table of its own. */
function parameterTables(lists: readonly (readonly DocParameter[])[]) {
  const uses = new Map<string, { parameter: DocParameter; times: number }>();
  for (const parameter of lists.flat()) {
    const key = JSON.stringify(parameter);
    uses.set(key, { parameter: uses.get(key)?.parameter ?? parameter, times: (uses.get(key)?.times ?? 0) + 1 });
  }
  const shared = [...uses.values()].flatMap(({ parameter, times }) => (times > 1 ? [parameter] : []));
  const isShared = (one: DocParameter) => uses.get(JSON.stringify(one))!.times > 1;
  return {
    common: shared.length === 0 ? '' : `<h2 id="common">Common parameters</h2>${parameterTable(shared)}`,
    of(parameters: readonly DocParameter[]): string {
      const own = parameters.filter((one) => !isShared(one));
      const names = parameters.filter(isShared).map(({ name }) => `<code>${html(name)}</code>`);
      const common = names.length === 0 ? '' : `<p><a href="#common">Common parameters</a>: ${names.join(', ')}.</p>`;
      return common + (own.length === 0 ? '' : parameterTable(own));
    },
  };
}

/** When a field is known, and what decides it earlier. */
const moment = ({ known_at, decided_at }: DocField): string =>
  decided_at === null ? `${known_at}` : `${known_at}, ${decided_at}`;

function section(statistic: Statistic, routes: readonly StatisticRoute[]): string {
  const doc = statisticDoc(statistic, routes);
  const tables = parameterTables(doc.endpoints.map(({ parameters }) => parameters));
  const endpoints = doc.endpoints.map(({ path, description, parameters }) => {
    const fields = doc.fields
      .filter((field) => field.endpoint === path)
      .map((field) => [
        `<code>${html(field.name)}</code>`,
        html(field.type + (field.nullable ? ' | null' : '')),
        field.unit === 'none' ? '' : html(field.unit),
        html(field.description) +
          (field.known_at ? ` <em>(known: ${html(moment(field))})</em>` : '') +
          (field.never ? ` <em>(never came: ${html(field.never)})</em>` : '') +
          (field.formula ? `<br><code>${html(field.formula)}</code>` : ''),
      ]);
    return `<h2 id="${html(path)}">GET <code class="path">${html(path)}</code></h2><p>${html(description)}</p>
${tryOf(path, parameters)}${tables.of(parameters)}
<details><summary>${fields.length} fields</summary>${table(['Field', 'Type', 'Unit', 'Meaning'], fields)}</details>`;
  });
  return `<p>${html(doc.description)}</p><p>${html(doc.definition)}</p>
<ul>${doc.notes.map((note) => `<li>${html(note)}</li>`).join('')}</ul>
<p>As JSON: <a href="${html(docPaths(statistic)[0])}">${html(docPaths(statistic)[0])}</a></p>${tables.common}${endpoints.join('')}`;
}

const OUTCOME = 'then';
const EXAMPLES: Readonly<Record<string, string>> = {
  symbol: 'DEMO-ACME',
  symbols: 'DEMO-ACME,DEMO-INDEX',
  session: 'exchange',
  date: TASKS_UNTIL,
  when: 'gap.direction=up',
  [OUTCOME]: 'gap.filled=true',
};
/** Sent only where nothing is answered without them. */
const OF_REQUIRED = new Set(['date']);

/** Where the page's script puts a form that asks for the path. */
function tryOf(path: string, parameters: readonly DocParameter[]): string {
  const query = new URLSearchParams();
  for (const { name, required } of parameters) {
    if (name in EXAMPLES && (required || !OF_REQUIRED.has(name))) query.set(name, EXAMPLES[name]);
  }
  return `<div class="try" data-try="${html(`${path}?${query}`)}"></div>`;
}

/** The text of questions, in a page's words. */
function questions(routes: readonly OwnRoute[]): string {
  const [{ sources }] = routes;
  const lists = routes.map(({ params }) => [...params].map(([name, param]) => docParameter(name, param)));
  const tables = parameterTables(lists);
  const endpoints = routes.map(({ path, title, description }, at) => {
    return `<h2 id="${html(path)}">GET <code class="path">${html(path)}</code></h2><p>${html(title)}. ${html(description)}.</p>
${tryOf(path, lists[at])}${tables.of(lists[at])}`;
  });
  const rows = [...sources.values()].flatMap(({ name, fields }) => {
    const visible = new Set(fields.keys());
    return [...fields.values()].map((field) => [
      `<code>${html(`${name}.${field.name}`)}</code>`,
      html(field.values ? field.values.join(', ') : field.type),
      html([field.knownAt, decidedText(field, visible)].filter(Boolean).join(', ')),
      html(neverText(field) ?? ''),
      html(field.description),
    ]);
  });
  return `<p>A condition is <code>[prevN.]statistic[parameters].field</code>, an operator (<code>= != &lt; &lt;= &gt; &gt;= :a..b :a|b|c
=null</code>) and a value; conditions are joined by <code>;</code>. <code>statistic.exists=true</code> asks for a record; of
statistics with many records a session, <code>count(fvg[timeframe=15m];direction=bullish)&gt;=2</code> and
<code>exists(bos;direction=up)=true</code>. Conditions that are known only after the outcome are refused: each field says below
when it is known. Null of a field about something that may never come means that it did not come, where the record is as its
column Never says: comparisons with it are then false. Of daily bars times and what they need are unknown, whether it came or not.</p>
${tables.common}${endpoints.join('')}
<details><summary>${rows.length} fields, and when each is known</summary>${table(['Field', 'Type', 'Known', 'Never', 'Meaning'], rows)}</details>`;
}

/** Endpoints that belong to no statistic and ask no question, by the machine-readable description. */
function otherEndpoints({ paths }: ReturnType<typeof openApi>, ownRoutes: readonly OwnRoute[]): string {
  const own = new Set(ownRoutes.map(({ path }) => path));
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    path.startsWith('/stats/') || own.has(path)
      ? []
      : Object.entries(item).map(([method, { summary, description, parameters = [] }]) => [
          `<code>${method.toUpperCase()} ${html(path)}</code>`,
          parameters.map(({ name }) => `<code>${html(name)}</code>`).join(', '),
          markdown(description.startsWith(summary) ? description : `${summary}. ${description}`),
        ]),
  );
  return table(['Endpoint', 'Parameters', 'Meaning'], rows);
}

/** A question with its request side by side in three languages, and what the demo market answers. */
function taskSection({ id, question, note, path, sentence, code3, answer }: Task): string {
  const columns = [
    ['curl', code3.curl],
    ['Python', code3.python],
    ['TypeScript', code3.typescript],
  ].map(([name, text]) => `<div><h3>${name}</h3><pre tabindex="0"><code>${html(text)}</code></pre></div>`);
  return `<section aria-labelledby="${id}"><h2 id="${id}">${html(question)}</h2>
<p class="sentence">${html(sentence)}</p><p>${html(note)} Reference: <a href="${html(placeOf(path))}"><code>${html(path)}</code></a>.</p>
<div class="three">${columns.join('')}</div>
<details><summary>The whole answer</summary><pre tabindex="0"><code>${html(JSON.stringify(answer, null, 2))}</code></pre></details></section>`;
}

const TASKS_INTRO = `Each request below was sent to the demo market as of ${TASKS_UNTIL}, and its answer is what came back. The same
request gives the same figures on any installation whose demo market holds that year; <code>now</code> and
<code>data_through</code> follow its data. The prices are generated, no market's. Percentages in brackets are 95 % intervals.`;

const INTRO = `<p>All figures are read with GET and <code>Authorization: Bearer &lt;token&gt;</code>; an account's own lists below
<code>/me</code> are written with PUT, POST and DELETE. Answers are JSON; lists also come as CSV (<code>format=csv</code>) and as Arrow (<code>format=arrow</code>). Times are ISO 8601 in UTC, percentages 0 to 100;
<code>null</code> means that there is no value. <code>metadata</code> says which range and session were looked at,
and what to know before believing the figures.</p>
<p><a href="/stats">/stats</a> lists the statistics, <a href="/docs/other">other endpoints</a> what is stored, the account and its
limits, and the latest session. Timeframes are written <code>1h</code> or <code>1H</code>; <code>time_window</code> takes
<code>1M</code> to <code>5Y</code>, <code>YTD</code> and <code>MAX</code>.</p>`;

const ALL_CONDITIONS = 'Any condition over all statistics at once, and every field with when it is known.';

/** Page and heading of an endpoint of data. */
const placeOf = (path: string) => `/docs/${path.startsWith('/stats/') ? path.split('/')[2] : 'questions'}#${path}`;

/**
 * The operators' page of the project, so that alerts have an address where the service runs. Headings have the anchors of
 * the repository; pages beside it are not served, and what links to them is text.
 */
function operationsText(file: string): string {
  const [, text] = /^# .*\n([\s\S]*)$/.exec(file)!;
  const anchorOf = (heading: string) => heading.toLowerCase().replace(/[^\w -]/g, '').replaceAll(' ', '-'); // biome-ignore format: one rule
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        return `<h${depth} id="${html(anchorOf(heading))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return href.startsWith('#') ? `<a href="${html(href)}">${words}</a>` : words;
      },
    },
  });
  return (marked.parse(text, { async: false }) as string)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<table>[\s\S]*?<\/table>/g, '<div class="wide">$&</div>');
}

/** The reference: a page a statistic, one of tasks, one of questions, one of the rest, in the order of reading. */
function referencePages(
  statistics: readonly Statistic[],
  routes: readonly StatisticRoute[],
  ownRoutes: readonly OwnRoute[],
  description: () => ReturnType<typeof openApi>,
): readonly Page[] {
  const listed = (rows: readonly (readonly [href: string, title: string, text: string])[]) =>
    `<ul>${rows.map(([href, title, text]) => `<li><a href="${html(href)}">${html(title)}</a> ${html(text)}</li>`).join('')}</ul>`;
  const routesOf = (statistic: Statistic) => routes.filter((route) => route.statistic === statistic);
  // What is missing shows at the start, not at a request.
  const operations = readFileSync(projectFile('docs', 'operations.md'), 'utf8');
  const pages: Page[] = statistics.map((statistic) => ({
    path: `/docs/${statistic.name}`,
    title: statistic.title,
    group: 'Statistics',
    body: () => section(statistic, routesOf(statistic)),
  }));
  const start =
    () => `${INTRO}<h2>By task</h2>${listed(TASKS.map(({ id, question }) => [`/docs/tasks#${id}`, question, '']))}
<h2>By statistic</h2>${listed(statistics.map((one) => [`/docs/${one.name}`, one.title, one.description]))}
<h2>All</h2>${listed([
      ['/docs/questions', 'Questions', ALL_CONDITIONS],
      ['/docs/other', 'Other endpoints', 'What is stored, the account, alerts, the latest session.'],
    ])}`;
  const tasks = () => `<p>${TASKS_INTRO}</p>${TASKS.map(taskSection).join('\n')}`;
  const other = () => otherEndpoints(description(), ownRoutes);
  return [
    { path: '/docs', title: 'Market statistics', group: 'Reference', body: start },
    { path: '/docs/tasks', title: 'By task', group: 'Reference', body: tasks },
    ...pages,
    { path: '/docs/questions', title: 'Questions', group: 'All', body: () => questions(ownRoutes) },
    { path: '/docs/other', title: 'Other endpoints', group: 'All', body: other },
    {
      path: '/docs/operations',
      title: 'Operating the service',
      group: 'Operators',
      body: () => operationsText(operations),
    },
  ];
}

/** What the search finds, as text and address: pages, tasks, endpoints, fields and parameters. */
function searchEntries(
  pages: readonly Page[],
  routes: readonly (StatisticRoute | OwnRoute)[],
  statistics: readonly Statistic[],
): readonly (readonly [string, string])[] {
  const fields = statistics.flatMap((statistic) => {
    const own = routes.filter(
      (route): route is StatisticRoute => 'statistic' in route && route.statistic === statistic,
    );
    const doc = statisticDoc(statistic, own);
    const named = doc.endpoints.flatMap(({ path, parameters }) => parameters.map(({ name }) => [name, path] as const));
    return [...doc.fields.map(({ name, endpoint }) => [name, endpoint] as const), ...named].map(
      ([name, path]) => [`${name} · ${path}`, placeOf(path)] as const,
    );
  });
  return [
    ...pages.map(({ title, path }) => [title, path] as const),
    ...TASKS.map(({ id, question }) => [question, `/docs/tasks#${id}`] as const),
    ...routes.map(({ path }) => [path, placeOf(path)] as const),
    ...new Map(fields),
  ];
}

/** `/llms.txt`: the service in short, for language models and other readers of text. */
function llmsText(statistics: readonly Statistic[]): string {
  const listed = statistics.map(
    (one) => `- [${one.title}](${docPaths(one)[0]}): ${one.description} Endpoints below \`${basePath(one)}\`.`,
  );
  const tasks = TASKS.map(
    ({ question, sentence, code3 }) => `### ${question}\n\n\`\`\`sh\n${code3.curl}\n\`\`\`\n\n${sentence}`,
  );
  return `# Market statistics

> How prices behave: opening ranges, breaks of the previous day, gaps and their fills, seasons, structure, news; and any
> condition over all of them at once. Read only, but for what an account keeps below /me.

Figures are read by GET with \`Authorization: Bearer <token>\`. Answers are JSON; lists also come as CSV (\`format=csv\`) and
Arrow (\`format=arrow\`), and page by \`limit\` and \`cursor\` (\`metadata.next_cursor\`). Times are ISO 8601 in UTC, percentages 0
to 100, null means that there is no value. \`metadata.warnings\` says what to know before believing the figures;
\`confidence\` has 95 % intervals. 422 lists all that is wrong with the parameters; 429 says when to come back (\`Retry-After\`).

## Start here

- [/openapi.json](/openapi.json): every endpoint, parameter, field and header
- [/docs](/docs): the same as a page, by task and by statistic
- [/stats](/stats): the statistics and their endpoints
- /symbols: what is stored. /me/usage: the account and its limits. /today: the latest session of symbols. /me/alerts: saved questions that call
- Ranges: \`time_window\` 1M, 3M, 6M, 12M, 24M, 5Y, YTD or MAX, ending at \`end_date\` (default: the latest session), or
  \`start_date\`. \`session=exchange\` is 09:30 to 16:00 New York for equities and ETFs. \`timeframe\` 1m to 1W (1h or 1H)

## Statistics

${listed.join('\n')}

## Questions over all of them

\`/query\` and \`/query/scan\`: \`when\` holds conditions \`[prevN.]statistic[parameters].field<operator>value\` joined by \`;\`
(operators \`= != < <= > >= :a..b :a|b|c =null\`), \`then\` one condition (its rate is answered, beside the rate of all other
sessions, with an interval of the difference and a p value) or one numeric field (its distribution). Conditions that are
known only after the outcome are refused.

## Tasks

Each was asked of the demo market as of ${TASKS_UNTIL}; its prices are generated, no market's.

${tasks.join('\n\n')}
`;
}

/** By path, each finished when it is first asked for: all of them are a tenth of the work of a start. */
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
  const description = once(() => openApi(statistics, routes, ownRoutes));
  const pages = referencePages(statistics, routes, ownRoutes, description);
  const page = (text: string): Entry => {
    const entry = finished(Buffer.from(text), 'text/html; charset=utf-8');
    const { body, headers } = entry.encoded.identity;
    // The pages' own style and script are let in.
    const encoded = { identity: { body, headers: withPolicy(headers, PAGE_CSP) } };
    return { ...entry, encoded, unchangedHeaders: withPolicy(entry.unchangedHeaders, PAGE_CSP) };
  };
  const script = readFileSync(projectFile('api', 'reference', 'reference.client.js'));
  const resources = new Map<string, () => Entry>([
    ['/stats', () => json(statisticsIndex(statistics, routes))],
    ['/openapi.json', () => json(withSharedParameters(description()))],
    ['/llms.txt', () => finished(Buffer.from(llmsText(statistics)), 'text/plain; charset=utf-8')],
    ['/docs/search.json', () => json(searchEntries(pages, [...routes, ...ownRoutes], statistics))],
    ['/docs/reference.js', () => finished(script, 'text/javascript; charset=utf-8')],
    ...pages.map(({ path }, at) => [path, () => page(pageText(pages, at))] as const),
  ]);
  for (const statistic of statistics) {
    const own = routes.filter((route) => route.statistic === statistic);
    const entry = once(() => json(statisticDoc(statistic, own)));
    for (const path of docPaths(statistic)) resources.set(path, entry);
  }
  return new Map([...resources].map(([path, make]) => [path, once(make)]));
}
