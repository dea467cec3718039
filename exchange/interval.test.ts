import { describe, expect, it } from 'vitest';
import { BASE_INTERVALS_MIN, formatInterval, parseInterval } from './interval.ts';

describe('an interval', () => {
  it('is read in minutes, whatever the case', () => {
    const minutes = {
      '1m': 1,
      '15m': 15,
      '15min': 15,
      '90 m': 90,
      '1h': 60,
      '4H': 240,
      '1d': 1440,
      '1D': 1440,
      '1W': 10_080,
    };
    for (const [text, expected] of Object.entries(minutes)) expect(parseInterval(text)).toBe(expected);
  });

  it('is nothing else', () => {
    for (const text of [
      '',
      'm',
      '1',
      '0m',
      '-1m',
      '1.5h',
      '1s',
      '1mo',
      '1mi',
      '1hin',
      '1min2',
      '1m\n1m',
      '12345m',
      '1 h r',
    ]) {
      expect(parseInterval(text)).toBeNull();
    }
  });

  it('of a feed is spelled so that it can be read again', () => {
    const spelled = BASE_INTERVALS_MIN.map(formatInterval);
    expect(spelled).toEqual(['1m', '2m', '3m', '5m', '10m', '15m', '30m', '1h', '2h', '4h', '1d']);
    expect(spelled.map(parseInterval)).toEqual(BASE_INTERVALS_MIN);
  });
});
