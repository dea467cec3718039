/**
 * Accounts and access tokens, as the command line manages them. Tokens are 32 random bytes, shown once; the store has
 * their SHA-256 alone.
 *
 * Versions of a row: a decision (plan, limits, revocation) counts by the clock and at least a million beyond the row
 * before; a note of the last use counts one beyond it. So a late note can never undo a revocation.
 */
import { hash, randomBytes } from 'node:crypto';
import { isoTimestamp } from '../compute/market/render.ts';
import type { Clock } from '../lib/clock.ts';
import { isoDate } from '../lib/days.ts';
import type { Writer } from '../sql/writer.ts';
import {
  type AccessTokenRow,
  type AccountRow,
  accessTokensTable,
  accountsTable,
  type ConsoleLogoutRow,
  consoleLogoutsTable,
} from './account-tables.ts';
import { figuresOf, isPlanName, type Overrides, PLAN_NAMES, type PlanName } from './plans.ts';

/** What an operator asked for cannot be done; the message says why. */
export class AccountError extends Error {
  readonly kind: 'not_found' | 'invalid';
  constructor(kind: 'not_found' | 'invalid', message: string) {
    super(message);
    this.name = 'AccountError';
    this.kind = kind;
  }
}

/** An account as commands show it; `history_days` null: all history. */
export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly direct_api: boolean;
  readonly history_days: number | null;
  readonly per_minute: number;
  readonly per_day: number;
  readonly custom_dates: boolean;
  readonly custom_times: boolean;
  /** May read `/operator/status`. */
  readonly operator: boolean;
  readonly created_at: string;
}

export interface TokenView {
  readonly token_id: string;
  readonly created_at: string;
  /** A date: uses are noted once a day. */
  readonly last_used_at: string | null;
  readonly revoked: boolean;
}

export interface TokenOwner {
  readonly accountId: string;
  readonly name: string;
  readonly symbolPrefix: string | null;
  readonly revoked: boolean;
}

export interface Accounts {
  createAccount(
    account: { name: string; plan: string; operator?: boolean },
    overrides?: Overrides,
  ): Promise<AccountView>;
  /** Ids of the accounts that may read only symbols with this prefix. */
  restrictedTo(symbolPrefix: string): Promise<string[]>;
  /** Whose token it is; null: nobody's. */
  ownerOf(token: string): Promise<TokenOwner | null>;
  listAccounts(): Promise<AccountView[]>;
  setPlan(id: string, plan: string): Promise<AccountView>;
  setLimits(id: string, limits: Overrides): Promise<AccountView>;
  setOperator(id: string, operator: boolean): Promise<AccountView>;
  issueToken(accountId: string): Promise<{ token_id: string; token: string }>;
  listTokens(accountId: string): Promise<TokenView[]>;
  revokeToken(tokenId: string): Promise<TokenView>;
}

export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** Microseconds, roughly: room for the notes of last use between two decisions. */
const DECISION_STEP = 1_000_000;
const MAX_LIMIT = 1_000_000_000;

const ACCOUNT_COLUMNS = `id, name, plan, overrides, CAST(is_operator, 'Bool') AS operator,
  toUnixTimestamp64Milli(created_at) AS createdAtMs, version,
  is_deleted = 1 AS deleted`;
const TOKEN_COLUMNS = `token_hash AS tokenHash, token_id AS tokenId, account_id AS accountId,
  toUnixTimestamp64Milli(created_at) AS createdAtMs, toUnixTimestamp64Milli(revoked_at) AS revokedAtMs,
  toInt32(last_used_on) AS lastUsedDay, version, is_deleted = 1 AS deleted`;

