/**
 * Accounts and access tokens in the store. Tokens are 32 random bytes, shown once; the store has their SHA-256 alone.
 *
 * Versions of a row: a decision (plan, limits, revocation) has the clock's and at least a million beyond the row before; a
 * record of the last use has one beyond it. So a late record can never undo a revocation.
 */
import type { Reader } from '../sql/reader.ts';
import { defineTable, type RowOf } from '../sql/table.ts';
import type { Writer } from '../sql/writer.ts';
import type { TokenSource } from './authenticator.ts';
import { accountOf, type Overrides } from './plans.ts';

/** One row per field of an account, so that operators who change different fields at once do not undo each other. */
export const accountsTable = defineTable('market_accounts.accounts', (c) => ({
  ...c.texts('id', 'field'),
  /** JSON. */
  value: c.text('value'),
  version: c.number('version'),
}));

/** The fields of an account: `operator` may read the state of the installation; figures of the plan may be overridden. */
export interface AccountFields extends Overrides {
  readonly name: string;
  readonly plan: string;
  readonly createdAtMs: number;
  readonly operator: boolean;
}

const NO_FIELDS: AccountFields = { name: '', plan: '', createdAtMs: 0, operator: false };

/** @param entries fields and their values as JSON */
export const fieldsOf = (entries: readonly (readonly [field: string, value: string])[]): AccountFields => ({
  ...NO_FIELDS,
  ...Object.fromEntries(entries.map(([field, value]) => [field, JSON.parse(value)])),
});

export const accessTokensTable = defineTable('market_accounts.access_tokens', (c) => ({
  /** SHA-256 of the token, 64 hex digits. */
  tokenHash: c.text('token_hash'),
  ...c.texts('token_id', 'account_id'),
  /** The purpose, as the operator wrote it. */
  name: c.text('name'),
  createdAtMs: c.millis('created_at'),
  revokedAtMs: c.millisOrNull('revoked_at'),
  /** Days since the epoch. */
  lastUsedDay: c.dayOrNull('last_used_on'),
  version: c.number('version'),
  deleted: c.flag('is_deleted'),
}));
export type AccessTokenRow = RowOf<typeof accessTokensTable>;

/** The latest logout of a token wins, so the time is its own version. */
const consoleLogoutsTable = defineTable('market_accounts.console_logouts', (c) => ({
  tokenHash: c.text('token_hash'),
  endedAtMs: c.millis('ended_at'),
  version: c.number('version'),
}));

export const tokensById = (writer: Writer, tokenIds: readonly string[]) =>
  accessTokensTable.select(writer, 'FINAL WHERE token_id IN {tokenIds:Array(String)}', { tokenIds });

interface FoundToken extends Pick<AccessTokenRow, 'tokenHash' | 'tokenId' | 'lastUsedDay' | 'accountId'> {
  readonly fields: readonly (readonly [field: string, value: string])[];
  readonly sessionsEndedMs: number;
}

const FIND_TOKENS = `
  SELECT token.token_hash AS tokenHash, token.token_id AS tokenId, toInt32(token.last_used_on) AS lastUsedDay,
    account.id AS accountId, account.fields AS fields, toUnixTimestamp64Milli(logout.ended_at) AS sessionsEndedMs
  FROM (SELECT * FROM market_accounts.access_tokens FINAL
        WHERE token_hash IN {tokenHashes:Array(String)} AND revoked_at IS NULL) AS token
  INNER JOIN (SELECT id, groupArray((toString(field), value)) AS fields FROM market_accounts.accounts FINAL
              WHERE id IN (SELECT account_id FROM market_accounts.access_tokens WHERE token_hash IN {tokenHashes:Array(String)})
              GROUP BY id) AS account ON account.id = token.account_id
  LEFT JOIN (SELECT token_hash, max(ended_at) AS ended_at FROM market_accounts.console_logouts
             WHERE token_hash IN {tokenHashes:Array(String)} GROUP BY token_hash) AS logout
    ON logout.token_hash = token.token_hash`;

/** Looks tokens up in the store, and records there when they were used and logged out. */
export function storedTokens(reader: Reader, writer: Writer): TokenSource {
  return {
    async find(tokenHashes) {
      const rows = await reader.query<FoundToken>(
        FIND_TOKENS,
        { tokenHashes },
        { timeoutMs: 5_000, maxRows: tokenHashes.length },
      );
      return rows.map(({ accountId, fields, sessionsEndedMs, ...token }) => {
        const { name, plan, operator, createdAtMs: _, ...overrides } = fieldsOf(fields);
        const account = accountOf(accountId, name, plan, overrides, operator);
        return { ...token, account, sessionsEndedMs: Number(sessionsEndedMs) };
      });
    },
    /** Used if no later day is recorded. */
    async recordLastUse(tokenIds, day) {
      const late = (await tokensById(writer, tokenIds)).filter(
        (row) => (row.lastUsedDay ?? Number.NEGATIVE_INFINITY) < day,
      );
      if (late.length === 0) return;
      const recorded = late.map((row) => ({ ...row, lastUsedDay: day, version: row.version + 1 }));
      await accessTokensTable.insert(writer, recorded);
    },
    recordLogouts: (logouts) =>
      consoleLogoutsTable.insert(
        writer,
        [...logouts].map(([tokenHash, endedAtMs]) => ({ tokenHash, endedAtMs, version: endedAtMs })),
      ),
  };
}
