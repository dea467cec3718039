/** The console: log in, choose a statistic, ask, look. What is chosen stands in the address, so it can be shared. */
import {
  type Doc,
  get,
  logIn,
  logOut,
  Refusal,
  type StatisticEntry,
  type SymbolEntry,
  type Usage,
  withWords,
} from './api.ts';
import { chosenEndpoint } from './chosen.ts';
import { el, titleOf } from './dom.ts';
import { type Form, paramForm } from './form.ts';
import { listView } from './list.ts';
import { loginCode } from './login-link.ts';
import { summaryView } from './summary.ts';

const app = document.querySelector<HTMLElement>('#app')!;

interface Place {
  statistic: string;
  endpoint: string;
  query: Record<string, string>;
}

function place(): Place {
  const [path, search = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [statistic = '', ...rest] = path.split('/');
  return {
    statistic,
    endpoint: rest.length > 0 ? `/${rest.join('/')}` : '',
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

function go({ statistic, endpoint, query }: Place): void {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  location.hash = `/${statistic}${endpoint}${search.size > 0 ? `?${search}` : ''}`;
}

function loginView(message = ''): void {
  const token = el('input', {
    type: 'password',
    name: 'token',
    autocomplete: 'off',
    required: true,
    placeholder: 'access token',
  });
  const problem = el('p', { class: 'problem', role: 'alert' }, message);
  const form = el(
    'form',
    {
      class: 'login',
      submit: (event) => {
        event.preventDefault();
        logIn({ token: token.value }).then(start, (error: Error) => {
          problem.textContent = error.message;
        });
      },
    },
    el('h1', {}, 'market-stats'),
    el('label', {}, 'Access token', token),
    el('button', {}, 'Log in'),
    problem,
  );
  app.replaceChildren(form);
  token.focus();
}

async function start(): Promise<void> {
  try {
    const [{ statistics }, symbols, usage] = await Promise.all([
      get<{ statistics: StatisticEntry[] }>('/stats'),
      get<{ data: SymbolEntry[] }>('/symbols'),
      get<Usage>('/me/usage'),
    ]);
    shell(statistics, symbols.data, usage);
  } catch (error) {
    loginView(error instanceof Refusal && error.status === 401 ? '' : (error as Error).message);
  }
}

function shell(statistics: readonly StatisticEntry[], symbols: readonly SymbolEntry[], usage: Usage): void {
  const used = el('span', { class: 'quiet' });
  const content = el('section', { class: 'content' });
  const nav = el('nav', { 'aria-label': 'Statistics' });
  app.replaceChildren(
    el(
      'header',
      {},
      el('strong', {}, 'market-stats'),
      el('a', { href: '/docs' }, 'reference'),
      used,
      el(
        'button',
        {
          class: 'plain',
          click: () =>
            void logOut().then(
              () => loginView(),
              (error: Error) => alert(error.message),
            ),
        },
        `log out ${usage.account.name}`,
      ),
    ),
    el('div', { class: 'body' }, nav, content),
  );
  const showUsage = ({ account, rate_limits: { minute, day } }: Usage) => {
    used.textContent = `${account.plan}: ${minute.remaining} of ${minute.limit} left this minute, ${day.remaining.toLocaleString('en-US')} of ${day.limit.toLocaleString('en-US')} today`;
  };
  showUsage(usage);
  const render = () => {
    const here = place();
    const current = statistics.find(({ name }) => name === here.statistic) ?? statistics[0];
    nav.replaceChildren(
      ...statistics.map(({ name, title }) =>
        el('a', { href: `#/${name}`, 'aria-current': name === current.name ? 'page' : undefined }, title),
      ),
    );
    void statisticView(content, current, here, symbols, () => get<Usage>('/me/usage').then(showUsage));
  };
  window.onhashchange = render;
  render();
}

async function statisticView(
  content: HTMLElement,
  entry: StatisticEntry,
  here: Place,
  symbols: readonly SymbolEntry[],
  answered: () => void,
): Promise<void> {
  const doc = await get<Doc>(entry.doc);
  const base = `/stats/${entry.name}`;
  const endpoints = doc.endpoints.filter(({ path }) => !path.endsWith('/doc'));
  const wanted = here.statistic === entry.name ? here.endpoint : '';
  const chosen = chosenEndpoint(endpoints, base, wanted);
  const out = el('div', { class: 'out', 'aria-live': 'polite' });
  const form: Form = paramForm(await withWords(chosen), symbols, here.query, () =>
    go({ statistic: entry.name, endpoint: chosen.path.slice(base.length) || '/', query: form.values() }),
  );
  const tab = (path: string) => titleOf(path.slice(base.length).replaceAll('/', ' ').trim() || 'records');
  content.replaceChildren(
    el('h2', {}, doc.title),
    el('p', {}, doc.description),
    el(
      'div',
      { class: 'tabs' },
      ...endpoints.map(({ path, description }) =>
        el(
          'a',
          {
            href: `#/${entry.name}${path.slice(base.length) || '/'}`,
            title: description,
            'aria-current': path === chosen.path ? 'page' : undefined,
          },
          tab(path),
        ),
      ),
    ),
    form.element,
    out,
    el(
      'details',
      {},
      el('summary', {}, 'Definition'),
      el('p', {}, doc.definition),
      el('ul', {}, ...doc.notes.map((note) => el('li', {}, note))),
    ),
  );
  const query = { ...form.values(), ...here.query };
  if (symbols.length === 0) {
    out.replaceChildren(
      el('p', {}, 'Nothing is stored yet: ', el('code', {}, 'npm run -s cli -- import bars FILE'), ' lands bars.'),
    );
    return;
  }
  if (chosen.parameters.some(({ name, required }) => required && !query[name])) return;
  out.replaceChildren(el('p', { class: 'quiet' }, 'asking…'));
  try {
    const began = performance.now();
    const body = await get<Record<string, never>>(chosen.path, query);
    const rows = (body['data'] ?? body['events']) as Record<string, never>[] | undefined;
    const { warnings = [] } = (body['metadata'] ?? {}) as { warnings?: string[] };
    const fields = doc.fields.filter(({ endpoint }) => endpoint === chosen.path);
    out.replaceChildren(
      ...warnings.map((warning) => el('p', { class: 'warning' }, warning)),
      rows ? listView(rows, fields) : summaryView(body),
      el('p', { class: 'quiet' }, `answered in ${Math.round(performance.now() - began)} ms`),
    );
    answered();
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) loginView('Your session is over.');
    else out.replaceChildren(el('pre', { class: 'problem', role: 'alert' }, (error as Error).message));
  }
}

/** A login link's code is over after one use: it leaves the address, and the history, before it is sent. */
async function begin(): Promise<void> {
  const code = loginCode(location.hash);
  if (code === null) return start();
  history.replaceState(null, '', location.pathname + location.search);
  try {
    await logIn({ login: code });
  } catch (error) {
    return loginView((error as Error).message);
  }
  return start();
}

void begin();
