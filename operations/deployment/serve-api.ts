/** The API over a store, listening: the same in the all-in-one service and in a process of its own. */
import { storedTokens } from '../../api/accounts.ts';
import { type ApiDeps, createApp } from '../../api/app.ts';
import { createAuthenticator } from '../../api/authenticator.ts';
import { API_DEFAULTS } from '../../api/config.ts';
import type { LoginLinks } from '../../api/console-session.ts';
import type { Limiter } from '../../api/limits.ts';
import { storedLists } from '../../api/me.ts';
import { listen, type RunningServer } from '../../api/server.ts';
import { StoreScreens } from '../../compute/answers/screens.ts';
import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { projectFile } from '../../lib/paths.ts';
import type { Shutdown } from '../../lib/shutdown.ts';
import type { Store } from '../../sql/connect.ts';
import { coverageOf } from '../commands/status.ts';
import { storeProbe } from './run.ts';

export interface ApiParts {
  readonly store: Store;
  readonly answers: StoreAnswers;
  readonly statistics: readonly Statistic[];
  /** Closed with the API. */
  readonly limiter: Limiter;
  readonly sessionKey: Buffer;
  readonly loginLinks?: LoginLinks;
  /** What `status --json` says. */
  readonly status: () => Promise<object>;
  readonly onStatsUpdated: ApiDeps['onStatsUpdated'];
  readonly config: { readonly api: ApiDeps['config']; readonly service: { host: string; port: number } };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
}

export interface ServedApi extends RunningServer {
  /** What it waits for; empty where it is ready. */
  notReady(): Promise<string[]>;
}

const DRAIN_MS = 25_000;

/** Registers its drains: requests in progress first, then what they counted. */
export async function serveApi(parts: ApiParts): Promise<ServedApi> {
  const { store, answers, limiter, clock, logger, shutdown } = parts;
  const authenticator = createAuthenticator({
    source: storedTokens(store.priorityReader, store.writer),
    clock,
    logger,
  });
  shutdown.onStop('last uses', DRAIN_MS, () => authenticator.close());
  shutdown.onStop('usage', DRAIN_MS, () => limiter.close());
  const storeAnswers = storeProbe(store);
  const checks = async () => ({ store: await storeAnswers(), serving: !shutdown.signal.aborted });
  const api = createApp({
    answers,
    screens: new StoreScreens(store.reader, answers),
    authenticator,
    limiter,
    statistics: parts.statistics,
    logger,
    clock,
    config: parts.config.api,
    sessionKey: parts.sessionKey,
    loginLinks: parts.loginLinks,
    lists: storedLists(store, clock),
    operatorStatus: {
      status: parts.status,
      coverage: (after, limit) => coverageOf(store.reader, after, limit),
    },
    onStatsUpdated: parts.onStatsUpdated,
    async ready() {
      const looked = await checks();
      return { ready: Object.values(looked).every(Boolean), checks: looked };
    },
    consoleFolder: projectFile('dist', 'console'),
  });
  shutdown.onStop('api', DRAIN_MS, () => api.close());
  const { socketsPerAddress, silenceTimeoutMs } = { ...API_DEFAULTS, ...parts.config.api };
  const { host, port } = parts.config.service;
  const server = await listen(api, { host, port, perAddress: socketsPerAddress, silenceTimeoutMs });
  shutdown.onStop('requests', DRAIN_MS, () => server.close());
  return {
    ...server,
    async notReady() {
      return Object.entries(await checks()).flatMap(([name, good]) => (good ? [] : [name]));
    },
  };
}