/** Reads as the writer, so that what was written a moment ago is seen. */
export function createAccounts(writer: Writer, clock: Clock): Accounts {
  const decided = (before: number) => Math.max(clock.nowMs() * 1000, before + DECISION_STEP);

  async function account(id: string): Promise<AccountRow> {
    const rows = await writer.query<AccountRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM market_accounts.accounts FINAL WHERE id = {id:String}`,
      { id },
    );
    if (rows.length === 0) throw new AccountError('not_found', `there is no account '${id}'`);
    return { ...rows[0], deleted: false };
  }

  async function write(row: AccountRow): Promise<AccountView> {
    await accountsTable.insert(writer, [row]);
    return accountView(row);
  }

  async function change(id: string, to: (row: AccountRow) => Partial<AccountRow>): Promise<AccountView> {
    const row = await account(id);
    return write({ ...row, ...to(row), version: decided(row.version) });
  }

  return {
    async createAccount({ name, plan, operator = false }, overrides = {}) {
      const trimmed = name.trim();
      if (trimmed === '' || trimmed.length > 200)
        throw new AccountError('invalid', 'give a name of 1 to 200 characters');
      const createdAtMs = clock.nowMs();
      const id = `acc_${randomBytes(8).toString('hex')}`;
      return write({
        id,
        name: trimmed,
        plan: known(plan),
        overrides: JSON.stringify(checked(overrides)),
        operator,
        createdAtMs,
        version: decided(0),
        deleted: false,
      });
    },
    async restrictedTo(symbolPrefix) {
      const rows = await writer.query<{ id: string; overrides: string }>(
        "SELECT id, overrides FROM market_accounts.accounts FINAL WHERE overrides != '{}' ORDER BY created_at, id",
      );
      return rows.flatMap((row) => (parseOverrides(row.overrides).symbolPrefix === symbolPrefix ? [row.id] : []));
    },
    async ownerOf(token) {
      const [row] = await writer.query<{ accountId: string; revokedAtMs: number | null }>(
        `SELECT account_id AS accountId, toUnixTimestamp64Milli(revoked_at) AS revokedAtMs
         FROM market_accounts.access_tokens FINAL WHERE token_hash = {tokenHash:String}`,
        { tokenHash: hashToken(token) },
      );
      if (!row) return null;
      const { name, overrides } = await account(row.accountId);
      const { symbolPrefix = null } = parseOverrides(overrides);
      return { accountId: row.accountId, name, symbolPrefix, revoked: row.revokedAtMs !== null };
    },
    async listAccounts() {
      const rows = await writer.query<AccountRow>(
        `SELECT ${ACCOUNT_COLUMNS} FROM market_accounts.accounts FINAL ORDER BY created_at, id`,
      );
      return rows.map(accountView);
    },
    setPlan: (id, plan) => change(id, () => ({ plan: known(plan) })),
    setLimits: (id, limits) =>
      change(id, ({ overrides }) => ({
        overrides: JSON.stringify({ ...parseOverrides(overrides), ...checked(limits) }),
      })),
    setOperator: (id, operator) => change(id, () => ({ operator })),
    async issueToken(accountId) {
      await account(accountId);
      const token = randomBytes(32).toString('base64url');
      const row: AccessTokenRow = {
        tokenHash: hashToken(token),
        tokenId: `tok_${randomBytes(8).toString('hex')}`,
        accountId,
        createdAtMs: clock.nowMs(),
        revokedAtMs: null,
        lastUsedDay: null,
        version: decided(0),
        deleted: false,
      };
      await accessTokensTable.insert(writer, [row]);
      return { token_id: row.tokenId, token };
    },
    async listTokens(accountId) {
      await account(accountId);
      const rows = await writer.query<AccessTokenRow>(
        `SELECT ${TOKEN_COLUMNS} FROM market_accounts.access_tokens FINAL
         WHERE account_id = {accountId:String} ORDER BY created_at, token_id`,
        { accountId },
      );
      return rows.map(tokenView);
    },
    async revokeToken(tokenId) {
      const [row] = await tokensById(writer, [tokenId]);
      if (!row) throw new AccountError('not_found', `there is no token '${tokenId}'`);
      const revoked = { ...row, revokedAtMs: row.revokedAtMs ?? clock.nowMs(), version: decided(row.version) };
      await accessTokensTable.insert(writer, [revoked]);
      return tokenView(revoked);
    },
  };
}

/** Notes the day of the last use of these tokens, where a later one is not noted yet. */
export async function noteLastUse(writer: Writer, tokenIds: readonly string[], day: number): Promise<void> {
  const rows = await tokensById(writer, tokenIds);
  const late = rows.filter((row) => (row.lastUsedDay ?? Number.NEGATIVE_INFINITY) < day);
  if (late.length > 0) {
    const noted = late.map((row) => ({ ...row, lastUsedDay: day, version: row.version + 1 }));
    await accessTokensTable.insert(writer, noted);
  }
}

/** Notes when the console's sessions of these tokens ended. */
export function noteLogouts(writer: Writer, logouts: readonly Omit<ConsoleLogoutRow, 'version'>[]): Promise<void> {
  return consoleLogoutsTable.insert(
    writer,
    logouts.map((one) => ({ ...one, version: one.endedAtMs })),
  );
}

async function tokensById(writer: Writer, tokenIds: readonly string[]): Promise<AccessTokenRow[]> {
  const rows = await writer.query<AccessTokenRow>(
    `SELECT ${TOKEN_COLUMNS} FROM market_accounts.access_tokens FINAL WHERE token_id IN {tokenIds:Array(String)}`,
    { tokenIds },
  );
  return rows.map((row) => ({ ...row, deleted: false }));
}

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

/** Whatever the column holds: figures of the right kind, the rest left out. */
export function parseOverrides(json: string): Overrides {
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(json || '{}');
  } catch {
    return {};
  }
  const out: Record<string, unknown> = {};
  for (const name of ['directApi', 'customDates', 'customTimes']) {
    if (typeof read[name] === 'boolean') out[name] = read[name];
  }
  for (const name of ['perMinute', 'perDay', 'historyDays']) if (typeof read[name] === 'number') out[name] = read[name];
  if (read['historyDays'] === null) out['historyDays'] = null;
  if (typeof read['symbolPrefix'] === 'string') out['symbolPrefix'] = read['symbolPrefix'];
  return out;
}

function accountView(row: AccountRow): AccountView {
  const figures = figuresOf(isPlanName(row.plan) ? row.plan : 'free', parseOverrides(row.overrides));
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    direct_api: figures.directApi,
    history_days: figures.historyDays,
    per_minute: figures.perMinute,
    per_day: figures.perDay,
    custom_dates: figures.customDates,
    custom_times: figures.customTimes,
    operator: row.operator,
    created_at: isoTimestamp(row.createdAtMs),
  };
}

function tokenView(row: AccessTokenRow): TokenView {
  return {
    token_id: row.tokenId,
    created_at: isoTimestamp(row.createdAtMs),
    last_used_at: row.lastUsedDay === null ? null : isoDate(row.lastUsedDay),
    revoked: row.revokedAtMs !== null,
  };
}
