import { expect, it } from 'vitest';
import { AnswersCache, Changes } from './cache.ts';
import type { AnswerBody } from './responses/body.ts';

const bodyOf = (bytes: number): AnswerBody => ({
  body: Buffer.alloc(bytes, 'a'),
  contentType: 'application/json',
});

it('stays within its bytes, compressed copies included', { timeout: 30_000 }, async () => {
  const { any: counter } = new Changes();
  const cache = new AnswersCache({ maxBytes: 100_000, revalidateAfterMs: 60_000 });
  for (let i = 0; i < 500; i++) {
    const question = { key: `k${i}`, counter, count: 0, version: '1' };
    const { answer } = await cache.get(question, async () => bodyOf(3_000));
    await answer.compressed('gzip');
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
  }
  expect(cache.bytes).toBeGreaterThan(30_000);
  expect(cache.current('k499')).toBeDefined();
  expect(cache.current('k0')).toBeUndefined();
});

it('does not keep a body larger than all it may hold', async () => {
  const { any: counter } = new Changes();
  const cache = new AnswersCache({ maxBytes: 10_000, revalidateAfterMs: 60_000 });
  const question = { key: 'large', counter, count: 0, version: '1' };
  const { answer } = await cache.get(question, async () => bodyOf(50_000));
  expect(answer.body).toHaveLength(50_000);
  expect(cache.current('large')).toBeUndefined();
});
