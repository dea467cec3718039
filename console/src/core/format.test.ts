import { expect, it } from 'vitest';
import { alike, number } from './format.ts';

it('prices have two decimals, below 1 four, and small ones still their digits', () => {
  const prices = [12345.678, 1.005, 0.98765, 0.012345, 0.0012345, 0.00001234567, 0];
  expect(prices.map((price) => number(price, 'price'))).toEqual([
    '12,345.68',
    '1.01',
    '0.9877',
    '0.0123',
    '0.001235',
    '0.00001235',
    '0',
  ]);
});

it('shows a column in one unit, with the decimals of its largest value', () => {
  const shown = (values: number[], unit: string) => values.map(alike(values, unit));
  expect(shown([1.2436, 0.6955], 'price')).toEqual(['1.24', '0.70']);
  expect(shown([17, 16.5], 'minutes')).toEqual(['17.00 min', '16.50 min']);
  expect(shown([4, 3], 'candles')).toEqual(['4', '3']);
  expect(shown([90, 3600], 'seconds')).toEqual(['1.50 min', '60.00 min']);
});
