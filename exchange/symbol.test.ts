import { describe, expect, it } from 'vitest';
import { barsViewName, canonicalSymbol, parseSymbol } from './symbol.ts';

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
    // Sharp s, dotless i and long s turn into ASCII letters there.
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
