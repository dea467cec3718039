import { expect, it } from 'vitest';
import { PARAMS } from './fields.ts';

const bucketMinutes = PARAMS.bucket_minutes;

/** The value, or the types of all problems. */
function parsed(text: string) {
  const result = bucketMinutes.schema.safeParse(text);
  return result.success
    ? result.data
    : result.error.issues.map((issue) => (issue as { params?: { type: string } }).params?.type);
}

it('bucket_minutes is 5, 10, 15, 30 or 60; anything else has one problem', () => {
  expect(['5', '10', '15', '30', '60'].map(parsed)).toEqual([5, 10, 15, 30, 60]);
  expect(parsed('20')).toEqual(['literal_error']);
  expect(parsed('half')).toEqual(['int_parsing']);
  expect(parsed('0')).toEqual(['greater_than_equal']);
  expect(parsed('90')).toEqual(['less_than_equal']);
});

it('bucket_minutes left out is the smallest from 30 on that fits the feed; none fits 2h and 4h', () => {
  const omitted = (intervalMin: number) => bucketMinutes.fit?.(intervalMin);
  expect([1, 2, 3, 5, 10, 15, 30].map(omitted)).toEqual([30, 30, 30, 30, 30, 30, 30]);
  expect([60, 120, 240].map(omitted)).toEqual([60, null, null]);
});

it('bucket_minutes given must be a whole multiple of the base interval', () => {
  const fits = (value: number, intervalMin: number) => bucketMinutes.fits?.(value, intervalMin);
  expect([fits(5, 5), fits(10, 15), fits(15, 2), fits(60, 60)]).toEqual([true, false, false, true]);
});
