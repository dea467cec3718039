/** The console's cookie: which token logged in, when and until when, signed. It holds no token. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SESSION_KEY_BYTES } from './session-key.ts';

export const SESSION_COOKIE = 'market_stats_console';
const HASH = /^[0-9a-f]{64}$/;

export interface Session {
  /** Of the token that logged in. */
  readonly tokenHash: string;
  readonly openedAtMs: number;
}

export interface ConsoleSessions {
  /** `Set-Cookie` of a login with this token's hash, whose earlier sessions ended then (epoch ms). */
  open(tokenHash: string, endedMs: number): string;
  /** `Set-Cookie` that ends the session. */
  end(): string;
  /** What the session's writes must carry: another site's page cannot read it. */
  csrf(session: Session): string;
  /** Null without a valid session. Whether it was logged out since is the authenticator's to say. */
  read(cookieHeader: string | undefined): Session | null;
}

/** @param options.key 32 random bytes, the same in every process */
export function createConsoleSessions(options: {
  key: Buffer;
  nowMs: () => number;
  lastsMs: number;
  secure: boolean;
}): ConsoleSessions {
  const { key, nowMs, lastsMs, secure } = options;
  // HMAC takes an empty key silently, and then anybody can sign.
  if (key.length < SESSION_KEY_BYTES) throw new Error(`the console's key has ${key.length} bytes, not 32`);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    open(tokenHash, endedMs) {
      // Another process may have logged out by a clock that is ahead of this one.
      const openedAtMs = Math.max(nowMs(), endedMs + 1);
      const text = `${tokenHash}.${openedAtMs.toString(36)}.${(nowMs() + lastsMs).toString(36)}`;
      return `${SESSION_COOKIE}=${text}.${sign(text)}; Max-Age=${Math.floor(lastsMs / 1000)}; ${attributes}`;
    },
    end: () => `${SESSION_COOKIE}=; Max-Age=0; ${attributes}`,
    // No cookie is signed over such a text: its first part is a hash.
    csrf: ({ tokenHash, openedAtMs }) => sign(`csrf.${tokenHash}.${openedAtMs}`),
    read(cookieHeader) {
      if (cookieHeader === undefined || cookieHeader.length > 8_192) return null;
      for (const part of cookieHeader.split(';')) {
        const [name, value = ''] = part.trim().split('=', 2);
        if (name !== SESSION_COOKIE) continue;
        const [tokenHash = '', opened = '', until = '', signature = ''] = value.split('.');
        const expected = Buffer.from(sign(`${tokenHash}.${opened}.${until}`));
        const given = Buffer.from(signature);
        if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
        const openedAtMs = Number.parseInt(opened, 36);
        return HASH.test(tokenHash) && Number.parseInt(until, 36) > nowMs() ? { tokenHash, openedAtMs } : null;
      }
      return null;
    },
  };
}
