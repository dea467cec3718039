/** Bounds how many answers are computed at a time. */
import { inTime } from '../lib/async.ts';
import { HttpError, unavailable } from './errors.ts';

export interface WorkBounds {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  readonly maxRunningPerAccount: number;
  readonly maxWaitingPerAccount: number;
  readonly maxWaitMs: number;
  /** The time from the request's arrival to its answer. */
  readonly deadlineMs: number;
}

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
 * Runs a bounded number of tasks at a time. Further tasks wait in a bounded queue; beyond it they get 503 at once, so that
 * under overload accepted requests stay fast and memory stays flat. An account may use only a share of both.
 */
export class WorkLimiter {
  readonly #bounds: WorkBounds;
  readonly #queue: { readonly account: string; readonly start: () => void }[] = [];
  readonly #runningOf = new Map<string, number>();
  running = 0;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs the task. A task past its deadline is answered 503, but keeps its place until it ends; `expired` then returns true.
   *
   * @throws 503 if the queue is full or the deadline passed; AccountBusy if the account's share is used up
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
        const error = unavailable('The answer had to wait too long for its turn');
        reject(this.#hasShare(account) ? error : new AccountBusy(account));
      }, waitMs);
      this.#queue.push(waiting);
    });
  }

  #hasShare(account: string): boolean {
    return (this.#runningOf.get(account) ?? 0) < this.#bounds.maxRunningPerAccount;
  }

  #hasPlace(account: string): boolean {
    return this.running < this.#bounds.maxRunning && this.#hasShare(account);
  }

  #enter(account: string): void {
    this.running++;
    this.#runningOf.set(account, (this.#runningOf.get(account) ?? 0) + 1);
  }

  /** Gives the place to the first waiting task whose account has a share left. */
  #leave(account: string): void {
    this.running--;
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
