/** `/me/tokens`: the account's own access tokens. They have the account's rights and no others. */
import { z } from 'zod';
import { AccountError, type Accounts } from './accounts.ts';
import { invalid, notFound } from './errors.ts';
import type { FreeRequest } from './guard.ts';
import { bodyOf, bodyProblem, textOf } from './me.ts';

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
