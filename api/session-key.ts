/** The key that signs the console's cookies: made once, then the same in every process and after every start. */
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { retry } from '../lib/async.ts';
import type { Logger } from '../lib/logger.ts';

export const SESSION_KEY_BYTES = 32;

/** Kept in the data directory, readable by its owner alone. */
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

/** How long a start waits for Redis. */
const AWAY_MS = 2_000;

/**
 * The key of all processes, kept in Redis: whichever process comes first makes it. Where Redis is unavailable the answer is a key of
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
  const inTime = await Promise.race([agreed, sleep(AWAY_MS, false, { signal, ref: false })]);
  if (!inTime) {
    logger.warn('Redis is unavailable: this process starts without it, with a console key of its own until it answers');
    agreed.then(
      () => logger.info('Redis answers: the console key is that of all processes'),
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
