/**
 * `/me/...`: the account's limits, its access tokens, and what it keeps for itself: a watchlist and saved queries. The only writes of the API; a
 * session of the console signs its own.
 */
import { z } from 'zod';
import { isoTimestamp } from '../compute/market/render.ts';
import { problem } from '../compute/statistics/params.ts';
import { parseSymbol } from '../exchange/symbol.ts';
import { inTurnByKey } from '../lib/async.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../sql/connect.ts';
import { defineTable } from '../sql/table.ts';
import { AccountError, type Accounts } from './accounts.ts';
import type { SymbolAnswers } from './authenticator.ts';
import type { ConsoleSessions } from './console-session.ts';
import { invalid, notFound, type Problem } from './errors.ts';
import type { FreeRequest, Guard } from './guard.ts';
import type { WindowState } from './limits.ts';
import { NO_SYMBOL } from './query/params.ts';
import { problemType } from './query/prepare.ts';

const MAX_WATCHED = 200;
const MAX_QUERIES = 200;
export const QUERY_ID = '^[A-Za-z0-9_-]{1,64}$';

const watchlistsTable = defineTable('market_accounts.watchlists', (c) => ({
  accountId: c.text('account_id'),
  /** Canonical; none holds a comma. */
  symbols: c.commaList('symbols'),
  updatedAtMs: c.millis('updated_at'),
  version: c.number('version'),
}));

export const savedQueriesTable = defineTable('market_accounts.saved_queries', (c) => ({
  ...c.texts('account_id', 'id', 'name', 'question'),
  updatedAtMs: c.millis('updated_at'),
  version: c.number('version'),
  deleted: c.flag('is_deleted'),
}));

interface SavedQuery {
  readonly id: string;
  readonly name: string;
  /** State of the console, as text. */
  readonly question: string;
  readonly updatedAtMs: number;
}

/** Of a read of one account: what it keeps is bounded, so more than this is a store that is too busy. */
const READ = { timeoutMs: 4_000 };

export type AccountLists = ReturnType<typeof storedLists>;

/** Everything is read through the readers: what one account keeps must not hold up what lands. */
export function storedLists({ reader, writer }: Pick<Store, 'reader' | 'writer'>, clock: Clock) {
  // So that two writes at once cannot both see the last free place.
  const oneByOne = inTurnByKey();
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
    /** `updatedAtMs` null: the account has never set one. */
    async watchlist(accountId: string): Promise<{ symbols: readonly string[]; updatedAtMs: number | null }> {
      const row = await watched(accountId);
      if (row === null) return { symbols: [], updatedAtMs: null };
      return { symbols: row.symbols === '' ? [] : row.symbols.split(','), updatedAtMs: row.updatedAtMs };
    },
    setWatchlist: (accountId: string, symbols: readonly string[]) =>
      oneByOne(accountId, async () => {
        const version = versionAfter((await watched(accountId))?.version ?? 0);
        const row = { accountId, symbols, updatedAtMs: clock.nowMs(), version };
        await watchlistsTable.insert(writer, [row]);
        return { symbols, updatedAtMs: row.updatedAtMs };
      }),
    /** By name, then id. @param id of one alone; null: all */
    queries: (accountId: string, id: string | null = null) =>
      reader.query<SavedQuery>(
        `SELECT id, name, question, toUnixTimestamp64Milli(updated_at) AS updatedAtMs
         FROM market_accounts.saved_queries FINAL
         WHERE account_id = {accountId:String} ${id === null ? '' : 'AND id = {id:String}'} ORDER BY name, id`,
        { accountId, id: id ?? '' },
        READ,
      ),
    /** Null: the account has `MAX_QUERIES` already and this is another one. */
    putQuery: (accountId: string, { id, name, question }: Omit<SavedQuery, 'updatedAtMs'>) =>
      oneByOne(accountId, async () => {
        const before = await counted(accountId, id);
        if (before.others >= MAX_QUERIES) return null;
        const query = { id, name, question, updatedAtMs: clock.nowMs() };
        await write(accountId, query, before, false);
        return query;
      }),
    /** False where there is none of the id. */
    deleteQuery: (accountId: string, id: string) =>
      oneByOne(accountId, async () => {
        const before = await counted(accountId, id);
        if (before.saved === 0) return false;
        await write(accountId, { id, name: '', question: '', updatedAtMs: clock.nowMs() }, before, true);
        return true;
      }),
  };
}

