import {
  commaList,
  day,
  dayOrNull,
  defineTable,
  flag,
  millis,
  millisOrNull,
  number,
  type RowOf,
  text,
} from '../sql/table.ts';

export const accountsTable = defineTable('market_accounts.accounts', {
  id: text('id'),
  name: text('name'),
  plan: text('plan'),
  /** JSON: figures of the plan this account has otherwise. */
  overrides: text('overrides'),
  createdAtMs: millis('created_at'),
  version: number('version'),
  deleted: flag('is_deleted'),
  /** May read the state of the installation. */
  operator: flag('is_operator'),
});
export type AccountRow = RowOf<typeof accountsTable>;

export const accessTokensTable = defineTable('market_accounts.access_tokens', {
  /** SHA-256 of the token, 64 hex digits. */
  tokenHash: text('token_hash'),
  tokenId: text('token_id'),
  accountId: text('account_id'),
  createdAtMs: millis('created_at'),
  revokedAtMs: millisOrNull('revoked_at'),
  /** Days since the epoch. */
  lastUsedDay: dayOrNull('last_used_on'),
  version: number('version'),
  deleted: flag('is_deleted'),
});
export type AccessTokenRow = RowOf<typeof accessTokensTable>;

/** The latest logout of a token wins, so the time is its own version. */
export const consoleLogoutsTable = defineTable('market_accounts.console_logouts', {
  tokenHash: text('token_hash'),
  endedAtMs: millis('ended_at'),
  version: number('version'),
});
export type ConsoleLogoutRow = RowOf<typeof consoleLogoutsTable>;

export const usageTable = defineTable('market_accounts.usage_daily', {
  accountId: text('account_id'),
  /** UTC date, days since the epoch. */
  day: day('day'),
  requests: number('requests'),
  version: number('version'),
});

export const watchlistsTable = defineTable('market_accounts.watchlists', {
  accountId: text('account_id'),
  /** Canonical; none holds a comma. */
  symbols: commaList('symbols'),
  updatedAtMs: millis('updated_at'),
  version: number('version'),
});

export const savedQueriesTable = defineTable('market_accounts.saved_queries', {
  accountId: text('account_id'),
  id: text('id'),
  name: text('name'),
  question: text('question'),
  updatedAtMs: millis('updated_at'),
  version: number('version'),
  deleted: flag('is_deleted'),
});
