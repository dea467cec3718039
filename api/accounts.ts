/**
 * Accounts and access tokens in the store. Tokens are 32 random bytes, shown once; the store has their SHA-256 alone.
 *
 * Versions of a row: a decision (plan, limits, revocation) has the clock's and at least a million beyond the row before; a
 * record of the last use has one beyond it. So a late record can never undo a revocation.
 */
import { randomBytes } from 'node:crypto';
import { isoTimestamp } from '../compute/market/render.ts';
import type { Clock } from '../lib/clock.ts';
import { grouped } from '../lib/collections.ts';
import { isoDate } from '../lib/days.ts';
import type { Params } from '../sql/formats/text.ts';
import type { Reader } from '../sql/reader.ts';
import { defineTable, type RowOf } from '../sql/table.ts';
import type { Writer } from '../sql/writer.ts';
import { hashToken, type TokenSource } from './authenticator.ts';
import { accountOf, figuresOf, isPlanName, type Overrides, PLAN_NAMES, type PlanName } from './plans.ts';

/** One row per field of an account, so that operators who change different fields at once do not undo each other. */
export const accountsTable = defineTable('market_accounts.accounts', (c) => ({
  ...c.texts('id', 'field'),
  /** JSON. */
  value: c.text('value'),
  version: c.number('version'),
}));

/** The fields of an account: `operator` may read the state of the installation; figures of the plan may be overridden. */
interface AccountFields extends Overrides {
  readonly name: string;
  readonly plan: string;
  readonly createdAtMs: number;
  readonly operator: boolean;
}

const NO_FIELDS: AccountFields = { name: '', plan: '', createdAtMs: 0, operator: false };

/** @param entries fields and their values as JSON */
const fieldsOf = (entries: readonly (readonly [field: string, value: string])[]): AccountFields => ({
  ...NO_FIELDS,
  ...Object.fromEntries(entries.map(([field, value]) => [field, JSON.parse(value)])),
});

export const accessTokensTable = defineTable('market_accounts.access_tokens', (c) => ({
  /** SHA-256 of the token, 64 hex digits. */
  tokenHash: c.text('token_hash'),
  ...c.texts('token_id', 'account_id'),
  /** What it is for, in the words of who made it. */
  name: c.text('name'),
  createdAtMs: c.millis('created_at'),
  revokedAtMs: c.millisOrNull('revoked_at'),
  /** Days since the epoch. */
  lastUsedDay: c.dayOrNull('last_used_on'),
  version: c.number('version'),
  deleted: c.flag('is_deleted'),
}));
type AccessTokenRow = RowOf<typeof accessTokensTable>;

/** The latest logout of a token wins, so the time is its own version. */
const consoleLogoutsTable = defineTable('market_accounts.console_logouts', (c) => ({
  tokenHash: c.text('token_hash'),
  endedAtMs: c.millis('ended_at'),
  version: c.number('version'),
}));

/** Says why a change of accounts cannot be made. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly kind: 'not_found' | 'invalid';
  constructor(kind: 'not_found' | 'invalid', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Microseconds, roughly: room for the records of last use between two decisions. */
const DECISION_STEP = 1_000_000;
const MAX_LIMIT = 1_000_000_000;

export type Accounts = ReturnType<typeof createAccounts>;