export const textOf = (least: number, most: number) =>
  z
    .string('Input should be a string')
    .superRefine((text, context) => {
      if (text.trim().length < least) problem(context, 'value_error', 'Input should not be empty');
      else if (text.length > most) {
        problem(context, 'too_long', `String should have at most ${most} characters, not ${text.length}`);
      }
    })
    .meta({ ...(least > 0 ? { minLength: least } : {}), maxLength: most });

export const SAVED_NAME = textOf(1, 200);
export const SAVED_QUESTION = textOf(0, 8_192).meta({ description: 'State of the console, as text' });

export const SavedQueryChange = z.object({ name: SAVED_NAME, question: SAVED_QUESTION });
export const symbolList = (least: number, most: number) =>
  z
    .array(z.unknown(), 'Input should be a list of symbols')
    .superRefine(({ length }, context) => {
      if (length < least) problem(context, 'value_error', 'List should not be empty');
      else if (length > most) {
        problem(context, 'too_long', `List should have at most ${most} symbols, not ${length}`);
      }
    })
    .transform((names, context) =>
      names.map((name, at) => {
        const symbol = typeof name === 'string' ? parseSymbol(name) : null;
        if (symbol === null) context.addIssue({ code: 'custom', path: [at], message: NO_SYMBOL });
        return symbol ?? '';
      }),
    )
    .meta({ items: { type: 'string' }, ...(least > 0 ? { minItems: least } : {}), maxItems: most });
export const WatchlistChange = z.object({ symbols: symbolList(0, MAX_WATCHED) });

export const bodyProblem = (path: readonly PropertyKey[], type: Problem['type'], msg: string): Problem => ({
  loc: ['body', ...(path as (string | number)[])],
  msg,
  type,
});

/** @throws 422 */
export function bodyObject(text: string): Record<string, unknown> {
  let read: unknown = null;
  try {
    read = JSON.parse(text);
  } catch {
    // No object either.
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw invalid([bodyProblem([], 'value_error', 'Input should be a JSON object')]);
  }
  return read as Record<string, unknown>;
}

/** An object with the schema's fields and no others; with `path`: what is wrong with the path, too. @throws 422 */
export function bodyOf<Shape extends z.ZodRawShape>(
  text: string,
  schema: z.ZodObject<Shape>,
  path: readonly Problem[] = [],
): z.output<z.ZodObject<Shape>> {
  const read = bodyObject(text);
  const fields = Object.keys(schema.shape);
  const given = Object.keys(read);
  const missing = fields.filter((name) => !given.includes(name));
  const more = given.filter((name) => !fields.includes(name));
  const wrong = [
    ...missing.map((name) => bodyProblem([name], 'missing', 'Field required')),
    ...more.map((name) =>
      bodyProblem([name.slice(0, 100)], 'extra_forbidden', `Only ${fields.join(', ')} may be sent`),
    ),
  ];
  if (wrong.length > 0) throw invalid(wrong);
  const parsed = schema.safeParse(read);
  const issues = parsed.error?.issues ?? [];
  const problems = issues.map((issue) => bodyProblem(issue.path, problemType(issue), issue.message));
  if (!parsed.success || path.length > 0) throw invalid([...path, ...problems]);
  return parsed.data;
}

const watchlistShown = ({ symbols, updatedAtMs }: Awaited<ReturnType<AccountLists['watchlist']>>) => ({
  symbols,
  updated_at: updatedAtMs === null ? null : isoTimestamp(updatedAtMs),
});
const queryShown = ({ id, name, question, updatedAtMs }: SavedQuery) => ({
  id,
  name,
  question,
  updated_at: isoTimestamp(updatedAtMs),
});

const windowShown = ({ limit, remaining, resetMs }: WindowState) => ({
  limit,
  used: limit - remaining,
  remaining,
  reset_at: isoTimestamp(Math.ceil(resetMs / 1000) * 1000),
});

