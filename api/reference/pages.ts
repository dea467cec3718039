/** What anybody may read: the index of statistics, and the reference as a page, as text, as OpenAPI and by statistic. */
import { createHash } from 'node:crypto';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Changes, type Entry, newEntry, withPolicy } from '../cache.ts';
import { CONTENT_TYPES } from '../responses/body.ts';
import { basePath, type OwnRoute, type StatisticRoute } from '../routes.ts';
import type { DocField, DocParameter } from './bodies.ts';
import { withSharedParameters } from './components.ts';
import { decidedText, docParameter, docPaths, neverText, statisticDoc, statisticsIndex } from './fields.ts';
import { openApi } from './openapi.ts';
import { TASKS, TASKS_UNTIL, type Task } from './tasks.ts';

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8882;--mark:#0a7c66}
*{box-sizing:border-box}
body{margin:0;font:15px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:15rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line)}
nav a{display:block;padding:.15rem .5rem;color:inherit;text-decoration:none;border-radius:4px}
nav a:hover,nav a:focus-visible{background:var(--soft)}
main{padding:1.5rem 2.5rem 6rem;max-width:72rem}
nav strong a{padding-left:0}
h1{font-size:1.7rem;margin:0 0 .5rem}h2{margin:3rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{margin:2rem 0 .3rem;font-size:1rem}
code{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}
.path{color:var(--mark);font-weight:600}
table{border-collapse:collapse;width:100%;margin:.6rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
th{font-weight:600;font-size:.85em}
td:first-child code{white-space:nowrap}
details>summary{cursor:pointer;margin:.5rem 0}
nav ul{list-style:none;margin:.2rem 0 1rem;padding:0}
pre{overflow:auto;max-height:32rem;background:var(--soft);padding:.8rem;border-radius:6px;margin:.3rem 0;font-size:.85em}
.three{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:.8rem}
.three h4{margin:.2rem 0;font-size:.85em}.three>div{min-width:0}
.sentence{border-left:3px solid var(--mark);padding:.1rem .8rem;margin:.8rem 0}
.wide{overflow-x:auto}
@media(prefers-color-scheme:dark){:root{--mark:#45c4a7}}
@media(max-width:52rem){body{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;border-right:0}main{padding:1rem}
thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}td{border:0;padding:0 .6rem 0 0;display:inline}td:last-child{display:block}td:first-child code{white-space:normal}}
`;

/** The style is named by its hash, so that the page's policy can allow it and nothing else. */
const PAGE_CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (text: unknown) => String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);

/** Escaped, what stands in backticks as code. */
const markdown = (text: string) => html(text).replace(/`([^`]+)`/g, '<code>$1</code>');

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
  return table(['Parameter', 'Type', 'Default', ''], rows);
}

/** When a field is known, and what decides it earlier. */
const moment = ({ known_at, decided_at }: DocField): string =>
  decided_at === null ? `${known_at}` : `${known_at}, ${decided_at}`;

function section(statistic: Statistic, routes: readonly StatisticRoute[]): string {
  const doc = statisticDoc(statistic, routes);
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
    return `<h3 id="${html(path)}">GET <code class="path">${html(path)}</code></h3><p>${html(description)}</p>
${parameterTable(parameters)}
<details><summary>${fields.length} fields</summary>${table(['Field', 'Type', 'Unit', ''], fields)}</details>`;
  });
  return `<section aria-labelledby="${html(doc.name)}"><h2 id="${html(doc.name)}">${html(doc.title)}</h2>
<p>${html(doc.description)}</p><p>${html(doc.definition)}</p>
<ul>${doc.notes.map((note) => `<li>${html(note)}</li>`).join('')}</ul>
<p>As JSON: <a href="${html(docPaths(statistic)[0])}">${html(docPaths(statistic)[0])}</a></p>${endpoints.join('')}</section>`;
}

/** The text of questions, in a page's words. */
function questions(routes: readonly OwnRoute[]): string {
  const [{ sources }] = routes;
  const endpoints = routes.map(({ path, title, description, params }) => {
    const parameters = [...params].map(([name, param]) => docParameter(name, param));
    return `<h3 id="${html(path)}">GET <code class="path">${html(path)}</code></h3><p>${html(title)}. ${html(description)}.</p>
${parameterTable(parameters)}`;
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
  return `<section aria-labelledby="questions"><h2 id="questions">Questions</h2>
<p>A condition is <code>[prevN.]statistic[parameters].field</code>, an operator (<code>= != &lt; &lt;= &gt; &gt;= :a..b :a|b|c
=null</code>) and a value; conditions are joined by <code>;</code>. <code>statistic.exists=true</code> asks for a record; of
statistics with many records a session, <code>count(fvg[timeframe=15m];direction=bullish)&gt;=2</code> and
<code>exists(bos;direction=up)=true</code>. Conditions that are known only after the outcome are refused: each field says below
when it is known. Null of a field about something that may never come means that it did not come, where the record is as its
column Never says: comparisons with it are then false.</p>
${endpoints.join('')}
<details><summary>${rows.length} fields, and when each is known</summary>${table(['Field', 'Type', 'Known', 'Never', ''], rows)}</details></section>`;
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
  return `<section aria-labelledby="other"><h2 id="other">Other endpoints</h2>${table(['Endpoint', 'Parameters', ''], rows)}</section>`;
}

/** A question with its request side by side in three languages, and what the demo market answers. */
function taskSection({ id, question, note, path, sentence, code3, answer }: Task): string {
  const columns = [
    ['curl', code3.curl],
    ['Python', code3.python],
    ['TypeScript', code3.typescript],
  ].map(([name, text]) => `<div><h4>${name}</h4><pre tabindex="0"><code>${html(text)}</code></pre></div>`);
  return `<section aria-labelledby="${id}"><h3 id="${id}">${html(question)}</h3>
<p class="sentence">${html(sentence)}</p><p>${html(note)} Reference: <a href="#${html(path)}"><code>${html(path)}</code></a>.</p>
<div class="three">${columns.join('')}</div>
<details><summary>The whole answer</summary><pre tabindex="0"><code>${html(JSON.stringify(answer, null, 2))}</code></pre></details></section>`;
}

const TASKS_INTRO = `Each request below was sent to the demo market as of ${TASKS_UNTIL}, and its answer is what came back. The same
request gives the same figures on any installation whose demo market holds that year; <code>now</code> and
<code>data_through</code> follow its data. The prices are generated, no market's. Percentages in brackets are 95 % intervals.`;

/** `/docs`: the reference as one page, without scripts and without anything fetched from elsewhere. */
function referencePage(
  statistics: readonly Statistic[],
  routes: readonly StatisticRoute[],
  ownRoutes: readonly OwnRoute[],
  description: ReturnType<typeof openApi>,
): string {
  const listed = (links: readonly string[]) => `<ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>`;
  const tasks = listed(TASKS.map(({ id, question }) => `<a href="#${id}">${html(question)}</a>`));
  const links = listed(statistics.map(({ name, title }) => `<a href="#${html(name)}">${html(title)}</a>`));
  const more = listed([
    '<a href="#questions">Questions</a>',
    '<a href="#other">Other endpoints</a>',
    '<a href="/openapi.json">openapi.json</a>',
    '<a href="/llms.txt">llms.txt</a>',
  ]);
  const sections = statistics.map((statistic) =>
    section(
      statistic,
      routes.filter((route) => route.statistic === statistic),
    ),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Market statistics: reference</title><style>${STYLE}</style></head>
<body><nav aria-label="Contents"><strong><a href="#tasks">By task</a></strong>${tasks}<strong>By statistic</strong>${links}<strong>All</strong>${more}</nav>
<main><h1>Market statistics</h1>
<p>All figures are read with GET and <code>Authorization: Bearer &lt;token&gt;</code>; an account's own lists below
<code>/me</code> are written with PUT and DELETE. Answers are JSON; lists also come as CSV (<code>format=csv</code>) and as Arrow (<code>format=arrow</code>). Times are ISO 8601 in UTC, percentages 0 to 100;
<code>null</code> means that there is no value. <code>metadata</code> says which range and session were looked at,
and what to know before believing the figures.</p>
<p><a href="/stats">/stats</a> lists the statistics, <a href="#other">other endpoints</a> what is stored, the account and its
limits, and the latest session. Timeframes are written <code>1h</code> or <code>1H</code>; <code>time_window</code> takes
<code>1M</code> to <code>5Y</code>, <code>YTD</code> and <code>MAX</code>.</p>
<h2 id="tasks">By task</h2><p>${TASKS_INTRO}</p>
${TASKS.map(taskSection).join('\n')}
${sections.join('\n')}
${questions(ownRoutes)}
${otherEndpoints(description, ownRoutes)}</main></body></html>
`;
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
