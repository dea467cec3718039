/** The API in this process over given answers, listening: a GET goes through everything that a client's would. */
import { randomBytes } from 'node:crypto';
import { createAccounts, storedTokens } from '../api/accounts.ts';
import { createApp } from '../api/app.ts';
import { createAuthenticator } from '../api/authenticator.ts';
import { createLimiter } from '../api/limits.ts';
import { listen } from '../api/server.ts';
import type { Answers } from '../compute/answers/answers.ts';
import { systemClock } from '../lib/clock.ts';
import { silentLogger } from '../lib/logger.ts';
import type { Workshop } from './workshop.ts';

export interface BenchApi {
  /** The body of a 200. */
  get(path: string): Promise<string>;
  close(): Promise<void>;
}

export async function startApi({ store, statistics }: Workshop, answers: Answers): Promise<BenchApi> {
  const clock = systemClock;
  const logger = silentLogger;
  const accounts = createAccounts(store.writer, clock);
  const { id } = await accounts.createAccount({ name: 'bench', plan: 'pro_api' });
  await accounts.setLimits(id, { perMinute: 1_000_000_000, perDay: 1_000_000_000 });
  const { token } = await accounts.issueToken(id);
  const authenticator = createAuthenticator({
    source: storedTokens(store.reader, store.writer),
    clock,
    logger,
  });
  const limiter = createLimiter({ clock, logger });
  const sessionKey = randomBytes(32);
  const api = createApp({ answers, authenticator, limiter, statistics, logger, clock, sessionKey });
  const server = await listen(api, { host: '127.0.0.1', port: 0 });
  return {
    async get(path) {
      const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
      return body;
    },
    async close() {
      await server.close();
      api.close();
      await authenticator.close();
      await limiter.close();
    },
  };
}
