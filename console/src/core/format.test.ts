import { expect, it } from 'vitest';
import { alike, dateTime, label, labelWithUnit, number, withUnit } from './format.ts';

it('names that differ in their unit alone are distinguished where no unit stands with the values', () => {
  const names = ['breakout_size', 'breakout_size_pct', 'breakout_size_x', 'or_range', 'or_range_pct'];
  expect(names.map(labelWithUnit)).toEqual([
    'Breakout size',
    'Breakout size (%)',
    'Breakout size in ranges (×)',
    'Opening range size',
    'Opening range size (%)',
  ]);
});

it('figures that stand beside each other without their unit have names of their own', () => {
  const names = ['avg_breakout_size_pct', 'avg_breakout_size_x', 'fill_time', 'fill_time_seconds'];
  expect(names.map(label)).toEqual([
    'Average breakout size',
    'Average breakout size in ranges',
    'Fill time',
    'Time to fill',
  ]);
});

it('multiples keep their decimal point', () => {
  expect(['hit_0_5x', 'hit_1x', 'hit_1_5x'].map(label)).toEqual(['Hit 0.5x', 'Hit 1x', 'Hit 1.5x']);
});

it('says a unit once: with the value, or with the name where the value stands alone', () => {
  const names = ['median_fill_time_seconds', 'orb_minutes', 'avg_minutes_to_fill', 'duration_above_prev_high_min'];
  expect(names.map(label)).toEqual([
    'Median fill time',
    'Opening range',
    'Average time to fill',
    'Duration above previous high',
  ]);
  expect(names.map(labelWithUnit)).toEqual([
    'Median fill time (s)',
    'Opening range (min)',
    'Average time to fill (min)',
    'Duration above previous high (min)',
  ]);
  expect([90, 1020].map((value) => withUnit(value, 'seconds'))).toEqual(['90 s', '17 min']);
});

it('smallest values allowed are distinguished from smallest values found', () => {
  expect(['min_gap_pct', 'min_sample_size', 'min_return_pct'].map(labelWithUnit)).toEqual([
    'Gap, at least (%)',
    'Sample size, at least',
    'Lowest return (%)',
  ]);
});

it('months have three letters', () => {
  expect(dateTime('2026-09-11T15:15:00Z', 'UTC')).toBe('11 Sep 2026, 15:15');
});

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
