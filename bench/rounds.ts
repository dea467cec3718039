/** Rounds of several cases in turn, so that the machine's noise falls on all of them alike. */

export type Case = () => Promise<number> | number;

/** The values that the cases answer, round by round; a first round warms up and does not count. */
export async function inTurn(cases: readonly Case[], rounds: number): Promise<number[][]> {
  const values: number[][] = cases.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, run] of cases.entries()) {
      const value = await run();
      if (round > 0) values[i].push(value);
    }
  }
  return values;
}

export async function elapsedMs(run: () => Promise<unknown> | unknown): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Time that all threads of this process were at work, the engine's among them. */
export async function cpuMs(run: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A case that runs something several times: its time by the clock, and beside it the processor time of each round. */
export interface Costed {
  readonly run: Case;
  /** Milliseconds a time, of the rounds that count. */
  cpu(): readonly number[];
}

export function costed(times: number, run: () => Promise<unknown> | unknown): Costed {
  const cpu: number[] = [];
  return {
    async run() {
      let elapsed = 0;
      const spent = await cpuMs(async () => {
        elapsed = await elapsedMs(async () => {
          for (let i = 0; i < times; i++) await run();
        });
      });
      cpu.push(spent / times);
      return elapsed / times;
    },
    cpu: () => cpu.slice(1),
  };
}
