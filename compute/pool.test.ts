import { afterAll, expect, it } from 'vitest';
import type { AnswerJob } from './answers/compute.ts';
import { createPool } from './pool.ts';

const pool = createPool({ threads: 1, maxWaiting: 1 });
afterAll(() => pool.close());

it('a worker thread loads every room from the sources, as it does from the built program', async () => {
  // The rooms are looked at only once all of them are loaded.
  await expect(pool.answer({ statistic: 'none' } as AnswerJob)).rejects.toThrow("no statistic 'none'");
});
