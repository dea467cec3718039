/** What an account keeps for itself: a watchlist and saved queries. */
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../sql/connect.ts';
import { savedQueriesTable, watchlistsTable } from './account-tables.ts';

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

/** Of a read of one account: what it keeps is bounded, so more than this is a store that is too busy. */
const READ = { timeoutMs: 4_000 };

/** Everything is read through the readers: what one account keeps must not hold up what lands. */
export function storedLists({ reader, writer }: Pick<Store, 'reader' | 'writer'>, clock: Clock): AccountLists {
  const oneByOne = inOrder();
  const versionAfter = (before: number) => Math.max(clock.nowMs() * 1000, before + 1);

  async function watched(accountId: string): Promise<{ symbols: string; updatedAtMs: number; version: number } | null> {
    const [row] = await reader.query<{ symbols: string; updatedAtMs: number; version: number }>(
      `SELECT symbols, toUnixTimestamp64Milli(updated_at) AS updatedAtMs, version
       FROM market_accounts.watchlists FINAL WHERE account_id = {accountId:String}`,
      { accountId },
      READ,
    );
    return row ?? null;
  }

  /** Without any saved text: how many there are beside the one of the id, whether that is there, and its version, deleted or not. */
  async function counted(accountId: string, id: string): Promise<{ others: number; saved: number; version: number }> {
    const [row] = await reader.query<{ others: number; saved: number; version: number }>(
      `SELECT toUInt32(countIf(id != {id:String} AND NOT deleted)) AS others,
         toUInt32(countIf(id = {id:String} AND NOT deleted)) AS saved, maxIf(latest, id = {id:String}) AS version
       FROM (SELECT id, argMax(is_deleted, version) = 1 AS deleted, max(version) AS latest
             FROM market_accounts.saved_queries WHERE account_id = {accountId:String} GROUP BY id)`,
      { accountId, id },
      READ,
    );
    return row;
  }

  function write(accountId: string, query: SavedQuery, before: { version: number }, deleted: boolean): Promise<void> {
    const version = versionAfter(before.version);
    return savedQueriesTable.insert(writer, [{ accountId, ...query, version, deleted }]);
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
    queries: (accountId) =>
      reader.query<SavedQuery>(
        `SELECT id, name, question, toUnixTimestamp64Milli(updated_at) AS updatedAtMs
         FROM market_accounts.saved_queries FINAL WHERE account_id = {accountId:String} ORDER BY name, id`,
        { accountId },
        READ,
      ),
    putQuery: (accountId, { id, name, question }) =>
      oneByOne(accountId, async () => {
        const before = await counted(accountId, id);
        if (before.others >= MAX_QUERIES) return null;
        const query = { id, name, question, updatedAtMs: clock.nowMs() };
        await write(accountId, query, before, false);
        return query;
      }),
    deleteQuery: (accountId, id) =>
      oneByOne(accountId, async () => {
        const before = await counted(accountId, id);
        if (before.saved === 0) return false;
        await write(accountId, { id, name: '', question: '', updatedAtMs: clock.nowMs() }, before, true);
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
