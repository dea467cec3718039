import { expect, test } from 'vitest';
import { parseIsoTime, parseWireTime, plainIsoMs } from './events.ts';

const refusal = (value: unknown) => {
  const parsed = parseWireTime(value, 'ts');
  return typeof parsed === 'number' ? 'accepted' : parsed.reason;
};

// Milliseconds worked out by `date -u -d ... +%s`.
test.each([
  ['2025-06-04T13:30:00Z', 1749043800000],
  ['2025-06-04T13:30Z', 1749043800000],
  ['2025-06-04T15:30:00+02:00', 1749043800000],
  ['2025-06-04T09:30:00-0400', 1749043800000],
  ['2025-06-04T19:00:00+05:30', 1749043800000],
  ['2025-06-04T13:30:00.000Z', 1749043800000],
  ['2025-06-04T13:30:00.057Z', 1749043800057],
  ['2024-02-29T00:00:00Z', 1709164800000],
  ['1970-01-01T00:00:00Z', 0],
  [1749043800000, 1749043800000],
])('%s is %i', (value, ms) => {
  expect(parseWireTime(value, 'ts')).toBe(ms);
});

test.each([
  '2025-06-04T13:30:00',
  '2025-06-04',
  '2025-06-04 13:30:00Z',
  '2023-02-29T00:00:00Z',
  '2025-06-31T00:00:00Z',
  '2025-06-04T24:00:00Z',
  '2025-06-04T13:60:00Z',
  '2025-06-04T13:30:60Z',
  '2025-06-04T13:30:00+24:00',
  '20250604T133000Z',
  '1749043800000',
  'yesterday',
  '',
  1749043800000.5,
  Number.NaN,
  null,
  {},
])('%s is no time', (value) => {
  expect(refusal(value)).toBe('invalid_timestamp');
});

test.each([-1, '1969-12-31T23:59:59Z', '2100-01-01T00:00:00Z', 4102444800000, 1e300])('%s is out of range', (value) => {
  expect(refusal(value)).toBe('out_of_range_timestamp');
});

test('a time without an offset is refused with how to get one', () => {
  expect(parseWireTime('2025-06-04T13:30:00', 'ts')).toMatchObject({ message: expect.stringContaining('add Z') });
});

test('a local time keeps its own clock', () => {
  expect(parseIsoTime('2025-06-04T13:30:00')).toEqual({ ms: 1749043800000, local: true });
});

test('fractions finer than a millisecond are kept, not rounded onto the minute', () => {
  expect(parseWireTime('2025-06-04T13:30:00.0001Z', 'ts')).toBe(1749043800000.1);
});

test('the quick parser agrees with the full one, or leaves the text to it', () => {
  const texts = ['2025-06-04T13:30:00Z', '2024-02-29T23:59:59Z', '2023-02-29T00:00:00Z', '2025-06-04T24:00:00Z'];
  texts.push('2025-06-04T1:330:00Z', '2025-06-04T13:30:6xZ', '2025-06-04T13:30:00+', '2025-06-04t13:30:00Z');
  for (const text of texts) {
    const full = parseWireTime(text, 'ts');
    expect(plainIsoMs(text), text).toBe(typeof full === 'number' ? full : -1);
  }
});
