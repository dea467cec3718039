/** The key that signs the console's cookies: made once, then the same in every process and after every start. */
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';

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

/** Kept in Redis: whichever process comes first makes it. */
export async function sessionKeyInRedis(redis: Redis): Promise<Buffer> {
  await redis.set(IN_REDIS, randomBytes(SESSION_KEY_BYTES).toString('base64url'), 'NX');
  const key = Buffer.from((await redis.get(IN_REDIS)) ?? '', 'base64url');
  // An empty key would sign cookies that anybody can sign.
  if (key.length !== SESSION_KEY_BYTES)
    throw new Error(`${IN_REDIS} in Redis holds no key: delete it to have one made`);
  return key;
}

/** Gives the key back to a Redis that has lost its memory, so that processes that start later have the same one. */
export function keepSessionKey(redis: Redis, key: Buffer): void {
  redis.on('ready', () => void redis.set(IN_REDIS, key.toString('base64url'), 'NX').catch(() => {}));
}
