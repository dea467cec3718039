import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { confirmed } from './print.ts';

const answered = (text: string) => {
  const input = new PassThrough();
  input.end(text);
  return confirmed('Go on?', input, new PassThrough());
};

it.each(['y\n', 'Y\n', ' yes\n'])('%j is a yes', async (text) => {
  expect(await answered(text)).toBe(true);
});

it.each(['', '\n', 'n\n', 'no\n', 'ja\n', 'n\ny\n'])('%j is none', async (text) => {
  expect(await answered(text)).toBe(false);
});
