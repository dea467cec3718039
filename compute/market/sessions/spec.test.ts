import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  followsNewYork,
  type SessionRequest,
  sessionKey,
  sessionSpec,
  storedSession,
  utcWindow,
} from './spec.ts';

const asked = (request: Partial<SessionRequest>) => sessionSpec({ exchange: false, extended: false, ...request });

describe('a session window as asked for', () => {
  it('is explicit times, then session=exchange, then extended hours, then the default', () => {
    expect(asked({}).mode).toBe('default');
    expect(asked({ extended: true }).mode).toBe('extended');
    expect(asked({ exchange: true, extended: true }).mode).toBe('exchange');
    expect(asked({ startMin: 0, exchange: true, extended: true }).mode).toBe('custom');
    expect(asked({ endMin: 900, exchange: true }).mode).toBe('custom');
  });

  it('remembers whether its start was given', () => {
    expect(asked({ startMin: 810 }).startExplicit).toBe(true);
    expect(asked({ endMin: 900 })).toMatchObject({ startMin: 810, endMin: 900, startExplicit: false });
    expect(asked({ startMin: 900 })).toMatchObject({ startMin: 900, endMin: 1200 });
    expect(asked({ endMin: 0 }).endMin).toBe(1440);
  });

  it('is in the store under a name where it is one of the three, or the plain one written out', () => {
    expect([DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION].map(storedSession)).toEqual([
      'default',
      'extended',
      'exchange',
    ]);
    expect(storedSession(asked({ startMin: 810, endMin: 1200 }))).toBe('default');
    expect(storedSession(asked({ startMin: 810, endMin: 1200, extended: true }))).toBeNull();
    expect(storedSession(asked({ startMin: 811 }))).toBeNull();
    expect(storedSession(asked({ exchange: true, extended: true }))).toBe('exchange');
  });

  it('has a key of its own for every difference that matters', () => {
    const specs = [
      asked({}),
      asked({ extended: true }),
      asked({ exchange: true }),
      asked({ startMin: 810, extended: true }),
      asked({ endMin: 1200, extended: true }),
      asked({ startMin: 800 }),
      asked({ endMin: 1210 }),
    ];
    expect(new Set(specs.map(sessionKey)).size).toBe(specs.length);
  });

  it('follows New York for equities and ETFs only', () => {
    expect(followsNewYork(EXCHANGE_SESSION, 'etf')).toBe(true);
    expect(followsNewYork(EXTENDED_SESSION, 'crypto')).toBe(false);
    expect(followsNewYork(DEFAULT_SESSION, 'equity')).toBe(false);
    expect(utcWindow(EXTENDED_SESSION, 'crypto')).toEqual({ startMin: 0, endMin: 1440 });
    expect(utcWindow(EXCHANGE_SESSION, 'crypto')).toEqual({ startMin: 810, endMin: 1200 });
  });
});
