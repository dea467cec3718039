import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NativeTable } from '../../sql/formats/native.ts';
import { inOrder, Together } from './load-bars.ts';

/** A block whose prices tell the minute of their bar. */
function block(minutes: readonly number[]): NativeTable {
  const column = (shift: number) => Float64Array.from(minutes, (minute) => minute + shift);
  return {
    length: minutes.length,
    columns: {
      minute: Int32Array.from(minutes),
      open: column(0.1),
      high: column(0.2),
      low: column(0.3),
      close: column(0.4),
      volume: column(0.5),
    },
    types: {},
    nulls: {},
  };
}

describe('bars as the engine gives them', () => {
  it('are in the order of time however they are cut and mixed', () => {
    const mixed = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 120 });
    fc.assert(
      fc.property(mixed, fc.integer({ min: 1, max: 20 }), (minutes, size) => {
        const blocks: NativeTable[] = [];
        for (let i = 0; i < minutes.length; i += size) blocks.push(block(minutes.slice(i, i + size)));
        const bars = inOrder(blocks);
        const sorted = [...minutes].sort((a, b) => a - b);
        expect([...bars.minute]).toEqual(sorted);
        expect([...bars.close]).toEqual(sorted.map((minute) => minute + 0.4));
      }),
    );
  });
});

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
