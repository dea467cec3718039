/**
 * How many answers are made at a time. Beyond that they wait, beyond the waiting room they are refused at once: under
 * overload those that are served stay quick, and memory stays flat.
 */
import { unavailable } from './errors.ts';

export interface WorkBounds {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Who waits longer for a turn is refused: what is served stays quick. */
  readonly maxWaitMs: number;
  /** From the request's arrival to its answer. */
  readonly deadlineMs: number;
}

export class Work {
  readonly #bounds: WorkBounds;
  readonly #queue: { start: () => void; refuse: (error: Error) => void; timer: NodeJS.Timeout }[] = [];
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
   * @throws 503 where there is no room, or no answer in time
   */
  async run<T>(task: (expired: () => boolean) => Promise<T>): Promise<T> {
    const { maxRunning, maxWaiting, maxWaitMs, deadlineMs } = this.#bounds;
    const startedMs = performance.now();
    if (this.#running >= maxRunning) {
      if (this.#queue.length >= maxWaiting) throw unavailable('Too many answers are being made at the moment');
      await this.#turn(Math.min(maxWaitMs, deadlineMs));
    } else this.#running++;
    const expired = () => performance.now() - startedMs > deadlineMs;
    const ending = task(expired).finally(() => this.#leave());
    return inTime(ending, deadlineMs - (performance.now() - startedMs));
  }

  #turn(waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = {
        start: () => {
          clearTimeout(waiting.timer);
          resolve();
        },
        refuse: reject,
        timer: setTimeout(() => {
          this.#queue.splice(this.#queue.indexOf(waiting), 1);
          reject(unavailable('The answer had to wait too long for its turn'));
        }, waitMs),
      };
      this.#queue.push(waiting);
    });
  }

  /** Hands the place on, if anybody waits. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next) next.start();
    else this.#running--;
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
