/**
 * What an account leaves in this browser: the draft of a question, the parameters of its statistics, where it went last. It
 * is kept under the account, and ends when the account logs out or another logs in.
 */
const PREFIX = 'market-stats.of.';
const STORAGES = { tab: () => sessionStorage, browser: () => localStorage };

type Where = keyof typeof STORAGES;

let account = '';

const keyOf = (name: string) => `${PREFIX}${account}.${name}`;

/** Null: nothing, or nothing that can be read. */
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
    // A browser that keeps nothing: it lasts for this page.
  }
}

/** From now on it is this account's; that of others is gone. @param id empty: nobody is logged in */
export function keepFor(id: string): void {
  account = id;
  for (const open of Object.values(STORAGES)) {
    try {
      const storage = open();
      for (const key of Object.keys(storage))
        if (key.startsWith(PREFIX) && !key.startsWith(keyOf(''))) storage.removeItem(key);
    } catch {
      // As above.
    }
  }
}
