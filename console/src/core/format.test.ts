import { expect, it } from 'vitest';
import { label, labelWithUnit } from './format.ts';

it('names that differ in their unit alone are distinguished where no unit stands with the values', () => {
  const names = ['breakout_size', 'breakout_size_pct', 'breakout_size_x', 'or_range', 'or_range_pct'];
  expect(names.map(labelWithUnit)).toEqual([
    'Breakout size',
    'Breakout size (%)',
    'Breakout size (×)',
    'Opening range size',
    'Opening range size (%)',
  ]);
});

it('multiples keep their decimal point', () => {
  expect(['hit_0_5x', 'hit_1x', 'hit_1_5x'].map(label)).toEqual(['Hit 0.5x', 'Hit 1x', 'Hit 1.5x']);
});
