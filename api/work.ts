/**
 * How many answers are computed at a time. Beyond that they wait, beyond the waiting room they are refused at once:
 * under overload those that are served stay quick, and memory stays flat. One account has a share of both, so that
 * whatever it asks for others find a place.
 */
import { HttpError, unavailable } from './errors.ts';

export interface WorkBounds {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Of one account. */
  readonly maxRunningPerAccount: number;
  readonly maxWaitingPerAccount: number;
  /** Who waits longer for a turn is refused: what is served stays quick. */
  readonly maxWaitMs: number;
  /** From the request's arrival to its answer. */
  readonly deadlineMs: number;
}

/** Refused because of its own account's other requests: an equal one of another account may have a place. */
export class AccountBusy extends HttpError {
  readonly account: string;
  constructor(account: string) {
    const { status, detail, headers } = unavailable('This account has too many answers computed at the moment');
    super(status, detail, headers);
    this.account = account;
  }
}

interface Waiting {
  readonly account: string;
  start(): void;
}

export class Work {
  readonly #bounds: WorkBounds;
  readonly #queue: Waiting[] = [];
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
   * A task past its deadline is answered for with 503 and keeps its place until it ends, the place being what bounds
   * it; `expired` tells it that nobody waits any more.
   * @throws 503 where there is no room, or no answer in time; AccountBusy where the account's share is used up
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
    return inTime(ending, deadlineMs - (performance.now() - startedMs));
  }

  #turn(account: string, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        const share = this.#atItsShare(account);
        reject(share ? new AccountBusy(account) : unavailable('The answer had to wait too long for its turn'));
      }, waitMs);
      const waiting: Waiting = {
        account,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
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

function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('The answer took too long')), Math.max(1, timeoutMs));
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const SLICE_MS = 4;

/** Long work on the event loop takes turns with the requests that wait: call it between steps. */
export class Turns {
  #sinceMs = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#sinceMs < SLICE_MS) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#sinceMs = performance.now();
  }
}
