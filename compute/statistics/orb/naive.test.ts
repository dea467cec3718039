import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveOrb, naiveOrbSummary, naiveOrbTop, type OrbAsked, shownOrb } from '../../../test/oracles/orb.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import {
  marketArbitrary,
  randomMarket,
  rangeOf,
  sessionArbitrary,
  shareArbitrary,
} from '../../../test/support/random-market.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, type SessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import type { DateRange } from '../statistic.ts';
import orb from './index.ts';

const EVERY_WEEKDAY = 0b1111111;

interface Case {
  session: SessionSpec;
  asked: OrbAsked;
  range: DateRange;
  weekday: number;
}

/** Text against text first: comparing thousands of objects field by field takes minutes. */
function same(actual: unknown, expected: unknown) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}

function expectEqual(data: SymbolData, { session, asked, range, weekday }: Case) {
  const { symbol } = data.meta;
  const values = { ...asked, weekday, top_n: 7, min_breakout_size: 0.5 };
  const request = { values, session, range };
  const rows = naiveOrb(data, session, asked).filter(
    ({ day, weekday: number }) => day >= range.from && day <= range.to && ((weekday >> number) & 1) === 1,
  );
  const shown = (list: typeof rows) => list.map((row) => shownOrb(symbol, row));
  same(rowsOf(orb, '', data, request), shown(rows));
  same(summaryOf(orb, data, request), naiveOrbSummary(symbol, rows, asked.orb_minutes, 'custom'));
  const complete = rows.filter((row) => row.complete);
  same(rowsOf(orb, '/top', data, request), shown(naiveOrbTop(complete).slice(0, 7)));
  const picks = naiveOrbTop(rows).filter(({ range: found }) => found!.breakout!.sizePct >= 0.5 - 1e-9);
  same(rowsOf(orb, '/top-picks', data, request), shown(picks));
}

/** Ranges of the lengths kept in the store and odd ones, as multiples of the base interval. */
const askedArbitrary = (intervalMin: number): fc.Arbitrary<OrbAsked> =>
  fc.record({
    orb_minutes: fc.oneof(
      fc.constantFrom(1, 5, 15, 30, 60, 240).map((minutes) => Math.max(intervalMin, minutes)),
      fc.integer({ min: 1, max: Math.floor(240 / intervalMin) }).map((bars) => bars * intervalMin),
    ),
    orb_reentry_candles: fc.constantFrom(1, 2, 3, 60),
    breakout_criteria: fc.constantFrom('wick', 'close'),
  });

const caseArbitrary = marketArbitrary([1, 5, 15, 30, 60, 240]).chain((market) =>
  fc.record({
    market: fc.constant(market),
    asked: askedArbitrary(market.intervalMin),
    session: sessionArbitrary,
    a: shareArbitrary,
    b: shareArbitrary,
    weekday: fc.constantFrom(EVERY_WEEKDAY, EVERY_WEEKDAY, 0b0010010, 0b1000001),
  }),
);

describe('opening ranges of random markets', () => {
  it('are those of the naive way: rows, summary, tops', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, asked, session, a, b, weekday }) => {
        const data = randomMarket(market);
        expectEqual(data, { session, asked, weekday, range: rangeOf(data, a, b) });
      }),
      { numRuns: 150 },
    );
  });
});

const FILES = [
  'bars/lean/SPY_1m.csv.gz',
  'bars/lean/BTCUSD_1m.csv.gz',
  'bars/lean/SPY_1h.csv.gz',
  'bars/orb-yf/TSLA_5m.csv.gz',
  'bars/eqker/AAPL_15m.csv.gz',
  'bars/eqker/MSFT_1m.csv.gz',
  'bars/genetrader/ETHUSDT_5m.csv.gz',
  'bars/ta4j/BTCUSD_4h.csv.gz',
];
const NIGHT: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };
const SESSIONS = [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, NIGHT];
/** One for each session, in turn: all with all takes too long on twenty years of bars. */
const RULES: readonly OrbAsked[] = [
  { orb_minutes: 5, orb_reentry_candles: 2, breakout_criteria: 'wick' },
  { orb_minutes: 30, orb_reentry_candles: 1, breakout_criteria: 'close' },
  { orb_minutes: 60, orb_reentry_candles: 3, breakout_criteria: 'wick' },
];

describe.skipIf(!hasMarketData)('opening ranges of real markets', () => {
  for (const file of FILES) {
    it(`are those of the naive way: ${file}`, { timeout: 120_000 }, () => {
      const data = readMarketData(file);
      const { intervalMin } = data.meta;
      SESSIONS.forEach((session, i) => {
        const { orb_minutes: least, ...rules } = RULES[i % RULES.length];
        const asked = { ...rules, orb_minutes: Math.ceil(least / intervalMin) * intervalMin };
        expectEqual(data, { session, asked, range: rangeOf(data, 0, 1), weekday: EVERY_WEEKDAY });
      });
    });
  }
});
