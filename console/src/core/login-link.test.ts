import { expect, it } from 'vitest';
import { loginCode } from './login-link.ts';

it('finds the code of a login link and nothing else', () => {
  expect(loginCode('#login=aB3_-x')).toBe('aB3_-x');
  for (const other of ['', '#', '#login=', '#/gap', '#/gap?login=x', '#login=a/b', `#login=${'x'.repeat(201)}`]) {
    expect([other, loginCode(other)]).toEqual([other, null]);
  }
});
