import fc from 'fast-check';
import { expect, it } from 'vitest';
import { number } from '../../compute/market/fields.ts';
import { orderedIndices, type RecordTable, takeRows } from '../../compute/market/records.ts';
import { decodeCursor, pageOf, queryMark } from './pages.ts';

const FIELDS = [number('date', 'none', ''), number('size', 'none', '')];

function table(rows: readonly (readonly [number, number | null])[]): RecordTable {
  return {
    length: rows.length,
    columns: {
      date: Float64Array.from(rows, ([date]) => date),
      size: Float64Array.from(rows, ([, size]) => size ?? Number.NaN),
      id: rows.map((_, i) => `r${i}`),
    },
  };
}

const rows = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.option(fc.integer({ min: 0, max: 3 }))), { maxLength: 40 })
  .map((list) => [...list].sort((a, b) => a[0] - b[0]));
const flags = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
const ids = (page: RecordTable) => [...(page.columns['id'] as string[])];

it('pages of any size together hold every row once, in order and backwards, with and without an order', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), flags, (list, limit, [ranked, descending, backwards]) => {
      const all = table(list);
      const order = ranked ? [{ field: 'size', descending }, { field: 'date' }] : [];
      const ordered = ranked ? takeRows(all, orderedIndices(FIELDS, all, order)) : all;
      const seen: string[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages <= list.length; pages++) {
        const place: ReturnType<typeof decodeCursor> = cursor === null ? null : decodeCursor(cursor, 'mark');
        const request = { place: place ?? undefined, limit, cursorMark: 'mark', isBackwards: backwards };
        const page = pageOf(all, FIELDS, order, request);
        seen.push(...ids(page.rows));
        cursor = page.cursor.next_cursor;
        if (cursor === null) break;
      }
      expect(seen).toEqual(backwards ? ids(ordered).reverse() : ids(ordered));
    }),
  );
});

it('a page continues where the last one ended, though rows came or went before that place', () => {
  const before = table([
    [1, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
  ]);
  const { cursor } = pageOf(before, FIELDS, [], { limit: 3, cursorMark: 'mark' });
  const place = decodeCursor(cursor.next_cursor ?? '', 'mark') ?? undefined;
  const after = { ...table([[0, 0], [0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0]]) }; // biome-ignore format: rows
  const { rows: page } = pageOf(after, FIELDS, [], { place, limit: 10, cursorMark: 'mark' });
  expect([...(page.columns['date'] as Float64Array)]).toEqual([3, 4, 5]);
});

it('whatever a cursor holds, it is read or refused', () => {
  const mark = queryMark('query');
  const any = fc.oneof(
    fc.string(),
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
    fc.array(fc.jsonValue()).map((list) => Buffer.from(JSON.stringify([mark, ...list])).toString('base64url')),
  );
  fc.assert(
    fc.property(any, rows, (text, list) => {
      const place = decodeCursor(text, mark);
      if (!place) return;
      const take = () => pageOf(table(list), FIELDS, [{ field: 'size' }], { place, limit: 3, cursorMark: mark });
      const [value = 'none', ...more] = place.values;
      if (more.length === 0 && typeof value !== 'string') take();
      else expect(take).toThrow(expect.objectContaining({ status: 422 }));
    }),
  );
});
