import { expect, it } from 'vitest';
import { logged, VendorError } from './errors.ts';

it("logs a vendor's fault in one line of words, and what was not foreseen with its stack", () => {
  const cause = new Error('getaddrinfo ENOTFOUND');
  expect(logged(new VendorError('away', 'binance did not answer', { cause }))).toEqual({
    fault: 'away',
    error: 'binance did not answer',
  });
  expect(logged(cause)).toEqual({ err: cause });
});
