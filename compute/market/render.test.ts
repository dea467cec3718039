import { describe, expect, it } from 'vitest';
import { boolean, date, type Field, integer, json, number, oneOf, SYMBOL_FIELD, text, timestamp } from './fields.ts';
import { type RecordTable, TableBuilder } from './records.ts';
import { isoTimestamp, rowObjects, rowsJson } from './render.ts';

const nullable = { nullable: true };
const FIELDS = [
  SYMBOL_FIELD,
  date('date', '', nullable),
  timestamp('at', '', nullable),
  number('price', 'price', ''),
  number('pct', 'pct', ''),
  integer('n', 'count', ''),
  boolean('hit', '', nullable),
  oneOf('side', ['up', 'down'], '', nullable),
  text('title', '', nullable),
  json('extra', '', nullable),
  number('hidden', 'pct', '', { internal: true }),
];

function table(): RecordTable {
  const builder = new TableBuilder<Field>(FIELDS, 2);
  const set = (name: string, value: number) => {
    builder.column(name)[0] = value;
  };
  set('date', 19_876);
  set('at', 1_717_421_400_000);
  set('price', 0.1 + 0.2);
  set('pct', -0.000_01);
  set('n', 3);
  set('hit', 0);
  set('side', 1);
  set('hidden', 1);
  builder.text('title')[0] = 'A "quote" and a\nline';
  builder.text('extra')[0] = '{"5m":{"return_pct":1.5}}';
  return builder.finish(2);
}

const FULL = {
  symbol: 'SPY',
  date: '2024-06-02',
  at: '2024-06-03T13:30:00+00:00',
  price: 0.3,
  pct: 0,
  n: 3,
  hit: false,
  side: 'down',
  title: 'A "quote" and a\nline',
  extra: { '5m': { return_pct: 1.5 } },
};
const EMPTY = Object.fromEntries(Object.keys(FULL).map((name) => [name, name === 'symbol' ? 'SPY' : null]));

describe('a record', () => {
  it('shows dates, times, words and rounded numbers; what was never set is null; internal fields are not shown', () => {
    expect(rowObjects(FIELDS, table(), 'SPY')).toEqual([FULL, EMPTY]);
  });

  it('shows what is not finite as null, as objects and as text: JSON has nothing else for it', () => {
    const fields = [number('price', 'price', ''), number('pct', 'pct', '')];
    const builder = new TableBuilder<Field>(fields, 1);
    builder.column('price')[0] = Number.POSITIVE_INFINITY;
    builder.column('pct')[0] = Number.NEGATIVE_INFINITY;
    const table = builder.finish(1);
    expect(rowObjects(fields, table)).toEqual([{ price: null, pct: null }]);
    expect(rowsJson(fields, table)).toBe('[{"price":null,"pct":null}]');
  });

  it('has the same values in the text written column by column', () => {
    expect(JSON.parse(rowsJson(FIELDS, table(), 'SPY'))).toEqual([FULL, EMPTY]);
    expect(rowsJson(FIELDS, table(), 'SPY')).toBe(JSON.stringify([FULL, EMPTY]));
    expect(rowsJson(FIELDS, new TableBuilder<Field>(FIELDS, 0).finish(0), 'SPY')).toBe('[]');
  });
});

describe('a time', () => {
  it('has an offset, and milliseconds only where there are any', () => {
    expect(isoTimestamp(0)).toBe('1970-01-01T00:00:00+00:00');
    expect(isoTimestamp(1_717_421_400_120)).toBe('2024-06-03T13:30:00.120+00:00');
  });
});