/** As commands manage them. Reads as the writer, so that what was written a moment ago is seen. */
export function createAccounts(writer: Writer, clock: Clock) {
  const decided = (before: number) => Math.max(clock.nowMs() * 1000, before + DECISION_STEP);

  /** In the order of their creation. */
  async function read(clauses: string, params?: Params) {
    const rows = await accountsTable.select(writer, `FINAL ${clauses}`, params);
    const accounts = [...grouped(rows, ({ id }) => id)].map(([id, own]) => ({
      id,
      fields: fieldsOf(own.map(({ field, value }) => [field, value])),
      version: Math.max(...own.map(({ version }) => version)),
    }));
    return accounts.sort((a, b) => a.fields.createdAtMs - b.fields.createdAtMs || (a.id < b.id ? -1 : 1));
  }

  async function account(id: string) {
    const [stored] = await read('WHERE id = {id:String}', { id });
    if (!stored) throw new AccountError('not_found', `there is no account '${id}'`);
    return stored;
  }

  async function write(id: string, fields: Partial<AccountFields>, version: number) {
    const rows = Object.entries(fields).map(([field, value]) => ({ id, field, value: JSON.stringify(value), version }));
    await accountsTable.insert(writer, rows);
    return accountView(await account(id));
  }

  const change = async (id: string, fields: Partial<AccountFields>) =>
    write(id, fields, decided((await account(id)).version));

  return {
    async createAccount(
      { name, plan, operator = false }: { name: string; plan: string; operator?: boolean },
      overrides: Overrides = {},
    ) {
      const trimmed = name.trim();
      if (trimmed === '' || trimmed.length > 200)
        throw new AccountError('invalid', 'give a name of 1 to 200 characters');
      const id = `acc_${randomBytes(8).toString('hex')}`;
      const fields = { ...checked(overrides), name: trimmed, plan: known(plan), operator, createdAtMs: clock.nowMs() };
      return write(id, fields, decided(0));
    },
    /** Ids of the accounts that may read only symbols with this prefix. */
    async restrictedTo(symbolPrefix: string): Promise<string[]> {
      const accounts = await read('');
      return accounts.flatMap(({ id, fields }) => (fields.symbolPrefix === symbolPrefix ? [id] : []));
    },
    /** Whose token it is; null: nobody's. */
    async ownerOf(token: string) {
      const [row] = await accessTokensTable.select(writer, 'FINAL WHERE token_hash = {tokenHash:String}', {
        tokenHash: hashToken(token),
      });
      if (!row) return null;
      const { name, symbolPrefix = null } = (await account(row.accountId)).fields;
      return { accountId: row.accountId, name, symbolPrefix, revoked: row.revokedAtMs !== null };
    },
    async listAccounts() {
      return (await read('')).map(accountView);
    },
    setPlan: async (id: string, plan: string) => change(id, { plan: known(plan) }),
    setLimits: async (id: string, limits: Overrides) => change(id, checked(limits)),
    async issueToken(accountId: string, name = '') {
      await account(accountId);
      const token = randomBytes(32).toString('base64url');
      const row: AccessTokenRow = {
        tokenHash: hashToken(token),
        tokenId: `tok_${randomBytes(8).toString('hex')}`,
        accountId,
        name,
        createdAtMs: clock.nowMs(),
        revokedAtMs: null,
        lastUsedDay: null,
        version: decided(0),
        deleted: false,
      };
      await accessTokensTable.insert(writer, [row]);
      return { token_id: row.tokenId, token };
    },
    async listTokens(accountId: string) {
      await account(accountId);
      const ofAccount = 'FINAL WHERE account_id = {accountId:String} ORDER BY created_at, token_id';
      return (await accessTokensTable.select(writer, ofAccount, { accountId })).map(tokenView);
    },
    async revokeToken(tokenId: string) {
      const [row] = await tokensById(writer, [tokenId]);
      if (!row) throw new AccountError('not_found', `there is no token '${tokenId}'`);
      const revoked = { ...row, revokedAtMs: row.revokedAtMs ?? clock.nowMs(), version: decided(row.version) };
      await accessTokensTable.insert(writer, [revoked]);
      return tokenView(revoked);
    },
  };
}

const tokensById = (writer: Writer, tokenIds: readonly string[]) =>
  accessTokensTable.select(writer, 'FINAL WHERE token_id IN {tokenIds:Array(String)}', { tokenIds });

function known(plan: string): PlanName {
  if (!isPlanName(plan)) throw new AccountError('invalid', `there is no plan '${plan}': ${PLAN_NAMES.join(', ')}`);
  return plan;
}

function checked(limits: Overrides): Overrides {
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value === 'number' && !(Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT)) {
      throw new AccountError('invalid', `${name}: give a whole number from 1 to ${MAX_LIMIT}`);
    }
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

/** An account as commands show it; `history_days` null: all history. */
function accountView({ id, fields }: { id: string; fields: AccountFields }) {
  const { name, plan, createdAtMs, operator, ...overrides } = fields;
  const figures = figuresOf(plan, overrides);
  return {
    id,
    name,
    plan,
    direct_api: figures.directApi,
    history_days: figures.historyDays,
    per_minute: figures.perMinute,
    per_day: figures.perDay,
    custom_dates: figures.customDates,
    custom_times: figures.customTimes,
    operator,
    created_at: isoTimestamp(createdAtMs),
  };
}

/** The last use is a date: uses are recorded once a day. */
function tokenView({ tokenId, name, createdAtMs, lastUsedDay, revokedAtMs }: AccessTokenRow) {
  return {
    token_id: tokenId,
    name,
    created_at: isoTimestamp(createdAtMs),
    last_used_at: lastUsedDay === null ? null : isoDate(lastUsedDay),
    revoked: revokedAtMs !== null,
  };
}

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
    /** Where no later day is recorded. */
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
