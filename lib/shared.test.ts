import { expect, it } from 'vitest';
import { shared } from './shared.ts';

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
