import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, retry } from './retry.ts';

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

  it('throws the last failure after so many tries', async () => {
    const tries: number[] = [];
    const task = async (attempt: number) => {
      tries.push(attempt);
      throw new Error(`try ${attempt}`);
    };
    await expect(retry(task, { attempts: 3, ...quick })).rejects.toThrow('try 3');
    expect(tries).toEqual([1, 2, 3]);
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

  it('does not even try when it is aborted already', async () => {
    const signal = AbortSignal.abort(new Error('stopping'));
    const task = () => expect.fail('tried');
    await expect(retry(task, { attempts: 9, signal })).rejects.toThrow('stopping');
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
