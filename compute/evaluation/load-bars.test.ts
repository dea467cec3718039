import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NativeTable } from '../../sql/formats/native.ts';
import { inOrder } from './load-bars.ts';

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
  it('are put in the order of time, whole rows of them', () => {
    const bars = inOrder([block([1, 2, 7, 8, 3]), block([4, 9]), block([]), block([5, 6])]);
    expect([...bars.minute]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...bars.volume]).toEqual([1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]);
  });

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
