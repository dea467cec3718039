/** Settings of the reader, not of the question: theme, time zone. This browser keeps them. */
import { Store, useStore } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Zone = 'UTC' | 'New York' | 'local';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export const ZONES: readonly Zone[] = ['New York', 'UTC', 'local'];

function keptStore<T extends string>(name: string, allowed: readonly T[], first: T): Store<T> {
  const key = `market-stats.${name}`;
  let value = first;
  try {
    const stored = localStorage.getItem(key) as T | null;
    if (stored !== null && allowed.includes(stored)) value = stored;
  } catch {
    // A browser without storage has nothing to read.
  }
  const store = new Store(value);
  store.subscribe(() => {
    try {
      localStorage.setItem(key, store.value);
    } catch {
      // A browser without storage keeps the setting for this page only.
    }
  });
  return store;
}

export const theme = keptStore('theme', THEMES, 'system');
export const zone = keptStore('zone', ZONES, 'New York');
export const useZone = () => useStore(zone);

export function applyTheme(): void {
  const show = () => {
    if (theme.value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme.value;
  };
  show();
  theme.subscribe(show);
}

export const zoneName = (chosen: Zone): string | undefined =>
  chosen === 'UTC' ? 'UTC' : chosen === 'New York' ? 'America/New_York' : undefined;
