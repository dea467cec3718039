/** Time comes in as an argument: whoever needs the present is handed a clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

export interface FixedClock extends Clock {
  set(ms: number): void;
  advance(ms: number): void;
}

/** A clock that stands still until it is moved. */
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
