import { expect, it } from 'vitest';
import { fitting } from './params.ts';

it('candles are as long as bars that are longer than their default', () => {
  const endpoint = {
    parameters: [
      { name: 'timeframe', default: '15m' },
      { name: 'limit', default: 10 },
    ],
  } as never;
  const defaults = (interval: string | null) => fitting(endpoint, interval).parameters.map((one) => one.default);
  expect(['1m', '15m', '30m', '1h', '1d', null].map((interval) => defaults(interval)[0])).toEqual([
    '15m',
    '15m',
    '30m',
    '1H',
    '1D',
    '15m',
  ]);
  expect(defaults('1d')[1]).toBe(10);
});
