/** Router: the address is the only state. Links are real; back, forward, reload and sharing work. */
import { Store, useStore } from './store.ts';

export const BASE = '/console';

export type Query = Readonly<Record<string, string>>;

export interface Place {
  /** Path below `/console` without a trailing slash; '' is the start page. */
  readonly path: string;
  readonly query: Query;
}

export function placeOf(url: URL): Place {
  const path = url.pathname.slice(BASE.length).replace(/\/+$/, '');
  return { path, query: Object.fromEntries(url.searchParams) };
}

/** Returns the address of a page; empty values are left out, `symbol` comes first. */
export function href(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  entries.sort(([a], [b]) => Number(b === 'symbol') - Number(a === 'symbol'));
  const search = new URLSearchParams(entries).toString();
  return `${BASE}${path || '/'}${search ? `?${search}` : ''}`;
}

const place = new Store<Place>({ path: '', query: {} });

export const placeNow = () => place.value;
export const usePlace = () => useStore(place);

function read(): void {
  place.set(placeOf(new URL(location.href)));
}

/** Goes to an address of the console. `replace`: without an entry in the history, for text that is still being typed. */
export function go(address: string, { replace = false } = {}): void {
  const before = place.value.path;
  if (address === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  read();
  if (!replace && place.value.path !== before) {
    scrollTo(0, 0);
    // The focus moves to the new page, which screen readers then announce.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  }
}

/** Handles clicks on links of the console; the browser handles all others. */
function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !(url.pathname === BASE || url.pathname.startsWith(`${BASE}/`))) return;
  // The browser handles links within the page, such as to its content.
  if (url.hash && url.pathname + url.search === location.pathname + location.search) return;
  event.preventDefault();
  go(url.pathname + url.search);
}

export function startRouter(): void {
  read();
  addEventListener('popstate', read);
  document.addEventListener('click', onClick);
}