/** `/me/usage`: counted in no other limit, and answered while one is reached. */
export async function showUsage({ response, who }: FreeRequest, guard: Guard, sessions: ConsoleSessions) {
  const [charged, preview, free] = await Promise.all([
    guard.look(who),
    guard.look(who, 'preview'),
    guard.look(who, 'free'),
  ]);
  response.rateLimit = charged;
  const { id, name, plan, figures, features, operator } = who.account;
  const { directApi, historyDays, alerts } = figures;
  response.json(200, {
    account: { id, name, plan, direct_api: directApi, history_days: historyDays, features, alerts, operator },
    rate_limits: {
      minute: windowShown(charged.minute),
      day: windowShown(charged.day),
      preview: windowShown(preview.minute),
      free: windowShown(free.minute),
    },
    ...(who.session ? { csrf_token: sessions.csrf(who.session) } : {}),
  });
}

/** What an account keeps for itself. Requests have passed the limits and have their place. */
export const myEndpoints = (lists: AccountLists, answers: Pick<SymbolAnswers, 'symbol'>) => ({
  async watchlist({ response, who }: FreeRequest) {
    response.json(200, watchlistShown(await lists.watchlist(who.account.id)));
  },
  async putWatchlist({ response, who, body }: FreeRequest) {
    const { symbols } = bodyOf(body, WatchlistChange);
    // As they are stored, where they are: a pair loses its slash.
    const known = await Promise.all(symbols.map(async (name) => (await answers.symbol(name))?.symbol ?? name));
    response.json(200, watchlistShown(await lists.setWatchlist(who.account.id, [...new Set(known)])));
  },
  async queries({ response, who }: FreeRequest) {
    const data = (await lists.queries(who.account.id)).map(queryShown);
    response.json(200, { count: data.length, data });
  },
  async putQuery({ response, who, params: { id }, body }: FreeRequest) {
    const query = { id, ...bodyOf(body, SavedQueryChange, new RegExp(QUERY_ID).test(id) ? [] : [NO_ID]) };
    const saved = await lists.putQuery(who.account.id, query);
    if (saved === null) {
      throw invalid([bodyProblem([], 'too_long', `An account may save ${MAX_QUERIES} queries: delete one first`)]);
    }
    response.json(200, queryShown(saved));
  },
  async deleteQuery({ response, who, params: { id } }: FreeRequest) {
    if (!(await lists.deleteQuery(who.account.id, id))) {
      throw notFound(`No query is saved as ${id}; GET /me/queries lists those that are`);
    }
    response.empty(204);
  },
});

const NO_ID: Problem = {
  loc: ['path', 'id'],
  msg: 'Input should be 1 to 64 letters, digits, - or _',
  type: 'value_error',
};

export type OwnTokens = Pick<Accounts, 'issueToken' | 'listTokens' | 'revokeToken'>;

/** Beyond these somebody makes tokens by a program. */
const MAX_TOKENS = 50;

export const TokenCreation = z.object({ name: textOf(1, 100).meta({ description: 'What it is for' }) });

export const tokenEndpoints = (accounts: OwnTokens) => ({
  /** Those that are not revoked; `current`: the one that asks, or whose session it is. */
  async list({ response, who }: FreeRequest) {
    const tokens = (await accounts.listTokens(who.account.id)).filter(({ revoked }) => !revoked);
    const data = tokens.map(({ token_id: id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at,
      last_used_at,
      current: id === who.tokenId,
    }));
    response.json(200, { count: data.length, data });
  },
  async create({ response, who, body }: FreeRequest) {
    const { name } = bodyOf(body, TokenCreation);
    const active = (await accounts.listTokens(who.account.id)).filter(({ revoked }) => !revoked);
    if (active.length >= MAX_TOKENS) {
      throw invalid([bodyProblem([], 'too_long', `An account may have ${MAX_TOKENS} tokens: revoke one first`)]);
    }
    const { token_id: id, token } = await accounts.issueToken(who.account.id, name.trim());
    response.json(201, { id, name: name.trim(), token });
  },
  /** Sessions that it opened end within a second. */
  async revoke({ response, who, params: { id } }: FreeRequest) {
    await accounts.revokeToken(id, who.account.id).catch((error) => {
      throw error instanceof AccountError
        ? notFound(`No token ${id}; GET /me/tokens lists those of the account`)
        : error;
    });
    response.empty(204);
  },
});
