import { describe, expect, it } from 'vitest';
import type { Reader } from '../../sql/reader.ts';
import { RecordCache, tableBytes } from '../evaluation/stored-records.ts';
import { TableBuilder } from '../market/records.ts';
import { DAY_FIELDS } from '../market/session-figures.ts';
import { RecordsOfUnits } from './unit-records.ts';

const rows = (count: number) => new TableBuilder(DAY_FIELDS, count).finish(count);
const unit = (count: number) => ({ records: rows(count), days: rows(0) });
const bytes = (count: number) => tableBytes(rows(count)) + tableBytes(rows(0));

/** Nothing here is read from a store. */
const noReader = {} as Reader;

describe('records computed for a state', () => {
  it('stay in memory as far as their bytes allow, the least recently used go first', async () => {
    const cache = new RecordsOfUnits(noReader, new RecordCache(bytes(1_000) * 2));
    const computed: string[] = [];
    const ask = (key: string, count: number) =>
      cache.computed(key, async () => {
        computed.push(key);
        return unit(count);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key, 1_000);
    expect(computed).toEqual(['a', 'b', 'c', 'b']);
    await ask('larger than all', 2_100);
    await ask('larger than all', 2_100);
    expect(computed.slice(4)).toEqual(['larger than all', 'larger than all']);
  });

  it('are computed once for all who ask meanwhile, and again after a failure', async () => {
    const cache = new RecordsOfUnits(noReader, new RecordCache(2 ** 20));
    let calls = 0;
    const ask = () =>
      cache.computed('a', async () => {
        calls++;
        await new Promise((resolve) => setImmediate(resolve));
        if (calls === 1) throw new Error('not yet');
        return unit(1);
      });
    const first = await Promise.allSettled([ask(), ask()]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const [one, other] = await Promise.all([ask(), ask()]);
    expect([calls, one === other]).toEqual([2, true]);
  });
});
