import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../test/support/until.ts';
import { Follower } from './follower.ts';

const NEVER_MS = 600_000;
let follower: Follower | undefined;
const follow = (round: () => Promise<void>, everyMs: number, onFailure: (error: unknown) => void = () => {}) => {
  follower = new Follower(round, { everyMs, onFailure });
  return follower;
};
afterEach(() => follower?.stop());

describe('rounds over the symbols in use', () => {
  it('follow each other without a change, report a failure, and go on after it', async () => {
    const away = new Error('the store is unavailable');
    const failures: unknown[] = [];
    follow(
      () => Promise.reject(away),
      5,
      (error) => void failures.push(error),
    );
    await until(() => failures.length >= 3);
    expect(new Set(failures)).toEqual(new Set([away]));
  });

  it('begin when a change was announced, once for several', async () => {
    let rounds = 0;
    const one = follow(async () => void rounds++, NEVER_MS);
    for (let i = 0; i < 100; i++) one.wake();
    await until(() => rounds > 0);
    expect(rounds).toBe(1);
  });

  it('never overlap, and leave four fifths of the time to others', async () => {
    const times: [number, number][] = [];
    let running = 0;
    const one = follow(async () => {
      expect(++running).toBe(1);
      const began = performance.now();
      await sleep(30);
      times.push([began, performance.now()]);
      running--;
    }, 1);
    while (times.length < 4) {
      one.wake();
      await sleep(5);
    }
    for (const [i, [began]] of times.slice(1).entries()) {
      const [before, end] = times[i];
      expect(began - end).toBeGreaterThan(3.5 * (end - before));
    }
  });

  it('have ended when it has stopped, and none begins after', async () => {
    let [begun, ended] = [0, 0];
    const one = follow(async () => {
      begun++;
      await sleep(20);
      ended++;
    }, 1);
    await until(() => begun === 1);
    await one.stop();
    expect(ended).toBe(1);
    one.wake();
    await sleep(100);
    expect(begun).toBe(1);
  });
});
