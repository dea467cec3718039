/**
 * Who sends a request. What the store says about a token is trusted for less than a second from the moment it was
 * asked: tokens in use are asked about again in the background, all in one statement, so that a revocation is noticed
 * in every process within a second and nobody waits for it.
 */
import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { dayOfMs } from '../lib/days.ts';
import type { Logger } from '../lib/logger.ts';
import type { Reader } from '../sql/reader.ts';
import { hashToken, parseOverrides } from './accounts.ts';
import type { Limited } from './limits/limiter.ts';
import { type Feature, featuresOf, figuresOf, isPlanName, type PlanFigures } from './plans.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly figures: PlanFigures;
  readonly features: readonly Feature[];
  readonly limits: Limited;
  /** May read the state of the installation. */
  readonly operator: boolean;
}

export interface Identity {
  readonly tokenId: string;
  readonly tokenHash: string;
  readonly account: Account;
  /** Days since the epoch. */
  readonly lastUsedDay: number | null;
  /** Console sessions opened until then are over, epoch ms; 0: nobody has logged out. */
  readonly sessionsEndedMs: number;
}

/** When the console's sessions of a token ended. */
export interface Logout {
  readonly tokenHash: string;
  readonly endedAtMs: number;
}

/** Where tokens are looked up: those of the hashes that exist and are not revoked. */
export interface TokenSource {
  find(tokenHashes: readonly string[]): Promise<readonly Identity[]>;
  noteLastUse(tokenIds: readonly string[], day: number): Promise<void>;
  noteLogouts(logouts: readonly Logout[]): Promise<void>;
}

export interface Authenticator {
  /** Null: unknown or revoked. Answers at once where the token was seen within the last second. */
  byToken(token: string): Identity | null | Promise<Identity | null>;
  byHash(tokenHash: string): Identity | null | Promise<Identity | null>;
  /** When the console's sessions of the token ended, as far as this process knows; epoch ms. */
  sessionsEndedMs(identity: Identity): number;
  /** Ends the token's console sessions opened until then: here at once, elsewhere within a second. */
  endSessions(tokenHash: string, endedAtMs: number): Promise<void>;
  /** Notes the last uses and stops asking. */
  close(): Promise<void>;
}

interface Known {
  identity: Identity | null;
  /** When the store was asked, monotonic ms: what is older than the question cannot have been missed. */
  askedAtMs: number;
}

const TRUSTED_MS = 900;
const REFRESH_MS = 300;
const KNOWN_TOKENS = 50_000;
const HASHES_PER_STATEMENT = 1_000;
const NOTE_EVERY_MS = 60_000;

export function createAuthenticator(options: {
  source: TokenSource;
  clock: Clock;
  logger: Logger;
  /** For tests: a clock that never goes back. */
  monotonicMs?: () => number;
}): Authenticator {
  const { source, clock, logger, monotonicMs = () => performance.now() } = options;
  const known = new LRUCache<string, Known>({ max: KNOWN_TOKENS });
  // Guesses must not push real tokens out.
  const refused = new LRUCache<string, Known>({ max: 10_000 });
  // Answers of the store that were asked for before a logout come after it.
  const ended = new LRUCache<string, number>({ max: 10_000 });
  const inUse = new Set<string>();
  const toNote = new Map<string, number>();
  let waiting = new Map<string, { promise: Promise<Identity | null>; settle: (value: Known | Error) => void }>();
  let asking = false;
  let notedAtMs = monotonicMs();

  function fresh(tokenHash: string): Known | undefined {
    const entry = known.get(tokenHash) ?? refused.get(tokenHash);
    return entry && monotonicMs() - entry.askedAtMs < TRUSTED_MS ? entry : undefined;
  }

  function byHash(tokenHash: string): Identity | null | Promise<Identity | null> {
    const entry = fresh(tokenHash);
    if (!entry) return ask(tokenHash);
    if (entry.identity) inUse.add(tokenHash);
    return entry.identity;
  }

  function ask(tokenHash: string): Promise<Identity | null> {
    let question = waiting.get(tokenHash);
    if (!question) {
      let settle: (value: Known | Error) => void = () => {};
      const promise = new Promise<Identity | null>((resolve, reject) => {
        settle = (value) => (value instanceof Error ? reject(value) : resolve(value.identity));
      });
      question = { promise, settle };
      waiting.set(tokenHash, question);
      if (!asking) void askAll();
    }
    return question.promise;
  }

  /** One statement at a time: a flood of guesses costs the store no more than that. */
  async function askAll(): Promise<void> {
    asking = true;
    await Promise.resolve();
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, HASHES_PER_STATEMENT);
      waiting = new Map([...waiting].slice(HASHES_PER_STATEMENT));
      const askedAtMs = monotonicMs();
      try {
        const found = new Map((await source.find(batch.map(([key]) => key))).map((one) => [one.tokenHash, one]));
        for (const [tokenHash, { settle }] of batch) {
          const identity = same(found.get(tokenHash), tokenHash);
          const entry = { identity, askedAtMs };
          if (identity) {
            known.set(tokenHash, entry);
            refused.delete(tokenHash);
          } else {
            known.delete(tokenHash);
            refused.set(tokenHash, entry);
          }
          settle(entry);
        }
      } catch (error) {
        for (const [, { settle }] of batch) settle(error instanceof Error ? error : new Error(String(error)));
      }
    }
    asking = false;
  }

  let writing: Promise<unknown> = Promise.resolve();
  let logouts: { rows: Map<string, number>; written: Promise<void> } | null = null;

  /** One statement at a time, those that come meanwhile in the next: a flood of logouts costs no more than that. */
  function endSessions(tokenHash: string, endedAtMs: number): Promise<void> {
    ended.set(tokenHash, Math.max(endedAtMs, ended.get(tokenHash) ?? 0));
    if (!logouts) {
      const rows = new Map<string, number>();
      const write = () => {
        logouts = null;
        return source.noteLogouts([...rows].map(([hash, endedAtMs]) => ({ tokenHash: hash, endedAtMs })));
      };
      logouts = { rows, written: writing.then(write) };
      writing = logouts.written.catch(() => {});
    }
    logouts.rows.set(tokenHash, ended.get(tokenHash) ?? endedAtMs);
    return logouts.written;
  }

  async function note(): Promise<void> {
    const day = dayOfMs(clock.nowMs());
    const ids = [...toNote].filter(([, noted]) => noted < day).map(([id]) => id);
    for (let i = 0; i < ids.length; i += HASHES_PER_STATEMENT) {
      const some = ids.slice(i, i + HASHES_PER_STATEMENT);
      await source.noteLastUse(some, day);
      for (const id of some) toNote.delete(id);
    }
  }

  const noteOrWarn = () =>
    note().catch((error) => logger.warn({ err: error }, 'the last use of tokens could not be noted'));

  /** Of the tokens used since it was last called. */
  function takeUsed(): string[] {
    const day = dayOfMs(clock.nowMs());
    const used = [...inUse].filter((tokenHash) => {
      const identity = known.peek(tokenHash)?.identity;
      if (identity && (identity.lastUsedDay ?? -1) < day) toNote.set(identity.tokenId, identity.lastUsedDay ?? -1);
      return identity;
    });
    inUse.clear();
    return used;
  }

  const timer = setInterval(() => {
    // The store is unavailable: requests that come now ask for themselves, and get the failure.
    for (const tokenHash of takeUsed()) ask(tokenHash).catch(() => {});
    if (toNote.size > 0 && monotonicMs() - notedAtMs > NOTE_EVERY_MS) {
      notedAtMs = monotonicMs();
      void noteOrWarn();
    }
  }, REFRESH_MS);
  timer.unref();

  return {
    byToken: (token) => byHash(hashToken(token)),
    byHash,
    sessionsEndedMs: ({ tokenHash, sessionsEndedMs }) => Math.max(sessionsEndedMs, ended.get(tokenHash) ?? 0),
    endSessions,
    async close() {
      clearInterval(timer);
      takeUsed();
      await noteOrWarn();
    },
  };
}

