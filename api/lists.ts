/** What an account keeps for itself: a watchlist and saved queries. */
import type { Clock } from '../lib/clock.ts';
import { savedQueriesTable, watchlistsTable } from '../sql/tables/accounts.ts';
import type { Writer } from '../sql/writer.ts';

export const MAX_WATCHED = 200;
export const MAX_QUERIES = 200;

export interface Watchlist {
  readonly symbols: readonly string[];
  /** Epoch ms; null where the account has never set one. */
  readonly updatedAtMs: number | null;
}

export interface SavedQuery {
  readonly id: string;
  readonly name: string;
  /** State of the console, as text. */
  readonly question: string;
  readonly updatedAtMs: number;
}

export interface AccountLists {
  watchlist(accountId: string): Promise<Watchlist>;
  setWatchlist(accountId: string, symbols: readonly string[]): Promise<Watchlist>;
  /** By name, then id. */
  queries(accountId: string): Promise<readonly SavedQuery[]>;
  /** Null: the account has `MAX_QUERIES` already and this is another one. */
  putQuery(accountId: string, query: Omit<SavedQuery, 'updatedAtMs'>): Promise<SavedQuery | null>;
  /** False where there is none of the id. */
  deleteQuery(accountId: string, id: string): Promise<boolean>;
}

/** Reads as the writer, so that what was written a moment ago is seen. */
export function storedLists(writer: Writer, clock: Clock): AccountLists {
  const oneByOne = inOrder();
  const versionAfter = (before: number) => Math.max(clock.nowMs() * 1000, before + 1);

  async function watched(accountId: string): Promise<{ symbols: string; updatedAtMs: number; version: number } | null> {
    const [row] = await writer.query<{ symbols: string; updatedAtMs: number; version: number }>(
      `SELECT symbols, toUnixTimestamp64Milli(updated_at) AS updatedAtMs, version
       FROM market_accounts.watchlists FINAL WHERE account_id = {accountId:String}`,
      { accountId },
    );
    return row ?? null;
  }

  const stored = (accountId: string) =>
    writer.query<SavedQuery>(
      `SELECT id, name, question, toUnixTimestamp64Milli(updated_at) AS updatedAtMs
       FROM market_accounts.saved_queries FINAL WHERE account_id = {accountId:String} ORDER BY name, id`,
      { accountId },
    );

  /** Of deleted rows, too. */
  async function latestVersion(accountId: string, id: string): Promise<number> {
    const [row] = await writer.query<{ version: number }>(
      `SELECT max(version) AS version FROM market_accounts.saved_queries
       WHERE account_id = {accountId:String} AND id = {id:String}`,
      { accountId, id },
    );
    return row?.version ?? 0;
  }

  async function write(accountId: string, query: SavedQuery, deleted: boolean): Promise<void> {
    const version = versionAfter(await latestVersion(accountId, query.id));
    await savedQueriesTable.insert(writer, [{ accountId, ...query, version, deleted }]);
  }

  return {
    async watchlist(accountId) {
      const row = await watched(accountId);
      if (row === null) return { symbols: [], updatedAtMs: null };
      return { symbols: row.symbols === '' ? [] : row.symbols.split(','), updatedAtMs: row.updatedAtMs };
    },
    setWatchlist: (accountId, symbols) =>
      oneByOne(accountId, async () => {
        const version = versionAfter((await watched(accountId))?.version ?? 0);
        const row = { accountId, symbols, updatedAtMs: clock.nowMs(), version };
        await watchlistsTable.insert(writer, [row]);
        return { symbols, updatedAtMs: row.updatedAtMs };
      }),
    queries: stored,
    putQuery: (accountId, { id, name, question }) =>
      oneByOne(accountId, async () => {
        const all = await stored(accountId);
        if (all.length >= MAX_QUERIES && !all.some((one) => one.id === id)) return null;
        const query = { id, name, question, updatedAtMs: clock.nowMs() };
        await write(accountId, query, false);
        return query;
      }),
    deleteQuery: (accountId, id) =>
      oneByOne(accountId, async () => {
        const before = (await stored(accountId)).find((one) => one.id === id);
        if (!before) return false;
        await write(accountId, before, true);
        return true;
      }),
  };
}

/** One write of an account at a time, so that two at once cannot both see the last free place. */
function inOrder(): <T>(accountId: string, write: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (accountId, write) => {
    const done = (last.get(accountId) ?? Promise.resolve()).then(write);
    const settled = done
      .catch(() => {})
      .then(() => {
        if (last.get(accountId) === settled) last.delete(accountId);
      });
    last.set(accountId, settled);
    return done;
  };
}
