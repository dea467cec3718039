/** How many responses are computed at a time, and whose turn is next. */
import { inTime } from '../lib/async.ts';
import type { ApiConfig } from './config.ts';
import { HttpError, unavailable } from './errors.ts';

type WorkBounds = Pick<
  ApiConfig,
  'maxRunning' | 'maxWaiting' | 'maxRunningPerAccount' | 'maxWaitingPerAccount' | 'maxWaitMs'
> & { /** From the request's arrival to its answer. */ readonly deadlineMs: number };

/** Rejected because of other requests of the same account; other accounts may still be served. */
export class AccountBusy extends HttpError {
  readonly account: string;
  constructor(account: string) {
    const { status, detail, headers } = unavailable('This account has too many answers computed at the moment');
    super(status, detail, headers);
    this.account = account;
  }
}

/**
 * Limits how many responses are computed at a time. Further requests wait in a bounded queue; beyond it they get 503
 * at once, so that under overload accepted requests stay fast and memory stays flat. Each account may use only a share
 * of both, so that others are always served.
 */
export class WorkLimiter {
  readonly #bounds: WorkBounds;
  readonly #queue: { readonly account: string; readonly start: () => void }[] = [];
  /** By account; those without any are left out. */
  readonly #runningOf = new Map<string, number>();
  #running = 0;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * A task past its deadline gets 503, but occupies its slot until it ends; `expired` then returns true, so that it
   * can stop early.
   * @throws 503 where the queue is full or the deadline passed; AccountBusy where the account's share is used up
   */
  async run<T>(account: string, task: (expired: () => boolean) => Promise<T>): Promise<T> {
    const { maxWaiting, maxWaitingPerAccount, maxWaitMs, deadlineMs } = this.#bounds;
    const startedMs = performance.now();
    if (this.#hasPlace(account)) this.#enter(account);
    else {
      const waiting = this.#queue.reduce((sum, one) => sum + (one.account === account ? 1 : 0), 0);
      if (waiting >= maxWaitingPerAccount) throw new AccountBusy(account);
      if (this.#queue.length >= maxWaiting) throw unavailable('Too many answers are being computed at the moment');
      await this.#turn(account, Math.min(maxWaitMs, deadlineMs));
    }
    const expired = () => performance.now() - startedMs > deadlineMs;
    const ending = task(expired).finally(() => this.#leave(account));
    const leftMs = Math.max(1, deadlineMs - (performance.now() - startedMs));
    return inTime(ending, leftMs, () => unavailable('The answer took too long'));
  }

  #turn(account: string, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { account, start };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        const share = this.#atItsShare(account);
        reject(share ? new AccountBusy(account) : unavailable('The answer had to wait too long for its turn'));
      }, waitMs);
      this.#queue.push(waiting);
    });
  }

  #atItsShare(account: string): boolean {
    return (this.#runningOf.get(account) ?? 0) >= this.#bounds.maxRunningPerAccount;
  }

  #hasPlace(account: string): boolean {
    return this.#running < this.#bounds.maxRunning && !this.#atItsShare(account);
  }

  #enter(account: string): void {
    this.#running++;
    this.#runningOf.set(account, (this.#runningOf.get(account) ?? 0) + 1);
  }

  /** Hands the place on to the first that waits and whose account may have one more. */
  #leave(account: string): void {
    this.#running--;
    const left = (this.#runningOf.get(account) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(account);
    else this.#runningOf.set(account, left);
    const at = this.#queue.findIndex((waiting) => this.#hasPlace(waiting.account));
    if (at === -1) return;
    const [next] = this.#queue.splice(at, 1);
    this.#enter(next.account);
    next.start();
  }
}
