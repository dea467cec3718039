/** A running API over data in memory, with accounts of every plan: for tests of answers as clients see them. */

import { type Api, type ApiDeps, createApp } from '../../api/app.ts';
import { createAuthenticator, hashToken, type Identity, type TokenSource } from '../../api/authenticator.ts';
import type { ChangedSymbols } from '../../api/cache.ts';
import type { ApiConfig } from '../../api/config.ts';
import { LoginLinks } from '../../api/console-session.ts';
import { accountOf, type Overrides, type PlanName } from '../../api/plans.ts';
import { createRateLimits } from '../../api/rate-limits.ts';
import { listen, type RunningServer } from '../../api/server.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { type FixedClock, fixedClock } from '../../lib/clock.ts';
import type { HttpBounds } from '../../lib/http-bounds.ts';
import { silentLogger } from '../../lib/logger.ts';
import { type MemoryAnswers, memoryAnswers } from './memory-answers.ts';

export interface TestApi {
  readonly url: string;
  readonly api: Api;
  readonly server: RunningServer;
  readonly answers: MemoryAnswers;
  readonly clock: FixedClock;
  readonly links: LoginLinks;
  /** Adds an account; answers its token. */
  account(plan: PlanName, overrides?: Overrides, operator?: boolean): string;
  revoke(token: string): void;
  changed(symbols: ChangedSymbols): void;
  /** GET with a token (default: an account with everything); `token: null` sends none. */
  get(
    path: string,
    options?: { token?: string | null; headers?: Record<string, string>; method?: string },
  ): Promise<Reply>;
  close(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly body: any;
}

export const UNLIMITED: Overrides = { perMinute: 1_000_000, perDay: 1_000_000 };

export async function startApi(
  data: readonly SymbolData[],
  options: {
    config?: Partial<ApiConfig>;
    nowMs?: number;
    windowMs?: number;
    /** Begins the ids of accounts. */
    accountPrefix?: string;
    wrap?: (answers: MemoryAnswers) => MemoryAnswers;
    deps?: Partial<ApiDeps>;
    sockets?: Partial<HttpBounds>;
  } = {},
): Promise<TestApi> {
  const clock = fixedClock(options.nowMs ?? Date.UTC(2025, 5, 10, 12));
  const plain = memoryAnswers(data);
  const answers = options.wrap?.(plain) ?? plain;
  const tokens = new Map<string, Identity>();
  const source: TokenSource = {
    find: async (hashes) => hashes.flatMap((tokenHash) => tokens.get(tokenHash) ?? []),
    recordLastUse: async () => {},
    async recordLogouts(logouts) {
      for (const [tokenHash, endedAtMs] of logouts) {
        const identity = tokens.get(tokenHash);
        if (identity) tokens.set(tokenHash, { ...identity, sessionsEndedMs: endedAtMs });
      }
    },
  };
  const authenticator = createAuthenticator({ source, clock, logger: silentLogger });
  const limits = createRateLimits({ clock, logger: silentLogger, windowMs: options.windowMs });
  const links = new LoginLinks(clock);
  let listener: (symbols: ChangedSymbols) => void = () => {};
  const api = createApp({
    answers,
    authenticator,
    limits,
    clock,
    logger: silentLogger,
    statistics: await loadStatistics(),
    sessionKey: Buffer.alloc(32, 7),
    loginLinks: links,
    config: options.config,
    onStatsUpdated: (given) => {
      listener = given;
      return () => {
        listener = () => {};
      };
    },
    ...options.deps,
  });
  const server = await listen(api, { host: '127.0.0.1', port: 0, ...options.sockets });
  let accounts = 0;
  const account = (plan: PlanName, overrides: Overrides = {}, operator = false) => {
    const number = ++accounts;
    const token = `token-${number}-of-${plan}`;
    const tokenHash = hashToken(token);
    const owner = accountOf(
      `${options.accountPrefix ?? 'acc'}_${number}`,
      `Account ${number}`,
      plan,
      overrides,
      operator,
    );
    tokens.set(tokenHash, {
      tokenId: `tok_${number}`,
      tokenHash,
      account: owner,
      lastUsedDay: null,
      sessionsEndedMs: 0,
    });
    return token;
  };
  const everything = account('pro_api', UNLIMITED, true);
  return {
    url: server.url,
    api,
    server,
    answers,
    clock,
    links,
    account,
    revoke: (token) => tokens.delete(hashToken(token)),
    changed: (symbols) => listener(symbols),
    async get(path, { token = everything, headers = {}, method = 'GET' } = {}) {
      const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(server.url + path, { method, headers: { ...authorization, ...headers } });
      const text = await response.text();
      const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
      return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined };
    },
    async close() {
      await server.close(1_000);
      api.close();
      await authenticator.close();
      await limits.close();
    },
  };
}