function same(identity: Identity | undefined, tokenHash: string): Identity | null {
  if (!identity || identity.tokenHash.length !== tokenHash.length) return null;
  return timingSafeEqual(Buffer.from(identity.tokenHash), Buffer.from(tokenHash)) ? identity : null;
}

export function accountOf(id: string, name: string, plan: string, figures: PlanFigures, operator = false): Account {
  const { perMinute, perDay } = figures;
  return { id, name, plan, figures, features: featuresOf(figures), limits: { id, perMinute, perDay }, operator };
}

interface TokenRow {
  tokenHash: string;
  tokenId: string;
  lastUsedDay: number | null;
  accountId: string;
  name: string;
  plan: string;
  overrides: string;
  operator: boolean;
}

/** Looks tokens up in the store. */
export function storedTokens(reader: Reader, notes: Pick<TokenSource, 'noteLastUse' | 'noteLogouts'>): TokenSource {
  return {
    ...notes,
    async find(tokenHashes) {
      const ended = reader.query<Logout>(
        `SELECT token_hash AS tokenHash, toUnixTimestamp64Milli(max(ended_at)) AS endedAtMs
         FROM market_accounts.console_logouts WHERE token_hash IN {tokenHashes:Array(String)} GROUP BY token_hash`,
        { tokenHashes },
        { timeoutMs: 5_000, maxRows: tokenHashes.length },
      );
      const found = reader.query<TokenRow>(
        `SELECT token_hash AS tokenHash, token_id AS tokenId, toInt32(last_used_on) AS lastUsedDay,
           account.id AS accountId, account.name AS name, account.plan AS plan, account.overrides AS overrides,
           CAST(account.is_operator, 'Bool') AS operator
         FROM (SELECT * FROM market_accounts.access_tokens FINAL
               WHERE token_hash IN {tokenHashes:Array(String)}) AS token
         INNER JOIN (SELECT id, name, plan, overrides, is_operator FROM market_accounts.accounts FINAL
                     WHERE id IN (SELECT account_id FROM market_accounts.access_tokens FINAL
                                  WHERE token_hash IN {tokenHashes:Array(String)})) AS account
           ON account.id = token.account_id
         WHERE token.revoked_at IS NULL`,
        { tokenHashes },
        { timeoutMs: 5_000, maxRows: tokenHashes.length },
      );
      const [rows, logouts] = await Promise.all([found, ended]);
      const endedBy = new Map(logouts.map(({ tokenHash, endedAtMs }) => [tokenHash, endedAtMs]));
      return rows.map((row) => {
        const figures = figuresOf(isPlanName(row.plan) ? row.plan : 'free', parseOverrides(row.overrides));
        const account = accountOf(row.accountId, row.name, row.plan, figures, row.operator);
        const { tokenId, tokenHash, lastUsedDay } = row;
        return { tokenId, tokenHash, lastUsedDay, account, sessionsEndedMs: endedBy.get(tokenHash) ?? 0 };
      });
    },
  };
}
