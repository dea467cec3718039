import { describe, expect, it } from 'vitest';
import { Turns, turn } from './turns.ts';

/** Marks each round of the event loop with `|` among the steps, until they are done. */
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
    // The steps that begin all lanes at once are the caller's own.
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
