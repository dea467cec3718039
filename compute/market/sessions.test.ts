import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../exchange/symbol.ts';
import { isoDate } from '../../lib/days.ts';
import { naiveSessions, naiveSymbol } from '../../test/oracles/sessions.ts';
import { flat, market } from '../../test/support/market-rows.ts';
import { marketArbitrary, randomMarket, sessionArbitrary } from '../../test/support/random-market.ts';
import { sessionFigures } from './candles.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionRequest,
  type SessionSet,
  type SessionSpec,
  sessionKey,
  sessionSpec,
  storedSession,
} from './sessions.ts';

const utc = (minute: number) => new Date(minute * 60_000).toISOString().slice(5, 16).replace('T', ' ');
const asked = (request: Partial<SessionRequest>) => sessionSpec({ exchange: false, extended: false, ...request });

function sessionsOf(
  times: string[],
  spec: SessionSpec,
  assetClass: AssetClass = 'equity',
  intervalMin = 1,
): SessionSet {
  return market(
    times.map((time) => flat(time, 1)),
    assetClass,
    intervalMin,
  ).sessions(spec);
}

/** `date: first bar, last bar` of every session. */
function spans(...args: Parameters<typeof sessionsOf>): string[] {
  const set = sessionsOf(...args);
  return Array.from({ length: set.length }, (_, s) => {
    const [first, last] = [set.bars.minute[set.first[s]], set.bars.minute[set.end[s] - 1]];
    return `${isoDate(set.date[s])}: ${utc(first)}, ${utc(last)}`;
  });
}

const anchors = (...args: Parameters<typeof sessionsOf>) => Array.from(sessionsOf(...args).anchor, utc);
const windows = (...args: Parameters<typeof sessionsOf>) => {
  const { windowStart, windowEnd } = sessionsOf(...args);
  return Array.from(windowStart, (start, s) => `${utc(start)} - ${utc(windowEnd[s])}`);
};

describe('the default window, 13:30-20:00 UTC', () => {
  it('starts with the exchange in winter, too, and then misses its last hour', () => {
    const winter = ['13:30', '14:29', '14:30', '19:59', '20:00', '20:59', '21:00'].map((time) => `2024-01-08 ${time}`);
    expect(spans(winter, DEFAULT_SESSION)).toEqual(['2024-01-08: 01-08 14:30, 01-08 19:59']);
    expect(anchors(winter, DEFAULT_SESSION)).toEqual(['01-08 14:30']);
    const summer = ['13:29', '13:30', '19:59', '20:00'].map((time) => `2024-06-03 ${time}`);
    expect(spans(summer, DEFAULT_SESSION)).toEqual(['2024-06-03: 06-03 13:30, 06-03 19:59']);
    expect(windows(winter, DEFAULT_SESSION)).toEqual(['01-08 13:30 - 01-08 20:00']);
  });
});

describe('sessions of random markets', () => {
  it('are those of the naive way: dates, windows, anchors, bars, completeness', { timeout: 45_000 }, () => {
    fc.assert(
      fc.property(marketArbitrary(), sessionArbitrary, (request, spec) => {
        const data = randomMarket(request);
        const set = data.sessions(spec);
        const found = Array.from({ length: set.length }, (_, s) => ({
          date: set.date[s],
          start: set.windowStart[s],
          stop: set.windowEnd[s],
          anchor: set.anchor[s],
          complete: set.complete[s] === 1,
          bars: Array.from(set.bars.minute.subarray(set.first[s], set.end[s])),
        }));
        const naive = naiveSessions(naiveSymbol(data), spec);
        expect(found).toEqual(
          naive.map(({ date, start, stop, anchor, complete, bars }) => ({
            date,
            start,
            stop,
            anchor,
            complete,
            bars: bars.map(({ t }) => t),
          })),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('figures of a session', () => {
  it('have a previous session at most 7 calendar days back', () => {
    const dates = ['2024-06-03', '2024-06-10', '2024-06-18', '2024-06-20'];
    const figures = sessionFigures(market(dates.map((date) => flat(`${date} 14:00`, 1))).sessions(DEFAULT_SESSION));
    expect([...figures.previous]).toEqual([-1, 0, -1, 2]);
  });

  it('add volumes oldest first', () => {
    const volumes = [1e16, 1, 1, -1e16].map((volume, i) => flat(`2024-06-03 14:0${i}`, 1, volume));
    expect(sessionFigures(market(volumes).sessions(DEFAULT_SESSION)).volume[0]).toBe(0); // not 2
  });
});

describe('a session window as asked for', () => {
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
});
