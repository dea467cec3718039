/** The commands of accounts and access tokens. */
import { randomBytes } from 'node:crypto';
import {
  type AccessTokenRow,
  type AccountFields,
  accessTokensTable,
  accountsTable,
  fieldsOf,
  tokensById,
} from '../../api/accounts.ts';
import { hashToken } from '../../api/authenticator.ts';
import { figuresOf, isPlanName, type Overrides, PLAN_NAMES, type PlanName } from '../../api/plans.ts';
import { isoTimestamp } from '../../compute/market/render.ts';
import type { Clock } from '../../lib/clock.ts';
import { grouped } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import type { Params } from '../../sql/formats/text.ts';
import type { Writer } from '../../sql/writer.ts';
import type { Handlers } from '../handlers.ts';
import { notDone, usageError } from '../operation.ts';

/** Microseconds, roughly: room for the records of last use between two decisions. */
const DECISION_STEP = 1_000_000;

export type Accounts = ReturnType<typeof createAccounts>;

/** Reads as the writer, so that what was written a moment ago is seen. */
export function createAccounts(writer: Writer, clock: Clock) {
  const decided = (before: number) => Math.max(clock.nowMs() * 1000, before + DECISION_STEP);

  /** Accounts in the order of their creation. */
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
    if (!stored) throw notDone(`there is no account '${id}'`);
    return stored;
  }

  async function write(id: string, fields: Partial<AccountFields>, version: number) {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const rows = given.map(([field, value]) => ({ id, field, value: JSON.stringify(value), version }));
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
      if (trimmed === '' || trimmed.length > 200) throw usageError('give a name of 1 to 200 characters');
      const id = `acc_${randomBytes(8).toString('hex')}`;
      const fields = { ...overrides, name: trimmed, plan: known(plan), operator, createdAtMs: clock.nowMs() };
      return write(id, fields, decided(0));
    },
    /** Ids of the accounts that may read only symbols with this prefix. */
    async restrictedTo(symbolPrefix: string): Promise<string[]> {
      const accounts = await read('');
      return accounts.flatMap(({ id, fields }) => (fields.symbolPrefix === symbolPrefix ? [id] : []));
    },
    /** Returns the account of the token; null if there is none. */
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
    setLimits: async (id: string, limits: Overrides) => change(id, limits),
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
      if (!row) throw notDone(`there is no token '${tokenId}'`);
      const revoked = { ...row, revokedAtMs: row.revokedAtMs ?? clock.nowMs(), version: decided(row.version) };
      await accessTokensTable.insert(writer, [revoked]);
      return tokenView(revoked);
    },
  };
}

function known(plan: string): PlanName {
  if (!isPlanName(plan)) throw usageError(`there is no plan '${plan}': ${PLAN_NAMES.join(', ')}`);
  return plan;
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

export const accountOperations = (accounts: Accounts): Handlers<'accounts' | 'tokens'> => ({
  'accounts.create': (wish) => accounts.createAccount(wish),
  'accounts.list': async () => ({ accounts: await accounts.listAccounts() }),
  'accounts.set-plan': ({ account, plan }) => accounts.setPlan(account, plan),
  'accounts.set-limits': ({ account, ...limits }) => accounts.setLimits(account, limits),
  'tokens.issue': ({ account, name }) => accounts.issueToken(account, name),
  'tokens.list': async ({ account }) => ({ tokens: await accounts.listTokens(account) }),
  'tokens.revoke': ({ tokenId }) => accounts.revokeToken(tokenId),
});
