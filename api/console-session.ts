/** Logging in to the console: sessions in signed cookies, the key that signs them, and links that open one. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Context } from 'koa';
import { retry } from '../lib/async.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { hashToken } from './authenticator.ts';

const SESSION_KEY_BYTES = 32;

/** The key in the data directory, readable by its owner alone. */
export function sessionKeyInFile(dataDir: string): Buffer {
  const path = join(dataDir, 'console.key');
  try {
    writeFileSync(path, randomBytes(SESSION_KEY_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  chmodSync(path, 0o600);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  if (key.length !== SESSION_KEY_BYTES) throw new Error(`${path} holds no key: delete it to have one made`);
  return key;
}

const IN_REDIS = 'market-stats:console-key';

/** A start waits so long for Redis. */
const AWAY_MS = 2_000;

/**
 * The key of all processes, stored in Redis by the process that comes first. Where Redis is unavailable the answer is a key of
 * this process alone, which becomes the key of all as soon as Redis answers: its bytes change, and sessions of before end.
 * A Redis that has lost its memory gets the key back.
 */
export async function sharedSessionKey(redis: Redis, logger: Logger, signal: AbortSignal): Promise<Buffer> {
  const key = randomBytes(SESSION_KEY_BYTES);
  const agree = async () => {
    (await sessionKeyInRedis(redis, key)).copy(key);
  };
  const patience = { attempts: Number.POSITIVE_INFINITY, firstDelayMs: 100, maxDelayMs: 5_000 };
  const agreed = retry(agree, { ...patience, signal }).then(() => {
    redis.on('ready', () => void agree().catch(() => {}));
    return true;
  });
  // Ended by the signal, nobody needs it.
  agreed.catch(() => {});
  const isAgreed = await Promise.race([agreed, sleep(AWAY_MS, false, { signal, ref: false })]);
  if (!isAgreed) {
    logger.warn('Redis is unavailable: this process starts with its own console key until Redis answers');
    agreed.then(
      () => logger.info('Redis answers: this process uses the shared console key'),
      () => {},
    );
  }
  return key;
}

/** The key that is there; where there is none, `own`. */
export async function sessionKeyInRedis(redis: Redis, own = randomBytes(SESSION_KEY_BYTES)): Promise<Buffer> {
  await redis.set(IN_REDIS, own.toString('base64url'), 'NX');
  const key = Buffer.from((await redis.get(IN_REDIS)) ?? '', 'base64url');
  // An empty key would sign cookies that anybody can sign.
  if (key.length !== SESSION_KEY_BYTES)
    throw new Error(`${IN_REDIS} in Redis holds no key: delete it to have one made`);
  return key;
}

export const SESSION_COOKIE = 'market_stats_console';
const HASH = /^[0-9a-f]{64}$/;

export interface Session {
  /** The token that logged in. */
  readonly tokenHash: string;
  readonly openedAtMs: number;
}

export type ConsoleSessions = ReturnType<typeof createConsoleSessions>;

/**
 * A cookie says which token logged in, when and until when; it holds no token.
 *
 * @param options.key 32 random bytes, the same in every process
 */
export function createConsoleSessions(options: { key: Buffer; nowMs: () => number; lastsMs: number; secure: boolean }) {
  const { key, nowMs, lastsMs, secure } = options;
  // HMAC takes an empty key silently, and then anybody can sign.
  if (key.length < SESSION_KEY_BYTES) throw new Error(`the console's key has ${key.length} bytes, not 32`);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    /** `Set-Cookie` of a login with this token's hash, whose earlier sessions ended then (epoch ms). */
    open(tokenHash: string, endedMs: number) {
      // Another process may have logged out by a clock that is ahead of this one.
      const openedAtMs = Math.max(nowMs(), endedMs + 1);
      const text = `${tokenHash}.${openedAtMs.toString(36)}.${(nowMs() + lastsMs).toString(36)}`;
      return `${SESSION_COOKIE}=${text}.${sign(text)}; Max-Age=${Math.floor(lastsMs / 1000)}; ${attributes}`;
    },
    /** `Set-Cookie` that ends the session. */
    end: () => `${SESSION_COOKIE}=; Max-Age=0; ${attributes}`,
    /** Null without a valid session. Whether it was logged out since is the authenticator's to say. */
    read({ cookies }: Pick<Context, 'cookies'>): Session | null {
      const cookie = cookies.get(SESSION_COOKIE) ?? '';
      const [tokenHash = '', opened = '', until = '', signature = ''] = cookie.split('.');
      const expected = Buffer.from(sign(`${tokenHash}.${opened}.${until}`));
      const given = Buffer.from(signature);
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
      const openedAtMs = Number.parseInt(opened, 36);
      return HASH.test(tokenHash) && Number.parseInt(until, 36) > nowMs() ? { tokenHash, openedAtMs } : null;
    },
  };
}

const LASTS_MS = 10 * 60_000;
const MAX_CODES = 100;

/** Codes that each open one session, once, within ten minutes. In memory: a code belongs to its process. */
export class LoginLinks {
  readonly #clock: Clock;
  /** Links by the hash of their code, as tokens are stored. */
  readonly #codes = new Map<string, { tokenHash: string; untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A code for a session of the token. */
  create(token: string): string {
    const code = randomBytes(32).toString('base64url');
    this.#codes.set(hashToken(code), { tokenHash: hashToken(token), untilMs: this.#clock.nowMs() + LASTS_MS });
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > MAX_CODES) this.#codes.delete(oldest);
    return code;
  }

  /** Hash of the token that the code stands for; null where it is unknown, used or too old. */
  take(code: string): string | null {
    const hash = hashToken(code);
    const found = this.#codes.get(hash);
    this.#codes.delete(hash);
    return found && this.#clock.nowMs() < found.untilMs ? found.tokenHash : null;
  }
}
