import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../lib/symbol.ts';
import { bySpelling } from './symbols.ts';

const directory = (...symbols: [symbol: string, assetClass: AssetClass, hasBars: boolean][]) => {
  const known = new Map(symbols.map(([symbol, assetClass, hasBars]) => [symbol, { symbol, assetClass, hasBars }]));
  return (text: string, asWritten?: boolean) => bySpelling((name) => known.get(name), text, asWritten)?.symbol ?? null;
};

describe('a symbol is found', () => {
  it('in any case, a crypto pair with or without its slash, others as they are written', () => {
    const find = directory(['BTCUSD', 'crypto', true], ['BRK/B', 'equity', true], ['AAPL', 'equity', true]);
    expect(['btc/usd', 'BtcUsd', ' brk/b ', 'aapl'].map((text) => find(text))).toEqual([
      'BTCUSD',
      'BTCUSD',
      'BRK/B',
      'AAPL',
    ]);
    expect(['BRKB', 'AA/PL', 'ETH/USD'].map((text) => find(text))).toEqual([null, null, null]);
  });

  it('as the pair, though equity news bears its name with the slash; equity news as it is written', () => {
    for (const bars of [true, false]) {
      const find = directory(['BTC/USD', 'equity', false], ['BTCUSD', 'crypto', bars]);
      expect([find('BTC/USD'), find('BTCUSD')]).toEqual(['BTCUSD', 'BTCUSD']);
      expect([find('BTC/USD', true), find('BTCUSD', true)]).toEqual(['BTC/USD', 'BTCUSD']);
    }
  });

  it('as it is written where it has bars of its own', () => {
    const find = directory(['A/B', 'equity', true], ['AB', 'crypto', true]);
    expect([find('A/B'), find('AB')]).toEqual(['A/B', 'AB']);
  });
});
