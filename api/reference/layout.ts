/** What every page of the reference has: its style, policy, contents, search, and the way to the pages before and after it. */
import { createHash } from 'node:crypto';

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8882;--mark:#0a7c66}
*{box-sizing:border-box}
body{margin:0;font:15px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:15rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line)}
nav a{display:block;padding:.15rem .5rem;color:inherit;text-decoration:none;border-radius:4px}
nav a:hover,nav a:focus-visible{background:var(--soft)}
a{color:var(--mark)}
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
.three h3{margin:.2rem 0;font-size:.85em}.three>div{min-width:0}
.sentence{border-left:3px solid var(--mark);padding:.1rem .8rem;margin:.8rem 0}
.wide{overflow-x:auto}
.copy{float:right;position:relative;margin:.3rem .3rem -3rem;background:Canvas}
button,input{font:inherit;color:inherit;background:transparent;border:1px solid #888a;border-radius:6px;padding:.2rem .6rem;min-height:24px}
button{cursor:pointer}nav input{width:100%}#found a{background:var(--soft)}nav [aria-current]{font-weight:700}
.try{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:end;margin:.5rem 0}.try label{display:flex;flex-direction:column;font-size:.85em;min-width:0}
.try .grow{flex:1 1 20rem}.try pre{flex:1 1 100%;min-width:0}
.turn{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;border-top:1px solid var(--line);padding-top:1rem}
@media(prefers-color-scheme:dark){:root{--mark:#45c4a7}}
@media(max-width:52rem){body{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;border-right:0}nav ul{display:flex;flex-wrap:wrap;margin-bottom:.4rem}main{padding:1rem}
thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}td{border:0;padding:0 .6rem 0 0;display:inline}td:last-child{display:block}td:first-child code{white-space:normal}}
`;

/** The style is named by its hash, so that the page's policy can allow it and nothing else. */
export const PAGE_CSP = `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const html = (text: unknown) => String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);

/** Escaped, what stands in backticks as code. */
export const markdown = (text: string) => html(text).replace(/`([^`]+)`/g, '<code>$1</code>');

export interface Page {
  readonly path: string;
  readonly title: string;
  /** Html. */
  readonly body: () => string;
  /** Heading of its group in the contents. */
  readonly group: string;
}

/** @param at place of the page among all */
export function pageText(pages: readonly Page[], at: number): string {
  const { path, title, body } = pages[at];
  const link = (to: Page) =>
    `<a href="${html(to.path)}"${to.path === path ? ' aria-current="page"' : ''}>${html(to.title)}</a>`;
  const groups = [...new Set(pages.map(({ group }) => group))].map((group) => {
    const links = pages.filter((page) => page.group === group).map((page) => `<li>${link(page)}</li>`);
    return `<strong>${html(group)}</strong><ul>${links.join('')}</ul>`;
  });
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${html(title)} · market-stats reference</title><style>${STYLE}</style><script type="module" src="/docs/reference.js"></script></head>
<body><nav aria-label="Contents"><label>Search <input type="search" id="search" autocomplete="off"></label>
<ul id="found" aria-live="polite" aria-label="Found"></ul>${groups.join('')}
<strong>As data</strong><ul><li><a href="/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li></ul></nav>
<main><h1>${html(title)}</h1>
${body()}
<div class="turn"><span>${before ? `← ${link(before)}` : ''}</span><span>${after ? `${link(after)} →` : ''}</span></div></main></body></html>
`;
}
