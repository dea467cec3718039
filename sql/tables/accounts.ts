import { tsvDate, tsvMillis } from '../text.ts';
import { defineTable } from './table.ts';

export interface AccountRow {
  id: string;
  name: string;
  plan: string;
  /** JSON: figures of the plan this account has otherwise. */
  overrides: string;
  /** May read the state of the installation. */
  operator: boolean;
  createdAtMs: number;
  version: number;
  deleted: boolean;
}

export const accountsTable = defineTable<AccountRow>('market_accounts.accounts', {
  id: (row) => row.id,
  name: (row) => row.name,
  plan: (row) => row.plan,
  overrides: (row) => row.overrides,
  created_at: (row) => tsvMillis(row.createdAtMs),
  version: (row) => row.version,
  is_deleted: (row) => row.deleted,
  is_operator: (row) => row.operator,
});

export interface AccessTokenRow {
  /** SHA-256 of the token, 64 hex digits. */
  tokenHash: string;
  tokenId: string;
  accountId: string;
  createdAtMs: number;
  revokedAtMs: number | null;
  /** Days since the epoch. */
  lastUsedDay: number | null;
  version: number;
  deleted: boolean;
}

export const accessTokensTable = defineTable<AccessTokenRow>('market_accounts.access_tokens', {
  token_hash: (row) => row.tokenHash,
  token_id: (row) => row.tokenId,
  account_id: (row) => row.accountId,
  created_at: (row) => tsvMillis(row.createdAtMs),
  revoked_at: (row) => (row.revokedAtMs === null ? null : tsvMillis(row.revokedAtMs)),
  last_used_on: (row) => (row.lastUsedDay === null ? null : tsvDate(row.lastUsedDay)),
  version: (row) => row.version,
  is_deleted: (row) => row.deleted,
});

export interface ConsoleLogoutRow {
  tokenHash: string;
  endedAtMs: number;
}

/** The latest logout of a token wins, so the time is its own version. */
export const consoleLogoutsTable = defineTable<ConsoleLogoutRow>('market_accounts.console_logouts', {
  token_hash: (row) => row.tokenHash,
  ended_at: (row) => tsvMillis(row.endedAtMs),
  version: (row) => row.endedAtMs,
});

export interface UsageRow {
  accountId: string;
  /** UTC date, days since the epoch. */
  day: number;
  requests: number;
  version: number;
}

export const usageTable = defineTable<UsageRow>('market_accounts.usage_daily', {
  account_id: (row) => row.accountId,
  day: (row) => tsvDate(row.day),
  requests: (row) => row.requests,
  version: (row) => row.version,
});

export interface WatchlistRow {
  accountId: string;
  /** Canonical; none holds a comma. */
  symbols: readonly string[];
  updatedAtMs: number;
  version: number;
}

export const watchlistsTable = defineTable<WatchlistRow>('market_accounts.watchlists', {
  account_id: (row) => row.accountId,
  symbols: (row) => row.symbols.join(','),
  updated_at: (row) => tsvMillis(row.updatedAtMs),
  version: (row) => row.version,
});

export interface SavedQueryRow {
  accountId: string;
  id: string;
  name: string;
  question: string;
  updatedAtMs: number;
  version: number;
  deleted: boolean;
}

export const savedQueriesTable = defineTable<SavedQueryRow>('market_accounts.saved_queries', {
  account_id: (row) => row.accountId,
  id: (row) => row.id,
  name: (row) => row.name,
  question: (row) => row.question,
  updated_at: (row) => tsvMillis(row.updatedAtMs),
  version: (row) => row.version,
  is_deleted: (row) => row.deleted,
});
