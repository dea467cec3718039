import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { until } from '../test/support/until.ts';
import { backoffMs, Loop, retry, shared, Turns, turn } from './async.ts';

const quick = { firstDelayMs: 1, maxDelayMs: 2 };

describe('retry', () => {
  it.each([1, 2, 5])('answers what the task answers at try %d', async (success) => {
    const answer = await retry(
      async (attempt) => {
        if (attempt < success) throw new Error(`try ${attempt}`);
        return attempt;
      },
      { attempts: 5, ...quick },
    );
    expect(answer).toBe(success);
  });

  it('throws at once what is not transient', async () => {
    let tries = 0;
    const task = async () => {
      tries++;
      throw new Error('poison');
    };
    await expect(retry(task, { attempts: 9, isTransient: () => false })).rejects.toThrow('poison');
    expect(tries).toBe(1);
  });

  it('stops waiting when it is aborted, with the reason', async () => {
    const controller = new AbortController();
    const waiting = retry(() => Promise.reject(new Error('away')), {
      attempts: 9,
      firstDelayMs: 60_000,
      maxDelayMs: 60_000,
      signal: controller.signal,
      onRetry: () => controller.abort(new Error('stopping')),
    });
    await expect(waiting).rejects.toThrow('stopping');
  });

  it('waits between half and all of a delay that doubles up to its bound', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const delay = backoffMs(attempt, 100, 10_000, () => random);
          const full = Math.min(10_000, 100 * 2 ** (attempt - 1));
          return Number.isInteger(delay) && delay >= full / 2 && delay < full;
        },
      ),
      { verbose: 1 },
    );
  });
});

it('asks once for all who come while it is asked and for a while after, then again', async () => {
  let asked = 0;
  let now = 0;
  const ask = shared(
    async () => ++asked,
    1_000,
    () => now,
  );
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  now = 999;
  expect(await ask()).toBe(1);
  now = 1_000;
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
});

it('joins a question that takes longer than its answer is kept', async () => {
  let answer = (_: string) => {};
  let now = 0;
  const ask = shared(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    10,
    () => now,
  );
  const first = ask();
  now = 500;
  const second = ask();
  answer('late');
  expect(await Promise.all([first, second])).toEqual(['late', 'late']);
});

it('does not keep a failure', async () => {
  let asked = 0;
  const ask = shared(async () => {
    if (++asked === 1) throw new Error('away');
    return asked;
  }, 1_000);
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('away');
  expect(await ask()).toBe(2);
});

/** Runs the steps and returns them with a `|` between rounds of the event loop. */
async function rounds(run: (steps: string[]) => Promise<unknown>): Promise<string> {
  const steps: string[] = [];
  let going = true;
  const mark = () => {
    steps.push('|');
    if (going) setImmediate(mark);
  };
  setImmediate(mark);
  await run(steps);
  going = false;
  return steps.join('');
}

const busy = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

describe('turns', () => {
  it('let one step run in a round of the event loop, however many wait', { timeout: 15_000 }, async () => {
    const seen = await rounds((steps) => {
      const turns = new Turns();
      const lane = async () => {
        for (let i = 0; i < 3; i++) {
          busy(5);
          await turns.next();
          steps.push('x');
        }
      };
      return Promise.all(Array.from({ length: 40 }, lane));
    });
    expect(seen.match(/x/g)).toHaveLength(120);
    // The caller itself runs the steps that begin all lanes.
    expect(Math.max(...seen.split('|').map((steps) => steps.length))).toBe(1);
  });

  it('go around the groups: one with a single step waits for one step of each other', async () => {
    const [many, few] = [{}, {}];
    const seen = await rounds((steps) => {
      const lane = async (group: object, name: string) => {
        for (let i = 0; i < 4; i++) {
          await turn(group);
          steps.push(name);
        }
      };
      return Promise.all([...Array.from({ length: 30 }, () => lane(many, 'm')), lane(few, 'f')]);
    });
    const order = seen.replaceAll('|', '');
    expect(order).toHaveLength(124);
    expect(order.slice(0, 8)).toBe('mfmfmfmf');
  });
});

it('a loop that is woken during a step runs the next one without a pause', async () => {
  const pauses: boolean[] = [];
  let steps = 0;
  const loop = new Loop(
    async () => {
      if (++steps === 1) loop.wake();
      return 60_000;
    },
    {
      sleep: async (_, signal) => {
        pauses.push(signal!.aborted);
        if (steps === 2) void loop.stop();
      },
    },
  );
  loop.start();
  await until(() => loop.signal.aborted);
  expect(pauses).toEqual([true, false]);
});
