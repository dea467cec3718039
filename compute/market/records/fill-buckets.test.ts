import { describe, expect, it } from 'vitest';
import { FILL_BUCKETS, fillBucket } from './fill-buckets.ts';

const of = (percent: number, filled = false) => FILL_BUCKETS[fillBucket(filled, percent)];

describe('a fill', () => {
  it('falls into the bucket whose upper edge it does not exceed', () => {
    expect([0, 0.5e-9, 2e-9, 1, 25, 25.1].map((p) => of(p))).toEqual(['0%', '0%', '1-25%', '1-25%', '1-25%', '26-50%']);
    expect([50, 50.1, 75, 75.1, 99.99, 100].map((p) => of(p))).toEqual([
      '26-50%',
      '51-75%',
      '51-75%',
      '76-99%',
      '76-99%',
      '76-99%',
    ]);
  });

  it('within 1e-9 of an edge is on it', () => {
    expect([25 + 0.9e-9, 25 + 1.1e-9].map((p) => of(p))).toEqual(['1-25%', '26-50%']);
  });

  it('is 100% where the level was touched, whatever the share says', () => {
    expect([of(100, true), of(99.999, true)]).toEqual(['100%', '100%']);
  });
});
