import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newClusterId } from './kafka.ts';

test('an id of a cluster is never read as an option by the tool that is given it', () => {
  for (let first = 0; first < 256; first++) {
    expect(newClusterId(Buffer.alloc(16, first))).toMatch(/^[A-Za-f][\w-]{21}$/);
  }
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const id = newClusterId(Buffer.from(bytes));
      expect(id).toMatch(/^[A-Za-f][\w-]{21}$/);
      expect(Buffer.from(id, 'base64url')).toHaveLength(16);
    }),
    { numRuns: 2_000 },
  );
});
