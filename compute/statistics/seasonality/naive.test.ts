import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NaiveRequest, naiveSeasonality, naiveSeasonalityRecords } from '../../../test/oracles/seasonality.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { defaultValues, rowsOf, summaryOf, view } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import {
  marketArbitrary,
  randomMarket,
  rangeOf,
  sessionArbitrary,
  shareArbitrary,
} from '../../../test/support/random-market.ts';
import { recordsOf } from '../../../test/support/replay.ts';
import { lowerBound } from '../../market/bars.ts';
import { numbers, sliceTable } from '../../market/records.ts';
import { rowObjects } from '../../market/render.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, type SessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import type { DateRange, View } from '../statistic.ts';
import { METRICS, segmentFields, TYPES } from './fields.ts';
import seasonality from './index.ts';
import { segmentRows } from './segments.ts';

const share = shareArbitrary;

function expectEqual(data: SymbolData, session: SessionSpec, range: DateRange, ask: Omit<NaiveRequest, 'range'>) {
  const naive = naiveSeasonality(naiveSymbol(data), session, { ...ask, range });
  const values = { type: ask.type, direction: ask.direction, sort_by: ask.sortBy, limit: ask.limit };
  const asked = { session, range, values };
  for (const type of TYPES) expect(rowsOf(seasonality, `/${type}`, data, asked)).toEqual(naive.lists[type]);
  expect(rowsOf(seasonality, '/top', data, asked)).toEqual(naive.top);
  expect(summaryOf(seasonality, data, asked)).toEqual(naive.summary);
  return naive;
}

const askArbitrary = fc.record({
  type: fc.constantFrom(...TYPES),
  direction: fc.constantFrom('top' as const, 'bottom' as const),
  sortBy: fc.constantFrom(...METRICS),
  limit: fc.constantFrom(1, 3, 1000),
});

/** Months of data: few bars a day, so that they stay small. */
const longMarket = fc
  .tuple(marketArbitrary([60, 240, 1440]), fc.integer({ min: 30, max: 400 }))
  .map(([request, days]) => ({ ...request, days, density: Math.max(0.3, request.density) }));

describe('segments of random markets', () => {
  it('are those of the naive way: records, lists, top and summary', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(
        fc.oneof(marketArbitrary(), longMarket),
        sessionArbitrary,
        askArbitrary,
        share,
        share,
        (market, session, ask, a, b) => {
          const data = randomMarket(market);
          const records = rowObjects(seasonality.fields, recordsOf(seasonality, data, { session }), data.meta.symbol);
          expect(records).toEqual(naiveSeasonalityRecords(naiveSymbol(data), session));
          expectEqual(data, session, rangeOf(data, a, b), ask);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('need no more than the sessions of the reach around the range', () => {
    fc.assert(
      fc.property(longMarket, sessionArbitrary, share, share, (market, session, a, b) => {
        const data = randomMarket(market);
        const whole = view(seasonality, data, { session, range: rangeOf(data, a, b) });
        const narrow = narrowed(whole);
        for (const type of TYPES) {
          const shown = (of: View) => rowObjects(segmentFields(type), segmentRows(of, type));
          expect(shown(narrow)).toEqual(shown(whole));
        }
      }),
      { numRuns: 100 },
    );
  });
});

/**
 * The same view with only the records of the sessions (weekend ones counted) that `reach` asks for; where none of them
 * is a weekday's, up to the nearest one that is, as the kernel asks for.
 */
function narrowed(whole: View): View {
  const params = { session: whole.session, values: defaultValues(seasonality, whole.meta.intervalMin) };
  const { back, ahead } = seasonality.reach(params, whole.meta);
  const days = numbers(whole.allDays, 'date');
  const dates = numbers(whole.allRecords, 'date');
  const first = lowerBound(days, whole.range.from) - back;
  const last = lowerBound(days, whole.range.to + 1) - 1 + ahead;
  const nearestBefore = Math.max(0, lowerBound(dates, whole.range.from) - 1);
  const nearestAfter = Math.min(dates.length, lowerBound(dates, whole.range.to + 1) + 1);
  const from = first < 0 ? 0 : Math.min(nearestBefore, lowerBound(dates, days[first]));
  const reached = last >= days.length ? dates.length : last < 0 ? 0 : lowerBound(dates, days[last] + 1);
  const to = Math.max(nearestAfter, reached);
  return { ...whole, allRecords: sliceTable(whole.allRecords, Math.min(from, to), to) };
}

describe.skipIf(!hasMarketData)('segments of real markets', () => {
  it.each([
    'bars/lean/SPY_1m.csv.gz',
    'bars/lean/BAC_1h.csv.gz',
    'bars/orb-yf/QQQ_5m.csv.gz',
    'bars/eqker/AAPL_15m.csv.gz',
    'bars/genetrader/BTCUSDT_5m.csv.gz',
    'bars/ta4j/ETHUSD_4h.csv.gz',
    'daily/lean/SPY_1d.csv.gz',
    'daily/genetrader/BTCUSDT_1d.csv.gz',
  ])('are those of the naive way: %s', { timeout: 30_000 }, (file) => {
    const data = readMarketData(file);
    const night: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };
    let days = 0;
    for (const session of [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, night]) {
      const ask = { type: 'week', direction: 'bottom', sortBy: 'green_days_pct', limit: 10 } as const;
      days += expectEqual(data, session, rangeOf(data, 0, 1), ask).summary.sample_size;
      const other = { type: 'month', direction: 'top', sortBy: 'avg_volume', limit: 3 } as const;
      expectEqual(data, session, rangeOf(data, 0.31, 0.77), other);
    }
    expect(days).toBeGreaterThan(0);
  });
});
