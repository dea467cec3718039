/** Waiting: time limits, retries, queues, shared calls, turns on the event loop. */
import { systemTimers, type Timers } from './clock.ts';
import { getOrMake } from './collections.ts';

/** Returns the promise's result, or rejects after `ms`; the task itself continues. */
export function inTime<T>(
  task: Promise<T>,
  ms: number,
  failure = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure()), ms);
  });
  return Promise.race([task, late]).finally(() => clearTimeout(timer));
}

/** Returns the result, or rejects with the signal's reason as soon as it aborts; the work itself continues. */
export function orAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Returns a queue that runs tasks one after another; a failed task rejects for its own caller only. */
export function inTurn(): <T>(task: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = turn.then(task);
    turn = done.catch(() => {});
    return done;
  };
}

/** Returns a queue per key: tasks of one key run one after another. */
export function inTurnByKey(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const done = (last.get(key) ?? Promise.resolve()).then(task);
    const ended = done
      .catch(() => {})
      .then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return done;
  };
}

/** Returns a function with at most one call in flight per key; concurrent callers share its result. */
export function oneFlight<T>(): (key: string, ask: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>();
  return (key, ask) => getOrMake(flights, key, () => ask().finally(() => flights.delete(key)));
}

/** Returns a queue that runs at most `count` tasks at a time, in the order of their calls. */
export function atMost(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < count) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

export interface RetryOptions {
  /** Attempts in all, including the first. */
  attempts: number;
  firstDelayMs?: number;
  maxDelayMs?: number;
  /** Returns true if an error is worth another attempt; all are by default. */
  isTransient?: (error: unknown) => boolean;
  signal?: AbortSignal;
  onRetry?: (event: { attempt: number; delayMs: number; error: unknown }) => void;
  timers?: Pick<Timers, 'sleep'>;
}

/** Returns whole ms before attempt `attempt + 1`: doubles from `firstDelayMs` to `maxDelayMs`, half of it random (jitter). */
export function backoffMs(attempt: number, firstDelayMs: number, maxDelayMs: number, random = Math.random): number {
  const full = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.floor(full / 2 + (full / 2) * random());
}

/** Calls `task` until it succeeds. @throws its last failure, the first that is not transient, or the signal's reason */
export async function retry<T>(task: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts, firstDelayMs = 100, maxDelayMs = 10_000, isTransient = () => true, signal, onRetry } = options;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await task(attempt);
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      const delayMs = backoffMs(attempt, firstDelayMs, maxDelayMs);
      onRetry?.({ attempt, delayMs, error });
      await (options.timers ?? systemTimers).sleep(delayMs, signal);
    }
  }
}

/** Returns `ask` with one call in flight; callers share its result until `forMs` after it came. Failures are not cached. */
export function shared<T>(
  ask: () => Promise<T>,
  forMs: number,
  nowMs: () => number = () => performance.now(),
): () => Promise<T> {
  let flight: Promise<T> | undefined;
  let answeredAtMs = Number.NaN;
  return () => {
    if (flight && !(nowMs() - answeredAtMs >= forMs)) return flight;
    answeredAtMs = Number.NaN;
    const call = ask();
    flight = call;
    call.then(
      () => {
        answeredAtMs = nowMs();
      },
      () => {
        if (flight === call) flight = undefined;
      },
    );
    return call;
  };
}

// Turns: long work on the event loop, in steps of a few milliseconds. One step runs per round of the event loop; else
// the steps of many requests would all run before the next request is read. Groups (a request, say) take turns, so that
// one of a hundred steps delays another group by one step.

const SLICE_MS = 4;

/** Waiting steps per group, the group that waits longest first. */
const waiting = new Map<object, (() => void)[]>();
let isPumping = false;

function pump(): void {
  const [[group, steps]] = waiting;
  waiting.delete(group);
  const step = steps.shift();
  if (steps.length > 0) waiting.set(group, steps);
  step?.();
  // An immediate set by an immediate runs after the loop has polled the network again.
  if (waiting.size > 0) setImmediate(pump);
  else isPumping = false;
}

/** Resolves when the group may continue; call it before a step that takes milliseconds. */
export function turn(group: object): Promise<void> {
  return new Promise((resolve) => {
    getOrMake(waiting, group, (): (() => void)[] => []).push(resolve);
    if (isPumping) return;
    isPumping = true;
    setImmediate(pump);
  });
}

/** Gives up the event loop every few milliseconds during work of many short steps; call `next` between steps. */
export class Turns {
  #sinceMs = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#sinceMs < SLICE_MS) return;
    await turn(this);
    this.#sinceMs = performance.now();
  }
}

/** Repeats a step until it is stopped: after as many ms as the step returns, or earlier if it is woken. */
export class Loop {
  readonly #step: (signal: AbortSignal) => Promise<number>;
  readonly #timers: Pick<Timers, 'sleep'>;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #done: Promise<void> = Promise.resolve();

  /** @param step must not throw */
  constructor(step: (signal: AbortSignal) => Promise<number>, timers: Pick<Timers, 'sleep'>) {
    this.#step = step;
    this.#timers = timers;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  start(): void {
    this.#done = this.#run();
  }

  wake(): void {
    this.#wake.abort();
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('it is stopping'));
    this.#wake.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.signal.aborted) {
      this.#wake = new AbortController();
      const waitMs = await this.#step(this.signal);
      if (waitMs > 0 && !this.signal.aborted) await this.#timers.sleep(waitMs, this.#wake.signal).catch(() => {});
    }
  }
}
