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
  it('joins its blocks', () => {
    const bytes = Buffer.concat([
      block(2, ['n', 'UInt16', Buffer.from([1, 0, 2, 1])], ['s', 'String', Buffer.concat([text('a'), text('')])]),
      block(1, ['n', 'UInt16', Buffer.from([255, 255])], ['s', 'String', text('zz')]),
    ]);
    expect(decodeNative(bytes)).toEqual({
      length: 3,
      columns: { n: Uint16Array.of(1, 258, 65_535), s: ['a', '', 'zz'] },
      types: { n: 'UInt16', s: 'String' },
      nulls: {},
    });
  });

  it('keeps null flags across blocks', () => {
    const bytes = Buffer.concat([
      block(2, ['n', 'Nullable(UInt8)', Buffer.from([0, 1, 7, 0])]),
      block(1, ['n', 'Nullable(UInt8)', Buffer.from([1, 0])]),
    ]);
    expect(decodeNative(bytes)).toMatchObject({
      columns: { n: Uint8Array.of(7, 0, 0) },
      nulls: { n: Uint8Array.of(0, 1, 1) },
    });
  });

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

  it('without a byte has no columns of its own', () => {
    expect(decodeNative(Buffer.alloc(0))).toEqual({ length: 0, columns: {}, types: {}, nulls: {} });
  });
});
