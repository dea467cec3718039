/** Logins without typing a token: codes that each open one session, once, within ten minutes. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { hashToken } from './accounts.ts';

const LASTS_MS = 10 * 60_000;
const MAX_CODES = 100;

/** Kept in memory: a code belongs to the process that made it. */
export class LoginLinks {
  readonly #clock: Clock;
  /** By the code's hash, as tokens are kept. */
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
