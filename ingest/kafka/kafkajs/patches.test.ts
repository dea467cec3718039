import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { PATCHED_VERSION, refuseOtherVersion } from './patches.ts';

test('another version of the package is refused, by name', () => {
  expect(() => refuseOtherVersion('2.2.5')).toThrow(/kafkajs is 2\.2\.5.*2\.2\.4/);
  expect(createRequire(import.meta.url)('kafkajs/package.json').version).toBe(PATCHED_VERSION);
});
