import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naivePdhlb } from '../../../test/oracles/pdhlb.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { type Correction, linesOutside, redoneDates, withDayChanged } from '../../../test/support/changed-day.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { marketArbitrary, randomMarket, rangeOf, sessionArbitrary } from '../../../test/support/random-market.ts';
import { fromPartAndWhole, unsettled } from '../../../test/support/replay.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
  sessionSpec,
} from '../../market/sessions/spec.ts';
import { VOLUME_REACH_SESSIONS } from '../relative-volume.ts';
import type { DateRange, SymbolData } from '../statistic.ts';
import pdhlb from './index.ts';

interface Question {
  session: SessionSpec;
  range: DateRange;
  weekday?: number | undefined;
  openInsideOnly: boolean;
  direction: 'high' | 'low' | 'both';
  limit: number;
}

/** Thousands of rows of dozens of fields: only where texts differ the matcher is worth its time. */
function expectEqualRows(actual: readonly object[], expected: readonly object[]) {
  expect(actual.length).toBe(expected.length);
  actual.forEach((row, i) => {
    if (JSON.stringify(row) !== JSON.stringify(expected[i])) expect(row).toEqual(expected[i]);
  });
}

function expectEqualAnswers(data: SymbolData, question: Question) {
  const { session, range, weekday, openInsideOnly, direction, limit } = question;
  const naive = naivePdhlb(naiveSymbol(data), session, { range, weekday, openInsideOnly, direction, limit });
  const asked = { session, range, values: { weekday, open_inside_only: openInsideOnly, direction, limit } };
  expectEqualRows(rowsOf(pdhlb, '', data, asked), naive.raw);
  expectEqualRows(rowsOf(pdhlb, '/top', data, asked), naive.top);
  expectEqualRows(rowsOf(pdhlb, '/retest', data, asked), naive.retest);
  expect(summaryOf(pdhlb, data, asked)).toEqual(naive.summary);
  return naive;
}

/** Evenly spread, unlike fast-check's doubles. */
const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);

describe('against a naive second implementation', () => {
  it('gives equal records, lists and summaries on random markets', () => {
    fc.assert(
      fc.property(
        marketArbitrary(),
        fc.record({
          session: sessionArbitrary,
          weekday: fc.option(fc.integer({ min: 1, max: 127 }), { nil: undefined }),
          openInsideOnly: fc.boolean(),
          direction: fc.constantFrom<'high' | 'low' | 'both'>('high', 'low', 'both'),
          limit: fc.constantFrom(1, 10, 1000),
        }),
        share,
        share,
        (market, question, a, b) => {
          const data = randomMarket(market);
          expectEqualAnswers(data, { ...question, range: rangeOf(data, a, b) });
        },
      ),
      { numRuns: 300 },
    );
  });

  it
    .skipIf(!hasMarketData)
    .each([
      ['bars/lean/SPY_1m.csv.gz'],
      ['bars/lean/BTCUSD_1m.csv.gz'],
      ['bars/lean/AAPL_1h.csv.gz'],
      ['bars/orb-yf/TSLA_5m.csv.gz'],
      ['bars/eqker/QQQ_15m.csv.gz'],
      ['bars/genetrader/ETHUSDT_5m.csv.gz'],
      ['bars/ta4j/BTCUSD_4h.csv.gz'],
      ['daily/lean/IBM_1d.csv.gz'],
    ])('gives equal answers on %s', (file) => {
    const data = readMarketData(file);
    const sessions = [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION];
    sessions.push(sessionSpec({ startMin: 1320, endMin: 1200, exchange: false, extended: true }));
    let records = 0;
    for (const session of sessions) {
      const whole = { session, range: rangeOf(data, 0, 1), openInsideOnly: false, direction: 'both' as const };
      const part = { session, range: rangeOf(data, 0.5, 0.9), openInsideOnly: true, direction: 'low' as const };
      records += expectEqualAnswers(data, { ...whole, limit: 1000 }).raw.length;
      expectEqualAnswers(data, { ...part, weekday: 0b0010101, limit: 10 });
    }
    expect(records).toBeGreaterThan(0);
  });
});

describe('whatever else is stored', () => {
  it('settled records of a prefix are those of the whole', () => {
    fc.assert(
      fc.property(marketArbitrary(), sessionArbitrary, share, (market, session, cut) => {
        const data = randomMarket(market);
        expect(unsettled(pdhlb, data, Math.round(cut * data.bars.length), { session })).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('are the same when only the bars around the wanted dates are loaded, however few at first', () => {
    const cutMin = fc.integer({ min: 0, max: 3000 });
    // With less look-back than the statistic asks for, too: the kernel must report it.
    const back = fc.constantFrom(0, 1, 5, VOLUME_REACH_SESSIONS);
    fc.assert(
      fc.property(
        marketArbitrary(),
        sessionArbitrary,
        share,
        share,
        back,
        cutMin,
        (market, session, a, b, few, cut) => {
          const data = randomMarket(market);
          const shortened = { ...pdhlb, reach: () => ({ back: few, ahead: 0 }) };
          const { partial, whole } = fromPartAndWhole(shortened, data, { session }, rangeOf(data, a, b), cut);
          expect(partial).toEqual(whole);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a corrected day changes no record outside the dates that are made again for it', () => {
    const corrections = fc.constantFrom<Correction>('raise', 'lower', 'widen', 'thin', 'drop');
    fc.assert(
      fc.property(marketArbitrary(), sessionArbitrary, share, corrections, (market, session, at, correction) => {
        const before = randomMarket({ ...market, days: market.days * 2 });
        const day = rangeOf(before, at, at).from;
        const after = withDayChanged(before, day, correction);
        const params = { session, values: { open_inside_only: false } };
        const redone = redoneDates(pdhlb, before, after, params, day);
        expect(linesOutside(pdhlb, after, params, redone)).toEqual(linesOutside(pdhlb, before, params, redone));
      }),
      { numRuns: 300 },
    );
  });
});
