/**
 * Data of an account in this browser: its watchlist, its latest questions, the draft of a question, the parameters of
 * its statistics. It is kept under the account's id. When the account logs out or another one logs in, only the watchlist
 * stays.
 */
const PREFIX = 'market-stats.of.';
const STORAGES = { tab: () => sessionStorage, browser: () => localStorage };

type Where = keyof typeof STORAGES;

let account = '';

const keyOf = (name: string) => `${PREFIX}${account}.${name}`;

/** Reads a value; null if it is missing or unreadable. */
export function readKept<T>(where: Where, name: string): T | null {
  try {
    return JSON.parse(STORAGES[where]().getItem(keyOf(name)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function keep(where: Where, name: string, value: unknown): void {
  try {
    STORAGES[where]().setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // A browser without storage keeps the value for this page only.
  }
}

const isEnding = (key: string) => key.startsWith(PREFIX) && !key.startsWith(keyOf('')) && !key.endsWith('.watchlist');

/** Sets the account. @param id empty: logged out */
export function keepFor(id: string): void {
  account = id;
  for (const open of Object.values(STORAGES)) {
    try {
      const storage = open();
      for (const key of Object.keys(storage)) if (isEnding(key)) storage.removeItem(key);
    } catch {
      // A browser without storage has nothing to remove.
    }
  }
}
