import { describe, expect, it } from 'vitest';
import { DEFAULT_BATCH_BOUNDS, FetchBuffer } from './buffer.ts';

const fetched = { topic: 'bars', partition: 0, generation: 1, nextOffset: 1n, records: [] };

describe('a batch that waits for company', () => {
  const bounds = { ...DEFAULT_BATCH_BOUNDS, lingerMs: 50, longestLingerMs: 200 };

  it('waits longer where the store is slow, within bounds', () => {
    const buffer = new FetchBuffer(bounds);
    expect(buffer.readyInMs(1_000)).toBeNull();
    buffer.push(fetched, 1_000);
    expect(buffer.readyInMs(1_000)).toBe(50);
    expect(buffer.readyInMs(1_000, 10)).toBe(50);
    expect(buffer.readyInMs(1_000, 60)).toBe(120);
    expect(buffer.readyInMs(1_000, 5_000)).toBe(200);
    expect(buffer.readyInMs(1_150, 60)).toBe(0);
  });
});
