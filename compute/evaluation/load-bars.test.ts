import { describe, expect, it } from 'vitest';
import { Together } from './load-bars.ts';

describe('loads of one turn', () => {
  it('are done together by group, so many at once at most, and each gets its own value', async () => {
    const loads: number[][] = [];
    const together = new Together(
      async (keys: readonly number[]) => {
        loads.push([...keys]);
        return keys.map((key) => key * 10);
      },
      (key) => (key === 1 ? 2 : 1),
    );
    const values = await Promise.all([1, 2, 3, 4].map((key) => together.get(key === 4 ? 'b' : 'a', key)));
    expect(values).toEqual([10, 20, 30, 40]);
    expect(loads).toEqual([[1, 2], [3], [4]]);
    expect(await together.get('a', 5)).toBe(50);
  });

  it('fail together, and the next ones are tried again', async () => {
    let fails = true;
    const together = new Together(
      async (keys: readonly number[]) => {
        if (fails) throw new Error('away');
        return keys;
      },
      () => 10,
    );
    const results = await Promise.allSettled([1, 2].map((key) => together.get('', key)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await together.get('', 1)).toBe(1);
  });
});
