import { describe, expect, it } from 'vitest';
import { RecordCache } from './stored-records.ts';

const partOf = (maxBytes: number) => new RecordCache(maxBytes).part<{ readonly bytes: number }>('records');
const bytesOf = ({ bytes }: { readonly bytes: number }) => bytes;

describe('records in memory', () => {
  it('stay as far as their bytes allow, the least recently used go first', async () => {
    const part = partOf(2_000);
    const loaded: string[] = [];
    const ask = (key: string, bytes: number) => {
      const load = async () => {
        loaded.push(key);
        return { bytes };
      };
      return part.load(key, load, bytesOf);
    };
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key, 1_000);
    expect(loaded).toEqual(['a', 'b', 'c', 'b']);
    await ask('larger than all', 2_100);
    await ask('larger than all', 2_100);
    expect(loaded.slice(4)).toEqual(['larger than all', 'larger than all']);
  });

  it('are loaded once for all who ask meanwhile, and again after a failure', async () => {
    const part = partOf(2_000);
    let calls = 0;
    const load = async () => {
      calls++;
      await new Promise((resolve) => setImmediate(resolve));
      if (calls === 1) throw new Error('not yet');
      return { bytes: 1 };
    };
    const ask = () => part.load('a', load, bytesOf);
    const first = await Promise.allSettled([ask(), ask()]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const [one, other] = await Promise.all([ask(), ask()]);
    expect([calls, one === other]).toEqual([2, true]);
  });
});
