import { setTimeout as sleep } from 'node:timers/promises';

/** Time comes in as an argument: code that needs the current time takes a clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Delays, and a clock that never goes back: handed in like the clock, so that tests decide when time passes. */
export interface Timers {
  /** Milliseconds since some fixed moment; never goes back. */
  monotonicMs(): number;
  /** Calls `task` once after the delay; the function returned cancels that. */
  after(delayMs: number, task: () => void): () => void;
  /** Resolves after the delay; rejects with the signal's reason where that aborts first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1): spreads what would otherwise happen at one moment. */
  random(): number;
}

export const systemTimers: Timers = {
  monotonicMs: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  sleep: (delayMs, signal) =>
    sleep(delayMs, undefined, { signal }).catch((error) => {
      throw signal?.aborted ? signal.reason : error;
    }),
  random: Math.random,
};

export interface FixedClock extends Clock {
  set(ms: number): void;
  advance(ms: number): void;
}

export function fixedClock(startMs: number): FixedClock {
  let now = startMs;
  return {
    nowMs: () => now,
    set: (ms) => {
      now = ms;
    },
    advance: (ms) => {
      now += ms;
    },
  };
}
