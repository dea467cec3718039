import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { date, number, text } from '../market/fields.ts';
import { type RecordTable, TableBuilder } from '../market/records.ts';
import { differenceOf } from './changes.ts';
import type { RecordsTable } from './tables/schema.ts';

const TABLE: RecordsTable = {
  name: 'market.t',
  title: '',
  fields: [date('date', ''), text('id', ''), number('value', 'none', '')],
  key: ['id'],
};

type Row = readonly [date: number, id: string, value: number];

function tableOf(rows: readonly Row[]): RecordTable {
  const builder = new TableBuilder(TABLE.fields, rows.length);
  const { date: dates, value: values } = builder.columns('date', 'value');
  const ids = builder.text('id');
  for (const [row, [day, id, value]] of rows.entries()) {
    dates[row] = day;
    ids[row] = id;
    values[row] = value;
  }
  return builder.finish(rows.length);
}

const EVERYTHING = { from: -1000, to: 1000 };
const difference = (computed: readonly Row[], stored: readonly Row[], wanted = EVERYTHING) => {
  const found = differenceOf(TABLE, tableOf(computed), tableOf(stored), wanted);
  return { changed: Array.from(found.changed), removed: Array.from(found.removed) };
};

describe('what has to be written', () => {
  it('is inside the wanted dates', () => {
    const computed: Row[] = [
      [1, 'a', 1],
      [2, 'a', 2],
      [3, 'a', 3],
    ];
    expect(difference(computed, [], { from: 2, to: 2 })).toEqual({ changed: [1], removed: [] });
    const stored: Row[] = [
      [1, 'b', 1],
      [2, 'b', 2],
      [3, 'b', 3],
    ];
    expect(difference(computed, stored, { from: 2, to: 3 })).toEqual({ changed: [1, 2], removed: [1, 2] });
    expect(difference(computed, computed, { from: 2, to: 3 })).toEqual({ changed: [], removed: [] });
  });

  it('writes over rows of another definition, equal or not, and removes those that stand for no record', () => {
    const rows: Row[] = [
      [1, 'a', 1],
      [2, 'a', 2],
      [3, 'a', 3],
    ];
    const others: Row[] = [
      [1, 'b', 1],
      [2, 'a', 2],
      [2, 'b', 2],
      [3, 'b', 3],
    ];
    const none = tableOf([]);
    const { changed, leftover } = differenceOf(TABLE, tableOf(rows), none, { from: 2, to: 3 }, tableOf(others));
    expect([...changed]).toEqual([1, 2]);
    expect(Array.from(leftover)).toEqual([2, 3]);
  });

  it('turns what is stored into what was computed, whatever both are', () => {
    const rows = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'b', 'c'), fc.constantFrom(0, 1, Number.NaN)),
      { selector: ([day, id]) => `${day} ${id}`, maxLength: 12 },
    );
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        // Ascending by date, in any order within one.
        const [computed, stored] = [a, b].map((all) => [...all].sort((x, y) => x[0] - y[0]));
        const { changed, removed } = difference(computed, stored);
        const after = new Map(stored.map(([day, id, value]) => [`${day} ${id}`, value]));
        for (const row of removed) after.delete(`${stored[row][0]} ${stored[row][1]}`);
        for (const row of changed) after.set(`${computed[row][0]} ${computed[row][1]}`, computed[row][2]);
        expect(after).toEqual(new Map(computed.map(([day, id, value]) => [`${day} ${id}`, value])));
        const needless = changed.filter((row) =>
          stored.some(([day, id, value]) => {
            const [d, i, v] = computed[row];
            return d === day && i === id && Object.is(v, value);
          }),
        );
        expect(needless).toEqual([]);
      }),
    );
  });
});
