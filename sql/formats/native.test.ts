import { describe, expect, it } from 'vitest';
import { decodeNative } from './native.ts';

/** A block written out by hand: columns, rows, then name, type and data of each column. */
const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
const block = (rows: number, ...columns: [name: string, type: string, data: Buffer][]) =>
  Buffer.concat([
    Buffer.from([columns.length, rows]),
    ...columns.flatMap(([name, type, data]) => [text(name), text(type), data]),
  ]);

describe('an answer in Native format', () => {
  it('shares the memory of an aligned column', () => {
    const bytes = Buffer.from(new ArrayBuffer(64), 0, 40);
    const written = block(2, ['abcd', 'Int32', Buffer.from([1, 0, 0, 0, 2, 0, 0, 0])]);
    const start = (4 - ((written.length - 8) % 4)) % 4;
    written.copy(bytes, start);
    const { columns } = decodeNative(bytes.subarray(start, start + written.length));
    expect(columns['abcd']).toEqual(Int32Array.of(1, 2));
    expect((columns['abcd'] as Int32Array).buffer).toBe(bytes.buffer);
  });

  it('that breaks off is an error, not a short column', () => {
    const whole = block(3, ['n', 'UInt32', Buffer.alloc(12)]);
    for (let length = 1; length < whole.length; length++) {
      expect(() => decodeNative(whole.subarray(0, length))).toThrow(RangeError);
    }
  });
});
