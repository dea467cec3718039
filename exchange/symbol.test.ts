import { describe, expect, it } from 'vitest';
import {
  BASE_INTERVALS_MIN,
  barsViewName,
  canonicalSymbol,
  formatInterval,
  parseInterval,
  parseSymbol,
} from './symbol.ts';

describe('a symbol', () => {
  it('is trimmed and in upper case', () => {
    expect(parseSymbol(' spy ')).toBe('SPY');
    expect(parseSymbol('brk.b')).toBe('BRK.B');
    expect(parseSymbol('btc/usd')).toBe('BTC/USD');
    expect(parseSymbol('0700:hk')).toBe('0700:HK');
    expect(parseSymbol('a'.repeat(32))).toBe('A'.repeat(32));
  });

  it('has 1 to 32 characters of A-Z 0-9 . - _ : / and starts with a letter or digit', () => {
    for (const text of ['', ' ', '.A', '/A', '-A', 'A B', "A'B", 'A;B', 'A%', 'A\u0000', 'A\nB', 'A'.repeat(33)]) {
      expect(parseSymbol(text)).toBeNull();
    }
  });

  it('does not become one by upper case', () => {
    // `toUpperCase` turns sharp s, dotless i and long s into ASCII letters.
    for (const text of ['\u00df', 'a\u0131g', '\u017fpy', '\ufb01t', '\uff33\uff30\uff39'])
      expect(parseSymbol(text)).toBeNull();
  });

  it('of a crypto pair loses its slash', () => {
    expect(canonicalSymbol('BTC/USD', 'crypto')).toBe('BTCUSD');
    expect(canonicalSymbol('BTCUSD', 'crypto')).toBe('BTCUSD');
    expect(canonicalSymbol('A/B', 'equity')).toBe('A/B');
  });

  it('names its view: lower case, without slashes, other characters as _', () => {
    expect(barsViewName('AAPL')).toBe('bars_aapl');
    expect(barsViewName('BTC/USD')).toBe('bars_btcusd');
    expect(barsViewName('BRK.B')).toBe('bars_brk_b');
    expect(barsViewName('0700:HK')).toBe('bars_0700_hk');
  });
});

describe('an interval', () => {
  it('is read in minutes, whatever the case', () => {
    const minutes = {
      '1m': 1,
      '15m': 15,
      '15min': 15,
      '15Min': 15,
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
      '1M',
      '3 M',
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
