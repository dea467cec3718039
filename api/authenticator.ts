/**
 * Finds the account of a token. What the store says about a token is trusted for less than a second from the moment it was
 * asked. A token in use is looked up again in the background before that, so that a revocation holds in every process within
 * a second and no request of a busy account waits for it.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { entries, inGroups } from '../lib/collections.ts';
import { dayOfMs } from '../lib/days.ts';
import type { Logger } from '../lib/logger.ts';
import type { Account } from './plans.ts';

export const hashToken = (token: string): string => hash('sha256', token, 'hex');

export interface Identity {
  readonly tokenId: string;
  readonly tokenHash: string;
  readonly account: Account;
  /** Days since the epoch. */
  readonly lastUsedDay: number | null;
  /** Console sessions opened until then are over, epoch ms; 0: nobody has logged out. */
  readonly sessionsEndedMs: number;
}

/** Looks up tokens by their hashes; returns those that exist and are not revoked. */
export interface TokenSource {
  find(tokenHashes: readonly string[]): Promise<readonly Identity[]>;
  recordLastUse(tokenIds: readonly string[], day: number): Promise<void>;
  /** @param logouts when the console's sessions of a token ended, epoch ms, by its hash */
  recordLogouts(logouts: ReadonlyMap<string, number>): Promise<void>;
}

interface Known {
  readonly identity: Identity | null;
  /** The time of the query, monotonic ms: the answer includes everything older. */
  readonly askedAtMs: number;
  isAskedAgain: boolean;
}

const TRUSTED_MS = 900;
const REFRESH_MS = 300;
const KNOWN_TOKENS = 50_000;
const OTHER_TOKENS = 10_000;
const HASHES_PER_STATEMENT = 1_000;

export type Authenticator = ReturnType<typeof createAuthenticator>;

export function createAuthenticator({ source, clock, logger }: { source: TokenSource; clock: Clock; logger: Logger }) {
  const known = new LRUCache<string, Known>(entries(KNOWN_TOKENS));
  // Guesses must not push real tokens out.
  const refused = new LRUCache<string, Known>(entries(OTHER_TOKENS));
  // Answers of the store that were asked for before a logout come after it.
  const ended = new LRUCache<string, number>(entries(OTHER_TOKENS));
  /** Days of the last uses that are recorded, by token id. */
  const recorded = new LRUCache<string, number>(entries(KNOWN_TOKENS));
  let recording: Promise<unknown> = Promise.resolve();

  const ask = batched(async (hashes: ReadonlyMap<string, null>) => {
    const identities = new Map<string, Identity>();
    for (const some of inGroups(hashes.keys(), HASHES_PER_STATEMENT)) {
      const askedAtMs = performance.now();
      const found = new Map((await source.find(some)).map((one) => [one.tokenHash, one]));
      for (const tokenHash of some) {
        const identity = found.get(tokenHash) ?? null;
        (identity ? known : refused).set(tokenHash, { identity, askedAtMs, isAskedAgain: false });
        (identity ? refused : known).delete(tokenHash);
        if (identity) identities.set(tokenHash, identity);
      }
      recording = Promise.all([recording, record([...found.values()])]);
    }
    return identities;
  });

  /** Records the first use of a day. */
  async function record(identities: readonly Identity[]): Promise<void> {
    const day = dayOfMs(clock.nowMs());
    const isNew = ({ tokenId, lastUsedDay }: Identity) =>
      Math.max(lastUsedDay ?? -1, recorded.get(tokenId) ?? -1) < day;
    const tokenIds = identities.filter(isNew).map(({ tokenId }) => tokenId);
    if (tokenIds.length === 0) return;
    for (const tokenId of tokenIds) recorded.set(tokenId, day);
    await source.recordLastUse(tokenIds, day).catch((error) => {
      for (const tokenId of tokenIds) recorded.delete(tokenId);
      logger.warn({ err: error }, 'the last use of tokens could not be recorded');
    });
  }

  /** Returns null if the token is unknown or revoked, and at once if it was seen within the last second. */
  function byHash(tokenHash: string): Identity | null | Promise<Identity | null> {
    const entry = known.get(tokenHash) ?? refused.get(tokenHash);
    const ageMs = performance.now() - (entry?.askedAtMs ?? Number.NEGATIVE_INFINITY);
    if (!entry || ageMs >= TRUSTED_MS) {
      return ask(tokenHash, null).then((identities) => identities.get(tokenHash) ?? null);
    }
    if (entry.identity && ageMs >= REFRESH_MS && !entry.isAskedAgain) {
      entry.isAskedAgain = true;
      // While the store is unavailable, requests ask for themselves and get the failure.
      ask(tokenHash, null).catch(() => {});
    }
    return entry.identity;
  }

  const logOut = batched((rows: ReadonlyMap<string, number>) => source.recordLogouts(rows));

  return {
    byToken: (token: string) => byHash(hashToken(token)),
    byHash,
    /** The end of the token's console sessions, as far as this process knows; epoch ms. */
    sessionsEndedMs: ({ tokenHash, sessionsEndedMs }: Identity) => Math.max(sessionsEndedMs, ended.get(tokenHash) ?? 0),
    /** Ends the token's console sessions opened until then: here at once, elsewhere within a second. */
    endSessions(tokenHash: string, endedAtMs: number): Promise<void> {
      const latest = Math.max(endedAtMs, ended.get(tokenHash) ?? 0);
      ended.set(tokenHash, latest);
      return logOut(tokenHash, latest);
    },
    /** Waits until the last uses are recorded. */
    async close() {
      await recording;
    },
  };
}

/** Makes one call at a time with all keys that came meanwhile, so that a flood of guesses or logouts costs the store no more. */
function batched<V, R>(act: (batch: ReadonlyMap<string, V>) => Promise<R>) {
  let last: Promise<unknown> = Promise.resolve();
  let next: { batch: Map<string, V>; done: Promise<R> } | null = null;
  return (key: string, value: V): Promise<R> => {
    if (!next) {
      const batch = new Map<string, V>();
      const begin = () => {
        next = null;
        return act(batch);
      };
      next = { batch, done: last.then(begin) };
      last = next.done.catch(() => {});
    }
    next.batch.set(key, value);
    return next.done;
  };
}
