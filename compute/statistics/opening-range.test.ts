import { describe, expect, it } from 'vitest';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, sessionSpec } from '../market/sessions.ts';
import { fillsWindow } from './sessions.ts';

const equity = { symbol: 'T', assetClass: 'equity', intervalMin: 1 } as const;
const crypto = { symbol: 'T', assetClass: 'crypto', intervalMin: 1 } as const;
const window = (startMin: number, endMin: number, extended = false) =>
  sessionSpec({ startMin, endMin, exchange: false, extended });

describe('bars from the anchor fill the window', () => {
  it('of the exchange at 390 minutes, of extended hours at 630', () => {
    expect(fillsWindow(EXCHANGE_SESSION, equity, 389)).toBe(false);
    expect(fillsWindow(EXCHANGE_SESSION, equity, 390)).toBe(true);
    expect(fillsWindow(EXTENDED_SESSION, equity, 629)).toBe(false);
    expect(fillsWindow(EXTENDED_SESSION, equity, 630)).toBe(true);
  });

  it('by default at 330 minutes, which is what winter leaves, and for crypto at 390', () => {
    expect(fillsWindow(DEFAULT_SESSION, equity, 329)).toBe(false);
    expect(fillsWindow(DEFAULT_SESSION, equity, 330)).toBe(true);
    expect(fillsWindow(DEFAULT_SESSION, crypto, 389)).toBe(false);
    expect(fillsWindow(DEFAULT_SESSION, crypto, 390)).toBe(true);
    expect(fillsWindow(EXTENDED_SESSION, crypto, 720)).toBe(false);
  });

  it('that starts by an explicit time where extended hours are included', () => {
    expect(fillsWindow(window(480, 540, true), equity, 60)).toBe(true);
    expect(fillsWindow(window(480, 541, true), equity, 60)).toBe(false);
  });

  it('of regular hours only where there are some', () => {
    expect(fillsWindow(window(480, 540), equity, 240)).toBe(false); // never a session
    expect(fillsWindow(window(810, 850), equity, 39)).toBe(false); // none in winter
    // With extended hours and the default start 13:30 the winter's opening, 14:30, comes after this end.
    const untilTen = sessionSpec({ endMin: 850, exchange: false, extended: true });
    expect(fillsWindow(untilTen, equity, 5)).toBe(true);
  });

  it('across midnight from the first opening inside', () => {
    expect(fillsWindow(window(1320, 1260), equity, 389)).toBe(false);
    expect(fillsWindow(window(1320, 840), equity, 30)).toBe(true); // opens 13:30, ends 14:00
    expect(fillsWindow(window(1320, 240), crypto, 359)).toBe(false);
    expect(fillsWindow(window(1320, 240), crypto, 360)).toBe(true);
  });
});
