import { setTimeout as sleep } from 'node:timers/promises';

/** The current time, passed as an argument. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Delays and a monotonic clock, passed as an argument so that tests control the time. */
export interface Timers {
  /** Returns milliseconds since some fixed moment; never goes back. */
  monotonicMs(): number;
  /** Calls `task` once after the delay; returns a function that cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** Resolves after the delay; rejects with the signal's reason if it aborts first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** Returns a number in [0, 1) that spreads simultaneous work. */
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
