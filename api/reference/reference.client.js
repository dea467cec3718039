/** What the pages of the reference do beyond being read: search, copy, and asking with the reader's own token. */

const KEY = 'market-stats.reference.token';
const MAX_FOUND = 12;
const MAX_SHOWN = 20_000;

const element = (name, properties = {}, children = []) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

function search() {
  const field = document.querySelector('#search');
  const list = document.querySelector('#found');
  let entries = null;
  field.addEventListener('input', async () => {
    entries ??= fetch('/docs/search.json').then((answer) => answer.json());
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : (await entries).filter(([text]) => matches(text, words));
    // The shortest text that has all words is the nearest to them.
    found.sort(([a], [b]) => a.length - b.length);
    const links = found.slice(0, MAX_FOUND).map(([text, href]) => {
      return element('li', {}, [element('a', { href, textContent: text })]);
    });
    if (words.length > 0 && links.length === 0) links.push(element('li', { textContent: 'Nothing is called so.' }));
    list.replaceChildren(...links);
  });
}

const matches = (text, words) => words.every((word) => text.toLowerCase().includes(word));

function copyButton(code) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  return button;
}

/** Asks this service; without a token as the session of the console, where there is one. */
async function ask(path, token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(path, { headers });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const rest = shown.length > MAX_SHOWN ? `\n... ${shown.length - MAX_SHOWN} more characters` : '';
  return `${answer.status} ${answer.statusText}\n\n${shown.slice(0, MAX_SHOWN)}${rest}`;
}

function tryForm(place) {
  const request = element('input', { value: place.dataset.try, spellcheck: false });
  const token = element('input', {
    type: 'password',
    autocomplete: 'off',
    placeholder: 'none: the console’s login',
    value: sessionStorage.getItem(KEY) ?? '',
  });
  const button = element('button', { type: 'button', textContent: 'Try' });
  const shown = element('pre', { tabIndex: 0, hidden: true });
  shown.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    sessionStorage.setItem(KEY, token.value);
    button.disabled = true;
    const answer = request.value.startsWith('/') ? ask(request.value, token.value.trim()) : 'A path begins with /';
    shown.textContent = await Promise.resolve(answer).catch((error) => String(error));
    shown.hidden = false;
    button.disabled = false;
  });
  place.append(
    element('label', { className: 'grow' }, ['GET ', request]),
    element('label', {}, ['Token ', token]),
    button,
    shown,
  );
}

search();
// Browsers have a clipboard over TLS and on this machine alone.
const codes = navigator.clipboard ? document.querySelectorAll('pre > code') : [];
for (const code of codes) code.parentElement.before(copyButton(code));
for (const place of document.querySelectorAll('[data-try]')) tryForm(place);
