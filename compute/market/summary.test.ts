import { describe, expect, it } from 'vitest';
import { integer, number } from './fields.ts';
import { numericLeaves, renderSummary, SummaryFields } from './render.ts';

const FIELDS = new SummaryFields([
  integer('total', 'count', ''),
  number('avg_price', 'price', ''),
  number('by_day.*.rate', 'pct', ''),
  integer('sizes.*.count', 'count', ''),
  integer('hits.*', 'count', ''),
  number('confidence.*.low', 'pct', ''),
]);

describe('a summary', () => {
  it('rounds each number by the field of its path, NaN as null; keys may hold dots and signs', () => {
    const raw = {
      total: 3,
      avg_price: 1.234567891,
      by_day: { Monday: { rate: 12.345678 }, Friday: { rate: Number.NaN } },
      sizes: { '<0.25': { count: 2 }, '>=2': { count: 1 } },
      hits: { '0.5x': 1 },
      confidence: { 'sizes.<0.25.rate': { low: 1.23456 } },
      name: 'up',
      none: null,
      yes: true,
    };
    expect(renderSummary(FIELDS, raw)).toEqual({
      total: 3,
      avg_price: 1.2345679,
      by_day: { Monday: { rate: 12.3457 }, Friday: { rate: null } },
      sizes: { '<0.25': { count: 2 }, '>=2': { count: 1 } },
      hits: { '0.5x': 1 },
      confidence: { 'sizes.<0.25.rate': { low: 1.2346 } },
      name: 'up',
      none: null,
      yes: true,
    });
  });

  it('with a number that no field names is a bug', () => {
    expect(() => renderSummary(FIELDS, { by_day: { Monday: { count: 1 } } })).toThrow("'by_day.Monday.count'");
    expect(() => renderSummary(FIELDS, { xtotal: 1 })).toThrow("'xtotal'");
  });

  it('finds a field by its exact path, and a dot stands for a dot', () => {
    expect(FIELDS.find('by_day.Monday.rate')?.unit).toBe('pct');
    expect(FIELDS.find('by_day..rate')).toBeUndefined(); // a key is at least one character
    expect(FIELDS.find('by_dayxMonday.rate')).toBeUndefined();
  });

  it('gives its numbers by their paths', () => {
    expect(numericLeaves({ a: 1, b: { c: 2, d: null, e: 'x' }, f: [3], g: true })).toEqual({ a: 1, 'b.c': 2 });
  });
});
